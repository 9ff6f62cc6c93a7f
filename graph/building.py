"""Makes a network of a kind out of an open database, with all that is to be said of it."""

import sqlite3
from dataclasses import replace
from typing import Any

from db.link_rows import count_sources
from db.network_rows import last_answer
from db.wording import counted

from .choosing import choose, why_nothing
from .kinds import Kind
from .narrowing import heavy, largest_component
from .network import Network, Selection
from .options import chosen_options


def build(
    connection: sqlite3.Connection, kind: Kind, selection: Selection, options: Any
) -> Network:
    """Return the network; its reasons tell first of what was left out, then of what is missing."""
    left_out = choose(connection, selection)
    network = replace(
        kind.build(connection, selection, options),
        selection=selection,
        options=chosen_options(options),
        as_of=last_answer(connection),
    )
    if nothing := why_nothing(connection, selection):
        return replace(network, reason=(*left_out, *nothing))
    lighter = heavy(network, selection.min_weight)
    reasons = (
        *left_out,
        *network.reason,
        *_unconfirmed(connection, selection, lighter),
        *_too_light(network, lighter, selection),
        *kind.why(connection, lighter, narrowed=_is_narrowed(network)),
        *_todays_counts(lighter, selection),
    )
    narrowed, rest = largest_component(lighter) if selection.largest_component else (lighter, ())
    return replace(narrowed, reason=(*reasons, *rest, *told_impossible(narrowed)))


def _is_narrowed(network: Network) -> bool:
    """Return whether edges may have been left out: by the selection, an option or their number."""
    selection = network.selection
    papers = Selection(selection.collections, selection.years, selection.decisions)
    # Which papers are kept leaves out no edge among them.
    everything = replace(papers, largest_component=selection.largest_component)
    return bool(selection != everything or network.options or network.reason)


def _too_light(network: Network, lighter: Network, selection: Selection) -> tuple[str, ...]:
    lost = network.edge_count - lighter.edge_count
    if not lost:
        return ()
    return (
        f"Weigh less than {selection.min_weight:g} and are left out (--min-weight): "
        f"{lost:,} of {counted(network.edge_count, 'edge')}.",
    )


def _unconfirmed(
    connection: sqlite3.Connection, selection: Selection, network: Network
) -> tuple[str, ...]:
    """Say why there are no edges where more sources are asked for than there are."""
    if network.edge_count or selection.min_sources == 1:
        return ()
    sources = count_sources(connection)
    if selection.min_sources <= sources:
        return ()
    return (
        f"Citations come from {counted(sources, 'source')} so far, and none can be shown by "
        f"{selection.min_sources} (--min-sources). Two lists of one source are one source.",
    )


def told_impossible(network: Network) -> tuple[str, ...]:
    """Count the citations of papers that appeared later than the citing one."""
    if not network.impossible_count:
        return ()
    return (
        f"Cite a paper that first appeared later: {network.impossible_count:,} of "
        f"{counted(network.edge_count, 'link')}, marked is_impossible. A later version may have "
        "added the reference, or a date is wrong.",
    )


def _todays_counts(network: Network, selection: Selection) -> tuple[str, ...]:
    """Say of the counts that a source keeps that they are not of the selection's day."""
    if selection.as_of is None or "citation_count" not in {each.name for each in network.nodes}:
        return ()
    return (
        "citation_count, influential_citation_count and reference_count are of the newest "
        f"answer, not of {selection.as_of.isoformat()} (--as-of).",
    )
