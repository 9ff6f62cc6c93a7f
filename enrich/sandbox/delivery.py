"""Putting an answer on the wire: whole and compressed, broken off, or without end."""

import gzip
import socket
import struct
import time
from http.server import BaseHTTPRequestHandler

from .exchange import Broken, Padded, Reply

_WORTH_COMPRESSING = 1_000
_BLANKS = b" " * 65_536
# Closing at once, with what is not yet sent thrown away, is what the other side sees as a reset.
_NO_LINGERING = struct.pack("ii", 1, 0)


def deliver(handler: BaseHTTPRequestHandler, reply: Reply) -> None:
    """Send an answer in the way that it asks for."""
    match reply.delivery:
        case None:
            _send_whole(handler, reply)
        case Broken(share, stall):
            _break_off(handler, reply, share, stall)
        case Padded(size):
            _pad(handler, reply, size)


def _send_whole(handler: BaseHTTPRequestHandler, reply: Reply) -> None:
    body, is_encoded = reply.body, any(name == "Content-Encoding" for name, _ in reply.headers)
    accepted = handler.headers.get("Accept-Encoding", "")
    more: tuple[tuple[str, str], ...] = ()
    if len(body) > _WORTH_COMPRESSING and "gzip" in accepted and not is_encoded:
        body, more = gzip.compress(body, compresslevel=1, mtime=0), (("Content-Encoding", "gzip"),)
    _send_head(handler, reply, *more, ("Content-Length", str(len(body))))
    handler.wfile.write(body)
    handler.wfile.flush()


def _break_off(handler: BaseHTTPRequestHandler, reply: Reply, share: float, stall: float) -> None:
    if share:
        _send_head(handler, reply, ("Content-Length", str(len(reply.body))))
        handler.wfile.write(reply.body[: int(len(reply.body) * share)])
        handler.wfile.flush()
        time.sleep(stall)
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
    for end in (handler.rfile, handler.wfile, handler.connection):
        end.close()
    raise ConnectionAbortedError("broken off on purpose")


def _pad(handler: BaseHTTPRequestHandler, reply: Reply, size: int) -> None:
    _send_head(handler, reply, ("Transfer-Encoding", "chunked"))
    _send_chunk(handler, reply.body)
    for start in range(0, size, len(_BLANKS)):
        _send_chunk(handler, _BLANKS[: size - start])
    handler.wfile.write(b"0\r\n\r\n")
    handler.wfile.flush()


def _send_chunk(handler: BaseHTTPRequestHandler, chunk: bytes) -> None:
    if chunk:
        handler.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))


def _send_head(handler: BaseHTTPRequestHandler, reply: Reply, *more: tuple[str, str]) -> None:
    handler.send_response(reply.status)
    handler.send_header("Content-Type", reply.content_type)
    for name, value in (*reply.headers, *more):
        handler.send_header(name, value)
    handler.end_headers()
