"""Finds the files of a folder that each add one thing: a network kind, an export format."""

import pkgutil
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType


def modules_of(package: str, required: Sequence[str]) -> dict[str, ModuleType]:
    """Return the package's modules by their NAME, sorted; each must define `required`."""
    found: dict[str, ModuleType] = {}
    for info in pkgutil.iter_modules(import_module(package).__path__):
        module = import_module(f"{package}.{info.name}")
        if missing := [name for name in required if not hasattr(module, name)]:
            raise TypeError(f"{module.__name__} must define {', '.join(missing)}")
        if module.NAME in found:
            raise TypeError(f"{module.__name__} repeats the name '{module.NAME}'")
        found[module.NAME] = module
    return dict(sorted(found.items()))
