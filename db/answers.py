"""Raw answers, kept compressed with the request that they answer."""

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from .rows import Answer, Key, Request

# Level 1 gives most of the saving for a fifth of the time of the default.
_LEVEL = 1
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


def save_answer(connection: sqlite3.Connection, answer: Answer, run: int | None) -> int:
    """Store an answer whole and return its number."""
    request = answer.request
    row = connection.execute(
        "INSERT INTO answers (run, source, part, request, status, content_type, asked_at, "
        "answered_at, size, sha256, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            run,
            request.source,
            request.part,
            msgspec.json.encode(_stored(request)).decode(),
            answer.status,
            answer.content_type,
            answer.asked_at,
            answer.answered_at,
            len(answer.body),
            hashlib.sha256(answer.body).hexdigest(),
            answer.packed or zlib.compress(answer.body, _LEVEL),
        ),
    ).fetchone()
    return int(row[0])


def _stored(request: Request) -> Request:
    """Return a request without what the lists hold anyway."""
    if not any(want.sought for want in request.wants):
        return request
    return replace(request, wants=tuple(replace(want, sought=None) for want in request.wants))


def load_answers(
    connection: sqlite3.Connection, *, source: str | None = None, part: str | None = None
) -> Iterator[tuple[int, Answer]]:
    """Yield stored answers with their numbers, in the order in which they were stored.

    All of them, or those of one part of a source.
    """
    rows = connection.execute(
        "SELECT id FROM answers WHERE coalesce(source = :source, 1) AND coalesce(part = :part, 1) "
        "ORDER BY id",
        {"source": source, "part": part},
    )
    for (number,) in rows.fetchall():
        yield number, load_answer(connection, number)


def load_answers_about(
    connection: sqlite3.Connection, source: str, part: str, keys: Iterable[Key]
) -> Iterator[tuple[int, Answer]]:
    """Yield the stored answers of a part to questions about any of the keys, with their numbers."""
    rows = connection.execute(
        "WITH chosen AS MATERIALIZED (SELECT value ->> 0 AS scheme, value ->> 1 AS value "
        "FROM json_each(:keys)) "
        "SELECT id FROM answers WHERE source = :source AND part = :part AND EXISTS ("
        "SELECT 1 FROM json_each(request, '$.wants') AS want "
        "WHERE (want.value ->> '$.key[0]', want.value ->> '$.key[1]') IN chosen) ORDER BY id",
        {
            "keys": msgspec.json.encode(sorted(keys)).decode(),
            "source": source,
            "part": part,
        },
    )
    for (number,) in rows.fetchall():
        yield number, load_answer(connection, number)


def load_requests(connection: sqlite3.Connection, source: str, part: str) -> Iterator[Request]:
    """Yield what the stored answers of one part of a source answer, without the answers."""
    rows = connection.execute(
        "SELECT request FROM answers WHERE source = ? AND part = ? ORDER BY id", (source, part)
    )
    return (msgspec.json.decode(text, type=Request) for (text,) in rows)


def load_answer(connection: sqlite3.Connection, number: int) -> Answer:
    """Return one stored answer, its body as received."""
    request, status, content_type, asked_at, answered_at, body = connection.execute(
        "SELECT request, status, content_type, asked_at, answered_at, body "
        "FROM answers WHERE id = ?",
        (number,),
    ).fetchone()
    return Answer(
        request=msgspec.json.decode(request, type=Request),
        status=status,
        body=zlib.decompress(body, _GZIP_OR_ZLIB),
        asked_at=asked_at,
        answered_at=answered_at,
        content_type=content_type,
    )
