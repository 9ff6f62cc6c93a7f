"""What an answer of Semantic Scholar says of each paper that was asked.

An answer is believed where it can be about the papers asked; "absent" is said only where
the service says so.
"""

import re
import struct
from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from db.identifiers import canonical_arxiv
from db.rows import (
    Absent,
    Answer,
    Author,
    Candidates,
    Embedding,
    Failed,
    Found,
    Key,
    Links,
    Outcome,
    Record,
    Vector,
    Want,
)
from db.wording import counted

from . import s2_answers as answers
from .base import AskAgain, AskLess
from .values import collapse, day, name

BATCH_PATH = "/paper/batch"
# The most links that a batch, or all pages of one paper, can hold; the most of one page.
LINKS = 9999
PAGE = 1000
# S2's counts and lists differ by a few rows, which asking again does not mend; a list that
# lacks more than so many rows, and more than this share of its count, is taken for cut off.
_MISCOUNT, _MISCOUNT_SHARE = 3, 0.1
# An empty list is believed of a paper with so few links; no page is shorter than this
# before the last.
_FEW, _SHORTEST_PAGE = 10, 100
_OWN = ("corpus", "s2")
_NO_MATCH = "title match not found"
_NONE_KNOWN = "no valid paper ids given"
_UNKNOWN_PAPER = re.compile(r"paper\b.*\bnot found", re.IGNORECASE | re.DOTALL)
_UNKNOWN = "Semantic Scholar does not know this paper"
_NO_PAPER = "Semantic Scholar's answer names no paper"
_LARGEST_FLOAT = 3.4e38


def find_absent(answer: Answer, said: answers.Said) -> list[Outcome]:
    """Return the outcomes where an error is the service's word that it has none of the papers."""
    error = said.error or ""
    if answer.request.path == BATCH_PATH:
        is_absent = answer.status == 400 and error.lower() == _NONE_KNOWN
    else:
        is_absent = answer.status == 404 and bool(_UNKNOWN_PAPER.search(error))
    return [Absent(want.key, _UNKNOWN) for want in answer.request.wants if is_absent]


def read_hits(answer: Answer, said: answers.Said) -> Outcome:
    """Return the papers that a search found. Raises AskAgain."""
    papers = () if has_no_match(answer, said) else answers.decode_hits(answer.body)
    keys = tuple(want.key for want in answer.request.wants)
    records = [
        read_record(identifiers, p) for p in papers if (identifiers := answers.identifiers(p))
    ]
    return Candidates(keys, tuple(records))


def has_no_match(answer: Answer, said: answers.Said) -> bool:
    """Return whether an error is the service's word that no title is like the one asked."""
    return answer.status == 404 and _NO_MATCH in str(said).lower()


def read_batch(answer: Answer) -> list[Outcome]:
    """Return what a batch says of each paper. Raises AskAgain, AskLess."""
    papers = answers.decode_batch(answer.body)
    wants, part = answer.request.wants, answer.request.part
    if len(papers) != len(wants):
        reason = f"{counted(len(papers), 'answer')} to {counted(len(wants), 'question')}"
        raise AskAgain(reason, content=True)
    pairs = list(zip(wants, papers, strict=True))
    for want, paper in pairs:
        if paper and (other := _other_paper(want, paper)):
            raise AskAgain(
                f"Semantic Scholar answers with another paper ({want.key}: {other})", content=True
            )
    if part in {"references", "citations"}:
        return _read_links(pairs, part)
    read = _read_vector if part == "embedding" else _read_record
    return [
        read(want.key, paper) if paper else _read_nothing(want.key, paper) for want, paper in pairs
    ]


def _read_nothing(key: Key, paper: object) -> Outcome:
    return Absent(key, _UNKNOWN) if paper is None else Failed(key, _NO_PAPER)


def _other_paper(want: Want, paper: answers.Paper) -> str | None:
    """Return what the paper is called if it is certainly not the one that was asked.

    arXiv ids decide. Papers merge, so of Semantic Scholar's own two ids one may change.
    """
    given = {key.scheme: key.value for key in answers.identifiers(paper)}
    known = {want.key, *want.known}
    asked = {
        scheme: {key.value for key in known if key.scheme == scheme} for scheme in ("arxiv", *_OWN)
    }
    asked["arxiv"] = {canonical_arxiv(value) or value for value in asked["arxiv"]}
    if "arxiv" in given and asked["arxiv"]:
        differs = given["arxiv"] not in asked["arxiv"]
    else:
        differs = all(asked[s] and s in given and given[s] not in asked[s] for s in _OWN)
    return ", ".join(f"{scheme}:{value}" for scheme, value in given.items()) if differs else None


def _read_record(key: Key, paper: answers.Paper) -> Outcome:
    identifiers = answers.identifiers(paper)
    if not identifiers:
        return Failed(key, _NO_PAPER)
    return Found(key, read_record(identifiers, paper))


def read_record(identifiers: tuple[Key, ...], paper: answers.Paper) -> Record:
    """Return what Semantic Scholar says of a paper."""
    return Record(
        title=collapse(paper.title),
        abstract=collapse(paper.abstract),
        year=paper.year,
        published=day(paper.publication_date),
        venue=collapse(paper.venue),
        arxiv_id=next((k.value for k in identifiers if k.scheme == "arxiv"), None),
        s2_paper_id=name(paper.paper_id),
        corpus_id=answers.corpus_id(paper),
        doi=answers.doi(paper),
        citation_count=paper.citation_count,
        influential_citation_count=paper.influential_citation_count,
        reference_count=paper.reference_count,
        tldr=collapse(paper.tldr.text) if paper.tldr else None,
        fields_of_study=answers.texts(paper.fields_of_study),
        publication_types=answers.texts(paper.publication_types),
        open_access_pdf=name(paper.open_access_pdf.url) if paper.open_access_pdf else None,
        identifiers=identifiers,
        authors=tuple(
            Author(called, name(author.author_id))
            for author in paper.authors or ()
            if author and (called := collapse(author.name))
        ),
    )


def _read_vector(key: Key, paper: answers.Paper) -> Outcome:
    if paper.embedding is None:
        return Absent(key, "Semantic Scholar has no vector of this paper")
    embedding = paper.embedding or answers.Embedding()
    vector = embedding.vector
    # nan compares false to everything.
    if not vector or not all(x is not None and abs(x) <= _LARGEST_FLOAT for x in vector):
        return Failed(key, "Semantic Scholar's vector of this paper is not one")
    model = name(embedding.model) or "specter_v2"
    return Vector(key, Embedding(model, struct.pack(f"<{len(vector)}f", *vector)))


def _read_links(
    pairs: Sequence[tuple[Want, answers.Paper | UnsetType | None]], direction: str
) -> list[Outcome]:
    """Return the links of the papers of a batch.

    At the limit, links of any of them may be cut off, whatever its count: halves are asked,
    which costs less than the pages of all. Raises AskLess then.
    """
    lists = [getattr(paper, direction) if paper else UNSET for _, paper in pairs]
    total = sum(len(rows) for rows in lists if rows)
    if total >= LINKS and len(pairs) > 1:
        raise AskLess(f"the answer reached the limit of {LINKS} links")
    return [
        _read_list(want, paper, rows, direction)
        for (want, paper), rows in zip(pairs, lists, strict=True)
    ]


def _read_list(
    want: Want,
    paper: answers.Paper | UnsetType | None,
    rows: list[answers.Paper | None] | UnsetType | None,
    direction: str,
) -> Outcome:
    if not paper:
        return _read_nothing(want.key, paper)
    if rows is None:
        return Absent(want.key, f"the publisher does not give the {direction}")
    if rows is UNSET:
        # Its own page says whether there are none, or they are withheld.
        return Links(want.key, direction, suspect=True)
    suspect = _is_short(len(rows), min(want.expected or 0, LINKS - 1))
    return answers.links(want.key, direction, [(row, None) for row in rows], suspect=suspect)


def _is_short(rows: int, expected: int) -> bool:
    """Return whether a list may have been cut off, rather than counted differently."""
    missing = expected - rows
    return missing > 0 and (not rows or missing > max(_MISCOUNT, _MISCOUNT_SHARE * expected))


def read_page(answer: Answer) -> Outcome:
    """Return what a page of one paper's links says. Raises AskAgain."""
    (want,) = answer.request.wants
    direction = answer.request.path.rpartition("/")[2]
    page = answers.decode_page(answer.body)
    if not page.data:
        if page.data is None and not want.offset:
            return Absent(want.key, f"the publisher does not give the {direction}")
        if page.data is None or (not want.offset and (want.expected or 0) > _FEW):
            raise AskAgain("the page is empty", content=True)
    rows = page.data or []
    return answers.links(
        want.key,
        direction,
        [(row.paper if row else None, row) for row in rows],
        offset=want.offset,
        resume_at=_following(want.offset, len(rows), page.next),
    )


def _following(offset: int, received: int, following: int | None) -> int | None:
    """Return where the next page starts; None at the end, or where `next` leads nowhere."""
    if not following or not received or following >= LINKS:
        return None
    step = following - offset
    return following if step == PAGE or step == received >= _SHORTEST_PAGE else None
