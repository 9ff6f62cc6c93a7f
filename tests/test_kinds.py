"""Each kind of network on a case computed by hand, and where there is next to nothing."""

import math
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from made_database import AT, empty_database, five_papers
from made_networks import made

import graph
from graph.kinds import kinds, neighbourhood
from graph.network import Network
from graph.options import options_of

KINDS = sorted(kinds())
ONE_OF_MANY = re.compile(
    r"(?<![\d.,])1 (?!of )(?:[a-z]+ )?"
    r"(?:papers|pairs|links|edges|nodes|authors|citations|communities)\b|\b1 have\b"
    r"|\b1 of [\d,]+ [a-z ]*have\b"
)
"""One of a thing, said as of several."""
# 1, 2 and 3 share references 11, 12, 13, 14; 4 cites nothing.
SHARED_REFERENCES = [(1, 11), (1, 12), (1, 13), (2, 12), (2, 13), (3, 13), (3, 14)]
DAYS = {1: "2024-01-05", 2: "2024-02-05", 3: "2023-03-05"}


def edges(network: Network, *columns: str) -> dict[tuple[str, str], tuple[object, ...]]:
    """Return the named columns of a network's edges by the keys of the ends."""
    ends = zip(network.source.tolist(), network.target.tolist(), strict=True)
    names = [(network.keys[source], network.keys[target]) for source, target in ends]
    cells = [network.edge_column(name).cells() for name in columns]
    return dict(zip(names, zip(network.weight.tolist(), *cells, strict=True), strict=True))


def p(*numbers: int) -> tuple[str, ...]:
    return tuple(f"paper-{number}" for number in numbers)


def test_coupling_by_hand(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2, 3, 4], SHARED_REFERENCES, published=DAYS)
    network = graph.network(path, "coupling")
    by_hand = {
        # 12 is had by two papers and counts 1 / (2 - 1); 13 by three and counts 1 / (3 - 1)
        p(1, 2): (2, 2, 2 / math.sqrt(3 * 2), 2 / (3 * 2), 1 + 1 / 2, "2024-02-05"),
        p(1, 3): (1, 1, 1 / math.sqrt(3 * 2), 1 / (3 * 2), 1 / 2, "2024-01-05"),
        p(2, 3): (1, 1, 1 / math.sqrt(2 * 2), 1 / (2 * 2), 1 / 2, "2024-02-05"),
    }
    columns = ("shared", "cosine", "association", "fractional", "date")
    found = edges(network, *columns)
    assert found.keys() == by_hand.keys()
    for pair, values in by_hand.items():
        assert found[pair] == pytest.approx(values), pair
    assert network.isolated_count == 1
    assert not network.directed
    for weighting, column in (("cosine", 2), ("association", 3), ("fractional", 4)):
        weighed = edges(graph.network(path, "coupling", weighting=weighting))
        assert {pair: weight for pair, (weight,) in weighed.items()} == pytest.approx(
            {pair: values[column] for pair, values in by_hand.items()}
        )


def test_cocitation_by_hand_is_as_old_as_the_first_paper_that_cites_both(tmp_path: Path) -> None:
    links = [(far, near) for near, far in SHARED_REFERENCES]
    days = {11: "2024-01-01", 12: "2024-06-01", 13: "2024-05-01", 14: "2024-04-01"}
    path = made(tmp_path / "p.db", [1, 2, 3, 4], links, published=days)
    network = graph.network(path, "cocitation")
    assert edges(network, "shared", "fractional", "date") == {
        p(1, 2): (2, 2, 1.5, "2024-05-01"),
        p(1, 3): (1, 1, 0.5, "2024-05-01"),
        p(2, 3): (1, 1, 0.5, "2024-05-01"),
    }


def test_coauthors_by_hand(tmp_path: Path) -> None:
    authors = {1: [7, 8, 9], 2: [8, 7], 3: [5]}
    path = made(tmp_path / "p.db", [1, 2, 3, 4], authors=authors, published=DAYS)
    network = graph.network(path, "coauthor")
    assert edges(network, "shared", "fractional", "date") == {
        ("7", "8"): (2, 2, 1.5, "2024-01-05"),
        ("7", "9"): (1, 1, 0.5, "2024-01-05"),
        ("8", "9"): (1, 1, 0.5, "2024-01-05"),
    }
    assert network.keys == ("5", "7", "8", "9")
    assert network.column("label").cells() == ["Author 5", "Author 7", "Author 8", "Author 9"]
    assert network.column("paper_count").cells() == [1, 2, 2, 1]
    assert network.column("published").cells() == [DAYS[3], DAYS[1], DAYS[1], DAYS[1]]
    assert "No author known (citeweave enrich asks for them): 1 of 4 listed papers." in (
        network.reason
    )
    alone = "Wrote none of these papers with another author, or too few: 1 of 4 authors."
    assert alone in network.reason


def test_an_author_without_an_id_is_known_by_name(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2], authors={1: [7], 2: [7]})
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO authors VALUES (10000000000000007, 'Zoë', NULL)")
        connection.execute("INSERT INTO authorships VALUES (1, 2, 10000000000000007, 'Z.', NULL)")
    connection.close()
    assert graph.network(path, "coauthor").keys == ("7", "Zoë")


def test_bipartite_by_hand(tmp_path: Path) -> None:
    # An author may have a paper's number in the database.
    path = made(tmp_path / "p.db", [1, 2], authors={1: [2, 1], 2: [2]}, published=DAYS)
    g = graph.load(path, "bipartite")
    assert list(g.nodes(data="node_type")) == [
        ("paper-1", "paper"),
        ("paper-2", "paper"),
        ("1", "author"),
        ("2", "author"),
    ]
    assert sorted(g.edges(data="position")) == [
        ("paper-1", "1", 2),
        ("paper-1", "2", 1),
        ("paper-2", "2", 1),
    ]
    assert g.nodes["2"]["paper_count"] == 2
    assert "title" not in g.nodes["2"]
    assert g.nodes["paper-1"]["title"] == "Paper 1"
    assert "paper_count" not in g.nodes["paper-1"]


def test_neighbourhood_by_hand(tmp_path: Path) -> None:
    # 1 and 2 are listed. 11 is cited by both, 12 by one; 21 cites both, 22 one; 11 cites 12.
    links = [(1, 2), (1, 11), (2, 11), (1, 12), (21, 1), (21, 2), (22, 2), (11, 12)]
    path = made(tmp_path / "p.db", [1, 2], links)
    everything = graph.load(path, "neighbourhood")
    assert set(everything.edges) == {p(*link) for link in links if link != (11, 12)}
    assert dict(everything.nodes(data="is_listed")) == {
        node: node in p(1, 2) for node in p(1, 2, 11, 12, 21, 22)
    }
    assert (everything.nodes["paper-11"]["cited_by_listed"]) == 2
    assert (everything.nodes["paper-21"]["citing_listed"]) == 2
    closer = graph.load(path, "neighbourhood", min_cited_by=2, min_citing=3)
    assert set(closer) == set(p(1, 2, 11))
    assert set(closer.edges) == {p(1, 2), p(1, 11), p(2, 11)}


def test_too_large_a_neighbourhood_says_what_leaves_few_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of the papers outside 11 is cited by three listed ones, 12 by two, 21 cites two.
    links = [(1, 11), (2, 11), (3, 11), (1, 12), (2, 12), (21, 1), (21, 2)]
    path = made(tmp_path / "p.db", [1, 2, 3], links)
    monkeypatch.setattr(neighbourhood, "COMFORTABLE", 3)
    told = graph.network(path, "neighbourhood").reason[0]
    assert told.startswith("7 edges are more than programs draw well")
    assert told.endswith("--min-cited-by 3 --min-citing 3.")
    fewer = graph.network(path, "neighbourhood", min_cited_by=3, min_citing=3)
    assert fewer.edge_count == 3


def with_vectors(path: Path, vectors: dict[int, list[float]], model: str = "specter_v2") -> Path:
    connection = sqlite3.connect(path)
    with connection:
        connection.executemany(
            "INSERT INTO embeddings VALUES (?, ?, ?)",
            [(paper, model, np.array(v, "<f4").tobytes()) for paper, v in vectors.items()],
        )
    connection.close()
    return path


def test_similarity_by_vectors_by_hand(tmp_path: Path) -> None:
    # Angles of 0, 30, 50 and 170 degrees; 1 and 2 differ by 30, 2 and 3 by 20.
    angles = {1: 0, 2: 30, 3: 50, 4: 170}
    vectors = {
        paper: [5 * math.cos(math.radians(angle)), 5 * math.sin(math.radians(angle))]
        for paper, angle in angles.items()
    }
    path = with_vectors(made(tmp_path / "p.db", [1, 2, 3, 4, 5]), vectors)
    network = graph.network(path, "similarity", neighbours=1)
    assert edges(network) == {p(2, 3): (round(math.cos(math.radians(20)), 6),)}
    assert "model specter_v2; there is one for 4 of 5 listed papers." in network.reason[0]
    either = edges(graph.network(path, "similarity", neighbours=1, mutual=False))
    # The cosine of 120 degrees is below zero: 4 is like none.
    assert either.keys() == {p(1, 2), p(2, 3)}
    three = edges(graph.network(path, "similarity"))
    assert three.keys() == {p(1, 2), p(1, 3), p(2, 3)}
    words = graph.network(path, "similarity", compare="words")
    assert "Compared by the words" in words.reason[0]


def test_similarity_by_words_by_hand(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2, 3, 4])
    with sqlite3.connect(path) as connection:
        for paper, title, abstract in (
            (1, "Graph networks", "graph"),
            (2, "graph", None),
            (3, "x 1", "Vision"),
            (4, None, None),
        ):
            texts = (title, abstract, paper)
            connection.execute("UPDATE papers SET title = ?, abstract = ? WHERE id = ?", texts)
    connection.close()
    network = graph.network(path, "similarity")
    # Of three texts two have "graph" and one "networks".
    graph_, networks = 2 * (math.log(4 / 3) + 1), math.log(4 / 2) + 1
    by_hand = round(graph_ / math.hypot(graph_, networks), 6)
    assert edges(network) == {p(1, 2): (by_hand,)}
    assert "there is a text for 3 of 4 listed papers, an abstract for 2." in network.reason[0]
    with pytest.raises(graph.GraphError, match=r"No paper here has a vector.*--embeddings"):
        graph.network(path, "similarity", compare="vectors")


def test_a_citation_of_a_later_paper_is_marked_and_kept(tmp_path: Path) -> None:
    days = {1: "2024-03-01", 2: "2024-03-02", 3: "2023-05-05"}
    links = [(1, 2), (2, 1), (1, 3), (3, 4), (5, 4), (5, 6), (3, 5)]
    years = {4: 2024, 5: 2024}  # 6 has no date at all
    path = made(tmp_path / "p.db", range(1, 7), links, published=days, years=years)
    network = graph.network(path)
    assert edges(network, "date", "is_impossible") == {
        p(1, 2): (1, "2024-03-01", True),
        p(2, 1): (1, "2024-03-02", False),
        p(1, 3): (1, "2024-03-01", False),
        p(3, 4): (1, "2023-05-05", True),
        p(3, 5): (1, "2023-05-05", True),
        p(5, 4): (1, "2024-12-31", False),  # of one year: possible
        p(5, 6): (1, "2024-12-31", None),
    }
    assert network.impossible_count == 3
    assert any(
        r.startswith("Cite a paper that first appeared later: 3 of 7") for r in network.reason
    )


def test_an_arxiv_id_corrects_the_day_of_a_later_publication(tmp_path: Path) -> None:
    # 2305.00001 is of May 2023, whatever day a source gives for the journal's version.
    path = made(
        tmp_path / "p.db", [1, 230500001], [(1, 230500001)],
        published={1: "2024-01-01", 230500001: "2024-09-01"},
    )  # fmt: skip
    assert graph.network(path).impossible_count == 0
    network = graph.network(path, as_of="2023-06-01")
    assert network.node_ids.tolist() == [230500001]
    # What arXiv announces in the first days of May was sent in April.
    for day, count in (("2023-04-01", 0), ("2023-03-31", 1)):
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE papers SET published = ? WHERE id = 1", (day,))
        connection.close()
        assert graph.network(path).impossible_count == count


@pytest.mark.parametrize("kind", KINDS)
def test_next_to_nothing_gives_a_file_and_a_reason(kind: str, tmp_path: Path) -> None:
    empty_database(tmp_path / "empty.db").close()
    made(tmp_path / "one.db", [1], authors={1: [7]})
    made(tmp_path / "edgeless.db", [1, 2, 3], authors={1: [7], 2: [8], 3: [9]})
    with sqlite3.connect(tmp_path / "edgeless.db") as connection:
        connection.execute("UPDATE papers SET title = NULL")
    connection.close()
    made(tmp_path / "unasked.db", [1, 2])
    with sqlite3.connect(tmp_path / "unasked.db") as connection:
        connection.execute("DELETE FROM fetches")
    connection.close()
    for name in ("empty", "one", "edgeless", "unasked"):
        network = graph.network(tmp_path / f"{name}.db", kind)
        graph.export(network, tmp_path / f"{name}.graphml")
        assert nx.read_graphml(tmp_path / f"{name}.graphml").number_of_nodes() == network.node_count
        if kind != "bipartite":
            assert network.edge_count == 0 or name == "unasked"
            assert network.reason, name
        if name == "unasked" and kind == "coauthor":
            assert network.reason[0].startswith("No author known (citeweave enrich asks for them)")
        assert not any("fits: ." in reason for reason in network.reason)
        told = " ".join((*network.reason, graph.described(network)))
        assert not ONE_OF_MANY.search(told), told


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_database_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    path = five_papers(tmp_path / "papers.db")
    program = "import sys, graph; graph.export(graph.network(*sys.argv[1:3]), sys.argv[3])"
    for seed in ("0", "1"):
        subprocess.run(
            [sys.executable, "-c", program, str(path), kind, str(tmp_path / f"{seed}.graphml")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
    assert (tmp_path / "0.graphml").read_bytes() == (tmp_path / "1.graphml").read_bytes()


def test_too_many_pairs_leave_the_strongest_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / "p.db", [1, 2, 3, 4], SHARED_REFERENCES)
    monkeypatch.setattr("graph.ties.COMFORTABLE", 2)
    network = graph.network(path, "coupling")
    assert edges(network).keys() == {p(1, 2)}
    assert network.reason[0] == (
        "Only pairs with at least 2 shared references are edges: with 1 there would be 3, too "
        "many to draw. --min-shared 1 keeps them all."
    )
    everything = graph.network(path, "coupling", min_shared=1)
    assert everything.edge_count == 3
    assert "--min-shared 2 leaves 1" in everything.reason[0]
    assert graph.network(path, "coupling", min_weight=0.5).edge_count == 3
    monkeypatch.setattr("graph.ties.POSSIBLE", 2)
    with pytest.raises(graph.GraphError, match=r"3 pairs have shared references.* --min-shared 2"):
        graph.network(path, "coupling", min_shared=1)


def test_missing_answers_are_told_of_the_part_that_a_kind_is_made_of(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2], [(1, 11), (21, 2)])
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO fetches (paper, source, part, state, at) "
            "VALUES (2, 's2', 'x', 'found', ?)",
            (AT,),
        )
        connection.execute(
            "UPDATE fetches SET state = 'failed' WHERE paper = 2 AND part = 'references'"
        )
        connection.execute("DELETE FROM fetches WHERE part = 'citations' AND paper = 1")
        connection.execute("UPDATE sources SET title = 'Some Index' WHERE name = 's2'")
    connection.close()
    coupling, cocitation = (graph.network(path, kind).reason for kind in ("coupling", "cocitation"))
    assert coupling[0] == (
        "References failed to arrive (citeweave enrich asks again): 1 of 2 listed papers "
        "(1 isolated)."
    )
    assert cocitation[0].startswith("Citations not fetched yet")
    assert coupling[1].startswith("References received, none of them shared")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE fetches SET state = 'absent' WHERE part = 'references'")
    connection.close()
    assert "withheld from Some Index" in graph.network(path, "coupling").reason[0]


def test_options_of_all_kinds_are_told_apart() -> None:
    """One name means one thing, and none that every network has."""
    of_name = {}
    for kind in kinds().values():
        for option in options_of(kind):
            assert of_name.setdefault(option.name, option) == option
            assert option.name not in graph.Selection.__dataclass_fields__


def test_options_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1])
    for kind, wishes, message in (
        ("citation", {"weighting": "cosine"}, "no option weighting"),
        ("coupling", {"weighting": "heavy"}, "one of count, cosine"),
        ("coupling", {"min_shared": -1}, "a whole number from 0"),
        ("similarity", {"mutual": 1}, "True or False"),
        ("coauthor", {"min_sources": 2}, "made without citations"),
        ("bipartite", {"without_self_citations": True}, "made without citations"),
        ("citation", {"as_of": "May"}, "no date"),
        ("citation", {"decisions": ["oral"]}, "no decision 'oral'"),
    ):
        with pytest.raises(graph.GraphError, match=message):
            graph.network(path, kind, **wishes)
