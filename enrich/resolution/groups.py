"""Which records are of one paper: same identifiers, or preprint and published version."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from db.rows import Candidate, Key

from .abstracts import Rarity, share
from .descriptions import Description, candidate_order, describe_record, find_keys, strength
from .people import compare_people
from .titles import compare_titles

_SAME_TITLE_SHARE = 0.3
"""Of two abstracts under one title by the same authors: below it they are two papers."""
_OTHER_TITLE_SHARE = 0.85
"""Of two abstracts under two titles by the same authors: from it on they are one paper. A sequel
by some of the authors takes over much of an abstract, but not nearly all."""
_LOOKED_UP = 30
"""Words of an abstract by which another record of it is looked for, the rarest first."""
_WORDS_IN_COMMON = 4
"""Of these, how many two records of one paper have in common at the least."""
_CROWD = 20
"""A word of more papers than this is no rare one; so many of one title are looked at."""


class Group(NamedTuple):
    """All that is known of one candidate paper."""

    keys: tuple[Key, ...]
    """Identifiers, the strongest first."""
    members: tuple[Description, ...]
    answers: tuple[int, ...]
    title: str
    is_torn: bool = False
    """Whether its records, joined by an identifier, are plainly of two papers."""


class _Part(NamedTuple):
    keys: frozenset[Key]
    places: tuple[int, ...]


def group_candidates(candidates: Iterable[Candidate]) -> tuple[tuple[Group, ...], Rarity]:
    """Return the papers behind the records, and how rare the words of their abstracts are."""
    ordered = sorted(set(candidates), key=candidate_order)
    ordered = [candidate for candidate in ordered if find_keys(candidate.record)]
    described = [describe_record(candidate.record) for candidate in ordered]
    rarity = Rarity({member.abstract for member in described if member.abstract})
    parts = _join_by_keys([find_keys(candidate.record) for candidate in ordered])
    parts = _join_alike(parts, described, rarity)
    return tuple(_make_group(part, ordered, described) for part in parts), rarity


def _join_by_keys(keys: Sequence[tuple[Key, ...]]) -> list[_Part]:
    """Join records that share an identifier; never two arXiv ids."""
    parts = [_Part(frozenset(own), (place,)) for place, own in enumerate(keys)]
    holders: defaultdict[Key, list[int]] = defaultdict(list)
    for place, own in enumerate(keys):
        for key in own:
            holders[key].append(place)
    links = [
        (strength(key), places[0], place) for key, places in holders.items() for place in places[1:]
    ]
    return _join(parts, [(one, other) for _, one, other in sorted(links)])


def _join_alike(
    parts: Sequence[_Part], described: Sequence[Description], rarity: Rarity
) -> list[_Part]:
    """Join parts whose texts and authors show one paper."""
    titles: defaultdict[str, list[int]] = defaultdict(list)
    words: defaultdict[str, list[int]] = defaultdict(list)
    for place, part in enumerate(parts):
        members = [described[k] for k in part.places]
        for title in {member.title.squeezed for member in members if member.title}:
            titles[title].append(place)
        for word in {word for member in members for word in _rarest(member, rarity)}:
            words[word].append(place)
    common = Counter(
        pair
        for places in words.values()
        if len(places) <= _CROWD
        for pair in combinations(places, 2)
    )
    pairs = {pair for pair, count in common.items() if count >= _WORDS_IN_COMMON}
    pairs.update(pair for places in titles.values() for pair in combinations(places[:_CROWD], 2))
    links = [
        pair
        for pair in sorted(pairs)
        if any(
            _is_one_paper(described[one], described[other], rarity)
            for one in parts[pair[0]].places
            for other in parts[pair[1]].places
        )
    ]
    return _join(parts, links)


def _rarest(one: Description, rarity: Rarity) -> list[str]:
    """Return the words by which other records of the paper are found."""
    return sorted(one.abstract, key=lambda word: (rarity.counts[word], word))[:_LOOKED_UP]


def _is_one_paper(one: Description, other: Description, rarity: Rarity) -> bool:
    if not one.people or not other.people or not one.title or not other.title:
        return False
    titles = compare_titles(one.title, other.title)
    by = compare_people(one.people, other.people)
    if titles == "guarded" or by not in ("same", "most"):
        return False
    if not one.abstract or not other.abstract:
        return titles == "same" and by == "same"
    shared = share(one.abstract, other.abstract, rarity)
    if titles == "same":
        return shared >= _SAME_TITLE_SHARE
    return by == "same" and shared >= _OTHER_TITLE_SHARE


def _join(parts: Sequence[_Part], links: Iterable[tuple[int, int]]) -> list[_Part]:
    roots = list(range(len(parts)))
    joined = list(parts)

    def root(place: int) -> int:
        while roots[place] != place:
            roots[place] = place = roots[roots[place]]
        return place

    for one, other in links:
        first, second = sorted((root(one), root(other)))
        both = joined[first].keys | joined[second].keys
        if first != second and sum(key.scheme == "arxiv" for key in both) <= 1:
            roots[second] = first
            joined[first] = _Part(both, (*joined[first].places, *joined[second].places))
    return [part for place, part in enumerate(joined) if roots[place] == place]


def _make_group(
    part: _Part, candidates: Sequence[Candidate], described: Sequence[Description]
) -> Group:
    places = sorted(part.places)
    members = tuple(described[place] for place in places)
    return Group(
        tuple(sorted(part.keys, key=strength)),
        members,
        tuple(sorted({candidates[place].answer for place in places})),
        next((t for place in places if (t := candidates[place].record.title)), ""),
        any(_are_two_papers(one, other) for one, other in combinations(members[:_CROWD], 2)),
    )


def _are_two_papers(one: Description, other: Description) -> bool:
    """Whether two records share neither a title nor an author: a source mixed up an identifier."""
    if not one.people or not other.people or not one.title or not other.title:
        return False
    titles = compare_titles(one.title, other.title)
    return titles in ("none", "some", "guarded") and (
        compare_people(one.people, other.people) == "none"
    )
