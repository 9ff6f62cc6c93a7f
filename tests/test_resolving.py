"""Papers without an id: sought, scored, stored, reviewed, measured; from the list to the file."""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from bench.content import content, differences
from click.testing import CliRunner

import graph
from db.occupancy import occupied
from db.outcomes import load_identified, load_outcomes
from db.rows import Key
from enrich.commands import rebuild, resolve, review
from enrich.enrichment import Enrichment, enrich, opened_store
from enrich.evaluation import evaluate
from enrich.lists import read_list
from enrich.progress import Quiet
from enrich.resolving import Resolver
from enrich.sandbox import (
    Sandbox,
    World,
    WorldOptions,
    from_listings,
    make_world,
    tell_truth,
    write_list,
)
from enrich.settings import Settings
from enrich.sources import make_sources
from enrich.sources.base import Options
from enrich.sources.wording import telling_phrases, telling_words

DATA = Path(__file__).parents[2] / "shared" / "data" / "iclr2024-accepted.jsonl.gz"


@pytest.fixture(scope="module", params=["title", "both"])
def kind(request: pytest.FixtureRequest) -> str:
    """What the list gives: titles of the bundled list, or real titles with real abstracts."""
    if request.param == "both" and not DATA.exists():
        pytest.skip("the real abstracts are not beside the checkout; made ones are too alike")
    return request.param


@pytest.fixture(scope="module")
def world(kind: str) -> World:
    listings = read_list(str(DATA)).listings if kind == "both" else ()
    return make_world(
        WorldOptions(
            papers=80,
            listed=tuple(from_listings(listings, seed=7)[:80]),
            hidden=0.6,
            never_posted=0.2,
            renamed=0.15,
            rewritten=0.15,
            split_records=0.2,
            look_alikes=0.3,
            respelled=0.2,
            venue_named=0.5,
            venue_recorded=0.5,
            surrounding=200,
            citations_mean=4,
            references_mean=6,
            references_sd=2,
        )
    )


@contextmanager
def services(world: World, database: Path) -> Iterator[Settings]:
    with Sandbox(world) as served:
        yield served.settings(database)


def run(world: World, folder: Path, text: str, options: Options | None = None) -> Enrichment:
    (folder / "iclr2024.csv").write_text(text, "utf-8")
    read = read_list(str(folder / "iclr2024.csv"))
    with services(world, folder / "p.db") as settings:
        return enrich(settings, [("iclr2024", read)], options or Options(), Quiet())


@pytest.fixture(scope="module")
def found(world: World, kind: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("found")
    run(world, folder, write_list(world.described(), kind))
    return folder / "p.db"


def accepted(database: Path) -> dict[str, set[Key]]:
    """Return the identifiers that were found, by the list's key."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT paper_key, keys FROM resolutions WHERE band = 'accepted'"
        ).fetchall()
    return {key: {Key(*each) for each in json.loads(keys)} for key, keys in rows}


def test_what_is_found_is_right_and_what_is_nowhere_is_not_found(
    world: World, kind: str, found: Path
) -> None:
    given = accepted(found)
    sought = [truth for truth in tell_truth(world) if truth.is_sought]
    assert len(sought) > 40
    hits = findable = 0
    for truth in sought:
        right = {Key("corpus", str(each)) for each in truth.corpus_ids}
        right |= {Key("arxiv", truth.arxiv_id)} if truth.arxiv_id else set()
        keys = given.get(f"openreview:{truth.openreview_id}", set())
        assert not {key for key in keys if key.scheme == "arxiv"} - right
        assert not keys or keys & right
        # By its title alone, a renamed paper is not to be found.
        if right and (kind == "both" or truth.fate in ("posted", "rewritten")):
            findable += 1
            hits += bool(keys & right)
    assert hits >= 0.9 * findable
    with closing(sqlite3.connect(found)) as connection:
        outcomes = load_outcomes(connection)
        ids = connection.execute(
            "SELECT arxiv_id FROM papers WHERE is_listed AND arxiv_id IS NOT NULL"
        ).fetchall()
    assert len(outcomes) == len(sought)
    assert all(each.reason for each in outcomes if each.band != "accepted")
    assert len(ids) == len(set(ids))


def test_a_paper_of_s2_alone_is_a_full_node(world: World, found: Path) -> None:
    alone = [t for t in tell_truth(world) if t.is_sought and not t.arxiv_id and t.corpus_ids]
    keys = {key for each in accepted(found).values() for key in each}
    there = [t for t in alone if Key("corpus", str(t.corpus_ids[0])) in keys]
    assert there
    network = graph.load(found)
    assert network.number_of_nodes() == 80
    with closing(sqlite3.connect(found)) as connection:
        for truth in there:
            state = connection.execute(
                "SELECT state FROM fetches JOIN papers ON papers.id = fetches.paper "
                "WHERE corpus_id = ? AND source = 's2' AND part = 'references'",
                (truth.corpus_ids[0],),
            ).fetchone()
            assert state


def test_a_second_run_asks_nothing_and_a_rebuild_ends_with_the_same(
    world: World, found: Path, tmp_path: Path
) -> None:
    before = content(found)
    with services(world, found) as settings:
        again = enrich(settings, [], Options(), Quiet())
    assert sum(use.requests for use in again.uses) == 0
    assert again.left == 0
    done = CliRunner().invoke(rebuild.command, ["--db", str(found)])
    assert done.exit_code == 0, done.output
    assert differences(before, content(found)) == []


def test_the_order_of_the_list_changes_nothing(
    world: World, kind: str, found: Path, tmp_path: Path
) -> None:
    papers = list(world.described())
    random.Random(5).shuffle(papers)
    run(world, tmp_path, write_list(papers, kind), Options(fetch=False))
    assert accepted(tmp_path / "p.db") == accepted(found)


def test_what_a_person_decided_beats_every_later_run(world: World, tmp_path: Path) -> None:
    text = write_list(world.described(), "title")
    run(world, tmp_path, text, Options(fetch=False))
    database = tmp_path / "p.db"
    with closing(sqlite3.connect(database)) as connection:
        paper, wrong = connection.execute(
            "SELECT paper_key, candidate FROM resolutions WHERE band = 'rejected' AND place = 1"
        ).fetchone()
    with services(world, database) as settings, occupied(database):
        sources = make_sources(settings)
        with opened_store(settings, sources) as store:
            key, candidate = (Key(*text.split(":", 1)) for text in (paper, wrong))
            store.decide(key, candidate, is_accepted=True, at="2026-01-01T00:00:00.000Z")
            Resolver(store, sources).judge()
    assert Key(*wrong.split(":", 1)) in accepted(database)[paper]
    run(world, tmp_path, text, Options(fetch=False))
    CliRunner().invoke(rebuild.command, ["--db", str(database)])
    assert Key(*wrong.split(":", 1)) in accepted(database)[paper]
    with closing(sqlite3.connect(database)) as connection:
        decided = "SELECT count(*) FROM resolutions WHERE is_decided AND band = 'accepted'"
        assert connection.execute(decided).fetchone() == (1,)


def test_review_shows_both_and_takes_a_key(world: World, kind: str, tmp_path: Path) -> None:
    run(world, tmp_path, write_list(world.described(), kind), Options(fetch=False))
    database = tmp_path / "p.db"
    with sqlite3.connect(database) as connection:
        paper, candidate, title = connection.execute(
            "SELECT paper_key, candidate, candidate_title FROM resolutions "
            "WHERE band = 'rejected' AND place = 1 AND candidate LIKE 'arxiv%'"
        ).fetchone()
        connection.execute(
            "UPDATE resolutions SET band = 'review', reason = 'doubtful' "
            "WHERE paper_key = ? AND candidate = ?",
            (paper, candidate),
        )
    connection.close()
    told = CliRunner().invoke(review.command, ["--db", str(database), "--json"])
    waiting = [each["paper"] for each in json.loads(told.stdout)["waiting"]]
    before, after = waiting.index(paper), len(waiting) - waiting.index(paper) - 1
    keys = "s" * before + "xa" + "r" * 5 * after
    done = CliRunner().invoke(review.command, ["--db", str(database)], input=keys)
    assert done.exit_code == 0, done.output
    assert title.split()[0] in done.stderr
    assert "1 accepted" in done.stderr
    assert Key(*candidate.split(":", 1)) in accepted(database)[paper]


def test_the_evaluation_hides_the_ids_and_tells_every_error(
    world: World, kind: str, tmp_path: Path
) -> None:
    given = "title and abstract" if kind == "both" else "title"
    run(world, tmp_path, write_list(world.described(with_ids=True), "both"), Options(resolve=False))
    database = tmp_path / "p.db"
    before = content(database)
    with closing(sqlite3.connect(database)) as connection:
        papers = load_identified(connection, "iclr2024")
    assert len(papers) > 60
    with services(world, database) as settings:
        measured = evaluate(settings, papers, given, Quiet())
        # A truth that nothing can meet makes every accepted one an error.
        false = [replace_keys(paper) for paper in papers[:20]]
        wrong = evaluate(settings, false, given, Quiet())
        told = CliRunner(env=environment(settings)).invoke(
            resolve.command, ["--db", str(database), "--evaluate", "--sample", "5", "--json"]
        )
    assert measured.precision == 1
    assert measured.recall is not None
    assert measured.recall > (0.9 if kind == "both" else 0.8)
    assert wrong.precision == 0
    assert all(trial.evidence for trial in wrong.trials if trial.is_error)
    kinds = json.loads(told.stdout)["kinds"]
    assert [len(kind["trials"]) for kind in kinds] == [5, 5, 5]
    assert differences(before, content(database)) == []


def replace_keys(paper):
    return paper._replace(keys=(Key("arxiv", "9901.00001"),), listing=replace(paper.listing))


def environment(settings: Settings) -> dict[str, str]:
    services = settings.services
    return {
        "CITEWEAVE_ARXIV_URL": services["arxiv"].url,
        "CITEWEAVE_S2_URL": services["s2"].url,
        "CITEWEAVE_ARXIV_INTERVAL": "0",
        "CITEWEAVE_S2_INTERVAL": "0",
    }


def test_searches_are_made_of_plain_words() -> None:
    title = 'GPT-4 is $\\alpha$-Robust: "Scaling" (Non-Linear) Transformers, and SGD?'
    assert telling_words(title, 3) == ["scaling", "transformers", "sgd"]
    said = (
        "We bound risks: of many deep linear networks here. A $x^2$ term vanishes in these limits."
    )
    assert telling_phrases(said, 2) == [
        "many deep linear networks here",
        "term vanishes in these limits",
    ]
    assert telling_phrases("", 3) == []
    assert telling_words("$x$", 3) == []
