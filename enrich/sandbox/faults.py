"""A seeded plan of what goes wrong, and drawing from it.

Whether an answer is spoiled, and how, depends on the seed, on the question and on how
often that question was asked, and on nothing else: the same plan spoils the same answers
in whatever order the questions come. A plan is JSON:

    {"seed": 7, "most_in_a_row": 3,
     "arxiv": {"rate": 0.3},
     "s2": {"rate": 0.3, "kinds": ["429", "half", "shifted"]},
     "poisoned": {"2305.09955": 400, "2309.10668": "large"}}
"""

import hashlib
import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta, Struct

from .exchange import Question, Reply
from .fault_kinds import KINDS, LARGE, PASSING, Measures, enlarge, say_status
from .mixing import mix

_VERSION = re.compile(r"v\d+$")
_Share = Annotated[float, Meta(ge=0, le=1)]


class Storm(Struct, frozen=True, forbid_unknown_fields=True):
    """The share of one service's answers that are spoiled, and the kinds of fault drawn."""

    rate: _Share = 0.0
    kinds: tuple[str, ...] = tuple(kind.name for kind in PASSING)

    def __post_init__(self) -> None:
        if unknown := [kind for kind in self.kinds if kind not in KINDS]:
            raise ValueError(f"no such kinds of fault: {', '.join(unknown)}")


class FaultPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What goes wrong. A poisoned id spoils every request that names it, each time."""

    seed: Annotated[int, Meta(ge=0)] = 1
    arxiv: Storm = Storm()
    s2: Storm = Storm()
    poisoned: Mapping[str, Literal[400, 413, 414, 500, 504, "large"]] = {}
    most_in_a_row: Annotated[int, Meta(ge=0)] = 5
    """Faults in a row for one question; the next answer to it is right."""
    stall: Annotated[float, Meta(ge=0)] = 1.0
    """Seconds of silence in a drip."""
    size: Annotated[int, Meta(ge=0)] = 64 * 2**20
    """Bytes of white space in a body that is too large."""

    @classmethod
    def of(cls, plan: str | bytes | Mapping[str, object]) -> Self:
        """Return a plan from JSON or what JSON gives. Raises ValueError that says what is wrong."""
        try:
            if isinstance(plan, str | bytes):
                return msgspec.json.decode(plan, type=cls)
            return msgspec.convert(plan, cls)
        except msgspec.DecodeError as error:
            raise ValueError(str(error)) from error


CALM = FaultPlan()


@dataclass
class _Asked:
    """How often a question was asked, and how many faults came in a row of late."""

    times: int = 0
    in_a_row: int = 0


class Faults:
    """Spoils answers by a plan. May be used from several threads."""

    def __init__(self, plan: FaultPlan) -> None:
        self._plan = plan
        self._storms = {"arxiv": plan.arxiv, "s2": plan.s2}
        self._measures = Measures(plan.size, plan.stall)
        self._lock = threading.Lock()
        self._asked: dict[int, _Asked] = {}

    def spoil(self, question: Question, reply: Reply) -> Reply:
        """Return the answer as it is or, if its turn has come, a wrong one."""
        poison = self._poison(question)
        if poison == LARGE:
            return replace(enlarge(question, reply, self._measures), fault="poison")
        if isinstance(poison, int):
            return replace(say_status(question.service, poison), ids=reply.ids, fault="poison")
        storm = self._storms.get(question.service)
        if storm is None or not storm.rate or not storm.kinds:
            return reply
        bits = self._draw(question, storm.rate)
        return reply if bits is None else self._make(bits, storm, question, reply)

    def _poison(self, question: Question) -> int | str | None:
        if not self._plan.poisoned:
            return None
        named = ids_in(question)
        return next((bad for paper, bad in self._plan.poisoned.items() if paper in named), None)

    def _draw(self, question: Question, rate: float) -> int | None:
        """Return bits to choose a kind with; None where this answer stays right."""
        named = f"{question.service} {question.method} {question.target}\n".encode()
        digest = hashlib.blake2b(named + question.body, digest_size=8).digest()
        number = int.from_bytes(digest)
        with self._lock:
            asked = self._asked.setdefault(number, _Asked())
            asked.times += 1
            bits = mix(self._plan.seed, number, asked.times)
            if asked.in_a_row >= self._plan.most_in_a_row or bits >= rate * 2**64:
                asked.in_a_row = 0
                return None
            asked.in_a_row += 1
            return mix(bits)

    def _make(self, bits: int, storm: Storm, question: Question, reply: Reply) -> Reply:
        """Return the answer spoiled in the kind drawn or the next one that fits the question."""
        first = bits % len(storm.kinds)
        for name in storm.kinds[first:] + storm.kinds[:first]:
            wrong = KINDS[name].make(question, reply, self._measures)
            if wrong is not None:
                return replace(wrong, ids=reply.ids, fault=name)
        return reply


def ids_in(question: Question) -> set[str]:
    """Return the ids that a question names, without prefix and version."""
    given = question.params.get("id_list", "").split(",")
    if question.body:
        given += _ids_of_batch(question.body)
    given += question.path.split("/")
    return {_VERSION.sub("", one.strip().rpartition(":")[2]) for one in given}


def _ids_of_batch(body: bytes) -> list[str]:
    try:
        ids = json.loads(body)["ids"]
    except (ValueError, KeyError, TypeError):
        return []
    return [one for one in ids if isinstance(one, str)] if isinstance(ids, list) else []
