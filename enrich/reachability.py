"""Why a host was not reached, in words, and what may be done about it."""

import socket
import ssl
from collections.abc import Iterator


def explain(error: BaseException) -> tuple[str, str]:
    """Return why a host was not reached, and what may be done about it."""
    for cause in _causes(error):
        if isinstance(cause, socket.gaierror):
            return "no such host", "Are you online?"
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                f"its certificate is not accepted ({cause.verify_message})",
                "Where your network has a certificate of its own, name its file in SSL_CERT_FILE.",
            )
    return str(error) or type(error).__name__, ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
