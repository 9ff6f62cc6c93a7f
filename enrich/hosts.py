"""What is known of a service while it is asked: its pace, its use, its failures, our key there."""

from dataclasses import dataclass, field

from db.runs import ServiceUse

from .pace import Pace
from .sources.base import Service

# Stands where a service, or a proxy before it, repeats our key.
_STRUCK = "[key]"


@dataclass
class _Use:
    """What was asked of one service so far."""

    requests: int = 0
    retries: int = 0
    refusals: int = 0
    bytes: int = 0
    waited: float = 0.0


@dataclass
class Host:
    """A service that is asked, and how it behaved so far."""

    service: Service
    title: str
    pace: Pace
    use: _Use = field(default_factory=_Use)
    heavy_in_a_row: int = 0
    unreachable_since: float | None = None

    def struck(self, text: str) -> str:
        """Return what came from outside without our key, should it be repeated there."""
        for secret in self.service.headers.values():
            text = text.replace(secret, _STRUCK)
        return text

    def struck_body(self, body: bytes, packed: bytes | None) -> tuple[bytes, bytes | None]:
        """Return a body without our key; as it was packed where it is without one."""
        for secret in self.service.headers.values():
            if secret.encode() in body:
                body, packed = body.replace(secret.encode(), _STRUCK.encode()), None
        return body, packed

    def told(self) -> ServiceUse:
        """Return what was asked so far, as it is stored."""
        u = self.use
        waited = round(u.waited, 3)
        name, url = self.service.source, self.service.url
        return ServiceUse(name, url, u.requests, u.retries, u.refusals, u.bytes, waited)
