"""A paper as it is compared: what a list or a source's record says, read once."""

from typing import NamedTuple

from db.keys import doi_key
from db.rows import Candidate, Key, Record, Sought

from .abstracts import Abstract, read_abstract
from .people import Person, read_person
from .titles import Title, read_title
from .venues import Venue, read_venue


class Description(NamedTuple):
    """What is compared of a sought paper or of one record. Empty is not known."""

    title: Title | None
    abstract: Abstract
    people: tuple[Person, ...]
    year: int | None
    venue: Venue | None = None
    said: tuple[tuple[str, int | None], ...] = ()
    """What a source says of where it appeared; a venue's name with the year of the record."""


def describe_sought(sought: Sought) -> Description:
    """Return what a list tells of a paper; the year may stand in the venue."""
    venue = read_venue(sought.venue) if sought.venue else None
    year = sought.year or (venue.year if venue else None)
    return _describe(sought.title, sought.abstract, sought.authors, year)._replace(venue=venue)


def describe_record(record: Record) -> Description:
    """Return what a record tells of a paper; its year is that of its first appearance."""
    year = int(record.published[:4]) if record.published else record.year
    notes = [(text, None) for text in (record.comment, record.journal_ref) if text]
    # Semantic Scholar names the venue apart from the year; arXiv's notes have it in them.
    said = (*notes, *([(record.venue, record.year or year)] if record.venue else []))
    names = tuple(author.name for author in record.authors)
    return _describe(record.title, record.abstract, names, year)._replace(said=said)


def find_keys(record: Record) -> tuple[Key, ...]:
    """Return a record's identifiers, arXiv's first; an arXiv DOI is an arXiv id."""
    keys = [
        Key("arxiv", record.arxiv_id) if record.arxiv_id else None,
        Key("corpus", str(record.corpus_id)) if record.corpus_id is not None else None,
        Key("s2", record.s2_paper_id) if record.s2_paper_id else None,
        doi_key(record.doi),
        *(doi_key(key.value) if key.scheme == "doi" else key for key in record.identifiers),
    ]
    found = {key for key in keys if key}
    return tuple(sorted(found, key=strength))


def strength(key: Key) -> tuple[int, Key]:
    """Return what sorts the strongest key first."""
    order = ("arxiv", "corpus", "s2", "doi")
    return (order.index(key.scheme) if key.scheme in order else len(order), key)


def candidate_order(candidate: Candidate) -> tuple[tuple[Key, ...], str, int, str]:
    """Return what sorts candidates, so that the order they come in does not matter."""
    record = candidate.record
    return (find_keys(record), candidate.source, candidate.answer, record.title or "")


def _describe(
    title: str | None, abstract: str | None, authors: tuple[str, ...], year: int | None
) -> Description:
    people = tuple(person for name in authors if (person := read_person(name)))
    read = read_title(title) if title and title.strip() else None
    return Description(read, read_abstract(abstract) if abstract else frozenset(), people, year)
