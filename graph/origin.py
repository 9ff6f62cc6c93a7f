"""Says where a written network comes from, and of which part of it; nothing in it depends on
the present time.
"""

from db.version import __version__

from .network import Network, Selection

CREATOR = f"citeweave {__version__}"


def origin(network: Network) -> str:
    """Return it in words: citation network by citeweave 0.1.0, collection iclr2024, …"""
    facts = (
        f"{network.kind} network by {CREATOR}",
        asked_of_papers(network.selection),
        _asked_of_edges(network.selection),
        _named(dict(network.options)),
        network.as_of and f"newest answer {network.as_of}",
    )
    return ", ".join(fact for fact in facts if fact)


def asked_of_papers(selection: Selection) -> str:
    """Return in words what a selection asks of papers; an empty text where it takes all."""
    first, last = ("" if year is None else str(year) for year in selection.years)
    return _named(
        {
            "collection": selection.collection,
            "decision": " or ".join(selection.decisions),
            "years": f"{first}-{last}" if first or last else None,
            "as of": selection.as_of,
        }
    )


def _asked_of_edges(selection: Selection) -> str:
    """Return in words what a selection asks of edges, and of the network they make."""
    weight, sources = selection.min_weight, selection.min_sources
    wishes = (
        "" if weight is None else f"edges of weight {weight:g} or more",
        "" if sources == 1 else f"citations that {sources} sources show",
        "no self-citations" if selection.without_self_citations else "",
        "largest component" if selection.largest_component else "",
    )
    return ", ".join(wish for wish in wishes if wish)


def _named(wishes: dict[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in wishes.items() if value not in (None, ""))
