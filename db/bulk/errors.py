"""What can be wrong with dumps, an engine, or a folder of tables."""


class BulkError(Exception):
    """Base; the message is a sentence for a person."""


class ShardError(BulkError):
    """A shard is broken, empty or not what its name says."""


class EngineError(BulkError):
    """The engine is not installed, cannot start, or gave up."""


_LONGEST = 300


def first_line(error: Exception) -> str:
    """Return the beginning of what an engine says, which goes on with a trace or the query."""
    return str(error).strip().split("\n", 1)[0].strip()[:_LONGEST]
