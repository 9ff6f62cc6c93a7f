"""citeweave rebuild: every derived table again, from lists and raw answers alone."""

from pathlib import Path

import click

from ..errors import Exit
from ..parameters import print_json, say, with_database, with_json


@click.command()
@click.argument(
    "snapshot", required=False, type=click.Path(path_type=Path, file_okay=False, exists=True)
)
@with_database
@with_json
def command(snapshot: Path | None, db: Path | None, as_json: bool) -> int:
    """Make all derived tables again from the lists and the stored raw answers.

    Nothing is asked of any service. Use it after an upgrade that reads answers better, or
    with the folder of a SNAPSHOT, whose files are checked first and copied to --db.

    \b
    citeweave rebuild --db papers.db
    citeweave rebuild iclr2024-snapshot --db copy.db
    """
    from db.archive import restore_archive
    from db.occupancy import occupied
    from db.wording import counted

    from ..enrichment import opened_store
    from ..settings import load_settings
    from ..sources import make_sources

    settings = load_settings({"db": db})
    sources = make_sources(settings)
    checked = restore_archive(snapshot, settings.db) if snapshot else 0
    with occupied(settings.db), opened_store(settings, sources) as store:
        count = store.rebuild()
    if as_json:
        print_json("rebuild", {"db": str(settings.db), "answers": count, "checked": checked})
    else:
        if snapshot:
            say(f"{snapshot}: {counted(checked, 'file')} checked, as the manifest says")
        say(f"{settings.db}: made again from {counted(count, 'answer')}")
    return Exit.OK
