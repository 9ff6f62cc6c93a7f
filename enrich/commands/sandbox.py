"""citeweave sandbox: a stand-in of both services on this machine."""

import time

import click

from ..errors import Exit
from ..parameters import print_json, taken_port, with_json


@click.command()
@click.option("--port", default=8765, show_default=True, help="0 takes any free port.")
@click.option("--papers", default=100, show_default=True, help="How many listed papers.")
@click.option("--seed", default=2024, show_default=True, help="Another seed, another world.")
@click.option("--pace/--no-pace", default=True, help="Refuse what comes faster than allowed.")
@with_json
def command(port: int, papers: int, seed: int, pace: bool, as_json: bool) -> int:
    """Serve a made world of papers with the manners of arXiv and Semantic Scholar.

    The first 100 titles and ids are those of ICLR 2024; every citation is made.

    \b
    citeweave sandbox --port 8765
    """
    from ..sandbox import Sandbox, WorldOptions, make_world
    from ..summary import say

    world = make_world(WorldOptions(papers=papers, seed=seed))
    intervals = (3.0, 1.0) if pace else (0.0, 0.0)
    try:
        sandbox = Sandbox(world, port, *intervals)
    except OSError as error:
        raise taken_port("127.0.0.1", port, error) from error
    with sandbox as served:
        if as_json:
            print_json("sandbox", {"arxiv_url": served.arxiv_url, "s2_url": served.s2_url})
        say("Made citations around real titles. Ctrl-C ends it. To use it, in another terminal:")
        say(f"export CITEWEAVE_ARXIV_URL={served.arxiv_url}")
        say(f"export CITEWEAVE_S2_URL={served.s2_url}")
        while True:
            time.sleep(3600)
    return Exit.OK
