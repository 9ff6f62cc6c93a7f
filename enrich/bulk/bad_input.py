"""What is wrong with shards, tables or an engine is bad input of a command."""

from collections.abc import Iterator
from contextlib import contextmanager

from db.bulk.errors import BulkError

from ..errors import BadInput


@contextmanager
def as_bad_input() -> Iterator[None]:
    """Raise errors of db.bulk as BadInput, in the same words."""
    try:
        yield
    except BulkError as error:
        raise BadInput(str(error)) from error
