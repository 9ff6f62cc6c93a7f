"""What can be wrong with dumps, an engine, or a folder of tables."""


class BulkError(Exception):
    """Base; the message is a sentence for a person."""


class ShardError(BulkError):
    """A shard is broken, empty or not what its name says."""


class EngineError(BulkError):
    """The engine is not installed, cannot start, or gave up."""
