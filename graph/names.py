"""Names that tell nodes apart."""

import re
from collections.abc import Callable, Iterable

_NOT_IN_ID = re.compile(r"[^A-Za-z0-9._:-]")


def distinct(
    names: Iterable[str], alike: Callable[[str], str] = lambda name: name
) -> tuple[str, ...]:
    """Return the names in order, a repeated one with as many underscores as make it new.

    Names count as the same where `alike` makes them the same.
    """
    taken: dict[str, str] = {}
    for name in names:
        while alike(name) in taken:
            name += "_"  # noqa: PLW2901
        taken[alike(name)] = name
    return tuple(taken.values())


def plain_ids(
    names: Iterable[str], alike: Callable[[str], str] = lambda name: name
) -> tuple[str, ...]:
    """Return names of letters, digits and ._:- only, e.g. cs-0701001, still distinct.

    These the schema of GraphML allows as ids, and BibTeX as keys.
    """
    return distinct((_NOT_IN_ID.sub("-", name) or "-" for name in names), alike)
