"""Reading the identifiers that lists and services write, in all their spellings.

Every function takes text and returns the one canonical spelling, or raises
`IdentifierError` with a reason fit to show beside a line number. Identifiers are
text: an arXiv id that passed through a number has lost digits and is refused.

arXiv's forms: https://info.arxiv.org/help/arxiv_identifier.html
"""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

# Order matters: a paper's number holds the position of its archive in this list
# (see identity.py), so new names go to the end.
ARCHIVES = (
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an",
    "chao-dyn", "chem-ph", "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an",
    "gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th", "math", "math-ph", "mtrl-th",
    "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph", "q-alg", "q-bio",
    "quant-ph", "solv-int", "supr-con",
)  # fmt: skip

_NEW = re.compile(r"(\d{2})(\d{2})\.(\d{4,5})(?:v(\d{1,4}))?", re.ASCII)
# The subject class stands in lower case in DOIs, which ignore case.
_OLD = re.compile(r"([a-z-]+)(?:\.[A-Za-z]{2})?/(\d{2})(\d{2})(\d{3})(?:v(\d{1,4}))?", re.ASCII)
# What services write nearly always: an id of 2015 or later in its canonical form.
_CANONICAL = re.compile(r"(?:1[5-9]|[2-8]\d)(?:0[1-9]|1[0-2])\.(?!0{5})\d{5}", re.ASCII)
_CUT_SHORT = re.compile(r"\d{3,4}\.\d{1,5}", re.ASCII)
_ARXIV_HOST = re.compile(r"(?:[a-z]+\.)?arxiv\.org")
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_DOI = re.compile(r"10\.[0-9]{4,9}/\S+")
_OPENREVIEW = re.compile(r"[A-Za-z0-9_-]{6,40}")


class IdentifierError(ValueError):
    """The text is not a usable identifier; the message says why."""


@dataclass(frozen=True, order=True)
class ArxivId:
    """An arXiv identifier: `base` names the paper, `version` one of its versions."""

    base: str
    version: int | None = None

    def __str__(self) -> str:
        return self.base if self.version is None else f"{self.base}v{self.version}"


def parse_arxiv(given: object) -> ArxivId:
    """Return the id behind any spelling: bare, `arXiv:`, abs or pdf link, 10.48550 DOI."""
    if isinstance(given, int | float):
        raise IdentifierError(
            f"the arXiv id {given} was read as a number, which loses its zeros; "
            "keep the column as text"
        )
    text = str(given).strip()
    if _CANONICAL.fullmatch(text):
        return ArxivId(text)
    if not _NEW.fullmatch(text):
        text = _strip_arxiv_wrapping(text)
    if match := _NEW.fullmatch(text):
        return _new_style(text, *match.groups())
    if match := _OLD.fullmatch(text):
        return _old_style(text, *match.groups())
    if _CUT_SHORT.fullmatch(text):
        raise IdentifierError(
            f"'{text}' looks like an arXiv id that was read as a number and lost its zeros; "
            "keep the column as text"
        )
    raise IdentifierError(f"'{_shorten(text)}' is not an arXiv id")


def canonical_arxiv(given: str | None) -> str | None:
    """Return a service's arXiv id in canonical form, or None where it is no arXiv id."""
    if not given or _CANONICAL.fullmatch(given):
        return given or None
    try:
        return parse_arxiv(given).base
    except IdentifierError:
        return None


def _strip_arxiv_wrapping(text: str) -> str:
    if "://" in text or text.lower().startswith(("arxiv.org/", "www.arxiv.org/", "doi.org/")):
        parts = _split_url(text)
        host, path = (parts.hostname or ""), unquote(parts.path)
        if _ARXIV_HOST.fullmatch(host):
            # /abs/2305.09955, /pdf/2305.09955v2.pdf, /html/…, /abs/2512.24880/sso-callback
            _, _, text = path.lstrip("/").partition("/")
            text = text.removesuffix(".pdf").rstrip("/")
            if found := re.match(rf"(?:{_NEW.pattern}|{_OLD.pattern})(?=/|$)", text):
                text = found.group()
        elif host.endswith("doi.org"):
            text = path.lstrip("/")
    text = re.sub(r"^doi:\s*", "", text, flags=re.IGNORECASE)
    if match := _ARXIV_DOI.fullmatch(text):
        text = match[1]
    return re.sub(r"^arxiv:\s*", "", text, flags=re.IGNORECASE)


def _new_style(text: str, year: str, month: str, number: str, version: str | None) -> ArxivId:
    stamp = int(year + month)
    if not 1 <= int(month) <= 12 or stamp < 704 or int(number) == 0:
        raise IdentifierError(f"'{text}' has no valid month or number for an arXiv id")
    digits = 4 if stamp < 1501 else 5
    if len(number) != digits:
        raise IdentifierError(
            f"'{text}': arXiv ids of 20{year}-{month} have {digits} digits after the point"
            + ("; was it read as a number?" if len(number) < digits else "")
        )
    return ArxivId(f"{year}{month}.{number}", _version(text, version))


def _old_style(
    text: str, archive: str, year: str, month: str, number: str, version: str | None
) -> ArxivId:
    if archive not in ARCHIVES:
        raise IdentifierError(f"'{text}': arXiv has no archive '{archive}'")
    # Old-style ids ran from 1991-07 to 2007-03.
    stamp = int(year + month)
    if not 1 <= int(month) <= 12 or not (stamp >= 9107 or stamp <= 703):
        raise IdentifierError(f"'{text}' has no valid month for an old arXiv id")
    # The subject class (math.GT/…) is not part of the canonical form.
    return ArxivId(f"{archive}/{year}{month}{number}", _version(text, version))


def _version(text: str, version: str | None) -> int | None:
    if version is None:
        return None
    if int(version) == 0:
        raise IdentifierError(f"'{text}': arXiv versions start at v1")
    return int(version)


def parse_doi(given: object) -> str:
    """Return a DOI in lower case, without resolver or prefix. DOIs ignore case."""
    text = re.sub(r"^doi:\s*", "", str(given).strip(), flags=re.IGNORECASE)
    if "://" in text or text.lower().startswith(("doi.org/", "dx.doi.org/")):
        parts = _split_url(text)
        if (parts.hostname or "").endswith("doi.org"):
            text = unquote(parts.path).lstrip("/")
    if not _DOI.fullmatch(text):
        raise IdentifierError(f"'{_shorten(text)}' is not a DOI")
    return text.lower()


def parse_openreview(given: object) -> str:
    """Return the forum id of an OpenReview link, or of a bare id."""
    text = str(given).strip()
    if "openreview.net" in text:
        parts = _split_url(text)
        text = (parse_qs(parts.query).get("id") or [""])[0]
    if not _OPENREVIEW.fullmatch(text):
        raise IdentifierError(f"'{_shorten(str(given))}' is not an OpenReview id or link")
    return text


def _split_url(text: str) -> SplitResult:
    try:
        return urlsplit(text if "://" in text else f"https://{text}")
    except ValueError as error:
        raise IdentifierError(f"'{_shorten(text)}' is not a link: {error}") from None


def _shorten(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
