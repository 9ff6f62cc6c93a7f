"""The time, as it is stored."""

from datetime import UTC, datetime


def now() -> str:
    """Return the time as it is stored: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
