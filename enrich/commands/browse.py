"""Look at the database in a web browser."""

import signal
import socket
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING

import click

from ..errors import Exit
from ..parameters import print_json, taken_port, with_database_only, with_json

if TYPE_CHECKING:
    from db.page_routes import Site


@click.command()
@with_database_only
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8001,
    show_default=True,
    help="Port to serve on; 0 takes a free one.",
)
@click.option("--open/--no-open", "open_", default=False, help="Open a web browser on it.")
@with_json
def command(db: Path | None, host: str, port: int, open_: bool, as_json: bool) -> int:
    """Serve the database with Datasette: search, facets, questions, JSON and CSV.

    What is shown is a copy made at the start, so that a run of enrich can go on meanwhile.

    \b
    citeweave browse --db papers.db --open
    """
    import uvicorn

    from db.own_host import for_this_machine, is_own
    from db.pages import application
    from db.snapshot_copy import snapshot
    from graph.site.served import Served
    from graph.tables import TABLES

    from ..settings import load_settings
    from ..waiting import waiting

    path = load_settings({"db": db}).db
    with _listen(host, port) as listener, ExitStack() as kept:
        with waiting(f"copying {path} and finding its communities and ties"):
            copy = kept.enter_context(snapshot(path, TABLES))
        url = _url(host, listener.getsockname()[1])
        served = application(copy, Served)
        app = for_this_machine(served.app()) if is_own(host) else served.app()
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        _end_on_hangup(server.handle_exit)
        # Ready, or nearly, when the first page asks for it.
        Thread(target=_draw, args=(served.site,), daemon=True).start()
        _announce(path, url, as_json, is_local=is_own(host))
        if open_:
            webbrowser.open(url)
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
    return Exit.OK


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before the work of copying. Raises click.BadParameter where it is taken."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (socket.gaierror, UnicodeError) as error:  # the latter of what can be no name
        raise click.BadParameter(
            f"there is no address '{host}' on this machine.", param_hint="--host"
        ) from error
    except OSError as error:
        raise taken_port(host, port, error) from error


def _url(host: str, port: int) -> str:
    name = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _announce(db: Path, url: str, as_json: bool, *, is_local: bool) -> None:
    if as_json:
        print_json("browse", {"db": str(db), "url": url})
    click.echo(f"{db} is at {url} (stop with Ctrl-C)", err=True)
    if not is_local:
        click.echo("Everyone who can reach this machine can read it.", err=True)


def _end_on_hangup(end: Callable[[int, FrameType | None], None]) -> None:
    """Let a closed window end the server as its own signals do; under nohup it goes on."""
    # Windows has no such signal.
    if (number := getattr(signal, "SIGHUP", None)) and signal.getsignal(number) != signal.SIG_IGN:
        signal.signal(number, end)


def _draw(site: "Site") -> None:
    # Whoever asks for the network is told what was wrong; after the end nobody does.
    with suppress(Exception):
        site.file("network", {})
