"""The sources, found by walking this folder."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from ..settings import Settings
from .base import Source


def make_sources(settings: Settings) -> list[Source]:
    """Return every source, ready to be asked, by rank."""
    return sorted(
        (module.make_source(settings) for module in _modules()), key=lambda s: s.info.rank
    )


def _modules() -> Iterator[Any]:
    for module in pkgutil.iter_modules(__path__):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(loaded, "make_source"):
            yield loaded
