"""Wrong answers of every kind: what is stored in the end is what right answers bring."""

import math
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from bench.content import Content, content, differences
from bench.fetching import Fetched, departures, fetch

from enrich.errors import Exit
from enrich.sandbox import FaultPlan, Sandbox, World, WorldOptions, make_world
from enrich.sandbox.exchange import Question, Reply
from enrich.sandbox.fault_kinds import ALTERING, KINDS, PASSING
from enrich.sandbox.faults import Faults
from enrich.sources.base import Options

PAPERS = 60
BAD = "2305.09955"
SMALL = {"size": 45 * 2**20, "stall": 0.05}
# Kinds that make sense for one service alone.
FITTING = dict.fromkeys(
    ("406", "empty-feed", "short-feed", "other-feed"), ("arxiv",)
) | dict.fromkeys(("length", "shifted", "surrogate", "nul"), ("s2",))


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(WorldOptions(papers=PAPERS, citations_mean=20, miscounted_share=0.1))


@pytest.fixture(scope="module")
def calm(world, tmp_path_factory) -> tuple[Fetched, Content]:
    database = tmp_path_factory.mktemp("calm") / "p.db"
    return fetch(world, database), content(database)


def problems(database: Path) -> list[tuple[str, str, str, str]]:
    """Return (arXiv id, source, state, reason) of what failed."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(
            "SELECT arxiv_id, source, state, reason FROM problems JOIN papers ON id = paper "
            "WHERE state = 'failed' ORDER BY source"
        ).fetchall()


@pytest.mark.parametrize("kind", [kind.name for kind in PASSING])
def test_each_kind_before_every_answer_changes_nothing(kind, world, calm, tmp_path):
    storm = {"rate": 1, "kinds": [kind]}
    plan = FaultPlan.of({"arxiv": storm, "s2": storm, "most_in_a_row": 1, **SMALL})
    undisturbed, expected = calm
    stormy = fetch(world, tmp_path / "p.db", plan)
    assert (stormy.result.exit_code, stormy.result.left) == (Exit.OK, 0)
    assert differences(expected, content(tmp_path / "p.db")) == []
    spoiled = sum(visit.fault == kind for visit in stormy.visits)
    assert spoiled
    # A fault costs one more request, or two where a batch is asked in halves because of it.
    assert len(stormy.visits) <= len(undisturbed.visits) + 2 * spoiled


def test_every_kind_at_once_changes_nothing_and_keeps_the_pace(world, tmp_path):
    pace, each = (0.3, 0.1), Options(contexts=True)
    plan = FaultPlan.of({"seed": 5, "arxiv": {"rate": 0.3}, "s2": {"rate": 0.3}, **SMALL})
    undisturbed = fetch(world, tmp_path / "calm.db", options=each)
    with departures() as sent:
        stormy = fetch(world, tmp_path / "stormy.db", plan, pace, each)
    assert (stormy.result.exit_code, stormy.result.left) == (Exit.OK, 0)
    assert differences(content(tmp_path / "calm.db"), content(tmp_path / "stormy.db")) == []
    spoiled = sum(visit.fault != "" for visit in stormy.visits)
    assert spoiled > 30
    # A fault costs one more request; that it halves a few batches, which bring most, another.
    # Both ends share one interpreter here, which can see a request late and the next one
    # then too early; such a refusal is not the client's.
    late = sum(visit.status == 429 and not visit.fault for visit in stormy.visits)
    assert late <= 0.05 * len(stormy.visits)
    assert len(stormy.visits) <= len(undisturbed.visits) + 1.1 * spoiled + late
    assert sum(map(len, sent.times.values())) >= len(stormy.visits)
    assert all(sent.closest(interval) >= interval for interval in pace)


@pytest.mark.parametrize("status", [400, 413, 414, 500, 504, "large"])
def test_a_poisoned_paper_alone_fails_and_says_why(status, world, calm, tmp_path):
    plan = FaultPlan.of({"poisoned": {BAD: status}, **SMALL})
    undisturbed, expected = calm
    poisoned = fetch(world, tmp_path / "p.db", plan)
    assert poisoned.result.exit_code == Exit.PARTIAL
    failed = problems(tmp_path / "p.db")
    assert [row[:3] for row in failed] == [(BAD, "arxiv", "failed"), (BAD, "s2", "failed")]
    assert all(str(status) in reason or "large" in reason for *_, reason in failed)

    def records(found: Content) -> int:
        return sum(row[1:4] == ("arxiv", "record", "found") for row in found["fetches"])

    assert records(content(tmp_path / "p.db")) == records(expected) - 1
    halvings = 2 * math.ceil(math.log2(PAPERS))
    for service in ("arxiv", "s2"):
        assert poisoned.sent(service) <= undisturbed.sent(service) + halvings


@pytest.mark.parametrize("kind", [kind.name for kind in ALTERING])
def test_odd_text_in_one_title_is_stored_and_all_else_is_as_ever(kind, world, calm, tmp_path):
    plan = FaultPlan.of({"s2": {"rate": 1, "kinds": [kind]}, "most_in_a_row": 10**6})
    fetched = fetch(world, tmp_path / "p.db", plan)
    assert (fetched.result.exit_code, fetched.result.left) == (Exit.OK, 0)
    _, expected = calm
    found = content(tmp_path / "p.db")
    for table in ("citations", "fetches", "authorships", "categories", "identifiers"):
        assert found[table] == expected[table]


# The plan itself


@pytest.mark.parametrize("service", ["arxiv", "s2"])
def test_every_kind_is_a_wrong_answer_to_another_client_too(service, world):
    listed = [paper.arxiv_id for paper in world.listed if paper.arxiv_id][:5]
    ids = {"ids": [f"ARXIV:{one}" for one in listed]}
    arxiv = ("GET", "/api/query", {"id_list": ",".join(listed)}, None)
    method, path, params, body = (
        arxiv if service == "arxiv" else ("POST", "/graph/v1/paper/batch", {"fields": "title"}, ids)
    )

    def ask(url: str) -> tuple[int, str, bytes] | str:
        try:
            with httpx.Client(timeout=5) as client:
                answer = client.request(method, url + path, params=params, json=body)
        except httpx.RequestError as error:
            return type(error).__name__
        return answer.status_code, answer.headers["Content-Type"], answer.content

    for kind in KINDS:
        storm = {"rate": 1, "kinds": [kind]}
        plan = {"arxiv": storm, "s2": storm, "most_in_a_row": 1, "size": 1000, "stall": 0.01}
        with Sandbox(world, faults=FaultPlan.of(plan)) as served:
            first, second = ask(served.url), ask(served.url)
            assert second[0] == 200
            assert (first != second) == (served.log[0].fault == kind)
            assert served.log[0].fault == kind or service not in FITTING.get(kind, (service,))


def spoil(plan: FaultPlan, questions: list[str]) -> list[tuple[str, str]]:
    """Return each question's faults, in the order of the questions."""
    faults = Faults(plan)
    reply = Reply(200, b'[{"title": "a"}, null]', "application/json")
    return [
        (asked, faults.spoil(Question("s2", "POST", "/p", f"/p?{asked}", {}, {}), reply).fault)
        for asked in questions
    ]


def test_faults_depend_on_the_question_and_not_on_the_order():
    plan = FaultPlan.of({"seed": 3, "s2": {"rate": 0.5}, "most_in_a_row": 2})
    questions = [str(number) for number in range(40)] * 5
    one = spoil(plan, questions)
    assert sorted(spoil(plan, sorted(questions))) == sorted(one)
    assert one == spoil(plan, questions)
    assert one != spoil(FaultPlan.of({"seed": 4, "s2": {"rate": 0.5}}), questions)
    kinds = Counter(fault for _, fault in one)
    assert 60 <= 200 - kinds[""] <= 110
    assert len(kinds) > 20
    for asked in set(questions):
        runs = [fault != "" for question, fault in one if question == asked]
        assert (True, True, True) not in zip(runs, runs[1:], runs[2:], strict=False)


def test_the_table_of_kinds_is_whole_and_a_wrong_plan_is_refused():
    assert len(KINDS) == len(PASSING) + len(ALTERING)
    for wrong in (
        '{"s2": {"rate": 2}}',
        '{"s2": {"kinds": ["rain"]}}',
        '{"snow": 1}',
        '{"poisoned": {"a": 200}}',
        "{",
    ):
        with pytest.raises(ValueError, match=r"."):
            FaultPlan.of(wrong)
