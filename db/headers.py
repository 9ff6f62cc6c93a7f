"""What every answer of the pages tells a browser: load nothing from elsewhere, tell nobody.

Datasette's own pages have scripts in them, so these are allowed; what they might load or send
is not, and text of papers never becomes markup.
https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Content-Security-Policy
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from datasette import hookimpl

_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'self'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

_NAMES = {name for name, _ in _HEADERS}

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
_App = Callable[[_Message, _Receive, _Send], Awaitable[None]]


def asgi_wrapper() -> Callable[[_App], _App]:
    """Add the headers to every answer."""

    def wrap(app: _App) -> _App:
        async def answer(scope: _Message, receive: _Receive, send: _Send) -> None:
            async def add(message: _Message) -> None:
                if message["type"] == "http.response.start":
                    others = [each for each in message["headers"] if each[0].lower() not in _NAMES]
                    message = {**message, "headers": [*others, *_HEADERS]}
                await send(message)

            await app(scope, receive, add)

        return answer

    return wrap


asgi_wrapper = hookimpl(asgi_wrapper)
