"""Text that is harmless where a spreadsheet opens it.

Spreadsheets run text that begins like a formula, =HYPERLINK(…) for one, and titles are
anybody's. See https://owasp.org/www-community/attacks/CSV_Injection.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def harmless(text: str) -> str:
    """Return a cell as it may be opened: an apostrophe before a formula, numbers as they are."""
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows under their columns as CSV, each cell of text harmless."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()
