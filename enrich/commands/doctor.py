"""citeweave doctor: are the settings right, and do the services still answer as we read them?"""

import asyncio
from collections.abc import Iterator

import click

from db.rows import Absent, Candidates, Found, Key, Links, Outcome, Request, Sought, Want

from ..addresses import is_private
from ..client import Client
from ..errors import Exit, Refused, ServiceError
from ..parameters import print_json, say, with_json
from ..settings import Settings, load_settings
from ..sources import make_sources
from ..sources.base import Options, Source

# A doctor's visit is short: one wait, not twenty minutes of them.
_TRIES = 2
# A paper that every service has, sought as often as the largest search asks at once.
_SOUGHT = Sought(Key("arxiv", "1706.03762"), "Attention Is All You Need")
_TIMES = 100


@click.command()
@click.option("--offline", is_flag=True, help="Ask no service.")
@with_json
def command(offline: bool, as_json: bool) -> int:
    """Show the settings and where each came from, and ask each service small questions.

    A service passes where its answers still have the shape that citeweave reads.

    \b
    citeweave doctor
    citeweave doctor --offline
    """

    settings = load_settings()
    shown = settings.shown()
    if not as_json:
        for name, value in shown.items():
            say(f"{name:<15} {value or '-':<45} {settings.origins[name]}")
        for name in _unsent_keys(settings):
            say(f"{name}: the key is not sent, because the address is not an https one")
    checks = {} if offline else asyncio.run(_check(settings, make_sources(settings)))
    if as_json:
        print_json(
            "doctor",
            {
                "settings": {
                    name: {"value": value, "origin": settings.origins[name]}
                    for name, value in shown.items()
                },
                "services": {
                    name: {"ok": problem is None, "problem": problem}
                    for name, problem in checks.items()
                },
            },
        )
    else:
        for name, problem in checks.items():
            say(f"{name}: " + (problem or "answers as expected"))
    return Exit.GAVE_UP if any(checks.values()) else Exit.OK


def _unsent_keys(settings: Settings) -> list[str]:
    return [name for name, s in settings.services.items() if s.key and not is_private(s.url)]


async def _check(settings: Settings, sources: list[Source]) -> dict[str, str | None]:
    """Return each service's problem, None where it answers as expected."""
    client = Client(
        {source.info.name: source for source in sources},
        contact=settings.contact,
        retry_scale=settings.retry_scale,
        most_tries=_TRIES,
    )
    async with client:
        problems = await asyncio.gather(*(_probe(client, source) for source in sources))
    return {source.info.name: problem for source, problem in zip(sources, problems, strict=True)}


async def _probe(client: Client, source: Source) -> str | None:

    title = source.info.title
    for request in (*source.probes(), *_search(source)):
        want, part = request.wants[0], request.part.replace("_", " ")
        say(f"Asking {title}: {part} of {want.sought.title if want.sought else want.key} …")
        try:
            _, (outcome,) = await client.send(request)
        except Refused as error:
            return str(error)
        except ServiceError as error:
            return f"{title} gave no usable answer in {_TRIES} tries: {error.reason}"
        if problem := _find_problem(request, outcome):
            return f"{title}'s answer is not what it was: {problem}"
    return None


def _search(source: Source) -> Iterator[Request]:
    """Yield a full question of each search by title: whether it is taken shows only then."""
    wants = [Want(Key("arxiv", f"{_SOUGHT.key.value}#{n}"), sought=_SOUGHT) for n in range(_TIMES)]
    for part in source.searches():
        if part.search and part.search.suits(_SOUGHT):
            yield source.request(part, source.plan(part, wants)[0], Options())


def _find_problem(request: Request, outcome: Outcome) -> str | None:
    """Return what is missing in the answer about a paper that every service has."""
    if isinstance(outcome, Found):
        names = ("title", "year", "authors")
        missing = [name for name in names if not getattr(outcome.record, name)]
        return f"it lacks {', '.join(missing)}" if missing else None
    if isinstance(outcome, Candidates):
        is_there = any(record.arxiv_id == _SOUGHT.key.value for record in outcome.records)
        return None if is_there else f"its {request.part} does not find '{_SOUGHT.title}'"
    if isinstance(outcome, Links):
        untitled = outcome.neighbours and not any(each.title for each in outcome.neighbours)
        return "it lists papers without titles" if untitled else None
    if isinstance(outcome, Absent) and request.part != "record":
        # A publisher may withhold a list, and said so in the form that we read.
        return None
    return getattr(outcome, "reason", "it is of another kind")
