"""The sandbox's HTTP server: keep-alive, gzip, pacing and a log of every visit."""

import socket
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self
from urllib.parse import parse_qsl

from ..settings import Settings, load_settings
from . import arxiv_api, datasets_api, s2_api
from .delivery import deliver
from .dumps import Dump, dump_world
from .exchange import TOO_LONG, URL_LIMIT, Alter, Question, Reply, Visit, leave_unaltered
from .faults import CALM, FaultPlan, Faults
from .pacing import Gate, refuse
from .world import World


class _Service(Protocol):
    def answer(self, question: Question) -> Reply: ...


class Sandbox:
    """Serves a world on 127.0.0.1 while the `with` block runs.

    Intervals are the least seconds between requests to a service, 0 for any pace; with an
    interval arXiv takes one request at a time. `latency` is how long every answer takes.
    `faults` spoils answers to requests that keep the pace; `alter` sees all of them, last.
    `dumps` are the releases of the Datasets API, by default one of this world.
    """

    def __init__(
        self,
        world: World,
        port: int = 0,
        arxiv_interval: float = 0.0,
        s2_interval: float = 0.0,
        latency: float = 0.0,
        alter: Alter = leave_unaltered,
        faults: FaultPlan = CALM,
        dumps: Sequence[Dump] = (),
    ) -> None:
        self.world = world
        self.log: list[Visit] = []
        self.datasets = datasets_api.DatasetsApi(lambda: dumps or [dump_world(world)])
        self._services: dict[str, tuple[_Service, Gate]] = {
            "arxiv": (arxiv_api.ArxivApi(world), Gate(arxiv_interval, one_at_a_time=True)),
            "s2": (s2_api.GraphApi(world), Gate(s2_interval, one_at_a_time=False)),
            "datasets": (self.datasets, Gate(0.0, one_at_a_time=False)),
        }
        self._latency = latency
        self._alter = alter
        self._faults = Faults(faults)
        self._server = _Server(port, self)
        self.datasets.url = self.url
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    @property
    def url(self) -> str:
        """Where both services are."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def arxiv_url(self) -> str:
        """The arXiv query endpoint."""
        return self.url + arxiv_api.PATH

    @property
    def s2_url(self) -> str:
        """The root of the Semantic Scholar Graph API."""
        return self.url + s2_api.ROOT

    @property
    def datasets_url(self) -> str:
        """The root of the Datasets API."""
        return self.url + datasets_api.ROOT

    def settings(self, database: Path, **flags: object) -> Settings:
        """Return the settings of a run that asks this sandbox, without waiting between requests."""
        at_any_pace = {"arxiv_interval": 0, "s2_interval": 0, "s2_datasets_interval": 0}
        addresses = {
            "db": database,
            "arxiv_url": self.arxiv_url,
            "s2_url": self.s2_url,
            "s2_datasets_url": self.datasets_url,
        }
        return load_settings({**at_any_pace, **addresses, **flags}, environment={}, files=[])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.close_connections()
        self._server.server_close()

    def answer(self, question: Question, arrived: float) -> Reply:
        """Return the answer to a request that arrived then, and log the visit."""
        service, gate = self._services.get(question.service, (None, None))
        if service is None or gate is None:
            reply = Reply(404, b"Not Found\n", "text/plain")
        elif gate.enter(arrived):
            time.sleep(self._latency)
            # Left before the answer goes out: by then the client may send its next request.
            try:
                too_long = len(question.target) > URL_LIMIT
                reply = TOO_LONG if too_long else service.answer(question)
            finally:
                gate.leave()
            reply = self._faults.spoil(question, reply)
        else:
            reply = refuse(question.service)
        reply = self._alter(question, reply)
        self.log.append(
            Visit(
                question.service,
                question.method,
                question.path,
                arrived,
                time.monotonic(),
                reply.status,
                reply.ids,
                len(reply.body),
                reply.fault,
            )
        )
        return reply


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 128

    def __init__(self, port: int, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def close_connections(self) -> None:
        """Wake the threads that wait for a next request, so that they can end."""
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what failed, but not clients that go away in the middle."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server
    _arrived = 0.0

    def parse_request(self) -> bool:
        self._arrived = time.monotonic()
        return super().parse_request()

    def do_GET(self) -> None:
        self._respond(b"")

    def do_POST(self) -> None:
        self._respond(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""

    def _respond(self, body: bytes) -> None:
        path, _, query = self.path.partition("?")
        service = (
            "arxiv"
            if path == arxiv_api.PATH
            else "s2"
            if path.startswith(f"{s2_api.ROOT}/")
            else "datasets"
            if path.startswith((f"{datasets_api.ROOT}/", f"{datasets_api.STORE}/"))
            else "unknown"
        )
        params = dict(parse_qsl(query, keep_blank_values=True))
        headers = {name.lower(): value for name, value in self.headers.items()}
        question = Question(service, self.command, path, self.path, params, headers, body)
        deliver(self, self.server.sandbox.answer(question, self._arrived))
