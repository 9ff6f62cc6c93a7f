"""Papers without an id at the edges: no words, too many, listed twice, half asked, contradicted."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_resolution import PAPER, accepted, posted

from db.coverage import count_unidentified
from db.errors import DatabaseError
from db.outcomes import load_identified, load_outcomes
from db.resolutions import Shown
from db.rows import Key, Listing, Record, Resolution
from enrich.commands import resolve as resolve_command
from enrich.enrichment import Enrichment, enrich, opened_store
from enrich.errors import Exit, GaveUp
from enrich.evaluation import evaluate
from enrich.lists import ListContent
from enrich.progress import Quiet
from enrich.resolution import resolve
from enrich.sandbox import Sandbox, World, WorldOptions, make_world
from enrich.settings import Settings
from enrich.sources import make_sources
from enrich.sources.base import Options

NOBODY = "http://127.0.0.1:9"


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(WorldOptions(papers=30, hidden=0.5, surrounding=40))


@pytest.fixture(scope="module")
def served(world: World) -> Iterator[Sandbox]:
    with Sandbox(world) as sandbox:
        yield sandbox


def settings_for(served: Sandbox, folder: Path, **flags: object) -> Settings:
    return served.settings(folder / "p.db", retry_scale=0.001, **flags)


def run(settings: Settings, listings: list[Listing], options: Options | None = None) -> Enrichment:
    content = ListContent("list.csv", "csv table", tuple(listings), ())
    return enrich(settings, [("list", content)], options or Options(), Quiet())


def reasons(settings: Settings) -> dict[str, str | None]:
    with closing(sqlite3.connect(settings.db)) as connection:
        return {outcome.title: outcome.reason for outcome in load_outcomes(connection)}


def test_a_paper_without_words_to_search_by_is_said_to_be_so_and_never_asked(served, tmp_path):
    settings = settings_for(served, tmp_path)
    odd = ["$\\alpha$", "0", "the of and", "論文の題名", "word " * 10_000, "W" * 50_000]
    listings = [Listing(line=n, title=title) for n, title in enumerate(odd, 1)]
    first = run(settings, [*listings, Listing(line=99, openreview_id="abcDEF1234")])
    assert first.exit_code == Exit.OK
    assert first.left == 0
    again = enrich(settings, [], Options(), Quiet())
    assert (again.exit_code, sum(use.requests for use in again.uses)) == (Exit.OK, 0)
    with closing(sqlite3.connect(settings.db)) as connection:
        counts = count_unidentified(connection)
        (why,) = connection.execute(
            "SELECT reason FROM unresolved WHERE paper_key = 'openreview:abcDEF1234'"
        ).fetchone()
    assert (counts.papers, counts.not_found) == (7, 7)
    assert "no words" in why


def test_the_paper_that_every_search_is_checked_by_can_be_sought_too(served, tmp_path):
    settings = settings_for(served, tmp_path)
    run(settings, [Listing(line=1, title="Attention Is All You Need")], Options(fetch=False))
    with closing(sqlite3.connect(settings.db)) as connection:
        (outcome,) = load_outcomes(connection)
    assert (outcome.band, outcome.candidate) == ("accepted", "arxiv:1706.03762")


def test_a_run_that_was_cut_short_does_not_say_that_nothing_was_found(world, served, tmp_path):
    hidden = [p for p in world.described() if not p.arxiv_id]
    listings = [
        *(Listing(line=n, title=p.title) for n, p in enumerate(hidden, 1)),
        Listing(line=99, title="Wallabies That Nobody Ever Wrote of"),
    ]
    without_s2 = settings_for(served, tmp_path, s2_url=NOBODY)
    cut = run(without_s2, listings, Options(fetch=False))
    assert cut.exit_code == Exit.GAVE_UP
    assert cut.left > 0
    assert "not every search" in (reasons(without_s2)["Wallabies That Nobody Ever Wrote of"] or "")
    settings = settings_for(served, tmp_path)
    assert enrich(settings, [], Options(fetch=False), Quiet()).left == 0
    went_on = reasons(settings)
    assert went_on["Wallabies That Nobody Ever Wrote of"] == "nothing alike was found"
    (tmp_path / "whole").mkdir()
    whole = settings_for(served, tmp_path / "whole")
    run(whole, listings, Options(fetch=False))
    assert reasons(whole) == went_on


def test_an_evaluation_measures_all_or_nothing(world, served, tmp_path):
    settings = settings_for(served, tmp_path)
    listings = [
        Listing(line=n, title=p.title, arxiv_id=p.arxiv_id)
        for n, p in enumerate(world.described(with_ids=True), 1)
        if p.arxiv_id
    ]
    run(settings, listings, Options(resolve=False))
    with closing(sqlite3.connect(settings.db)) as connection:
        papers = load_identified(connection, None)
    assert len(papers) > 10
    renamed = replace(papers[0].listing, title="Wallabies That Nobody Ever Wrote of")
    papers[0] = papers[0]._replace(listing=renamed)
    with pytest.raises(GaveUp):
        evaluate(settings_for(served, tmp_path, s2_url=NOBODY), papers, "title", Quiet())
    for wrong in (["--collection", "list"], ["--evaluate", "--collection", "other"]):
        told = CliRunner().invoke(resolve_command.command, ["--db", str(settings.db), *wrong])
        assert told.exception
        assert "collection" in str(told.exception) + told.output


def test_one_candidate_is_never_accepted_for_two_papers(served, tmp_path):
    settings = settings_for(served, tmp_path)
    one, other, candidate = Key("openreview", "a"), Key("openreview", "b"), Key("arxiv", "2310.1")
    at = "2026-01-01T00:00:00.000Z"
    run(settings, [Listing(line=1, title="Two Things", openreview_id="a")], Options(resolve=False))
    with opened_store(settings, make_sources(settings)) as store:
        store.decide(one, candidate, is_accepted=True, at=at)
        with pytest.raises(DatabaseError, match="openreview:a"):
            store.decide(other, candidate, is_accepted=True, at=at)
        store.decide(other, candidate, is_accepted=False, at=at)
        store.decide(one, candidate, is_accepted=False, at=at)
        store.decide(other, candidate, is_accepted=True, at=at)


def test_what_waits_for_review_is_told_though_a_better_one_is_anothers(served, tmp_path):
    settings = settings_for(served, tmp_path)
    listing = Listing(line=1, title="Two Things", openreview_id="abcDEF1234")
    run(settings, [listing], Options(resolve=False))
    paper, best, lesser = (
        Key("openreview", "abcDEF1234"), Key("arxiv", "2310.00001"), Key("arxiv", "2310.00002")
    )  # fmt: skip
    found = [
        Resolution(paper, (best,), "rejected", 20.0, (), (1,), reason="belongs to another"),
        Resolution(paper, (lesser,), "review", 8.0, (), (1,), reason="waits for review"),
    ]
    with opened_store(settings, make_sources(settings)) as store:
        shown = [Shown(each, Record(title=str(each.keys[0]))) for each in found]
        store.save_resolutions(shown, {paper: "waits for review"}, method="m", at="2026")
    with closing(sqlite3.connect(settings.db)) as connection:
        (outcome,) = load_outcomes(connection)
    told = (outcome.band, outcome.candidate, outcome.reason)
    assert told == ("review", str(lesser), "waits for review")


def test_of_a_paper_listed_twice_the_second_gets_no_look_alike():
    paper = replace(PAPER, key=Key("openreview", "quokka0002"))
    look_alike = posted("2310.00002", "Quokka: Sparse Routing for Longer Documents")
    taken = {Key("arxiv", "2310.00001"): "Quokka at Length"}
    found = resolve([paper], [posted("2310.00001"), look_alike], taken=taken)
    assert accepted(found) == {}
    assert "belongs to 'Quokka at Length'" in found.unfound[paper.key]
