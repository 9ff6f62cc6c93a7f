"""Each way to make a network of a part of the database."""

import sqlite3
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from made_database import AT, NUMBERS, five_papers, list_papers
from made_networks import made

import graph
from db.network_rows import DateColumns
from graph.dates import appearance
from graph.network import Network, Selection
from graph.origin import CREATOR, origin

DAYS = {1: "2021-03-01", 2: "2022-03-01", 3: "2023-03-01", 11: "2020-01-01", 12: "2023-06-01"}


def pairs(network: Network) -> set[tuple[int, int]]:
    ids = network.node_ids.tolist()
    ends = zip(network.source.tolist(), network.target.tolist(), strict=True)
    return {(ids[source], ids[target]) for source, target in ends}


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_several_collections(tmp_path: Path) -> None:
    path = five_papers(tmp_path / "p.db")
    with sqlite3.connect(path) as connection:
        list_papers(connection, "three", {NUMBERS["C"]: "reject"})
    connection.close()
    network = graph.network(path, collections=["two", "three"])
    assert set(network.node_ids.tolist()) == {NUMBERS[name] for name in "ABCE"}
    assert dict(zip(network.node_ids.tolist(), network.column("decision").cells(), strict=True))[
        NUMBERS["C"]
    ] == ("reject")
    assert network.selection.collection == "two, three"
    assert graph.network(path, collection="two").node_count == 3


def test_years_and_decisions(tmp_path: Path) -> None:
    decisions = {1: "oral", 2: "poster", 3: "oral", 4: None}
    path = made(tmp_path / "p.db", decisions, [(3, 1), (3, 2)], published=DAYS)
    for wish, left in (
        ({"years": (2022, None)}, [2, 3]),
        ({"years": (None, 2022)}, [1, 2]),
        ({"years": (2022, 2022)}, [2]),
        ({"decisions": "oral"}, [1, 3]),
        ({"decisions": ["oral", "poster"], "years": (2022, 2023)}, [2, 3]),
    ):
        assert graph.network(path, **wish).node_ids.tolist() == left
    narrowed = graph.network(path, years=(2022, None))
    assert narrowed.reason[0] == "1 listed paper of unknown year left out (--years)."
    nothing = graph.network(path, years=(2030, 2031), decisions=["oral"])
    assert "None of 4 listed papers fits: decision oral, years 2030-2031." in nothing.reason
    given = graph.network(path, selection=Selection(decisions=("oral",)))
    assert pairs(given) == {(3, 1)}


def test_as_of_leaves_what_had_appeared(tmp_path: Path) -> None:
    links = [(2, 1), (3, 1), (3, 2), (2, 11), (1, 11), (1, 12), (2, 12), (21, 1), (21, 2), (22, 1)]
    links += [(22, 2), (23, 1), (23, 2)]
    years = {21: 2022, 22: 2023}  # 23 has no date
    path = made(tmp_path / "p.db", [1, 2, 3, 4], links, published=DAYS, years=years)
    day = date(2022, 12, 31)
    citation = graph.network(path, as_of=day)
    assert pairs(citation) == {(2, 1)}
    assert "1 listed paper of unknown date left out (--as-of)." in citation.reason
    assert citation.selection.as_of == day
    assert "are of the newest answer, not of 2022-12-31 (--as-of)." in citation.reason[-1]
    # 12 appeared in 2023: no reference of a paper of 2021 on that day.
    assert graph.network(path, "coupling", as_of="2022-12-31").weight.tolist() == [1]
    assert graph.network(path, "coupling").weight.tolist() == [2, 1]
    # 21 is of 2022 and so had appeared by the end of it; of 23 nobody knows.
    cocited = graph.network(path, "cocitation", as_of=day)
    assert cocited.weight.tolist() == [1]
    assert "1 citing paper of unknown date left out (--as-of)." in cocited.reason
    assert graph.network(path, "cocitation", as_of="2022-12-30").edge_count == 0
    around = graph.network(path, "neighbourhood", as_of=day)
    assert pairs(around) == {(2, 1), (1, 11), (2, 11), (21, 1), (21, 2)}


def test_self_citations_are_those_with_a_common_author(tmp_path: Path) -> None:
    links = [(1, 2), (1, 3), (2, 3), (1, 11), (2, 11)]
    authors = {1: [7, 8], 2: [8], 3: [9], 11: [7]}
    path = made(tmp_path / "p.db", [1, 2, 3], links, authors=authors)
    assert pairs(graph.network(path, without_self_citations=True)) == {(1, 3), (2, 3)}
    assert graph.network(path, "coupling").column("label").cells() == [
        f"Paper {n}" for n in (1, 2, 3)
    ]
    weights = {
        without: graph.network(path, "coupling", without_self_citations=without).weight.tolist()
        for without in (False, True)
    }
    assert weights == {False: [2], True: [1]}  # 1 and 2 share 3; 11 shares an author with 1


def test_two_sources_are_two_services_not_two_lists_of_one(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2, 3], [(1, 2), (1, 3), (2, 3)])
    seen = "INSERT INTO sightings VALUES ({}, '{}', '{}', {}, 1)"
    change(
        path,
        f"INSERT INTO answers VALUES (1, NULL, 's2', '', '', 200, '', '{AT}', '{AT}', 0, '', x'')",
        "INSERT INTO sources (name, rank, title) VALUES ('other', 9, 'Other')",
        seen.format(1, "references", "s2", 2),
        seen.format(2, "citations", "s2", 1),
        seen.format(1, "references", "s2", 3),
        seen.format(3, "citations", "other", 1),
        seen.format(2, "references", "other", 3),
    )
    assert pairs(graph.network(path, min_sources=2)) == {(1, 3)}
    assert pairs(graph.network(path, "neighbourhood", min_sources=2)) == {(1, 3)}
    nothing = graph.network(path, min_sources=3)
    assert nothing.edge_count == 0
    assert "Citations come from 1 source so far" in nothing.reason[0]
    assert any("by what was asked they make no edge" in sentence for sentence in nothing.reason)


def test_minimum_weight(tmp_path: Path) -> None:
    links = [(1, 11), (1, 12), (2, 11), (2, 12), (3, 11), (3, 13)]
    path = made(tmp_path / "p.db", [1, 2, 3], links)
    assert pairs(graph.network(path, "coupling", min_weight=2)) == {(1, 2)}
    light = graph.network(path, "coupling", weighting="cosine", min_weight=0.6)
    assert pairs(light) == {(1, 2)}
    assert light.reason[0].endswith("left out (--min-shared, --min-weight): 2 of 3 pairs.")
    both = graph.network(path, "coupling", weighting="cosine", min_weight=0.1, min_shared=2)
    assert pairs(both) == {(1, 2)}
    none = graph.network(path, "neighbourhood", min_weight=1.5)
    assert none.edge_count == 0
    assert "Weigh less than 1.5 and are left out (--min-weight): 6 of 6 edges." in none.reason


def test_the_largest_component(tmp_path: Path) -> None:
    links = [(5, 6), (1, 2), (3, 4), (3, 5)]
    path = made(tmp_path / "p.db", range(1, 8), links)
    network = graph.network(path, largest_component=True)
    assert network.node_ids.tolist() == [3, 4, 5, 6]
    assert pairs(network) == {(3, 4), (3, 5), (5, 6)}
    assert network.column("title").cells() == ["Paper 3", "Paper 4", "Paper 5", "Paper 6"]
    assert np.array_equal(network.column("in_degree").values, [0, 1, 1, 1])
    assert "Only the largest of 3 components is here" in network.reason[-1]
    # The rest left no edge out, so what is said of isolated papers stays the same.
    assert network.reason[:-1] == graph.network(path).reason
    days = {1: "2020-01-01", 2: "2021-01-01", 3: "2020-01-01", 4: "2021-01-01", 5: "2019-01-01"}
    dated = made(tmp_path / "r.db", range(1, 6), [(1, 2), (3, 4), (3, 5)], published=days)
    impossible = graph.network(dated, largest_component=True).reason[-1]
    assert impossible.startswith("Cite a paper that first appeared later: 1 of 2 links")
    alone = graph.network(made(tmp_path / "q.db", [1, 2]), largest_component=True)
    assert alone.node_ids.tolist() == [1]


def test_a_selection_leaves_no_trace_in_the_file(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2, 3], [(1, 2)], published=DAYS)
    before = path.read_bytes()
    graph.network(path, "neighbourhood", years=(2022, None), as_of="2024-01-01")
    assert path.read_bytes() == before


def test_unknown_wishes_are_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1])
    with pytest.raises(graph.GraphError, match=r"no option min_wait; there is: .*min_weight"):
        graph.network(path, min_wait=2)
    with pytest.raises(graph.GraphError, match="no collection 'x'; there is: list"):
        graph.network(path, collections=["list", "x"])
    assert graph.network(path, years=None, collections=None).node_count == 1


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"min_weight": float("nan")}, "min_weight is nan"),
        ({"min_weight": float("inf")}, "min_weight is inf"),
        ({"min_weight": 10**400}, "has to be a number"),
        ({"min_weight": "2"}, "min_weight is '2'"),
        ({"min_sources": 0}, "a whole number from 1"),
        ({"min_sources": 10**20}, "a whole number from 1"),
        ({"years": 2023}, "years is 2023"),
        ({"years": "2020-2024"}, "has to be two years"),
        ({"years": (2024, 2020)}, "No year is from 2024 and until 2020"),
        ({"decisions": [1]}, "a list of names"),
        ({"as_of": 2024}, "a date such as"),
        ({"largest_component": "no"}, "True or False"),
        ({"resolution": float("nan")}, "resolution is nan"),
        ({"resolution": float("inf")}, "resolution is inf"),
        ({"resolution": 0.0}, "a number above 0"),
    ],
)
@pytest.mark.parametrize("kind", ["citation", "coupling"])
def test_wishes_without_a_meaning_are_refused(
    kind: str, wish: dict[str, object], told: str, tmp_path: Path
) -> None:
    path = made(tmp_path / "p.db", [1, 2], [(1, 2), (1, 3), (2, 3)])
    with pytest.raises(graph.GraphError, match=told):
        graph.network(path, kind, **wish)  # type: ignore[arg-type]


def test_a_year_that_is_nought_is_named_too(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1], years={1: 2020})
    assert graph.network(path, years=(0, 0)).reason == ("None of 1 listed paper fits: years 0-0.",)


def test_what_a_network_was_narrowed_by_stands_in_its_file(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", {1: "oral", 2: None}, [(1, 2), (1, 3), (2, 3)])
    for wishes, told in (
        ({}, f"coupling network by {CREATOR}"),
        (
            {
                "collections": ["list"],
                "decisions": ["oral"],
                "years": (2020, None),
                "as_of": "2024-05-31",
                "min_weight": 0.5,
                "min_sources": 2,
                "without_self_citations": True,
                "largest_component": True,
                "weighting": "cosine",
                "min_shared": 0,
            },
            f"coupling network by {CREATOR}, collection list, decision oral, years 2020-, "
            "as of 2024-05-31, edges of weight 0.5 or more, citations that 2 sources show, no "
            "self-citations, largest component, weighting cosine",
        ),
    ):
        network = graph.network(path, "coupling", **wishes)  # type: ignore[arg-type]
        newest = f", newest answer {network.as_of}" if network.as_of else ""
        assert origin(network) == told + newest
        drawn = graph.load(path, "coupling", **wishes)  # type: ignore[arg-type]
        assert drawn.graph["origin"] == origin(network)
        graph.export(network, tmp_path / "n.graphml")
        assert told in (tmp_path / "n.graphml").read_text("utf-8")


def test_days_that_are_none_and_years_beyond_the_calendar_are_unknown() -> None:
    days = ["today     ", "2024-02-30", "0000-00-00", "٢٠٢٣-٠١-٠١", "2024-01-01x", "2023-05-05"]
    years = [None, 10**8, 0, -5, 2**63 - 1, None]
    numbers = np.arange(-len(days), 0)
    found = appearance(DateColumns(numbers, list(days), list(years)))
    texts, known = found.texts()
    assert known.tolist() == [False] * 5 + [True]
    assert texts[-1] == "2023-05-05"


def test_numbers_may_be_those_of_a_table_and_a_measure_named_alone(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2], [(1, 3), (2, 3)], years={1: 2020, 2: 2021})
    network = graph.network(
        path,
        "coupling",
        years=(np.int64(2020), None),
        min_weight=np.float32(1),
        min_shared=np.int64(1),
        measures="closeness",
    )
    assert (network.node_count, network.edge_count) == (2, 1)
    assert network.column("closeness").present.all()
