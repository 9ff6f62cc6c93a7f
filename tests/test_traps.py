"""What makes a paper hard to find: its other titles and abstracts, and papers that look like it."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enrich.sandbox.look_alikes import WAYS, look_alike, near_abstract
from enrich.sandbox.phrases import content_words, find_phrases, find_words, split_sentences
from enrich.sandbox.renaming import rename, respell
from enrich.sandbox.rewriting import rewrite
from enrich.sandbox.vocabulary import SENTENCES, SYNONYMS

TITLE = "Quokka: Sparse Routing for Long Documents"
ABSTRACT = (
    "We propose Quokka, a novel method for routing tokens through long documents. "
    "Existing methods, e.g. dense attention, need 64 GB of memory at 128k tokens. "
    "Our routers pick 12 blocks by a learned hashing of their keys. "
    "However, naive hashing breaks when blocks repeat, so we add a repulsion term. "
    "On NarrativeQA and GovReport it improves F1 by 3.7 points. "
    "Extensive experiments show that the repulsion term prevents routing collapse. "
    "A tight bound on the collision rate explains the effect."
)
SEEDS = range(60)


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def test_sentences_and_phrases_are_found() -> None:
    assert len(split_sentences(ABSTRACT)) == 7, "e.g. ends no sentence"
    assert find_phrases("Token routing helps. Token routing with sparse keys.") == [
        "Token routing",
        "Token routing helps",
        "sparse keys",
    ]


# The same paper


def test_renaming_goes_from_the_kept_name_to_no_word_in_common() -> None:
    titles = [rename(TITLE, ABSTRACT, rng(seed)) for seed in SEEDS]
    own = content_words(TITLE)
    kept = [len(content_words(title) & own) for title in titles]
    assert all(words(title) != words(TITLE) for title in titles)
    assert any(title.startswith("Quokka: ") for title in titles), "the name stays"
    assert any("Sparse Routing for Long Documents" in title for title in titles), "or all but it"
    assert min(kept) == 0
    assert 1 in kept
    assert not any(title.startswith("Quokka") and "Sparse Routing" in title for title in titles)


def test_renaming_speaks_of_what_the_abstract_speaks_of() -> None:
    found = [content_words(rename(TITLE, ABSTRACT, rng(seed))) for seed in SEEDS]
    assert sum(bool(title & content_words(ABSTRACT)) for title in found) >= 0.9 * len(found)


@pytest.mark.parametrize(
    ("title", "others"),
    [
        ("Plain words?", {"PLAIN WORDS?"}),
        ("On Alpha", {"On alpha", "On Alpha.", r"On $\alpha$"}),
        ("Naive Nets?", {"Naive nets?", "naïve Nets?"}),
        ("Multi-task", {"Multi-task.", "Multi‐task", "Multi task", "Multitask"}),
        ("Owl: An Eye", {"Owl: an eye", "Owl: An Eye.", "Owl – An Eye"}),
    ],
)
def test_respelling_changes_signs_only(title: str, others: set[str]) -> None:
    assert {respell(title, rng(seed)) for seed in SEEDS} == others


def test_rewriting_keeps_numbers_and_rare_words_and_little_else() -> None:
    common = {word for row in SYNONYMS for synonym in row for word in words(synonym)}
    for seed in SEEDS:
        new = rewrite(ABSTRACT, rng(seed))
        rare = set(words(ABSTRACT)) - common
        assert len(rare & set(words(new))) >= 0.5 * len(rare)
        assert len(set(re.findall(r"\d+", new)) & {"64", "128", "12", "3", "7"}) >= 2
        old = split_sentences(ABSTRACT)
        untouched = [s for s in split_sentences(new) if s in old]
        assert len(untouched) <= 5
        assert len(split_sentences(new)) <= len(old) + 2
    orders = {rewrite(ABSTRACT, rng(seed)).index("routers pick") for seed in range(9)}
    assert len(orders) > 3, "sentences change places"


def test_light_rewriting_exchanges_words_only() -> None:
    lightly = [rewrite(ABSTRACT, rng(seed), 0.15) for seed in SEEDS]
    assert all(len(split_sentences(new)) == 7 for new in lightly)
    assert any(new != ABSTRACT for new in lightly)
    assert "present" in {word for new in lightly for word in words(new)}, "for propose"


# Other papers


@pytest.mark.parametrize(
    ("way", "title", "others"),
    [
        ("number", "GPT-3 Plays Chess", {"GPT-4 Plays Chess", "GPT-2 Plays Chess"}),
        ("number", "Two Heads", {"One Heads", "Three Heads", "Four Heads", "Five Heads"}),
        ("negation", "Attention Is All You Need", {"Attention Is Not All You Need"}),
        ("negation", "Scale Is Not All You Need", {"Scale Is All You Need"}),
        ("negation", "Learning without Labels", {"Learning with Labels"}),
        ("negation", "Non-convex Games", {"Convex Games"}),
        ("word", "Offline Joy", {f"{word} Joy" for word in (
            "Online", "Continual", "Lifelong", "Federated", "Distributed")}),
        ("sequel", "Owls", {"Owls II", "Owls: Part II", "Owls 2.0", "Owls, Revisited"}),
        ("again", "Owls", {"Revisiting Owls", "Rethinking Owls", "A Closer Look at Owls",
                           "On the Limits of Owls"}),
        ("survey", "Owls for Night Vision", {"A Survey on Night Vision", "A Survey of Night Vision",
                                             "Night Vision: A Survey", "A Review of Night Vision"}),
        ("practice", "Owls", {"Owls in Practice", "Owls: A Case Study", "Owls at Scale",
                              "Owls: An Empirical Study"}),
    ],
)  # fmt: skip
def test_titles_of_look_alikes(way: str, title: str, others: set[str]) -> None:
    assert {WAYS[way](title, rng(seed)) for seed in SEEDS} == others


def test_a_look_alike_may_keep_all_but_the_name() -> None:
    new = WAYS["name"](TITLE, rng(1)) or ""
    name, _, rest = new.partition(": ")
    assert rest == "Sparse Routing for Long Documents"
    assert name not in ("", "Quokka")
    assert WAYS["name"]("No colon here", rng(1)) is None


def test_abstracts_of_look_alikes_share_a_part_or_nothing() -> None:
    old = split_sentences(ABSTRACT)
    stencil = {word for sentence in SENTENCES for word in words(sentence)}
    rare = set(words(ABSTRACT)) - stencil - set(words(TITLE))
    shares, overlaps = [], []
    for seed in SEEDS:
        abstract = look_alike(TITLE, ABSTRACT, rng(seed)).abstract
        shares.append(sum(sentence in abstract for sentence in old) / len(old))
        overlaps.append(len(rare & set(words(abstract))) / len(rare))
    assert max(shares) <= 0.43
    assert 0.1 < max(overlaps) <= 0.6
    assert sum(overlap < 0.1 for overlap in overlaps) >= 6, "some share nothing"
    assert sum(share > 0 for share in shares) >= 12, "some share sentences"
    alone = near_abstract(TITLE, ABSTRACT, 0.0, rng(5))
    assert not any(sentence in alone for sentence in old)


TEXT = st.text(max_size=300)
WORD = st.text("abcXYZ0139-éλ", min_size=1, max_size=9).filter(lambda text: find_words(text) != [])
SOME_TITLE = st.lists(WORD, min_size=1, max_size=12).map(" ".join)


@given(SOME_TITLE, TEXT, st.integers(0, 2**32))
def test_any_text_can_be_made_a_trap(title: str, abstract: str, seed: int) -> None:
    assert rename(title, abstract, rng(seed)).casefold() != title.casefold()
    assert look_alike(title, abstract, rng(seed)).title.casefold() != title.casefold()
    assert respell(title, rng(seed))
    assert bool(rewrite(abstract, rng(seed))) == bool(abstract.strip())
    again = [look_alike(title, abstract, rng(seed)) for _ in range(2)]
    assert again[0] == again[1], "the same seed makes the same trap"
