"""What can go wrong, and the exit code that each kind ends a command with.

    CiteweaveError          1
    ├── BadInput            5  a list or a setting cannot be used
    ├── Interrupted       130  Ctrl-C, or the system asked to stop
    └── ServiceError        4
        ├── Refused            the key or the address is refused: asking on is no use
        ├── GaveUp             no usable answer within the time allowed
        └── TooHeavy           this request cannot be answered whole; a smaller one may

"Not found" is no error: see db.rows.Absent.
"""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of the command."""

    OK = 0
    UNEXPECTED = 1
    USAGE = 2
    PARTIAL = 3
    GAVE_UP = 4
    BAD_INPUT = 5
    DATABASE = 6
    INTERRUPTED = 130


class CiteweaveError(Exception):
    """Base; the message is a sentence for a person."""

    exit_code = Exit.UNEXPECTED


class BadInput(CiteweaveError):
    exit_code = Exit.BAD_INPUT


class Interrupted(CiteweaveError):
    exit_code = Exit.INTERRUPTED


class ServiceError(CiteweaveError):
    """A service did not answer as needed.

    `source` names it; `reason` is the bare cause, as it is stored, without advice.
    """

    exit_code = Exit.GAVE_UP

    def __init__(self, source: str, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.source = source
        self.reason = reason or message


class Refused(ServiceError):
    pass


class GaveUp(ServiceError):
    pass


class TooHeavy(ServiceError):
    """`may_pass` says that the service may be at fault instead, and another try worth it."""

    def __init__(
        self, source: str, message: str, reason: str | None = None, *, may_pass: bool = False
    ) -> None:
        super().__init__(source, message, reason)
        self.may_pass = may_pass
