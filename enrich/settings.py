"""Settings: flag, else environment, else file, else default; each knows where it came from.

| setting        | environment              | default                                  |
|----------------|--------------------------|------------------------------------------|
| db             | CITEWEAVE_DB             | papers.db                                |
| arxiv_url      | CITEWEAVE_ARXIV_URL      | https://export.arxiv.org/api/query       |
| s2_url         | CITEWEAVE_S2_URL         | https://api.semanticscholar.org/graph/v1 |
| contact        | CITEWEAVE_CONTACT        | (none)                                   |
| arxiv_interval | CITEWEAVE_ARXIV_INTERVAL | 3 seconds                                |
| s2_interval    | CITEWEAVE_S2_INTERVAL    | 1 second                                 |
| retry_scale    | CITEWEAVE_RETRY_SCALE    | 1                                        |
| s2_key         | S2_API_KEY, else SEMANTIC_SCHOLAR_API_KEY | (none)                  |

The files are citeweave.toml in the working folder, then config.toml in the user's
configuration folder. A key may stand in the latter only.
"""

import math
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from .errors import BadInput

_VARIABLES = {
    "db": ("CITEWEAVE_DB",),
    "arxiv_url": ("CITEWEAVE_ARXIV_URL",),
    "s2_url": ("CITEWEAVE_S2_URL",),
    "contact": ("CITEWEAVE_CONTACT",),
    "arxiv_interval": ("CITEWEAVE_ARXIV_INTERVAL",),
    "s2_interval": ("CITEWEAVE_S2_INTERVAL",),
    "retry_scale": ("CITEWEAVE_RETRY_SCALE",),
    "s2_key": ("S2_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"),
}
_DEFAULTS = {
    "db": "papers.db",
    "arxiv_url": "https://export.arxiv.org/api/query",
    "s2_url": "https://api.semanticscholar.org/graph/v1",
    "contact": "",
    "arxiv_interval": "3",
    "s2_interval": "1",
    "retry_scale": "1",
    "s2_key": "",
}
_REAL = ("arxiv.org", "semanticscholar.org")
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True)
class Settings:
    """The settings in force. Intervals are in seconds."""

    db: Path
    arxiv_url: str
    s2_url: str
    contact: str
    arxiv_interval: float
    s2_interval: float
    retry_scale: float
    s2_key: str = field(repr=False)
    origins: Mapping[str, str]


def load_settings(
    flags: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
    files: Sequence[Path] | None = None,
) -> Settings:
    """Return the settings in force. Raises BadInput where one cannot be used."""
    environment = os.environ if environment is None else environment
    files = setting_files() if files is None else files
    values, origins = dict(_DEFAULTS), dict.fromkeys(_DEFAULTS, "default")
    for path in reversed(files):
        for name, value in _read(path, with_key=path == files[-1]).items():
            values[name], origins[name] = value, str(path)
    for name, variables in _VARIABLES.items():
        for variable in reversed(variables):
            if environment.get(variable, "").strip():
                values[name], origins[name] = environment[variable].strip(), variable
    for name, given in (flags or {}).items():
        if given is not None:
            values[name], origins[name] = str(given), "flag"
    return _checked(values, origins)


def setting_files() -> list[Path]:
    """Return the files that settings are read from, the strongest first."""
    return [
        Path("citeweave.toml"),
        Path(platformdirs.user_config_dir("citeweave")) / "config.toml",
    ]


def is_real(url: str) -> bool:
    """Return whether a URL is a real service's, where its pace must be kept."""
    host = urlsplit(url).hostname or ""
    return any(host == real or host.endswith(f".{real}") for real in _REAL)


def is_private(url: str) -> bool:
    """Return whether a key may be sent there: encrypted, or not leaving this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in _LOOPBACK


def _read(path: Path, *, with_key: bool) -> dict[str, str]:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"The settings file {path} cannot be read: {error}") from error
    if unknown := table.keys() - _DEFAULTS.keys():
        raise BadInput(
            f"{path}: no such setting: {', '.join(sorted(unknown))}. "
            f"There are: {', '.join(_DEFAULTS)}"
        )
    if "s2_key" in table and not with_key:
        raise BadInput(
            f"{path}: a key does not belong in a project's file, which is easily shared. "
            "Set S2_API_KEY instead."
        )
    return {name: str(value).strip() for name, value in table.items()}


def _checked(values: Mapping[str, str], origins: Mapping[str, str]) -> Settings:
    for name in ("arxiv_url", "s2_url"):
        parts = urlsplit(values[name])
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise BadInput(f"{name} ({origins[name]}) is not a web address: {values[name]}")
    real = is_real(values["arxiv_url"]) or is_real(values["s2_url"])
    if values["s2_key"] and not values["s2_key"].isascii():
        raise BadInput(f"The key in {origins['s2_key']} has characters that no key has.")
    return Settings(
        db=Path(values["db"]),
        arxiv_url=values["arxiv_url"],
        s2_url=values["s2_url"].rstrip("/"),
        contact=values["contact"],
        arxiv_interval=_at_least(
            "arxiv_interval", values, origins, 3, is_real(values["arxiv_url"])
        ),
        s2_interval=_at_least("s2_interval", values, origins, 1, is_real(values["s2_url"])),
        retry_scale=_at_least("retry_scale", values, origins, 1, real),
        s2_key=values["s2_key"],
        origins=dict(origins),
    )


def _at_least(
    name: str, values: Mapping[str, str], origins: Mapping[str, str], least: float, real: bool
) -> float:
    try:
        number = float(values[name])
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise BadInput(f"{name} ({origins[name]}) is not a number of 0 or more: {values[name]}")
    if real and number < least:
        raise BadInput(
            f"{name} ({origins[name]}) is {number:g}, but the real service allows no less "
            f"than {least:g}. Slower is fine, faster would get your address blocked."
        )
    return number
