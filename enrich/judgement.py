"""What an answer is: what it says, or a stumble, or a refusal, if it is no answer to believe."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from db.rows import Answer, Outcome

from .errors import Refused, TooHeavy
from .hosts import Host
from .retries import Stumble
from .sources.base import AskAgain, AskLess, AskNoMore, Source, retry_after


def judge(host: Host, source: Source, answer: Answer, headers: Mapping[str, str]) -> list[Outcome]:
    """Return what an answer says, or raise what it is instead of one.

    Raises Stumble, TooHeavy or Refused.
    """
    name, title = host.service.source, host.title
    if 300 <= answer.status < 400:
        reason = f"HTTP {answer.status}: sent on to another address"
        message = (
            f"{title} sends us on to {_shown(headers.get('Location', ''))}, which is not followed. "
            "If that is its new address, set it: see citeweave doctor."
        )
        raise Stumble(reason, meant=Refused(name, message, reason))
    try:
        return source.read(answer)
    except AskAgain as error:
        host.use.refusals += not error.content
        wait = retry_after(headers.get("Retry-After"))
        raise Stumble(error.reason, wait, heavy=error.content) from error
    except AskLess as error:
        raise TooHeavy(name, f"{title}: {error.reason}", error.reason) from error
    except AskNoMore as error:
        host.use.refusals += 1
        message = f"{title} refuses to answer: {error.reason.rstrip('.')}. {error.advice}"
        raise Refused(name, message.strip(), error.reason) from error
    except Exception as error:
        # A body that nobody thought of must not end the run.
        reason = f"the answer cannot be read ({type(error).__name__})"
        raise Stumble(reason, heavy=True) from error


def _shown(address: str) -> str:
    """Return of an address that a service names what is fit to be shown: its host."""
    try:
        host = urlsplit(address).hostname
    except ValueError:
        host = None
    return host or "another place of its own"
