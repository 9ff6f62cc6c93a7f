"""What the networks benchmark compares: the same step by citeweave, bare, and by others.

The floor is the least that does the step with scipy, NetworKit or sqlite3 on the same arrays,
deciding nothing. igraph and networkx get their graphs ready made where the step is a measure.
"""

import io
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import igraph
import network_floor
import networkit
import networkx as nx
import numpy as np
from forked import Step
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from db import chosen, link_rows, network_rows
from db.database import open_readonly
from db.integers import read_integers
from graph.asking import asked
from graph.building import build
from graph.exports import formats
from graph.kinds import kind
from graph.layout import positions
from graph.layout.forces import steps
from graph.measures.betweenness import SAMPLES, betweenness, sampled_betweenness
from graph.measures.closeness import closeness
from graph.measures.clustering import clustering
from graph.measures.community import ROUNDS, communities
from graph.measures.component import components
from graph.measures.core import cores
from graph.measures.hits import hits
from graph.measures.main_path import main_path
from graph.measures.pagerank import pagerank
from graph.network import Network, Selection
from graph.networkx_graph import to_networkx
from graph.sharing import incidence, share
from graph.ties import COMFORTABLE

ALL = Selection()
ORALS = Selection(decisions=("oral",))
_CHOSEN = "SELECT paper FROM temp.chosen ORDER BY paper"
_PAPERS = "SELECT id, title, arxiv_id, year, citation_count, reference_count FROM papers ORDER BY 1"
_LINKS = "SELECT citing, cited FROM citations"
_AROUND = (
    "SELECT citing, cited FROM citations WHERE citing IN (SELECT paper FROM listed WHERE "
    "decision = 'oral') OR cited IN (SELECT paper FROM listed WHERE decision = 'oral')"
)


def made_network(database: Path, name: str, selection: Selection = ALL) -> Network:
    """Return a network of a kind without any measure."""
    chosen_kind = kind(name)
    selection, options = asked(chosen_kind, None, selection, {})
    with closing(open_readonly(database)) as connection, network_rows.one_moment(connection):
        return build(connection, chosen_kind, selection, options)


@dataclass(frozen=True)
class Compared:
    """The citation network of a database as everybody wants it."""

    database: Path

    @cached_property
    def network(self) -> Network:
        return made_network(self.database, "citation")

    @cached_property
    def weight(self) -> np.ndarray:
        return np.ones(self.network.edge_count)

    @cached_property
    def nx(self) -> Any:
        g: Any = nx.DiGraph()
        g.add_nodes_from(range(self.network.node_count))
        ends = zip(self.network.source.tolist(), self.network.target.tolist(), strict=True)
        g.add_edges_from(ends)
        return g

    @cached_property
    def nx_undirected(self) -> Any:
        return self.nx.to_undirected()

    @cached_property
    def nx_full(self) -> Any:
        return to_networkx(self.network)

    @cached_property
    def ig(self) -> Any:
        pairs = np.column_stack((self.network.source, self.network.target))
        return igraph.Graph(self.network.node_count, pairs, directed=True)

    @cached_property
    def ig_undirected(self) -> Any:
        return self.ig.as_undirected()

    @cached_property
    def ig_full(self) -> Any:
        return igraph.Graph.from_networkx(self.nx_full)

    def rows(self) -> dict[str, Mapping[str, Step]]:
        """Return every step by its name, as its contenders do it."""
        self.ig_undirected, self.nx_undirected, self.ig_full  # noqa: B018 - made before forking
        return {**self._loading(), **self._kinds(), **self._measures(), **self._exports()}

    def _loading(self) -> dict[str, Mapping[str, Step]]:
        network = self.network
        links = list(zip(network.source.tolist(), network.target.tolist(), strict=True))
        named = [(network.keys[s], network.keys[t]) for s, t in links]
        nodes, edges = list(self.nx_full.nodes(data=True)), list(self.nx_full.edges(data=True))
        return {
            "load links alone; networkx from lists": {
                "citeweave": self._load,
                "floor": self._load_bare,
                "networkx": lambda: _nx_graph(network.keys, named),
                "igraph": lambda: igraph.Graph(network.node_count, links, directed=True),
            },
            "load all columns; networkx from lists": {
                "citeweave": lambda: made_network(self.database, "citation"),
                "networkx": lambda: _nx_graph(nodes, edges),
            },
        }

    def _load(self) -> None:
        with closing(open_readonly(self.database)) as connection:
            chosen.choose(connection)
            (papers,) = read_integers(connection, _CHOSEN, 1)
            links = link_rows.links_among(connection, link_rows.Keep())
            np.searchsorted(papers, links.citing), np.searchsorted(papers, links.cited)

    def _load_bare(self) -> None:
        with closing(sqlite3.connect(self.database)) as connection:
            ids = np.array(connection.execute("SELECT id FROM papers ORDER BY id").fetchall())
            np.searchsorted(ids[:, 0], np.array(connection.execute(_LINKS).fetchall()))

    def _kinds(self) -> dict[str, Mapping[str, Step]]:
        count, source, target = self.network.node_count, self.network.source, self.network.target
        return {
            "citation, with all columns": {
                "citeweave": lambda: made_network(self.database, "citation"),
                "floor": lambda: self._read_bare(_LINKS),
                "networkx": lambda: self._nx_of(_LINKS),
            },
            "neighbourhood of a tenth, with all columns": {
                "citeweave": lambda: made_network(self.database, "neighbourhood", ORALS),
                "floor": lambda: self._read_bare(_AROUND),
                "networkx": lambda: self._nx_of(_AROUND),
            },
            **{
                f"{name}, with all columns": {
                    "citeweave": lambda name=name: made_network(self.database, name)
                }
                for name in ("coupling", "cocitation", "similarity", "coauthor")
            },
            "coupling, the step": _sharing(source, target, count, self.nx, "bibcoupling", self.ig),
            "co-citation, the step": _sharing(
                target, source, count, self.nx.reverse(), "cocitation", self.ig
            ),
        }

    def _read_bare(self, links: str) -> tuple[Any, Any]:
        with closing(sqlite3.connect(self.database)) as connection:
            papers = [np.array(c) for c in zip(*connection.execute(_PAPERS), strict=True)]
            ends = np.array(connection.execute(links).fetchall())
        return papers, np.searchsorted(papers[0], ends)

    def _nx_of(self, links: str) -> None:
        g: Any = nx.DiGraph()
        names = ("title", "arxiv_id", "year", "citation_count", "reference_count")
        with closing(sqlite3.connect(self.database)) as connection:
            for number, *cells in connection.execute(_PAPERS):
                g.add_node(number, **dict(zip(names, cells, strict=True)))
            g.add_edges_from(connection.execute(links), weight=1.0)

    def _measures(self) -> dict[str, Mapping[str, Step]]:
        network, count = self.network, self.network.node_count
        s, t, w = network.source, network.target, self.weight
        g, u, ig, ig_u = self.nx, self.nx_undirected, self.ig, self.ig_undirected
        radius, centrality = np.full(count, 4.0), networkit.centrality
        return {
            "PageRank": {
                "citeweave": lambda: pagerank(s, t, w, count),
                "floor": lambda: network_floor.pagerank(s, t, w, count),
                "networkx": lambda: nx.pagerank(g),
                "igraph": ig.pagerank,
            },
            "HITS": {
                "citeweave": lambda: hits(s, t, w, count),
                "floor": lambda: network_floor.hits(s, t, w, count),
                "networkx": lambda: nx.hits(g),
                "igraph": lambda: (ig.hub_score(), ig.authority_score()),
            },
            "components": {
                "citeweave": lambda: components(s, t, count),
                "floor": lambda: connected_components(
                    csr_array((np.ones(len(s), np.int8), (s, t)), shape=(count, count)),
                    connection="weak",
                ),
                "networkx": lambda: list(nx.weakly_connected_components(g)),
                "igraph": lambda: ig.connected_components("weak"),
            },
            "k-core": {
                "citeweave": lambda: cores(s, t, count),
                "floor": lambda: (
                    centrality.CoreDecomposition(network_floor.without_directions(s, t, count))
                    .run()
                    .scores()
                ),
                "networkx": lambda: nx.core_number(u),
                "igraph": ig_u.coreness,
            },
            "betweenness, exact": {
                "citeweave": lambda: betweenness(s, t, count, directed=True),
                "floor": lambda: (
                    centrality.Betweenness(network_floor.to_networkit(s, t, count)).run().scores()
                ),
                "networkx": lambda: nx.betweenness_centrality(g),
                "igraph": ig.betweenness,
            },
            "betweenness, 1,000 draws": {
                "citeweave": lambda: sampled_betweenness(s, t, count, SAMPLES, 0, directed=True),
                "floor": lambda: [
                    centrality.EstimateBetweenness(network_floor.to_networkit(*way, count), SAMPLES)
                    .run()
                    .scores()
                    for way in ((s, t), (t, s))
                ],
                "networkx": lambda: nx.betweenness_centrality(g, k=SAMPLES, seed=0),
            },
            "closeness": {
                "citeweave": lambda: closeness(s, t, count, directed=True),
                "floor": lambda: (
                    centrality.Closeness(
                        network_floor.to_networkit(t, s, count),
                        True,
                        centrality.ClosenessVariant.GENERALIZED,
                    )
                    .run()
                    .scores()
                ),
                "networkx": lambda: nx.closeness_centrality(g),
                "igraph": lambda: ig.closeness(mode="in"),
            },
            "clustering": {
                "citeweave": lambda: clustering(s, t, count),
                "floor": lambda: (
                    centrality.LocalClusteringCoefficient(
                        network_floor.without_directions(s, t, count), True
                    )
                    .run()
                    .scores()
                ),
                "networkx": lambda: nx.clustering(u),
                "igraph": ig_u.transitivity_local_undirected,
            },
            "communities": {
                "citeweave": lambda: communities(s, t, w, count),
                "floor": lambda: network_floor.leiden(s, t, count),
                "networkx": lambda: nx.community.louvain_communities(u, seed=0),
                "igraph": lambda: ig_u.community_leiden("modularity", n_iterations=ROUNDS),
            },
            "layout": {
                "citeweave": lambda: positions(s, t, w, radius),
                "floor": lambda: network_floor.placed(s, t, count),
                "networkx": lambda: nx.forceatlas2_layout(g, max_iter=steps(count), seed=0),
                "igraph": ig_u.layout_drl,
            },
            "main path": {"citeweave": lambda: main_path(s, t, count)},
        }

    def _exports(self) -> dict[str, Mapping[str, Step]]:
        network, g, ig = self.network, self.nx_full, self.ig_full
        written = formats()
        return {
            "GraphML": {
                "citeweave": lambda: written["graphml"].write(network, io.BytesIO()),
                "floor": lambda: network_floor.write_graphml(g, io.StringIO()),
                "networkx": lambda: nx.write_graphml(g, io.BytesIO()),
                "igraph": lambda: ig.write_graphml("/dev/null"),
            },
            "GEXF": {
                "citeweave": lambda: written["gexf"].write(network, io.BytesIO()),
                "networkx": lambda: nx.write_gexf(g, io.BytesIO()),
            },
        }


def _nx_graph(nodes: Any, links: Any) -> None:
    g: Any = nx.DiGraph()
    g.add_nodes_from(nodes)
    g.add_edges_from(links)


def _sharing(node: Any, thing: Any, count: int, g: Any, by_igraph: str, ig: Any) -> dict[str, Step]:
    """Return who makes the pairs that share something; networkx makes them of a bipartite graph."""
    both: Any = nx.Graph()
    both.add_nodes_from(range(2 * count))
    both.add_edges_from(zip(node.tolist(), (thing + count).tolist(), strict=True))
    return {
        "citeweave": lambda: share(incidence(node, thing, count), 1, COMFORTABLE),
        "floor": lambda: network_floor.pairs(node, thing, count),
        "networkx": lambda: nx.bipartite.weighted_projected_graph(both, range(count)),
        "igraph": getattr(ig, by_igraph),
    }
