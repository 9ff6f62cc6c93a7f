"""Killed at any moment: what was committed stays, and the next run asks only for the rest."""

from bench.kill import kill


def test_killed_and_continued_is_as_if_never_killed():
    trials = list(kill(6, papers=15, seed=3))
    assert [trial for trial in trials if not trial.is_clean] == []
    assert sum(trial.was_killed for trial in trials) >= 5
    assert sum(trial.committed for trial in trials) > 0
