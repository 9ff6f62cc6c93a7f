"""Whole records of Semantic Scholar: papers with their links, link rows, authors."""

from json import dumps
from json.encoder import encode_basestring_ascii as quote

from . import words
from .mixing import mix
from .s2_authors import AuthorTexts
from .s2_fields import AuthorFields, LinkFields, PaperFields
from .s2_papers import Encode, PaperTexts
from .world import World

_INTENTS = ("background", "methodology", "result")


class Records:
    """Joins the texts of fields to the JSON objects that the service answers with."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._authors = AuthorTexts(world)
        self.papers = PaperTexts(world, self._authors)

    def paper(
        self,
        paper: int,
        fields: PaperFields,
        citations: list[int] | None = None,
        references: list[int] | None = None,
    ) -> str:
        """Return a paper's record; link rows that are None show as null where asked for."""
        parts = [f'"{name}": {self.papers.fields[name](paper)}' for name in fields.plain]
        if fields.embedding:
            parts.append(f'"embedding": {self.papers.embedding(paper, fields.embedding)}')
        if fields.authors is not None:
            parts.append(f'"authors": {self._authors.of_paper(paper, fields.authors)}')
        if fields.citations:
            parts.append(f'"citations": {self._neighbours(citations, fields.citations)}')
        if fields.references:
            parts.append(f'"references": {self._neighbours(references, fields.references)}')
        return _object(parts)

    def links(self, paper: int, rows: list[int], fields: LinkFields, *, cited: bool) -> list[str]:
        """Return rows of /references (`cited`) or of /citations of a paper."""
        label = '"citedPaper": ' if cited else '"citingPaper": '
        encode = self._encoder(fields.paper)
        return [
            _object(
                [
                    *self._link((paper, row) if cited else (row, paper), fields.link),
                    label + encode(row),
                ]
            )
            for row in rows
        ]

    def citing_paper_info(self, paper: int) -> str:
        """Return what /references says of the paper itself."""
        names = ("openAccessPdf",) if paper in self._world.elided else ("openAccessPdf", "title")
        parts = [f'"{name}": {self.papers.fields[name](paper)}' for name in names]
        if "title" in names:
            parts.append(f'"authors": {self._authors.of_paper(paper, ("authorId", "name"))}')
        return _object(parts)

    def author(self, author: int, fields: AuthorFields) -> str:
        """Return an author's record."""
        parts = self._authors.fields(author, fields.plain)
        if fields.papers:
            papers = self._neighbours(list(self._world.papers_of(author)), fields.papers)
            parts.append(f'"papers": {papers}')
        return _object(parts)

    def _neighbours(self, rows: list[int] | None, fields: PaperFields) -> str:
        if rows is None:
            return "null"
        return "[" + ", ".join(map(self._encoder(fields), rows)) + "]"

    def _encoder(self, fields: PaperFields) -> Encode:
        """Return a function from a link row to a record without links of its own."""
        encoders = [(f'"{name}": ', self.papers.fields[name]) for name in fields.plain]
        authors = fields.authors

        def encode(row: int) -> str:
            if row < 0:
                return _unlinked(-row, fields)
            parts = [label + field(row) for label, field in encoders]
            if authors is not None:
                parts.append(f'"authors": {self._authors.of_paper(row, authors)}')
            return _object(parts)

        return encode

    def _link(self, pair: tuple[int, int], names: tuple[str, ...]) -> list[str]:
        """Return what is asked of the link itself; `pair` is citing, cited."""
        if not names:
            return []
        seed = self._world.options.seed
        bits = mix(seed, *(number & 0xFFFFFFFF for number in pair), 9)
        said = [
            (words.context(mix(bits, k)), [_INTENTS[(bits >> 4 * k) % 3]] if bits >> k & 1 else [])
            for k in range(bits % 4)
        ]
        known: dict[str, object] = {
            "contextsWithIntent": [{"context": text, "intents": why} for text, why in said],
            "contexts": [text for text, _ in said],
            "isInfluential": min(pair) >= 0 and mix(seed, *pair) % 12 == 0,
            "intents": sorted({intent for _, why in said for intent in why}),
        }
        return [f'"{name}": {dumps(known[name])}' for name in names]


def _unlinked(number: int, fields: PaperFields) -> str:
    """Return a row with no paper behind it: a title, perhaps a year, else null."""
    bits = mix(number)
    said = {"title": quote(words.unlinked_title(number)), "venue": '""'}
    if bits & 1:
        said["year"] = str(1990 + (bits >> 1) % 33)
    parts = [f'"{name}": {said.get(name, "null")}' for name in fields.plain]
    return _object([*parts, '"authors": []'] if fields.authors is not None else parts)


def _object(parts: list[str]) -> str:
    return "{" + ", ".join(parts) + "}"
