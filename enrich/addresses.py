"""Web addresses of services: which can be used, and which leave this machine in clear text."""

import ipaddress
import re
from urllib.parse import urlsplit

_LABEL = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)")


def find_fault(url: str) -> str | None:
    """Return why an address of a service cannot be used, or None. The address is not quoted."""
    if not url.isprintable() or " " in url or "\\" in url:
        return "it has blanks or control characters"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        return f"it is not a web address: {error}" if "@" not in url else "it is not a web address"
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "it is not a web address, which starts with https:// and a host"
    if "@" in parts.netloc:
        return "a user name or password does not belong in it"
    if port == 0 or not _is_host(parts.hostname):
        return "it is not a web address: there cannot be such a host or port"
    if parts.query or parts.fragment:
        return "it goes on after a ? or #, where the questions come"
    return None


def is_at(url: str, hosts: tuple[str, ...]) -> bool:
    """Return whether a URL is at one of these hosts or below it."""
    host = _host(url)
    return any(host == known or host.endswith(f".{known}") for known in hosts)


def is_loopback(url: str) -> bool:
    """Return whether a URL is on this machine."""
    host = _host(url)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_private(url: str) -> bool:
    """Return whether a key may be sent there: encrypted, or not leaving this machine."""
    return urlsplit(url).scheme == "https" or is_loopback(url)


def _host(url: str) -> str:
    # A name may end with the root's point: arxiv.org. is arxiv.org.
    return (urlsplit(url).hostname or "").rstrip(".")


def _is_host(host: str) -> bool:
    if ":" in host:
        return _is_ip(host)
    try:
        ascii_host = host.rstrip(".").encode("idna").decode()
    except UnicodeError:
        return False
    return len(ascii_host) <= 253 and all(map(_LABEL.fullmatch, ascii_host.split(".")))


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
