"""Turns at a service: never closer than the interval, never more than allowed at once."""

import asyncio
import itertools

import pytest

from enrich.pace import Pace


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        await asyncio.sleep(0)


def starts(pace: Pace, clock: Clock, count: int, pause_after: int = -1) -> list[float]:
    times: list[float] = []

    async def visit(number: int) -> None:
        async with pace.turn():
            times.append(clock())
            if number == pause_after:
                pace.pause(30)
            await asyncio.sleep(0)

    async def visit_all() -> None:
        await asyncio.gather(*(visit(number) for number in range(count)))

    asyncio.run(visit_all())
    return times


def test_starts_are_an_interval_apart():
    clock = Clock()
    times = starts(Pace(3, concurrency=4, clock=clock, sleep=clock.sleep), clock, 6)
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert len(times) == 6
    assert all(3 <= gap <= 3.2 for gap in gaps)


def test_one_pause_holds_everybody():
    clock = Clock()
    times = starts(Pace(1, concurrency=4, clock=clock, sleep=clock.sleep), clock, 4, pause_after=1)
    assert times[2] - times[1] == pytest.approx(30)


def test_no_more_open_than_allowed():
    open_now, most = 0, 0

    async def visit(pace: Pace) -> None:
        nonlocal open_now, most
        async with pace.turn() as sent:
            sent()
            open_now += 1
            most = max(most, open_now)
            await asyncio.sleep(0.002)
            open_now -= 1

    async def visit_all(concurrency: int) -> None:
        pace = Pace(0, concurrency)
        await asyncio.gather(*(visit(pace) for _ in range(10)))

    asyncio.run(visit_all(1))
    assert most == 1
    most = 0
    asyncio.run(visit_all(3))
    assert most == 3
