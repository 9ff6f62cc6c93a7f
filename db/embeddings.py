"""Vectors of papers."""

import sqlite3
from collections.abc import Iterable

from .rows import Embedding


def save_vectors(connection: sqlite3.Connection, vectors: Iterable[tuple[int, Embedding]]) -> None:
    """Store a vector a paper and model; a newer one replaces it."""
    connection.executemany(
        "INSERT INTO embeddings (paper, model, vector) VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET vector = excluded.vector",
        [(paper, each.model, each.vector) for paper, each in vectors],
    )
