"""Batches hold everything once, stay within the limits, and are as few as can be."""

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from db.rows import Key, Want
from enrich.packing import pack

counts = st.lists(st.one_of(st.none(), st.integers(0, 30_000)), max_size=300)


def wants(expected: list[int | None]) -> list[Want]:
    return [Want(Key("corpus", str(n)), count) for n, count in enumerate(expected)]


@given(counts, st.integers(1, 50), st.integers(100, 9999))
def test_every_want_once_and_within_the_limits(expected, size, links):
    asked = wants(expected)
    batches = pack(asked, size=size, links=links, guess=10)
    assert sorted(w.key for batch in batches for w in batch) == sorted(w.key for w in asked)
    for batch in batches:
        assert 1 <= len(batch) <= size
        weight = sum(10 if w.expected is None else w.expected for w in batch)
        assert weight <= links or len(batch) == 1


def test_reaches_the_bound_on_a_conference():
    draw = random.Random(1)
    citations = [min(9000, int(draw.lognormvariate(3.6, 1.6))) for _ in range(2260)]
    references = [max(3, int(draw.gauss(53, 20))) for _ in range(2260)]
    for numbers in (citations, references):
        batches = pack(wants(numbers), size=500, links=9900, guess=50)
        assert len(batches) == math.ceil(sum(numbers) / 9900)


def test_the_order_of_the_list_changes_nothing():
    asked = wants([5, 90, 90, 3, 50, None, 7])
    shuffled = random.Random(3).sample(asked, len(asked))
    assert pack(asked, size=3, links=100, guess=9) == pack(shuffled, size=3, links=100, guess=9)
