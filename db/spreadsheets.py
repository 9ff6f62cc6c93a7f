"""CSV that is harmless where a spreadsheet opens it (formulas.py says why).

Text that would run gets an apostrophe in front, which shows it as text; numbers stay numbers,
and JSON and the database have every text as it came.
"""

import csv
import io
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from datasette import hookimpl

from .formulas import harmless

# A request that is kept with its answer is longer than the csv module takes by default.
csv.field_size_limit(2**31 - 1)

_Message = MutableMapping[str, Any]
_Send = Callable[[_Message], Awaitable[None]]
_App = Callable[[_Message, Callable[[], Awaitable[_Message]], _Send], Awaitable[None]]


def asgi_wrapper() -> Callable[[_App], _App]:
    """Let every CSV that Datasette sends be harmless."""

    def wrap(app: _App) -> _App:
        async def answer(
            scope: _Message, receive: Callable[[], Awaitable[_Message]], send: _Send
        ) -> None:
            await app(scope, receive, _Rows(send) if _asks_for_csv(scope) else send)

        return answer

    return wrap


asgi_wrapper = hookimpl(asgi_wrapper)


def _asks_for_csv(scope: _Message) -> bool:
    return scope["type"] == "http" and str(scope["path"]).endswith(".csv")


class _Rows:
    """Sends a CSV answer on, row by row; any other answer as it is."""

    def __init__(self, send: _Send) -> None:
        self._send = send
        self._is_csv = False
        self._pending = b""

    async def __call__(self, message: _Message) -> None:
        if message["type"] == "http.response.start":
            kinds = [value for name, value in message["headers"] if name == b"content-type"]
            self._is_csv = any(kind.startswith((b"text/csv", b"text/plain")) for kind in kinds)
        elif self._is_csv:
            message = {**message, "body": self._rows(message)}
        await self._send(message)

    def _rows(self, message: _Message) -> bytes:
        """Return the rows that are whole now, each cell harmless."""
        self._pending += message.get("body", b"")
        # Within a quoted cell the quotes so far are odd in number.
        is_whole = self._pending.endswith(b"\r\n") and self._pending.count(b'"') % 2 == 0
        if not is_whole and message.get("more_body"):
            return b""
        text, self._pending = self._pending.decode("utf-8"), b""
        out = io.StringIO(newline="")
        csv.writer(out).writerows(
            [harmless(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""))
        )
        return out.getvalue().encode("utf-8")
