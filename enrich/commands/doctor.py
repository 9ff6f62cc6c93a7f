"""citeweave doctor: are the settings right, and do the services still answer as we read them?"""

import asyncio

import click

from db.rows import Found

from ..errors import Exit, ServiceError
from ..http import Client
from ..parameters import print_json, with_json
from ..settings import Settings, load_settings
from ..sources import make_sources
from ..sources.base import Source


@click.command()
@click.option("--offline", is_flag=True, help="Ask no service.")
@with_json
def command(offline: bool, as_json: bool) -> int:
    """Show the settings and where each came from, and ask each service one small question.

    A service passes where its answer still has the shape that citeweave reads.

    \b
    citeweave doctor
    citeweave doctor --offline
    """
    from ..summary import say

    settings = load_settings()
    shown = _shown(settings)
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
        for name, value in shown.items():
            say(f"{name:<15} {value or '-':<45} {settings.origins[name]}")
        for name, problem in checks.items():
            say(f"{name}: " + (problem or "answers as expected"))
    return Exit.GAVE_UP if any(checks.values()) else Exit.OK


def _shown(settings: Settings) -> dict[str, str]:
    """Return the settings as text; of the key only whether there is one."""
    return {
        name: ("present" if settings.s2_key else "none")
        if name == "s2_key"
        else str(getattr(settings, name))
        for name in settings.origins
    }


async def _check(settings: Settings, sources: list[Source]) -> dict[str, str | None]:
    """Return each service's problem, None where it answers as expected."""
    # A doctor's visit is short: one wait, not twenty minutes of them.
    client = Client(
        {source.info.name: source for source in sources},
        contact=settings.contact,
        retry_scale=settings.retry_scale,
        patience=15,
    )
    async with client:
        problems = await asyncio.gather(*(_probe(client, source) for source in sources))
    return {source.info.name: problem for source, problem in zip(sources, problems, strict=True)}


async def _probe(client: Client, source: Source) -> str | None:
    try:
        answer = await client.send(source.probe())
    except ServiceError as error:
        return str(error)
    (outcome,) = source.read(answer)
    if not isinstance(outcome, Found):
        return f"{source.info.title} says that it does not have a paper that it has: {outcome}"
    record = outcome.record
    missing = [name for name in ("title", "year", "authors") if not getattr(record, name)]
    if missing:
        return f"{source.info.title}'s answer has changed: it lacks {', '.join(missing)}"
    return None
