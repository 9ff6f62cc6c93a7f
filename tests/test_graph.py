"""Networks: a case computed by hand, agreement with networkx, and why a network is thin."""

import re
import sqlite3
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_database import ARXIV, AT, NUMBERS, OUTSIDE, empty_database, five_papers, list_papers

import graph
from db.chosen import choose
from db.errors import NoDatabase
from db.link_coverage import Known
from db.link_rows import Keep, links_from
from db.version import __version__
from graph.kinds import kinds
from graph.measures.degree import degrees
from graph.measures.pagerank import pagerank
from graph.names import distinct
from graph.network import Column
from graph.reasons import Saying, causes

A, B, C, D = ARXIV.values()
E = "zzzzzzzzzE"


@pytest.fixture
def papers_db(tmp_path: Path) -> Path:
    return five_papers(tmp_path / "papers.db")


def test_the_citation_network_holds_every_listed_paper_and_the_links_among_them(
    papers_db: Path,
) -> None:
    g = graph.load(papers_db)
    assert isinstance(g, nx.DiGraph)
    assert list(g) == [A, B, D, C, E]  # by number: 2310…, then old style, then OpenReview
    assert list(g.edges) == [(A, B), (A, C), (B, A), (D, C)]
    assert dict(g.in_degree) == {A: 1, B: 1, C: 2, D: 0, E: 0}
    for node, facts in g.nodes.items():
        assert (facts["in_degree"], facts["out_degree"]) == (g.in_degree[node], g.out_degree[node])
    assert graph.network(papers_db).isolated_count == 1


def test_attributes_are_named_as_columns_and_left_out_where_unknown(papers_db: Path) -> None:
    g = graph.load(papers_db)
    assert {key: g.nodes[A][key] for key in ("label", "authors", "year", "citation_count")} == {
        "label": "Alpha & <Omega>",
        "authors": "Zoë; An",
        "year": 2023,
        "citation_count": 10,
    }
    assert g.nodes[D]["label"] == D
    assert g.nodes[D]["citation_count"] == 0
    assert "title" not in g.nodes[D]
    assert "citation_count" not in g.nodes[B]
    assert g.nodes[E]["openreview_id"] == E
    assert "arxiv_id" not in g.nodes[E]
    assert g.edges[A, B] == {
        "weight": 1.0,
        "is_influential": True,
        "seen_in_references": True,
        "seen_in_citations": True,
        "date": "2023-10-31",
        "is_impossible": False,
    }
    assert g.edges[B, A]["is_influential"] is False
    assert g.edges[D, C] == {
        "weight": 1.0,
        "seen_in_references": False,
        "seen_in_citations": True,
        "date": "2023-10-31",
        "is_impossible": False,
    }


def test_pagerank_of_the_case_computed_by_hand(papers_db: Path) -> None:
    """A and B, D and E, and C follow from r = j + 0.85 * (what comes in), all summing to 1.

    With j = r(D) = r(E): r(B) = j + 0.425 A, A = j + 0.85 B, so A = 1.85 j / 0.63875,
    and C = j + 0.425 A + 0.85 j.
    """
    j = 1.0
    a = 1.85 * j / 0.63875
    by_hand = {A: a, B: j + 0.425 * a, C: 1.85 * j + 0.425 * a, D: j, E: j}
    total = sum(by_hand.values())
    ranks = nx.get_node_attributes(graph.load(papers_db), "pagerank")
    assert ranks == pytest.approx({key: value / total for key, value in by_hand.items()}, abs=1e-11)


@given(
    st.integers(1, 30).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.dictionaries(
                st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)),
                st.floats(0.1, 9),
                max_size=80,
            ),
        )
    )
)
def test_measures_equal_those_of_networkx(case: tuple[int, dict[tuple[int, int], float]]) -> None:
    count, edges = case
    g: nx.DiGraph[int] = nx.DiGraph()
    g.add_nodes_from(range(count))
    g.add_weighted_edges_from((s, t, w) for (s, t), w in edges.items())
    source, target = np.array(list(edges), dtype=np.int64).reshape(-1, 2).T
    weight = np.array(list(edges.values()), dtype=float)
    reference = nx.pagerank(g, tol=1e-15, max_iter=2000)
    ranks = pagerank(source, target, weight, count)
    assert ranks.tolist() == pytest.approx([reference[node] for node in range(count)], abs=1e-9)
    assert degrees(target, count).tolist() == [g.in_degree[node] for node in range(count)]
    assert degrees(source, count).tolist() == [g.out_degree[node] for node in range(count)]


def test_measures_of_nothing() -> None:
    none = np.empty(0, np.int64)
    assert pagerank(none, none, np.empty(0), 0).tolist() == []
    assert degrees(none, 0).tolist() == []


def test_the_decision_is_the_chosen_collections_else_the_first_by_name(papers_db: Path) -> None:
    assert nx.get_node_attributes(graph.load(papers_db), "decision") == {
        A: "spotlight",  # one has none, two has
        B: "poster",
        C: "oral",
        E: "reject",
    }
    second = graph.load(papers_db, collection="two")
    assert nx.get_node_attributes(second, "decision") == {A: "spotlight", B: "reject", E: "reject"}
    assert list(second.edges) == [(A, B), (B, A)]
    assert "decision" not in graph.load(papers_db, collection="one").nodes[A]


def test_a_paper_without_any_identifier_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "papers.db"
    connection = empty_database(path)
    with connection:
        connection.execute("INSERT INTO papers (id, title) VALUES (4000000000000007, ' ')")
        list_papers(connection, "one", {4000000000000007: None})
    connection.close()
    assert list(graph.load(path).nodes(data="label")) == [
        ("paper-4000000000000007", "paper-4000000000000007")
    ]


def test_a_database_refuses_a_self_citation(papers_db: Path) -> None:
    with sqlite3.connect(papers_db) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO citations VALUES (1, 1, 0, 1, 1)")
    connection.close()


def test_links_are_walked_from_the_listed_papers_alone(papers_db: Path) -> None:
    """A plan that scans citations, or tries every pair of papers, does not end on a large list."""
    connection = sqlite3.connect(papers_db)
    choose(connection)
    plan = [row[3] for row in connection.execute("EXPLAIN QUERY PLAN " + links_from(Keep()))]
    connection.close()
    assert "SEARCH citations USING PRIMARY KEY (citing=?)" in plan
    assert not any("TEMP B-TREE" in step for step in plan)


def test_a_personal_pagerank_jumps_to_the_papers_that_are_named(papers_db: Path) -> None:
    """Towards D, which cites C alone: r(D) + r(C) = 1 and r(C) = 0.85 r(D)."""
    for name in (D, f"https://arxiv.org/abs/{D}v1"):
        ranks = graph.network(papers_db, towards=[name]).column("personal_pagerank")
        assert ranks.cells() == pytest.approx([0, 0, 1 / 1.85, 0.85 / 1.85, 0])
        assert "jumps to 1 chosen node only" in ranks.description
    assert "personal_pagerank" not in {each.name for each in graph.network(papers_db).nodes}
    authors = graph.network(papers_db, "coauthor", towards=["Zoë"]).column("personal_pagerank")
    assert authors.cells() == pytest.approx([1 / 1.85, 0.85 / 1.85])
    for kind, name in (("citation", "2401.99999"), ("coauthor", D)):
        with pytest.raises(graph.GraphError, match=f"{kind} network has no .* '{name}'"):
            graph.network(papers_db, kind, towards=[name])


def test_questions_that_have_no_network(papers_db: Path, tmp_path: Path) -> None:
    with pytest.raises(graph.GraphError, match=r"no collection 'three'; there is: one, two\."):
        graph.load(papers_db, collection="three")
    with pytest.raises(graph.GraphError, match="citation"):
        graph.load(papers_db, kind="nonsense")
    with pytest.raises(NoDatabase):
        graph.load(tmp_path / "absent.db")


def test_an_empty_database_gives_an_empty_network_and_says_so(tmp_path: Path) -> None:
    empty_database(tmp_path / "papers.db").close()
    network = graph.network(tmp_path / "papers.db")
    assert (network.node_count, network.edge_count, network.isolated_count) == (0, 0, 0)
    assert network.as_of is None
    assert ["lists no papers" in sentence for sentence in network.reason] == [True]
    assert len(graph.load(tmp_path / "papers.db")) == 0


def test_a_list_that_was_never_enriched_says_what_to_run(papers_db: Path) -> None:
    with sqlite3.connect(papers_db) as connection:
        connection.execute("DELETE FROM fetches")
        connection.execute("DELETE FROM citations")
    connection.close()
    (sentence,) = graph.network(papers_db).reason
    assert sentence.startswith("No source has been asked for the references")
    assert "citeweave enrich" in sentence


def test_reasons_count_what_is_missing(papers_db: Path) -> None:
    reason = graph.network(papers_db).reason
    assert [sentence.split(":")[0].split(" (")[0] for sentence in reason] == [
        "Without an identifier that Semantic Scholar can be asked by",
        "Not found in Semantic Scholar",
        "References withheld from Semantic Scholar by the publisher",
    ]
    assert all("1 of 5 listed papers" in sentence for sentence in reason)


def test_references_that_all_lead_nowhere_were_received(tmp_path: Path) -> None:
    connection = empty_database(tmp_path / "papers.db")
    with connection:
        connection.execute("INSERT INTO papers (id) VALUES (231000001), (231000002)")
        connection.executemany(
            "INSERT INTO fetches (paper, source, part, state, received, unlinked, at) "
            "VALUES (?, 's2', 'references', 'found', 0, ?, ?)",
            [(231000001, 0, AT), (231000002, 30, AT)],
        )
        list_papers(connection, "one", {231000001: None, 231000002: None})
    connection.close()
    none, nowhere, _ = graph.network(tmp_path / "papers.db").reason
    assert none.startswith("References received, but Semantic Scholar has none: 1 of 2")
    assert nowhere.startswith("References received, none of them to another of these papers")


@given(st.lists(st.tuples(st.sampled_from(Known), st.booleans()), min_size=1))
def test_every_isolated_paper_is_counted_in_one_reason(
    papers: list[tuple[Known, bool]],
) -> None:
    states, isolated = zip(*papers, strict=True)
    saying = Saying("references", "References received, none to here", "Rare", "One")
    reasons = causes(np.array(states), np.array(isolated), ["One source", "Another"], saying)
    told = [re.search(r"\((\d+) isolated\)\.$", reason) for reason in reasons]
    assert sum(int(found[1]) for found in told if found) == sum(isolated)
    assert len(reasons) == len({s for s, alone in papers if s != Known.RECEIVED or alone})


def test_a_network_says_its_size_in_its_own_nouns(papers_db: Path, tmp_path: Path) -> None:
    network = graph.network(papers_db)
    assert graph.described(network) == "5 papers, 4 links between them, 1 paper without any"
    graph.export(network, tmp_path / "n.graphml")
    made = (tmp_path / "n.graphml").read_text("utf-8")
    assert f"citation network by citeweave {__version__}, newest" in made


def test_a_thin_network_of_papers_fully_fetched_is_called_normal(tmp_path: Path) -> None:
    path = tmp_path / "papers.db"
    connection = empty_database(path)
    numbers = [231000001, 231000002, 231000003]
    with connection:
        for number in numbers:
            arxiv_id = f"2310.{number % 100000:05}"
            connection.execute(
                "INSERT INTO papers (id, arxiv_id) VALUES (?, ?)", (number, arxiv_id)
            )
            connection.execute(
                "INSERT INTO identifiers (scheme, value, paper) VALUES ('arxiv', ?, ?)",
                (arxiv_id, number),
            )
            for part in ("record", "references"):
                connection.execute(
                    "INSERT INTO fetches (paper, source, part, state, received, at) "
                    "VALUES (?, 's2', ?, 'found', 30, ?)",
                    (number, part, AT),
                )
        list_papers(connection, "one", dict.fromkeys(numbers))
    connection.close()
    cause, nature = graph.network(path).reason
    assert cause.startswith("References received, none of them to another of these papers")
    assert cause.endswith("3 of 3 listed papers (3 isolated).")
    assert "can rarely cite each other" in nature


def test_the_newest_answer_dates_the_network(papers_db: Path) -> None:
    assert graph.network(papers_db).as_of == AT


def test_papers_outside_the_list_are_no_nodes(papers_db: Path) -> None:
    network = graph.network(papers_db)
    assert OUTSIDE not in network.node_ids.tolist()
    assert sorted(network.node_ids.tolist()) == sorted(NUMBERS.values())


def test_every_kind_found_in_the_folder_builds_and_exports(papers_db: Path, tmp_path: Path) -> None:
    assert "citation" in kinds()
    for name, kind in kinds().items():
        assert kind.DESCRIPTION.endswith(".")
        graph.export(graph.network(papers_db, name), tmp_path / f"{name}.graphml")
        assert len(graph.load(papers_db, name)) > 0


def test_a_column_counts_blank_and_not_finite_values_as_missing() -> None:
    numbers = Column.of("x", "double", [1.5, None, float("nan"), float("inf")], "")
    assert numbers.cells() == [1.5, None, None, None]
    assert Column.of("t", "string", ["a", None, "", " \n"], "").cells() == ["a", None, None, None]
    assert Column.of("n", "long", [None, 2**62], "").cells() == [None, 2**62]
    assert Column.of("b", "boolean", [], "").cells() == []


@given(st.lists(st.sampled_from(["a", "a_", "a__", "b"])))
def test_distinct_names_stay_in_order_and_never_repeat(names: list[str]) -> None:
    result = distinct(names)
    assert len(set(result)) == len(names)
    assert [name.rstrip("_") for name in result] == [name.rstrip("_") for name in names]
    if len(set(names)) == len(names):
        assert list(result) == names
