"""The grammar of `fields=`: a comma list of names, with points for what is nested.

Names are those of the official interface description (recorded as s2-graph-api.json).
"""

from collections.abc import Iterable
from dataclasses import dataclass

# In the order in which the service writes them.
BASE_FIELDS = (
    "paperId", "externalIds", "corpusId", "publicationVenue", "url", "title", "abstract",
    "venue", "year", "referenceCount", "citationCount", "influentialCitationCount",
    "isOpenAccess", "openAccessPdf", "fieldsOfStudy", "s2FieldsOfStudy", "publicationTypes",
    "publicationDate", "journal", "citationStyles",
)  # fmt: skip
_TLDR_AT = BASE_FIELDS.index("publicationTypes")
FULL_FIELDS = (*BASE_FIELDS[:_TLDR_AT], "tldr", *BASE_FIELDS[_TLDR_AT:], "textAvailability")
AUTHOR_FIELDS = (
    "authorId", "externalIds", "url", "name", "affiliations", "homepage", "paperCount",
    "citationCount", "hIndex",
)  # fmt: skip
LINK_FIELDS = ("contextsWithIntent", "contexts", "isInfluential", "intents")
EMBEDDINGS = ("specter_v1", "specter_v2")


class UnknownFieldsError(ValueError):
    """Some of the asked fields do not exist; the message is the service's."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(f"Unrecognized or unsupported fields: [{', '.join(names)}]")


@dataclass(frozen=True)
class PaperFields:
    """What is asked of a paper. None means that the part is not asked at all."""

    plain: tuple[str, ...] = ("paperId", "title")
    embedding: str | None = None
    authors: tuple[str, ...] | None = None
    citations: "PaperFields | None" = None
    references: "PaperFields | None" = None


@dataclass(frozen=True)
class LinkFields:
    """What is asked of a row of references or citations."""

    link: tuple[str, ...]
    paper: PaperFields


@dataclass(frozen=True)
class AuthorFields:
    """What is asked of an author."""

    plain: tuple[str, ...] = ("authorId", "name")
    papers: PaperFields | None = None


def read_paper_fields(text: str | None, *, nested: bool = True) -> PaperFields:
    """Return the fields of a paper; `nested` allows references, citations, tldr and vectors."""
    return _read(text, FULL_FIELDS if nested else BASE_FIELDS, nested=nested)


def read_link_fields(text: str | None) -> LinkFields:
    """Return the fields of /references and /citations rows."""
    names = _split(text)
    link = tuple(name for name in LINK_FIELDS if name in names)
    rest = ",".join(name for name in names if name not in LINK_FIELDS)
    return LinkFields(link, _read(rest or ("paperId" if link else None), BASE_FIELDS, nested=False))


def read_author_fields(text: str | None) -> AuthorFields:
    """Return the fields of an author, papers included."""
    names = _split(text)
    if not names:
        return AuthorFields()
    below = [name.removeprefix("papers") for name in names if name.split(".")[0] == "papers"]
    unknown = [
        name for name in names if name not in AUTHOR_FIELDS and name.split(".")[0] != "papers"
    ]
    papers = _below("papers", below, BASE_FIELDS, nested=False, unknown=unknown) if below else None
    if unknown:
        raise UnknownFieldsError(unknown)
    return AuthorFields(_ordered(AUTHOR_FIELDS, {"authorId", *names}), papers)


def _read(text: str | None, known: tuple[str, ...], *, nested: bool) -> PaperFields:
    names = _split(text)
    if not names:
        return PaperFields()
    unknown: list[str] = []
    fields = _sort_out(names, known, nested, unknown)
    if unknown:
        raise UnknownFieldsError(unknown)
    return fields


def _sort_out(
    names: list[str], known: tuple[str, ...], nested: bool, unknown: list[str]
) -> PaperFields:
    """Divide names among the parts of a paper; names that fit nowhere go to `unknown`."""
    parts: dict[str, list[str]] = {}
    plain, embedding = {"paperId"}, None
    for name in names:
        head, point, rest = name.partition(".")
        if name in known:
            plain.add(name)
        elif head == "authors" or (nested and head in ("citations", "references")):
            parts.setdefault(head, []).append(point + rest)
        elif nested and head == "embedding" and (not point or rest in EMBEDDINGS):
            embedding = rest or "specter_v1"
        else:
            unknown.append(name)
    authors = _author_names(parts["authors"], unknown) if "authors" in parts else None
    below = {
        side: _below(side, parts[side], BASE_FIELDS, nested=False, unknown=unknown)
        for side in ("citations", "references")
        if side in parts
    }
    return PaperFields(
        _ordered(known, plain), embedding, authors, below.get("citations"), below.get("references")
    )


def _below(
    side: str, names: list[str], known: tuple[str, ...], *, nested: bool, unknown: list[str]
) -> PaperFields:
    """Read what follows `references.` and the like; the bare name stands for the title."""
    lost: list[str] = []
    fields = _sort_out([name[1:] or "title" for name in names], known, nested, lost)
    unknown += [f"{side}.{name}" for name in lost]
    return fields


def _author_names(names: list[str], unknown: list[str]) -> tuple[str, ...]:
    unknown += [f"authors{name}" for name in names if name and name[1:] not in AUTHOR_FIELDS]
    asked = {name[1:] or "name" for name in names}
    return _ordered(AUTHOR_FIELDS, {"authorId", *asked})


def _ordered(known: tuple[str, ...], asked: set[str]) -> tuple[str, ...]:
    return tuple(name for name in known if name in asked)


def _split(text: str | None) -> list[str]:
    return [name for name in (part.strip() for part in (text or "").split(",")) if name]
