"""Which paper or author an id asked of Semantic Scholar names."""

import re

from .world import FIRST_AUTHOR_ID, World

_SHA = re.compile(r"[0-9a-f]{40}", re.IGNORECASE)
_URL = re.compile(r"(?:https?://)?(?:www\.)?(arxiv\.org|semanticscholar\.org)/(.+)")


def find_paper(world: World, asked: str) -> int | None:
    """Return the paper that an id of any supported kind names, if the service has it."""
    paper = _resolve(world, asked)
    return paper if paper is not None and world.in_s2(paper) else None


def find_author(world: World, asked: str) -> int | None:
    """Return the author with an id, if any paper of the service has that author."""
    author = int(asked) - FIRST_AUTHOR_ID if asked.isdecimal() else -1
    return author if author >= 0 and world.papers_of(author) else None


def _resolve(world: World, asked: str) -> int | None:
    if _SHA.fullmatch(asked):
        return world.by_paper_id(asked.lower())
    prefix, _, value = asked.partition(":")
    match prefix.lower():
        case "arxiv":
            # The service knows no versions: an id with one is not found.
            return world.by_arxiv(value)
        case "corpusid":
            return world.by_corpus_id(int(value)) if value.isdecimal() else None
        case "doi":
            return world.by_doi(value)
        case "url":
            return _resolve_url(world, value)
    return world.by_doi(asked)


def _resolve_url(world: World, url: str) -> int | None:
    read = _URL.fullmatch(url)
    if read is None:
        return None
    if read[1] == "arxiv.org":
        text = read[2].partition("/")[2].removesuffix(".pdf")
        return world.by_arxiv(re.sub(r"v\d+$", "", text))
    sha = read[2].rsplit("/", 1)[-1]
    return world.by_paper_id(sha.lower()) if _SHA.fullmatch(sha) else None
