"""Authors of a made world as Semantic Scholar's JSON text."""

from json import dumps
from json.encoder import encode_basestring_ascii as quote

from . import words
from .mixing import mix
from .world import FIRST_AUTHOR_ID, World

SITE = "https://www.semanticscholar.org"


class AuthorTexts:
    """Encodes what a world knows of authors, field by field."""

    def __init__(self, world: World) -> None:
        self._world = world

    def fields(self, author: int, names: tuple[str, ...]) -> list[str]:
        """Return `"name": value` of each asked field of an author."""
        return [f'"{name}": {self._field(author, name)}' for name in names]

    def of_paper(self, paper: int, names: tuple[str, ...]) -> str:
        """Return the list of a paper's authors; a few have no id."""
        texts = []
        for place, author in enumerate(self._world.authors(paper)):
            text = ", ".join(self.fields(author, names))
            if mix(paper, place) % 400 == 0:
                text = text.replace(f'"authorId": "{FIRST_AUTHOR_ID + author}"', '"authorId": null')
            texts.append("{" + text + "}")
        return "[" + ", ".join(texts) + "]"

    def name(self, author: int) -> str:
        """Return an author's name; the service often knows no more than an initial."""
        given, family = self._world.person(author)
        return f"{given[0]}. {family}" if given and author % 4 == 0 else f"{given} {family}".strip()

    def _field(self, author: int, field: str) -> str:
        match field:
            case "authorId":
                return f'"{FIRST_AUTHOR_ID + author}"'
            case "name":
                return quote(self.name(author))
            case "url":
                return f'"{SITE}/author/{FIRST_AUTHOR_ID + author}"'
            case "externalIds":
                return dumps({"DBLP": [self.name(author)]} if author % 3 == 0 else {})
            case "affiliations":
                return dumps([words.affiliation(author)] if author % 4 == 0 else [])
            case "homepage":
                return "null"
            case "paperCount":
                return str(len(self._world.papers_of(author)))
        cited = sorted(
            (int(self._world.links.citation_counts[p]) for p in self._world.papers_of(author)),
            reverse=True,
        )
        if field == "hIndex":
            return str(sum(count > place for place, count in enumerate(cited)))
        return str(sum(cited))
