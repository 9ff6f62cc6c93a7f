"""Pages for this machine alone answer under its own names alone.

A page elsewhere can have its name lead to this machine (DNS rebinding) and would then read the
database through the browser of whoever opened it.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from datasette.utils.asgi import Response

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
App = Callable[[_Message, _Receive, _Send], Awaitable[None]]


def is_own(host: str) -> bool:
    """Return whether a name or address is that of the machine for itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def for_this_machine(app: App) -> App:
    """Refuse what is asked of the application under another name than the machine's own."""

    async def answer(scope: _Message, receive: _Receive, send: _Send) -> None:
        if scope["type"] == "http" and not is_own(_asked(scope)):
            told = "These pages are for this machine alone: open them at localhost or 127.0.0.1.\n"
            await Response.text(told, status=421).asgi_send(send)
        else:
            await app(scope, receive, send)

    return answer


def _asked(scope: _Message) -> str:
    """Return the name that is asked for; HTTP 1.0 asks for none, and browsers speak it no more."""
    given = dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")
    try:
        return urlsplit(f"//{given}").hostname or ""
    except ValueError:
        return ""
