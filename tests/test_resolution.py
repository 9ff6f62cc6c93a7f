"""Which candidate is which paper."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from db.identifiers import canonical_arxiv
from db.identity import number_of
from db.rows import Author, Candidate, Key, Record, Resolution, Sought
from enrich.resolution import Resolved, fit, read_weights, resolve, stored_weights, write_weights
from enrich.resolution.abstracts import Rarity, read_abstract, share
from enrich.resolution.descriptions import find_keys
from enrich.resolution.groups import group_candidates
from enrich.resolution.levels import ORDERS, Levels
from enrich.resolution.people import compare_people, read_person
from enrich.resolution.titles import compare_titles, read_title
from enrich.resolution.venues import LEVELS as LEVELS_OF_VENUES
from enrich.resolution.venues import compare_venue, read_venue

ABSTRACT = (
    "Quokka routes tokens through long documents. Dense attention needs 64 gigabytes at 128k "
    "tokens. Our routers pick 12 blocks by learned hashing. Naive hashing breaks when blocks "
    "repeat, hence a repulsion term. NarrativeQA and GovReport improve by 3.7 points."
)
REWRITTEN = (
    "On GovReport and NarrativeQA, Quokka gains 3.7 points. Routers choose 12 blocks with a "
    "learned hashing. A repulsion term handles repeated blocks, where naive hashing fails. "
    "Tokens of long documents are routed; dense attention takes 64 gigabytes at 128k tokens."
)
OTHER = (
    "Wallabies graze at dusk. A telemetry campaign in Tasmania followed 31 collared animals "
    "over two winters. Pasture quality explains most movements; rainfall explains few."
)
TITLE = "Quokka: Sparse Routing for Long Documents"
AUTHORS = ("Ada Lovelace", "Émilie du Châtelet")
PAPER = Sought(Key("openreview", "quokka0001"), TITLE, ABSTRACT, AUTHORS, 2024, "ICLR 2024")


def posted(
    arxiv_id: str, title: str = TITLE, abstract: str = ABSTRACT, **more: object
) -> Candidate:
    record = Record(
        title=title,
        abstract=abstract,
        published="2023-10-05T00:00:00Z",
        arxiv_id=arxiv_id,
        authors=tuple(map(Author, AUTHORS)),
    )
    return Candidate("arxiv", replace(record, **more), 1)  # type: ignore[arg-type]


def recorded(corpus_id: int, **more: object) -> Candidate:
    record = Record(
        title=TITLE, year=2024, corpus_id=corpus_id, authors=tuple(map(Author, AUTHORS))
    )
    return Candidate("s2", replace(record, **more), 2)  # type: ignore[arg-type]


def accepted(found: Resolved) -> dict[Key, Key]:
    return {one.paper: one.keys[0] for one in found.resolutions if one.band == "accepted"}


def level(one: str, other: str) -> str:
    return compare_titles(read_title(one), read_title(other))


# Titles


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Learning with $\\alpha$-Divergence", "Learning with α-divergence."),
        ("Multi-Task 3D Vision & Language", "Multitask 3$D$ vision and language"),
        ("Schrödinger Bridges — a Naïve View", "Schrodinger bridges - a naive view"),
        ("Don’t Stop", "Do not stop"),
        ("A 10\\% Gain on 1,000 Tasks", "A 10% gain on 1000 tasks"),
        ("Convergence in $L^2$", "Convergence in L²"),
        ("0", "0"),
    ],
)
def test_spellings_of_one_title_are_the_same(one: str, other: str) -> None:
    assert level(one, other) == "same"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Attention Is All You Need", "Attention Is Not All You Need"),
        ("GPT-3 for Chemistry at Large", "GPT-4 for Chemistry at Large"),
        ("Sparse Routing for Documents", "Sparse Routing for Documents II"),
        ("Sparse Routing for Documents", "Revisiting Sparse Routing for Documents"),
        ("Sparse Routing for Documents", "A Survey on Sparse Routing for Documents"),
        ("Sparse Routing for Documents", "Sparse Routing for Documents in Practice"),
        ("Convex Losses for Ranking", "Nonconvex Losses for Ranking"),
        ("Training with Labels Is Hard", "Training without Labels Is Hard"),
        ("The First Proof of Concept", "The Second Proof of Concept"),
        ("Two Routes to Better Models", "Three Routes to Better Models"),
        ("Scaling Net 2.0 to Videos", "Scaling Net 20 to Videos"),
        ("Rates of 10^6 per Second", "Rates of 106 per Second"),
        ("When A ≠ B in Vision Tasks", "When A = B in Vision Tasks"),
    ],
)
def test_a_guarded_word_makes_another_title(one: str, other: str) -> None:
    assert level(one, other) == level(other, one) == "guarded"


def test_titles_share_parts() -> None:
    assert level(TITLE, "Quokka: A Recipe of Another Kind") == "part", "the name"
    assert level(TITLE, "Numbat: Sparse Routing for Long Documents") in ("word", "part")
    assert level("Recognition on Mobile Devices", "Recognition on Embedded Devices") != "same"
    assert level(TITLE, "Wallabies at Dusk") == "none"
    assert level("0", "1") != "same"


GUARDED = ("3", "4", "17", "2.5", "GPT-4", "v2", "3D", "1-bit", "II", "IV", "two", "seven",
           "not", "no", "never", "without", "first", "second", "3rd", "10%", "-1")  # fmt: skip
PLAIN = st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=9).filter(
    lambda word: word not in GUARDED and not word.startswith("non")
)


@given(
    st.lists(PLAIN, min_size=2, max_size=8),
    st.sampled_from(GUARDED),
    st.sampled_from((*GUARDED, "")),
    st.data(),
)
@settings(max_examples=300, deadline=None)
def test_no_change_of_a_number_negation_or_ordinal_leaves_a_title_its_full_value(
    words: list[str], old: str, new: str, data: st.DataObject
) -> None:
    assume(old != new)
    place = data.draw(st.integers(0, len(words)))
    before, after = " ".join(words[:place]), " ".join(words[place:])
    one, other = (re.sub(" +", " ", f"{before} {word} {after}").strip() for word in (old, new))
    weights = stored_weights()
    assert weights.weigh(Levels(title=level(one, one)))["title"] == max(
        weights.parts["title"].values()
    )
    assert weights.weigh(Levels(title=level(one, other)))["title"] < max(
        weights.parts["title"].values()
    )


@given(
    st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(["GPT-{}", "{}", "v{}", "{}D"])
)
def test_no_other_number_is_the_same(one: int, other: int, form: str) -> None:
    assume(one != other)
    assert level(f"Nets {form.format(one)} at work", f"Nets {form.format(other)} at work") != "same"


# Abstracts, people, venues


def test_a_rewritten_abstract_shares_its_rare_words() -> None:
    texts = [read_abstract(text) for text in (ABSTRACT, REWRITTEN, OTHER)]
    rarity = Rarity(texts)
    assert share(texts[0], texts[0], rarity) == pytest.approx(1)
    assert share(texts[0], texts[1], rarity) > 0.6
    assert share(texts[0], texts[2], rarity) < 0.1
    # By hand: a and b have 1 of 2 words in common, both equally rare: 2*1 / (2+2).
    assert share(frozenset("xy"), frozenset("yz"), Rarity([])) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (["Émilie du Châtelet"], ["Chatelet, Emilie du"], "same"),
        (["E. Noether", "A. Lovelace"], ["Ada Lovelace", "Emmy Noether"], "same"),
        (["Wei Zhang"], ["Zhang Wei"], "same"),
        (["Wei Zhang"], ["Min Zhang"], "none"),
        (["A B", "C D", "E F", "G H"], ["A B", "C D"], "half"),
        (["A B", "C D", "E F", "G H"], ["A B"], "some"),
    ],
)
def test_people(ours: list[str], theirs: list[str], expected: str) -> None:
    one, other = ([p for name in names if (p := read_person(name))] for names in (ours, theirs))
    assert compare_people(one, other) == expected


@pytest.mark.parametrize(
    ("said", "dated", "expected"),
    [
        ("Published as a conference paper at ICLR 2024", None, "named with year"),
        ("Accepted to ICLR'24", None, "named with year"),
        (
            "International Conference on Learning Representations (ICLR), 2024",
            None,
            "named with year",
        ),
        ("International Conference on Learning Representations", 2024, "named with year"),
        ("International Conference on Learning Representations", 2023, "named"),
        ("International Conference on Learning Representations", 2019, "other year"),
        ("Under review at ICLR 2024", None, "named"),
        ("ICLR 2024 Workshop on Animals", None, "workshop"),
        ("Published at ICLR 2025", None, "other year"),
        ("Accepted to NeurIPS 2023", None, "other venue"),
        ("Neural Information Processing Systems", 2023, "other venue"),
        ("International Conference on Machine Learning", 2024, "other venue"),
        ("arXiv.org", 2023, "silent"),
        ("11 pages, 4 figures", None, "silent"),
    ],
)
def test_venues(said: str, dated: int | None, expected: str) -> None:
    assert compare_venue(read_venue("ICLR 2024"), 2024, said, dated) == expected


def test_an_acronym_is_made_of_beginnings() -> None:
    neurips = read_venue("NeurIPS 2023")
    said = "Advances in Neural Information Processing Systems 36 (2023)"
    assert compare_venue(neurips, 2023, said) == "named with year"
    full = read_venue("International Conference on Learning Representations")
    assert compare_venue(full, 2024, "ICLR 2024") == "named with year"


# Records of one paper


def test_records_are_joined_by_identifiers_and_by_text() -> None:
    preprint = posted("2310.00001")
    by_doi = recorded(1, title="Another Title", doi="10.48550/ARXIV.2310.00001")
    published = recorded(2, abstract=REWRITTEN, doi="10.1/x")
    by_others = recorded(3, authors=(Author("Emmy Noether"),))
    groups, _ = group_candidates([by_others, published, by_doi, preprint])
    assert [[str(key) for key in group.keys] for group in groups] == [
        ["arxiv:2310.00001", "corpus:1", "corpus:2", "doi:10.1/x"],
        ["corpus:3"],
    ]


def test_a_sequel_by_the_same_authors_is_a_paper_of_its_own() -> None:
    for title in (f"On the Limits of {TITLE}", f"{TITLE} II"):
        assert len(group_candidates([recorded(1, abstract=ABSTRACT), posted("1", title)])[0]) == 2
    renamed = posted("2310.00001", "On Hashing")
    assert len(group_candidates([recorded(1, abstract=ABSTRACT), renamed])[0]) == 1


def test_two_arxiv_ids_are_two_papers() -> None:
    records = [posted("2310.00001", doi="10.1/x"), posted("2310.00002", doi="10.1/x")]
    assert len(group_candidates(records)[0]) == 2


# Who is who


def test_the_paper_is_found_under_another_title_by_its_abstract() -> None:
    found = resolve([PAPER], [posted("2310.00001", "On Hashing", REWRITTEN, comment="ICLR 2024")])
    assert accepted(found) == {PAPER.key: Key("arxiv", "2310.00001")}
    (one,) = found.resolutions
    assert [part.part for part in one.evidence] == ["title", "abstract", "authors", "year", "venue"]
    assert found.unfound == {}


def test_a_renamed_paper_is_not_guessed_by_its_title() -> None:
    paper = replace(PAPER, abstract=None)
    found = resolve([paper], [posted("2310.00001", "Quokka: On Hashing", comment="ICLR 2024")])
    assert accepted(found) == {}
    assert paper.key in found.unfound


@pytest.mark.parametrize(
    "title",
    ["Quokka II: Sparse Routing for Long Documents", "Revisiting " + TITLE, "A Survey on " + TITLE],
)
def test_a_look_alike_is_not_accepted(title: str) -> None:
    for paper in (PAPER, replace(PAPER, abstract=None)):
        other = posted("2310.00001", title, OTHER, authors=(Author("Emmy Noether"),))
        assert accepted(resolve([paper], [other])) == {}


def test_of_twins_the_venue_decides_else_a_person() -> None:
    paper = replace(PAPER, abstract=None, authors=())
    twins = [
        posted("2310.00001"),
        posted("2310.00002", abstract=OTHER, authors=(Author("Emmy Noether"),)),
    ]
    found = resolve([paper], twins)
    assert accepted(found) == {}
    assert {one.band for one in found.resolutions} == {"review"}
    assert found.unfound[paper.key].startswith("two candidates are equally alike: arxiv:2310.00001")
    named = replace(twins[1], record=replace(twins[1].record, comment="ICLR 2024"))
    assert accepted(resolve([paper], [twins[0], named])) == {paper.key: Key("arxiv", "2310.00002")}


def test_what_a_listed_paper_has_is_not_given_away() -> None:
    taken = {Key("arxiv", "2310.00001"): "Quokka at Length"}
    found = resolve([PAPER], [posted("2310.00001")], taken=taken)
    assert accepted(found) == {}
    assert found.unfound == {
        PAPER.key: "the best match belongs to 'Quokka at Length', which is listed too"
    }
    assert resolve([PAPER], []).unfound == {PAPER.key: "nothing alike was found"}


def test_one_id_is_never_given_to_two_papers() -> None:
    again = replace(PAPER, key=Key("openreview", "quokka0002"))
    weaker = replace(again, title="Sparse Hashing of Files", authors=())
    candidates = [posted("2310.00001")]
    tie = resolve([PAPER, again], candidates)
    assert accepted(tie) == {}
    assert {one.band for one in tie.resolutions} == {"review"}
    found = resolve([weaker, PAPER], candidates)
    assert accepted(found) == {PAPER.key: Key("arxiv", "2310.00001")}
    assert found.unfound[again.key] == f"the best match belongs to '{TITLE}', which is listed too"


def test_a_decision_beats_every_score() -> None:
    right, wrong = Key("arxiv", "2310.00001"), Key("arxiv", "2310.00002")
    candidates = [posted("2310.00001"), posted("2310.00002", "Quokka: Rare", OTHER)]
    assert accepted(resolve([PAPER], candidates)) == {PAPER.key: right}
    chosen = resolve([PAPER], candidates, decisions={(PAPER.key, wrong): True})
    assert accepted(chosen) == {PAPER.key: wrong}
    assert [one.decided for one in chosen.resolutions] == [True, False]
    refused = resolve([PAPER], candidates, decisions={(PAPER.key, right): False})
    assert accepted(refused) == {}
    assert next(one for one in refused.resolutions if one.keys[0] == right).decided


def test_a_decision_leads_also_to_what_no_longer_looks_alike() -> None:
    far = posted("2310.00002", "Wallabies at Dusk", OTHER)
    decisions = {(PAPER.key, Key("arxiv", "2310.00002")): True}
    assert accepted(resolve([PAPER], [far], decisions=decisions)) == {
        PAPER.key: Key("arxiv", "2310.00002")
    }


def test_a_chosen_candidate_that_is_gone_is_not_replaced() -> None:
    gone = Key("arxiv", "2310.00009")
    found = resolve([PAPER], [posted("2310.00001")], decisions={(PAPER.key, gone): True})
    assert accepted(found) == {}
    assert found.unfound == {
        PAPER.key: "a person chose arxiv:2310.00009, which no search brought this time"
    }


def test_an_unlike_candidate_of_another_listed_paper_is_no_best_match() -> None:
    taken = {Key("arxiv", "2310.00001"): "Wallabies at Dusk"}
    far = posted("2310.00001", "Sparse Documents: Wallabies at Dusk", OTHER)
    assert resolve([PAPER], [far], taken=taken).unfound == {PAPER.key: "nothing alike was found"}


@given(st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_of_papers_and_candidates_changes_nothing(rng: random.Random) -> None:
    papers = [
        PAPER,
        replace(PAPER, key=Key("openreview", "quokka0002"), title="Quokka II", abstract=REWRITTEN),
        replace(PAPER, key=Key("openreview", "quokka0003"), title=None),
        replace(PAPER, key=Key("openreview", "quokka0004"), abstract=None, authors=()),
    ]
    candidates = [
        posted("2310.00001"),
        posted("2310.00002", "Quokka II", REWRITTEN),
        posted("2310.00003", abstract=OTHER),
        recorded(4, abstract=ABSTRACT),
        recorded(5, arxiv_id="2310.00002", title="Quokka II"),
    ]
    expected = resolve(papers, candidates)
    rng.shuffle(papers)
    rng.shuffle(candidates)
    assert resolve(papers, candidates) == expected
    given_keys = [one.keys[0] for one in expected.resolutions if one.band == "accepted"]
    assert len(given_keys) == len(set(given_keys))


def test_five_candidates_are_kept_best_first() -> None:
    candidates = [posted(f"2310.0000{k}", f"{TITLE} {k}", OTHER) for k in range(1, 9)]
    found: tuple[Resolution, ...] = resolve([PAPER], candidates).resolutions
    assert len(found) == 5
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


# Weights


def test_a_fit_counts() -> None:
    """Of 10 pairs of one paper 9 have the same title, of 20 of two 1; the others differ."""
    pairs = [(Levels(title="same"), True)] * 9 + [(Levels(title="none"), True)]
    pairs += [(Levels(title="same"), False)] + [(Levels(title="none"), False)] * 19
    weights = fit(pairs, absent=0.1)
    # m = (9 + 1/2) / (10 + 7/2), u = (1 + 1/2) / (20 + 7/2): log2(11.0247) = 3.4627.
    assert weights.parts["title"]["same"] == pytest.approx(3.4627, abs=1e-3)
    # (0.9 / 0.1) * (10 + 1/2) / (30 + 1): log2(3.0484) = 1.6080.
    assert weights.prior["title"] == pytest.approx(1.6080, abs=1e-3)
    assert weights.score(Levels(title="same")) == pytest.approx(5.0707, abs=1e-3)
    assert weights.weigh(Levels())["title"] == 0
    assert weights.pairs == (10, 20)


def test_weights_of_abstracts_fall_in_their_order() -> None:
    pairs = [
        (Levels(title=title, abstract=abstract), rng.random() < 0.5)
        for rng in [random.Random(1)]
        for abstract in ORDERS["abstract"]
        for title in ("", "same", "none")
        for _ in range(7)
    ]
    weights = fit(pairs)
    for table in (weights.parts["abstract"], *weights.joint.values()):
        falling = [table[one] for one in ORDERS["abstract"]]
        assert falling == sorted(falling, reverse=True)


def test_what_else_agrees_counts_only_where_texts_are_alike() -> None:
    weights = stored_weights()
    agreeing = Levels("some", "", "same", "in time", "named with year")
    found = weights.weigh(agreeing)
    assert (found["authors"], found["year"], found["venue"]) == (0, 0, 0)
    assert weights.weigh(agreeing._replace(title="same"))["venue"] > 0
    assert weights.weigh(agreeing._replace(authors="none"))["authors"] < 0


def test_weights_are_written_and_read_again() -> None:
    weights = stored_weights()
    assert read_weights(write_weights(weights)) == weights


def test_a_line_of_mere_words_may_name_a_listed_paper_again() -> None:
    taken = {Key("arxiv", "2310.00001"): "Quokka at Length"}
    again = replace(PAPER, key=Key("text", "quokka"), abstract=None)
    assert accepted(resolve([again], [posted("2310.00001")], taken=taken)) == {
        again.key: Key("arxiv", "2310.00001")
    }
    other = replace(again, title="Quokka: Sparse Routing")
    assert accepted(resolve([other], [posted("2310.00001")], taken=taken)) == {}


def test_a_paper_of_the_title_that_is_another_is_named() -> None:
    twin = posted("2310.00009", abstract=OTHER, authors=(Author("Ned Kelly"),))
    why = resolve([PAPER], [twin]).unfound[PAPER.key]
    assert why.startswith("a paper of this title was found, arxiv:2310.00009, but its abstract")


def test_of_many_equally_alike_papers_none_is_said_to_be_anothers() -> None:
    papers = [replace(PAPER, key=Key("openreview", f"quokka{n:04}")) for n in range(12)]
    found = resolve(papers, [posted("2310.00001")])
    assert {one.band for one in found.resolutions} == {"review"}
    assert not any("belongs to" in reason for reason in found.unfound.values())


@given(
    st.one_of(st.text(max_size=12), st.from_regex(r"[0-9]{4}\.[0-9]{4,6}(v[0-9])?", fullmatch=True))
)
@example("2310.00001v2")
@example("math.GT/0309136")
@example("foo")
@example("")
@example("2399.00001")
@example("2310.٠٠٠٠١")
@settings(deadline=None)
def test_an_arxiv_doi_gives_an_arxiv_id_or_none(tail: str) -> None:
    for key in find_keys(Record(doi=f"10.48550/arXiv.{tail}", corpus_id=1)):
        assert number_of(*key) > 0
        assert key.scheme != "arxiv" or canonical_arxiv(key.value) == key.value


@pytest.mark.parametrize("said", ["the " * 3000, "Aa" * 4000, "of " * 50_000, "A" * 50_000])
def test_a_note_without_end_is_read_in_no_time(said: str) -> None:
    assert compare_venue(read_venue("ICLR 2024"), 2024, said, None) in LEVELS_OF_VENUES
