"""The whole fetch over a real socket: what is stored is what the services know, exactly."""

import itertools
import json
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from bench.fetching import listed

from db.identity import number_of
from enrich.enrichment import Enrichment, enrich
from enrich.errors import Exit
from enrich.lists import read_list
from enrich.progress import Quiet
from enrich.sandbox import Sandbox, World, WorldOptions, make_world
from enrich.sandbox.exchange import Alter, Question, Reply, leave_unaltered
from enrich.settings import load_settings
from enrich.sources.base import Options

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def world() -> World:
    # One paper has more citations than a call may bring, some have fewer rows than counted.
    return make_world(WorldOptions(papers=150, most_cited=12_000, miscounted_share=0.1))


def run(
    world: World,
    database: Path,
    options: Options | None = None,
    alter: Alter = leave_unaltered,
) -> tuple[Enrichment, Sandbox]:
    with Sandbox(world, alter=alter) as served:
        settings = served.settings(database, retry_scale=0.001)
        result = enrich(
            settings, [("made", listed(world))], options or Options(resolve=False), Quiet()
        )
        return result, served


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(database)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def number(world: World, paper: int) -> int:
    """Return the number that a paper of the world has in the database."""
    arxiv_id = world.arxiv_id(paper)
    if arxiv_id:
        return number_of("arxiv", arxiv_id)
    return number_of("corpus", str(world.corpus_id(paper)))


def asked(world: World) -> list[int]:
    """Return the listed papers that S2 can be asked about and knows."""
    return [
        paper for paper, listed in enumerate(world.listed) if listed.arxiv_id and world.in_s2(paper)
    ]


def true_links(world: World) -> set[tuple[int, int]]:
    """Return the links that the services give when asked for all they can."""
    links = set()
    for paper in asked(world):
        if paper not in world.elided:
            links |= {(paper, other) for other in world.links.references.of(paper) if other >= 0}
        given = world.links.citations.of(paper)[:9999]
        links |= {(other, paper) for other in given if other >= 0}
    return {(number(world, a), number(world, b)) for a, b in links if a != b}


def test_every_link_that_the_service_gives_is_stored_and_no_other(world, tmp_path):
    database = tmp_path / "p.db"
    result, served = run(world, database)
    assert (result.exit_code, result.left) == (Exit.OK, 0)
    assert set(rows(database, "SELECT citing, cited FROM citations")) == true_links(world)
    unlinked = sum(
        entry < 0
        for paper in asked(world)
        if paper not in world.elided
        for entry in world.links.references.of(paper)
    )
    assert rows(
        database, "SELECT count(*) FROM unlinked_references WHERE direction = 'references'"
    ) == [(unlinked,)]
    assert rows(database, "SELECT count(*) FROM papers WHERE is_listed") == [(150,)]
    withheld = rows(database, "SELECT count(*) FROM problems WHERE reason LIKE '%publisher%'")
    assert withheld == [(len(world.elided.intersection(asked(world))),)]
    assert [visit.status for visit in served.log if visit.status != 200] == []


def test_titles_and_authors_are_those_of_the_services(world, tmp_path):
    database = tmp_path / "p.db"
    run(world, database, Options(embeddings=True, resolve=False))
    titles = dict(rows(database, "SELECT id, title FROM papers"))
    for paper in range(world.census.listed + 200):
        if number(world, paper) in titles and (world.in_s2(paper) or world.in_arxiv(paper)):
            assert titles[number(world, paper)] == " ".join(world.title(paper).split())
    identified = "SELECT count(*) FROM authors WHERE s2_author_id IS NOT NULL"
    assert rows(database, identified)[0][0] > 100
    assert rows(database, "SELECT DISTINCT length(vector) FROM embeddings") == [(4 * 768,)]
    assert rows(database, "SELECT count(*) FROM embeddings") == [(len(asked(world)),)]
    chosen = rows(
        database,
        "SELECT count(*) FROM provenance JOIN papers ON papers.id = paper "
        "WHERE chosen AND field = 'title' AND value IS NOT title",
    )
    assert chosen == [(0,)]


def test_contexts_bring_influence_and_sentences(tmp_path):
    world = make_world(WorldOptions(papers=12))
    database = tmp_path / "p.db"
    run(world, database, Options(contexts=True, resolve=False))
    assert set(rows(database, "SELECT citing, cited FROM citations")) == true_links(world)
    assert rows(database, "SELECT count(*) FROM citations WHERE is_influential IS NULL") == [(0,)]
    contexts = rows(database, "SELECT context, intents FROM citation_contexts")
    assert len(contexts) > 100
    assert all(str(intents).startswith("[") for _, intents in contexts)


def test_requests_keep_the_pace_of_the_real_services(tmp_path):
    """The stand-in is another process here, so that it sees when a request really comes."""
    child = subprocess.Popen(
        [sys.executable, "-m", "enrich", "sandbox", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        text=True,
    )
    try:
        assert child.stdout
        urls = json.loads(child.stdout.readline())
        flags = {"db": tmp_path / "p.db", "arxiv_interval": 3, "s2_interval": 1} | urls
        settings = load_settings(flags, environment={}, files=[])
        content = read_list(str(ROOT / "db" / "iclr2024.csv"))
        began = time.monotonic()
        result = enrich(settings, [("iclr2024", content)], Options(resolve=False), Quiet())
        took = time.monotonic() - began
    finally:
        child.terminate()
        child.communicate()
    assert result.exit_code == Exit.OK
    requests = {use.source: (use.requests, use.refusals) for use in result.uses}
    assert requests == {"arxiv": (1, 0), "s2": (4, 0)}
    assert took >= 3


def test_every_answer_wrong_once_changes_nothing(world, tmp_path):
    """Each question is first refused, cut off, emptied or garbled; the content is the same."""
    faults = itertools.cycle(
        [
            lambda reply: Reply(429, b"Rate exceeded.", "text/plain"),
            lambda reply: Reply(200, b"Rate exceeded.", "text/plain"),
            lambda reply: Reply(503, b"", "text/html", (("Retry-After", "0"),)),
            lambda reply: replace(reply, body=reply.body[: len(reply.body) // 2]),
            lambda reply: Reply(200, b"", "application/json"),
            lambda reply: Reply(200, b"<html>", "text/html"),
        ]
    )
    seen: set[tuple[str, bytes]] = set()

    def alter(question: Question, reply: Reply) -> Reply:
        if (question.target, question.body) in seen:
            return reply
        seen.add((question.target, question.body))
        return next(faults)(reply)

    calm, stormy = tmp_path / "calm.db", tmp_path / "stormy.db"
    run(world, calm)
    result, served = run(world, stormy, alter=alter)
    assert (result.exit_code, result.left) == (Exit.OK, 0)
    assert len(seen) < len(served.log) <= 2 * len(seen)
    for query in (
        "SELECT id, title, abstract, year, corpus_id, citation_count, tldr FROM papers",
        "SELECT citing, cited, seen_in_references, seen_in_citations FROM citations",
        "SELECT paper, source, part, state, expected, received, unlinked FROM fetches",
        "SELECT paper, position, author, name FROM authorships",
    ):
        assert set(rows(calm, query)) == set(rows(stormy, query))


def test_a_spoiled_batch_is_halved_until_one_paper_stands_alone(world, tmp_path):
    bad = world.listed[0].arxiv_id
    assert bad

    def alter(question: Question, reply: Reply) -> Reply:
        spoils = f"ARXIV:{bad}".encode() in question.body or bad in question.params.get(
            "id_list", ""
        )
        return Reply(400, b'{"error":"Unacceptable"}', "application/json") if spoils else reply

    database = tmp_path / "p.db"
    result, served = run(world, database, alter=alter)
    assert result.exit_code == Exit.PARTIAL
    failed = rows(
        database,
        "SELECT arxiv_id, source FROM problems JOIN papers ON id = paper WHERE state = 'failed'",
    )
    assert sorted(failed) == [(bad, "arxiv"), (bad, "s2")]
    found = rows(
        database, "SELECT count(*) FROM fetches WHERE source = 'arxiv' AND state = 'found'"
    )
    assert found == [(sum(paper.arxiv_id is not None for paper in world.listed) - 1,)]
    refusals = [visit for visit in served.log if visit.status == 400]
    assert len(refusals) <= 2 * 9
