"""Papers without an id at the edges: no words, too many, listed twice, half asked, contradicted."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from bench.content import content, differences, faults
from click.testing import CliRunner
from test_resolution import PAPER, accepted, posted, recorded

from db.coverage import count_unidentified
from db.errors import DatabaseError
from db.outcomes import load_identified, load_outcomes
from db.resolutions import Shown
from db.rows import Author, Key, Listing, Record, Resolution
from enrich.commands import rebuild, review
from enrich.commands import resolve as resolve_command
from enrich.enrichment import Enrichment, enrich, opened_store
from enrich.errors import Exit, GaveUp
from enrich.evaluation import evaluate
from enrich.lists import ListContent
from enrich.progress import Quiet
from enrich.resolution import resolve
from enrich.resolving import searches
from enrich.sandbox import Sandbox, World, WorldOptions, make_world, tell_truth
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
    paper = Key("openreview", "abcDEF1234")
    best, lesser, least = (Key("arxiv", f"2310.0000{n}") for n in (1, 2, 3))
    found = [
        Resolution(paper, (best,), "rejected", 20.0, (), (1,), reason="belongs to another"),
        Resolution(paper, (lesser,), "review", 8.0, (), (1,), reason="waits for review"),
        Resolution(paper, (least,), "review", 7.0, (), (1,), reason="waits for review too"),
    ]
    with opened_store(settings, make_sources(settings)) as store:
        shown = [Shown(each, Record(title=str(each.keys[0]))) for each in found]
        store.save_judgement(shown, {paper: "waits for review"}, method="m", at="2026")
    with closing(sqlite3.connect(settings.db)) as connection:
        (outcome,) = load_outcomes(connection)
    told = (outcome.band, outcome.candidate, outcome.reason)
    assert told == ("review", str(lesser), "waits for review")


def test_what_became_of_papers_is_told_of_one_collection_alone(served, tmp_path):
    settings = settings_for(served, tmp_path)
    for name, title in (("one", "$\\alpha$"), ("other", "$\\beta$")):
        read = ListContent(f"{name}.csv", "csv table", (Listing(line=1, title=title),), ())
        enrich(settings, [(name, read)], Options(fetch=False), Quiet())
    with closing(sqlite3.connect(settings.db)) as connection:
        told = {
            collection: [outcome.title for outcome in load_outcomes(connection, collection)]
            for collection in ("one", "other", None)
        }
    assert told == {
        "one": ["$\\alpha$"],
        "other": ["$\\beta$"],
        None: ["$\\alpha$", "$\\beta$"],
    }


def test_a_paper_that_gets_its_id_later_is_not_told_to_be_not_found(served, tmp_path):
    settings = settings_for(served, tmp_path)
    listing = Listing(line=1, title="Wallabies That Nobody Ever Wrote of")
    run(settings, [listing], Options(fetch=False))
    assert reasons(settings) == {listing.title: "nothing alike was found"}
    mended = replace(listing, arxiv_id="2310.99999")
    run(settings, [mended], Options(resolve=False, fetch=False))
    assert reasons(settings) == {}


def test_of_a_paper_listed_twice_the_second_gets_no_look_alike():
    paper = replace(PAPER, key=Key("openreview", "quokka0002"))
    look_alike = posted("2310.00002", "Quokka: Sparse Routing for Longer Documents")
    taken = {Key("arxiv", "2310.00001"): "Quokka at Length"}
    found = resolve([paper], [posted("2310.00001"), look_alike], taken=taken)
    assert accepted(found) == {}
    assert "belongs to 'Quokka at Length'" in found.unfound[paper.key]


class Corrected:
    """One paper that is found by its title, and the same list corrected in some way."""

    def __init__(self, world: World, served: Sandbox, folder: Path) -> None:
        truth = {t.openreview_id: t.arxiv_id for t in tell_truth(world)}
        hidden = [p for p in world.described() if not p.arxiv_id and truth[p.openreview_id]]
        self.paper, self.other = hidden[:2]
        self.right = truth[self.paper.openreview_id]
        self.key = f"openreview:{self.paper.openreview_id}"
        self.settings = served.settings(folder / "p.db", retry_scale=0.001)

    def listing(self, line: int = 1, **more: object) -> Listing:
        given = {"title": self.paper.title, "openreview_id": self.paper.openreview_id}
        return Listing(line=line, **given | more)

    def papers(self) -> dict[str, str | None]:
        """Return the arXiv id of each listed paper, by the key of its line."""
        with closing(sqlite3.connect(self.settings.db)) as connection:
            return dict(
                connection.execute(
                    "SELECT key, arxiv_id FROM listed JOIN papers ON papers.id = listed.paper"
                )
            )

    def assert_rebuilt_the_same(self) -> None:
        before = content(self.settings.db)
        done = CliRunner().invoke(rebuild.command, ["--db", str(self.settings.db)])
        assert done.exit_code == 0, done.output
        assert differences(before, content(self.settings.db)) == []
        assert faults(self.settings.db) == []


@pytest.fixture
def corrected(world: World, served: Sandbox, tmp_path: Path) -> Corrected:
    return Corrected(world, served, tmp_path)


def test_an_id_that_the_list_gives_later_beats_what_was_found(corrected):
    c = corrected
    run(c.settings, [c.listing()])
    assert c.papers() == {c.key: c.right}
    run(c.settings, [c.listing(arxiv_id="2310.99999")])
    assert c.papers() == {"arxiv:2310.99999": "2310.99999"}
    c.assert_rebuilt_the_same()
    run(c.settings, [c.listing()])
    assert c.papers() == {c.key: c.right}
    c.assert_rebuilt_the_same()


def test_what_was_found_is_taken_back_where_a_list_gives_it_to_another(corrected):
    c = corrected
    run(c.settings, [c.listing()])
    other = Listing(line=2, title=c.other.title, openreview_id="zzzzZZZZ99", arxiv_id=c.right)
    run(c.settings, [c.listing(), other])
    assert c.papers() == {c.key: None, f"arxiv:{c.right}": c.right}
    c.assert_rebuilt_the_same()
    at_once = c.settings.db.with_name("at_once.db")
    run(replace(c.settings, db=at_once), [c.listing(), other])
    first, second = (reasons(replace(c.settings, db=db)) for db in (c.settings.db, at_once))
    assert first == second


def test_a_title_that_was_mended_is_looked_for_again(corrected):
    c = corrected
    run(c.settings, [c.listing(title="Wallabies That Nobody Ever Wrote of")])
    assert c.papers() == {c.key: None}
    run(c.settings, [c.listing()])
    assert c.papers() == {c.key: c.right}
    c.assert_rebuilt_the_same()


def test_a_line_that_gets_its_link_later_is_the_same_paper(corrected):
    c = corrected
    run(c.settings, [Listing(line=1, title=c.paper.title)])
    done = run(c.settings, [c.listing()])
    assert c.papers() == {c.key: c.right}
    assert sum(use.requests for use in done.uses) == 0
    c.assert_rebuilt_the_same()


def test_authors_that_the_list_gives_later_are_compared_without_asking(corrected):
    c = corrected
    agreement = []
    for listing in (c.listing(), c.listing(authors=c.paper.authors)):
        done = run(c.settings, [listing])
        with closing(sqlite3.connect(c.settings.db)) as connection:
            agreement += connection.execute(
                "SELECT authors_score > 0 FROM resolutions WHERE band = 'accepted'"
            )
    assert agreement == [(0,), (1,)]
    assert sum(use.requests for use in done.uses) == 0
    c.assert_rebuilt_the_same()


def test_what_was_accepted_wrongly_can_be_rejected(corrected):
    c = corrected
    run(c.settings, [c.listing()])
    rejected = CliRunner().invoke(
        review.command, ["--db", str(c.settings.db), "--accepted"], input="r"
    )
    assert rejected.exit_code == 0, rejected.output
    assert c.papers() == {c.key: None}
    run(c.settings, [c.listing()])
    assert c.papers() == {c.key: None}
    c.assert_rebuilt_the_same()


def test_a_clock_that_steps_back_keeps_nothing_from_being_judged(corrected, monkeypatch):
    c = corrected
    monkeypatch.setattr("enrich.resolving.now", lambda: "2999-01-01T00:00:00.000Z")
    run(c.settings, [Listing(line=9, title="Wallabies That Nobody Ever Wrote of")])
    monkeypatch.undo()
    run(c.settings, [c.listing()])
    assert c.papers()[c.key] == c.right


def test_while_one_service_is_down_no_other_is_believed_alone(corrected, served):
    c = corrected
    without_arxiv = served.settings(c.settings.db, arxiv_url=NOBODY, retry_scale=0.001)
    assert run(without_arxiv, [c.listing()]).exit_code == Exit.GAVE_UP
    assert c.papers() == {c.key: None}
    run(c.settings, [c.listing()])
    assert c.papers() == {c.key: c.right}


def test_records_joined_by_an_id_but_of_two_papers_wait_for_a_person():
    slip = recorded(7, arxiv_id="2310.00009")
    other = posted("2310.00009", "Wallabies at Dusk", "", authors=(Author("Ned Kelly"),))
    found = resolve([PAPER], [slip, other])
    assert accepted(found) == {}
    assert "another title by other authors" in found.unfound[PAPER.key]


def test_lines_of_one_title_are_papers_of_their_own_where_ids_are_hidden(served, world, tmp_path):
    settings = settings_for(served, tmp_path)
    known = [p for p in world.described(with_ids=True) if p.arxiv_id][:2]
    twins = [Listing(line=n, title=p.title, arxiv_id=p.arxiv_id) for n, p in enumerate(known, 1)]
    run(settings, twins, Options(resolve=False))
    with closing(sqlite3.connect(settings.db)) as connection:
        first, second = load_identified(connection, None)
    second = second._replace(listing=replace(second.listing, title=first.listing.title))
    measured = evaluate(settings, [first, second], "title", Quiet())
    assert len(measured.trials) == 2
    assert [trial.is_error for trial in measured.trials] == [False, False]


def test_two_openreview_ids_under_one_arxiv_id_are_reported(served, tmp_path):
    settings = settings_for(served, tmp_path)
    listings = [
        Listing(line=1, title="One", arxiv_id="2310.00001", openreview_id="aaaaaaaa1"),
        Listing(line=2, title="Two", arxiv_id="2310.00001", openreview_id="bbbbbbbb2"),
    ]
    done = run(settings, listings, Options(resolve=False, fetch=False))
    assert done.exit_code == Exit.PARTIAL
    (line,) = done.lists[0].unusable
    assert line.line == 2
    assert "bbbbbbbb2 instead of aaaaaaaa1" in line.reason


def test_what_was_found_is_no_truth_to_measure_by(corrected):
    c = corrected
    known = Listing(line=2, title="Attention Is All You Need", arxiv_id="1706.03762")
    run(c.settings, [c.listing(), known])
    with closing(sqlite3.connect(c.settings.db)) as connection:
        truth = load_identified(connection, None)
    assert [paper.listing.arxiv_id for paper in truth] == ["1706.03762"]


def test_the_cheapest_search_is_asked_first(served, tmp_path):
    order = searches(make_sources(settings_for(served, tmp_path)))
    assert [part.name for _, part in order] == [
        "title_search", "abstract_search", "title_match", "search",
    ]  # fmt: skip
