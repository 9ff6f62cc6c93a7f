"""The citations among arXiv papers of `shared/data/arxiv2023-graph`, where it lies beside."""

import gzip
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "shared" / "data" / "arxiv2023-graph"
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7}")


@cache
def real_citations() -> tuple[np.ndarray, np.ndarray, int]:
    """Return citing and cited positions and the number of papers; skip where it is absent."""
    if not FOLDER.is_dir():
        pytest.skip(f"there is no {FOLDER}")
    with gzip.open(FOLDER / "ids.csv.gz", "rt") as file:
        ids = file.read().split()[1:]
    with gzip.open(FOLDER / "edges.csv.gz", "rt") as file:
        edges = np.loadtxt(file, np.int64, delimiter=",", skiprows=1)
    kept = np.array([_ARXIV_ID.fullmatch(name) is not None for name in ids])
    edges = np.unique(edges[kept[edges].all(axis=1) & (edges[:, 0] != edges[:, 1])], axis=0)
    place = np.cumsum(kept) - 1
    return place[edges[:, 0]], place[edges[:, 1]], int(kept.sum())


def part(count: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the citations among the `count` papers with the most of them."""
    citing, cited, papers = real_citations()
    links = np.bincount(np.concatenate((citing, cited)), minlength=papers)
    place = np.full(papers, -1)
    place[np.argsort(-links, kind="stable")[:count]] = np.arange(count)
    inside = (place[citing] >= 0) & (place[cited] >= 0)
    return place[citing[inside]], place[cited[inside]], count
