"""Names for communities: the words that set their titles apart from all others."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log

import numpy as np

from db.wording import shortened

from .network import Integers, Network

_WORDS = 3
_LENGTH = 40
_WORD = re.compile(r"[^\W\d_][\w'-]*[^\W_]")
_COMMON = frozenset(
    """a about across after all an and any are as at based be beyond between both by can do does
    during each efficient efficiently for from good has have how in into is it its learn learned
    learning less like method methods model models more most much need new no not of off on one
    only or other our out over paper per problem some study such than that the their them there
    these they this through to toward towards two under up using via vs was we well what when
    where which while who why will with within without you your approach approaches analysis
    improve improves improving improved framework task tasks""".split()
)


def community_names(network: Network, community: Integers) -> tuple[str, ...]:
    """Return a name for each community, from 1 on, as "2: molecule, protein, docking".

    Words are those that titles of the community share and others do not. Where they share
    none, its best linked node stands for it; where nodes have no titles, the best three.
    """
    count = int(community.max(initial=0))
    titled = next((c for c in network.nodes if c.name == "title"), None)
    named = (
        [()] * count
        if titled is None
        else _distinctive([str(t or "") for t in titled.cells()], community, count)
    )
    most = _WORDS if titled is None else 1
    known = [] if all(named) else _labels(network, community, count, most)
    return tuple(
        f"{number}: {', '.join(words or known[number - 1])}"
        for number, words in enumerate(named, start=1)
    )


def _distinctive(titles: Sequence[str], community: Integers, count: int) -> list[tuple[str, ...]]:
    """Return the best words of each community.

    A word's score is its part of the divergence (Kullback and Leibler 1951) between the
    community's titles and all titles; it has to stand in two of them.
    """
    everywhere = Counter[str]()
    here = [Counter[str]() for _ in range(count)]
    for title, number in zip(titles, community.tolist(), strict=True):
        words = set(_words(title))
        everywhere.update(words)
        if number:
            here[number - 1].update(words)
    total = sum(everywhere.values())
    return [tuple(_best(words, everywhere, total)) for words in here]


def _best(words: Counter[str], everywhere: Counter[str], total: int) -> list[str]:
    inside = sum(words.values())
    often = [word for word, times in words.items() if times > 1]

    def score(word: str) -> float:
        share = words[word] / inside
        return share * log(share * total / everywhere[word])

    return sorted(often, key=lambda word: (-score(word), -words[word], word))[:_WORDS]


def _words(title: str) -> Iterator[str]:
    for found in _WORD.findall(title.lower()):
        if found not in _COMMON:
            yield found


def _labels(network: Network, community: Integers, count: int, most: int) -> list[tuple[str, ...]]:
    """Return the labels of the best linked nodes of each community, else their keys."""
    labels = next((c.cells() for c in network.nodes if c.name == "label"), list(network.keys))
    links = np.bincount(
        np.concatenate((network.source, network.target)), minlength=network.node_count
    )
    chosen: list[list[str]] = [[] for _ in range(count + 1)]
    for node in np.argsort(-links, kind="stable").tolist():
        names = chosen[community[node]]
        if len(names) < most:
            names.append(shortened(str(labels[node] or network.keys[node]), _LENGTH))
    return [tuple(names) for names in chosen[1:]]
