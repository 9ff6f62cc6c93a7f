"""Checks a written GraphML file against what Gephi's importer does with it, without Gephi.

Gephi reads most faulty files and quietly drops, merges or renames the faulty part; each
rule here names one such case. The importer: gephi/gephi, ImporterGraphML.java and
ImportContainerImpl.java.
"""

import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

_TYPES = ("boolean", "int", "long", "float", "double", "string")
_FLOATS = {"x", "y", "z", "xpos", "ypos", "zpos", "size", "weight", "Edge Weight"}
_SHADES = {"r", "g", "b"}
_SPECIAL = {
    "node": {"label", "nodelabel", "color", *_SHADES, *_FLOATS - {"weight", "Edge Weight"}},
    "edge": {"label", "edgelabel", "weight", "Edge Weight", "id", "edgeid", "color", *_SHADES},
}
_MISREAD_IDS = {"d3", "d7"}
_INTEGER_BITS = {"int": 32, "long": 64}
_NMTOKEN = re.compile(r"[\w.:-]+")
_WRONG_NUMBER = re.compile(r"nan|inf|infinity", re.IGNORECASE)


def broken_rules(path: Path) -> list[str]:
    """Return a sentence for each rule that the file breaks, none for a good file."""
    reading = _Reading()
    try:
        for _, element in etree.iterparse(path, resolve_entities=False, no_network=True):
            reading.take(element)
    except etree.XMLSyntaxError as error:
        return [f"It is not well-formed XML: {error}"]
    reading.close()
    return [
        sentence if count == 1 else f"{sentence} ({count} such cases)"
        for sentence, count in reading.faults.values()
    ]


@dataclass(frozen=True)
class _Key:
    name: str
    scope: str
    type: str


@dataclass
class _Reading:
    """What was seen so far; one pass, so a file of any size can be checked."""

    faults: dict[str, tuple[str, int]] = field(default_factory=dict)
    keys: dict[str, _Key] = field(default_factory=dict)
    nodes: set[str] = field(default_factory=set)
    edge_ids: set[str] = field(default_factory=set)
    ends: set[tuple[str, str]] = field(default_factory=set)
    graphs: int = 0
    directed: bool = True

    def fault(self, rule: str, sentence: str) -> None:
        """Note a broken rule: the first case in words, the others by their number."""
        first, count = self.faults.get(rule, (sentence, 0))
        self.faults[rule] = (first, count + 1)

    def take(self, element: etree._Element) -> None:
        name = etree.QName(element).localname if isinstance(element.tag, str) else ""
        if name == "key":
            self._key(element)
        elif name == "node":
            self._node(element)
        elif name == "edge":
            self._edge(element)
        elif name == "graph":
            self._graph(element)
        elif name == "data" and etree.QName(element.getparent()).localname == "graph":
            self.fault("graph data", "The graph itself has data, which Gephi does not support.")
        if name in ("node", "edge"):
            # Forget what was read, the siblings before it too.
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]  # type: ignore[union-attr]

    def close(self) -> None:
        if self.graphs != 1:
            self.fault("graph", f"It holds {self.graphs} graphs; Gephi reads one.")
        for end in sorted({end for pair in self.ends for end in pair} - self.nodes):
            self.fault("end", f"An edge names '{end}', which is no node; Gephi makes one up.")
        if not self.directed:
            both_ways = sorted(
                pair for pair in self.ends if pair[0] < pair[1] and pair[::-1] in self.ends
            )
            for one, other in both_ways:
                self._parallel(one, other)

    def _parallel(self, source: str, target: str) -> None:
        self.fault("edge twice", f"Two edges join '{source}' and '{target}'; Gephi adds them up.")

    def _graph(self, graph: etree._Element) -> None:
        self.graphs += 1
        self.directed = graph.get("edgedefault") != "undirected"
        if graph.get("edgedefault") not in ("directed", "undirected"):
            self.fault("edgedefault", "The graph does not say whether its edges are directed.")

    def _key(self, key: etree._Element) -> None:
        key_id, scope = key.get("id", ""), key.get("for", "")
        name, kind = key.get("attr.name", ""), key.get("attr.type", "")
        if not key_id or not name:
            self.fault("key name", f"The column '{name or key_id}' lacks an id or a name.")
        if scope not in _SPECIAL:
            self.fault("key for", f"The column '{name}' is for '{scope}', not for node or edge.")
        if kind not in _TYPES:
            self.fault("key type", f"The column '{name}' has the type '{kind}'; Gephi drops it.")
        if key_id.lower() in {known.lower() for known in self.keys}:
            self.fault("key id", f"Two columns have the id '{key_id}', in whatever case.")
        if (name.lower(), scope) in {(k.name.lower(), k.scope) for k in self.keys.values()}:
            self.fault("key twice", f"The column '{name}' is there twice, so its values are split.")
        if key_id in _MISREAD_IDS:
            self.fault("key yed", f"The key id '{key_id}' is taken for a label of yEd.")
        self._special_name(name, scope, kind)
        self.keys[key_id] = _Key(name, scope, kind)

    def _special_name(self, name: str, scope: str, kind: str) -> None:
        special = _SPECIAL.get(scope, set())
        if name not in special and name.lower() in {known.lower() for known in special}:
            self.fault(
                "key case", f"'{name}' is an ordinary column to Gephi; it knows '{name.lower()}'."
            )
        if name in special & _FLOATS and kind not in ("float", "double"):
            self.fault("special type", f"'{name}' must be a double, not a {kind}.")
        if name in special & _SHADES and kind != "int":
            self.fault("special type", f"'{name}' must be an int, not a {kind}.")

    def _node(self, node: etree._Element) -> None:
        node_id = node.get("id", "")
        self._identifier("node", node_id)
        if node_id in self.nodes:
            self.fault("node twice", f"The node '{node_id}' is there twice.")
        self.nodes.add(node_id)
        self._data("node", f"node '{node_id}'", node)

    def _edge(self, edge: etree._Element) -> None:
        source, target = edge.get("source", ""), edge.get("target", "")
        pair = (source, target)
        if pair in self.ends:
            self._parallel(source, target)
        self.ends.add(pair)
        if (edge_id := edge.get("id")) is not None:
            self._identifier("edge", edge_id)
            if edge_id in self.edge_ids:
                self.fault("edge id", f"Two edges have the id '{edge_id}'; Gephi drops the second.")
            self.edge_ids.add(edge_id)
        self._data("edge", f"edge from '{source}' to '{target}'", edge)

    def _identifier(self, what: str, text: str) -> None:
        if not _NMTOKEN.fullmatch(text):
            self.fault(f"{what} id", f"The {what} id '{text}' is empty or has blanks or signs.")

    def _data(self, scope: str, where: str, element: etree._Element) -> None:
        seen = set[str]()
        for data in element.iterchildren("{*}data"):
            key_id, value = data.get("key", ""), data.text or ""
            key = self.keys.get(key_id)
            if key is None or key.scope != scope:
                self.fault("data key", f"The {where} has a value for no declared column: {key_id}.")
                continue
            if key_id in seen:
                self.fault("data twice", f"The {where} has two values of '{key.name}'.")
            seen.add(key_id)
            if not value.strip():
                self.fault(
                    f"empty {key_id}", f"The {where} has an empty '{key.name}'; leave it out."
                )
            elif not _fits(key, value):
                self.fault(
                    f"value {key_id}",
                    f"The {where} has '{value}' for '{key.name}', which is {key.type}.",
                )


def _fits(key: _Key, value: str) -> bool:
    """Tell whether Java reads the value as the key's type, and Gephi accepts it there."""
    try:
        if key.type == "boolean":
            return value in ("true", "false")
        if key.type in _INTEGER_BITS:
            limit = 2 ** (_INTEGER_BITS[key.type] - 1)
            number = int(value)
            shade = key.name in _SHADES
            return 0 <= number <= 255 if shade else -limit <= number < limit
        if key.type in ("float", "double"):
            if _WRONG_NUMBER.search(value):
                return False
            # Gephi removes edges of weight 0 and warns of negative ones.
            heavy = key.scope == "edge" and key.name in ("weight", "Edge Weight")
            return math.isfinite(float(value)) and (float(value) > 0 or not heavy)
    except ValueError:
        return False
    return True
