"""Reads the vectors of the chosen papers."""

import sqlite3

import numpy as np
from numpy.typing import NDArray

from .integers import Integers

# A vector that is shorter or longer than most of its model's compares with none of them.
_MODELS = """
SELECT model, length(vector) / 4 AS dimensions, count(*) AS papers
FROM temp.chosen AS chosen CROSS JOIN embeddings ON embeddings.paper = chosen.paper
GROUP BY model, dimensions ORDER BY papers DESC, model, dimensions LIMIT 1
"""
_VECTORS = """
SELECT chosen.paper, embeddings.vector
FROM temp.chosen AS chosen CROSS JOIN embeddings ON embeddings.paper = chosen.paper
WHERE model = ? AND length(vector) = 4 * ? ORDER BY chosen.paper
"""


def commonest_model(connection: sqlite3.Connection) -> tuple[str, int, int] | None:
    """Return the model that made most vectors, their dimensions, and of how many papers."""
    row = connection.execute(_MODELS).fetchone()
    return None if row is None else (str(row[0]), int(row[1]), int(row[2]))


def vectors(
    connection: sqlite3.Connection, model: str, dimensions: int
) -> tuple[Integers, NDArray[np.float32]]:
    """Return the numbers of the papers that have a vector, and the vectors, one a row."""
    rows = connection.execute(_VECTORS, (model, dimensions)).fetchall()
    papers = np.array([paper for paper, _ in rows], dtype=np.int64)
    numbers = np.frombuffer(b"".join(vector for _, vector in rows), dtype="<f4")
    return papers, numbers.reshape(len(rows), dimensions).astype(np.float32, copy=False)
