"""Networks straight from the tables of dumps."""

import duckdb
import networkx as nx
import pytest
from bulk_runs import bulk, make, rows
from shards import RELEASE, arxiv_id, citation_row, paper_row, write_shard

import graph
from enrich.cli import citeweave, run
from enrich.errors import Exit


@pytest.mark.parametrize("kind", ["citation", "coupling", "cocitation", "neighbourhood"])
def test_networks_of_the_tables_are_those_of_the_database(made, listed, tmp_path, kind):
    database = tmp_path / "p.db"
    out = make(made, tmp_path / "out", "--list", listed, "--db", database, "--release", RELEASE)
    of_tables, of_database = graph.network(out, kind), graph.network(database, kind)
    # The paper that the release does not have is a node in the database alone.
    assert set(of_database.keys) - set(of_tables.keys) == {"2301.99999"}
    assert named(of_tables) == named(of_database)
    if kind in {"coupling", "cocitation"}:
        one, two = (
            graph.network(out, kind, weighting="cosine"),
            graph.network(database, kind, weighting="cosine"),
        )
        assert named(one) == pytest.approx(named(two))
    titles = dict(zip(of_database.keys, of_database.column("title").cells(), strict=True))
    assert [titles[key] for key in of_tables.keys] == of_tables.column("title").cells()


def test_a_listed_paper_without_a_link_is_a_node_also_beside_the_whole_graph(tmp_path):
    write_shard(tmp_path / "p" / "1.gz", [paper_row(n) for n in (1, 3, 5, 6)])
    write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 1, 6), citation_row(2, 3, 6)])
    (tmp_path / "l.txt").write_text("".join(f"{arxiv_id(n)}\n" for n in (1, 3, 5)))
    made = ("--citations", tmp_path / "c/*.gz", "--papers", tmp_path / "p/*.gz")
    for more in ((), ("--all",)):
        out = tmp_path / f"out{len(more)}"
        assert bulk(*made, "--list", tmp_path / "l.txt", "--out", out, *more) == 0
        network = graph.network(out, "coupling")
        assert network.keys == (arxiv_id(1), arxiv_id(3), arxiv_id(5))
        assert network.column("cites_anywhere").cells() == [1, 1, 0]
        assert network.isolated_count == 1


def named(network: graph.Network) -> dict[tuple[str, str], float]:
    keys = network.keys
    ends = zip(network.source.tolist(), network.target.tolist(), strict=True)
    return {
        (keys[a], keys[b]): weight
        for (a, b), weight in zip(ends, network.weight.tolist(), strict=True)
    }


def test_the_graph_command_takes_a_folder(made, listed, tmp_path, capsys):
    out = make(made, tmp_path / "out", "--list", listed)
    links = len(rows(out, "induced"))
    # Moved to where the name looks like a pattern.
    out = out.rename(tmp_path / "it's [out]*")
    words = ["graph", "--bulk", str(out), "--no-layout", "-o", str(tmp_path / "n.graphml")]
    assert run(lambda: citeweave(words, standalone_mode=False)) == Exit.OK
    read = nx.read_graphml(tmp_path / "n.graphml")
    assert read.number_of_edges() == links
    capsys.readouterr()
    for more, told in ((["--kind", "coauthor"], "coauthor"), (["--years", "2001-"], "years")):
        code = run(lambda more=more: citeweave([*words, *more], standalone_mode=False))
        assert code == Exit.BAD_INPUT
        assert told in capsys.readouterr().err
    with pytest.raises(graph.GraphError, match="folder of tables"):
        graph.explain(out, arxiv_id(1), arxiv_id(5), "coupling")


def test_tables_that_were_changed_are_refused(made, listed, tmp_path, capsys):
    """One paper less, and what belongs to each would be told of the next."""
    out = make(made, tmp_path / "out", "--list", listed)
    path = out / "papers" / "part-00000.parquet"
    fewer = f"COPY (SELECT * FROM '{path}' WHERE corpus_id > 30) TO '{tmp_path}/f.parquet'"
    duckdb.execute(fewer)
    words = ["graph", "--bulk", str(out), "--no-layout", "-o", str(tmp_path / "n.graphml")]
    for file in ((tmp_path / "f.parquet").read_bytes(), b""):
        path.write_bytes(file)
        capsys.readouterr()
        assert run(lambda: citeweave(words, standalone_mode=False)) == Exit.BAD_INPUT
        assert "the files of papers are not those" in capsys.readouterr().err
