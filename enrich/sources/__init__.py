"""The sources, found by walking this folder."""

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any

from .base import ServiceDefaults, Source

if TYPE_CHECKING:
    from ..settings import Settings


def make_sources(settings: "Settings") -> list[Source]:
    """Return every source, ready to be asked, by rank."""
    sources: list[Source] = [
        module.make_source(settings.services[module.DEFAULTS.name]) for module in _modules()
    ]
    return sorted(sources, key=lambda source: source.info.rank)


def make_archives(settings: "Settings") -> list[Source]:
    """Return the sources that are not asked about papers: their answers come from files."""
    return [
        module.make_archive(settings.services[module.DEFAULTS.name])
        for module in _modules("make_archive")
    ]


def service_defaults() -> list[ServiceDefaults]:
    """Return what each source declares of its service, by name."""
    return [module.DEFAULTS for module in (*_modules(), *_modules("make_archive"))]


@cache
def _modules(maker: str = "make_source") -> tuple[Any, ...]:
    modules = (
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
    )
    return tuple(module for module in modules if hasattr(module, maker))
