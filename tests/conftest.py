"""Made dumps, and a list of some of their papers, for the tests of `citeweave bulk`."""

from pathlib import Path

import pytest
from bulk_runs import write_list
from shards import Made, make_shards


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Shards that are only read."""
    return make_shards(tmp_path_factory.mktemp("shards"))


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A list of papers, and one that no release has."""
    return write_list(tmp_path / "list.csv")
