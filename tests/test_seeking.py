"""Seeking papers without an id: what is asked and judged when, and what judging reads."""

import json
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import respx
from bench.content import content, differences
from test_http import ARXIV, S2

from db.rows import Answer, Listing, Outcome
from enrich.enrichment import enrich, opened_store
from enrich.errors import Exit, Interrupted
from enrich.lists import ListContent
from enrich.progress import Quiet
from enrich.resolving import Resolver
from enrich.sandbox import Sandbox, World, WorldOptions, make_world
from enrich.settings import Settings, load_settings
from enrich.sources import make_sources
from enrich.sources.arxiv import CONTROL
from enrich.sources.base import Options
from enrich.sources.semantic_scholar import SemanticScholar

NOBODY = "http://127.0.0.1:9"
SEEK = Options(fetch=False)


def rows(settings: Settings, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(settings.db)) as connection:
        return connection.execute(query).fetchall()


def titles_of(world: World) -> ListContent:
    """Return the world's list with nothing but titles and OpenReview ids."""
    listings = [
        Listing(line=line, title=paper.title, openreview_id=paper.openreview_id)
        for line, paper in enumerate(world.described(), 1)
    ]
    return ListContent("list.csv", "csv table", tuple(listings), ())


class Impatient(Quiet):
    """Somebody who presses Ctrl-C at the first answer."""

    def __init__(self) -> None:
        self.has_pressed = False

    def sent(self, source: str, part: str) -> None:
        if not self.has_pressed:
            self.has_pressed = True
            os.kill(os.getpid(), signal.SIGINT)


def test_a_search_that_was_broken_off_is_judged_when_it_was_asked_about_all(tmp_path: Path) -> None:
    """The titles take four requests, and some of the papers could be told after the first."""
    world = make_world(WorldOptions(papers=80, hidden=1, surrounding=40))
    given = [("list", titles_of(world))]
    with Sandbox(world) as served:
        settings, whole = (served.settings(tmp_path / f"{name}.db") for name in ("cut", "whole"))
        with pytest.raises(Interrupted):
            enrich(settings, given, SEEK, Impatient())
        asked = rows(settings, "SELECT part, count(*) FROM answers GROUP BY part")
        assert asked in ([("title_search", 1)], [("title_search", 2)])
        assert rows(settings, "SELECT count(*) FROM resolutions") == [(0,)]
        enrich(settings, [], SEEK, Quiet())
        enrich(whole, given, SEEK, Quiet())
    assert rows(settings, "SELECT count(*) > 50 FROM resolutions WHERE band = 'accepted'") == [(1,)]
    assert differences(content(settings.db), content(whole.db)) == []


def test_what_waits_for_review_is_told_so_at_once_and_spared_the_last_resort(
    tmp_path: Path,
) -> None:
    """arXiv has two papers of each title. Semantic Scholar, down at first, has more searches."""
    world = make_world(WorldOptions(papers=10, hidden=1, never_posted=0, twin_titles=1))
    given = [("list", titles_of(world))]
    why = "SELECT count(*) FROM unresolved WHERE reason LIKE 'two candidates are equally alike%'"
    with Sandbox(world) as served:
        settings = served.settings(tmp_path / "p.db", s2_url=NOBODY, retry_scale=0.001)
        assert enrich(settings, given, SEEK, Quiet()).exit_code == Exit.GAVE_UP
        assert rows(settings, why) == [(10,)]
        enrich(served.settings(settings.db), [], SEEK, Quiet())
    assert rows(settings, why) == [(10,)]
    asked = rows(settings, "SELECT part, count(*) FROM answers GROUP BY part")
    assert asked == [("title_match", 10), ("title_search", 1)]


def test_judging_reads_records_and_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links are most of what is stored, and say nothing of which paper is which."""
    world = make_world(WorldOptions(papers=10, hidden=1, never_posted=1, citations_mean=9))
    read: set[str] = set()
    whole = SemanticScholar.read

    def noted(self: SemanticScholar, answer: Answer) -> list[Outcome]:
        read.add(answer.request.part)
        return whole(self, answer)

    with Sandbox(world) as served:
        settings = served.settings(tmp_path / "p.db")
        enrich(settings, [("list", titles_of(world))], Options(), Quiet())
    sources = make_sources(settings)
    with opened_store(settings, sources) as store:
        monkeypatch.setattr(SemanticScholar, "read", noted)
        Resolver(store, sources).judge()
    stored = {part for (part,) in rows(settings, "SELECT part FROM answers WHERE source = 's2'")}
    assert stored - read == {"references", "citations"}


FOUND, MERGED = "Quokka: Sparse Routing for Long Documents", "Routing Tokens with Learned Hashes"
ENTRY = "<entry><id>http://arxiv.org/abs/{}</id><title>{}</title></entry>"
FEED = "<feed xmlns='http://www.w3.org/2005/Atom'>{}</feed>".format(
    ENTRY.format(CONTROL, "Known") + ENTRY.format("2310.00001", FOUND)
)


@respx.mock
@pytest.mark.parametrize(
    ("given_id", "unfound", "why"),
    [
        (None, 2, "it is alike to 2 papers of this list"),
        ("2310.00001", 1, f"the best match belongs to '{FOUND}'"),
    ],
)
def test_what_turns_out_to_be_two_papers_is_no_longer_given_to_one(
    given_id: str | None, unfound: int, why: str, tmp_path: Path
) -> None:
    """A record that is found for a paper is merged, at Semantic Scholar, with another's on arXiv.

    The other one was found too, or the list gives its id.
    """
    urls = {"arxiv_url": ARXIV, "s2_url": S2, "arxiv_interval": 0, "s2_interval": 0}
    settings = load_settings({"db": tmp_path / "p.db"} | urls, {}, [])
    record = {"paperId": "a" * 40, "corpusId": 7, "title": MERGED}
    merged = record | {"externalIds": {"ArXiv": "2310.00001"}, "references": [], "citations": []}
    respx.get(url__startswith=ARXIV).respond(text=FEED)
    respx.get(url__startswith=f"{S2}/paper/search/match").respond(json={"data": [record]})
    respx.post(url__startswith=f"{S2}/paper/batch").mock(
        side_effect=lambda request: httpx.Response(
            200, json=[merged] * len(json.loads(request.content)["ids"])
        )
    )
    listings = [
        Listing(line=1, title=FOUND, openreview_id="abcDEF0001", arxiv_id=given_id),
        Listing(line=2, title=MERGED, openreview_id="abcDEF0002"),
    ]
    given = ListContent("list.csv", "csv table", tuple(listings), ())
    enrich(settings, [("list", given)], Options(), Quiet())
    assert rows(settings, "SELECT count(DISTINCT paper) FROM listed") == [(2,)]
    assert rows(settings, "SELECT count(*) FROM resolutions WHERE band = 'accepted'") == [(0,)]
    told = [str(reason) for (reason,) in rows(settings, "SELECT reason FROM unresolved")]
    assert len(told) == unfound
    assert all(reason.startswith(why) for reason in told)
