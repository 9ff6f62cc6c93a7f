"""Names that tell nodes apart."""

from collections.abc import Iterable


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names in order, a repeated one with as many underscores as make it new."""
    taken: dict[str, None] = {}
    for name in names:
        while name in taken:
            name += "_"  # noqa: PLW2901
        taken[name] = None
    return tuple(taken)
