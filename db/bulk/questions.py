"""The questions, as SQL that both engines understand: a file each in queries/."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "queries"


def question(name: str, **filled: str | int) -> str:
    """Return a question with its gaps filled by names of tables and by numbers."""
    return _text(name).format(**filled)


@cache
def _text(name: str) -> str:
    lines = (_FOLDER / f"{name}.sql").read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("--"))
