"""Settings: flag, else environment, else file, else default; each knows where it came from.

| setting         | environment                | default                      |
|-----------------|----------------------------|------------------------------|
| db              | CITEWEAVE_DB               | papers.db                    |
| contact         | CITEWEAVE_CONTACT          | (none)                       |
| retry_scale     | CITEWEAVE_RETRY_SCALE      | 1                            |
| NAME_url        | CITEWEAVE_NAME_URL         | the source's                 |
| NAME_interval   | CITEWEAVE_NAME_INTERVAL    | the source's, in seconds     |
| NAME_key        | the source's own variables | (none); only of some sources |

NAME is a source's: arxiv, s2, s2_datasets. The files are citeweave.toml in the working folder, then
config.toml in the user's configuration folder. A key may stand in the latter only.
"""

import math
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from .addresses import find_fault, is_at
from .errors import BadInput
from .sources import service_defaults
from .sources.base import ServiceDefaults, ServiceSettings

_KEY = re.compile(r"[!-~]+")
_CONTACT = re.compile(r"[ -~]*")


@dataclass(frozen=True)
class Settings:
    """The settings in force. `services` has one entry a source; keys are not in the repr."""

    db: Path
    contact: str
    retry_scale: float
    services: Mapping[str, ServiceSettings]
    origins: Mapping[str, str]

    def shown(self) -> dict[str, str]:
        """Return every setting as text; of a key only whether there is one."""
        texts = {
            "db": str(self.db),
            "contact": self.contact,
            "retry_scale": f"{self.retry_scale:g}",
        }
        for name, service in self.services.items():
            texts[f"{name}_url"] = service.url
            texts[f"{name}_interval"] = f"{service.interval:g}"
            texts[f"{name}_key"] = "present" if service.key else "none"
        return {name: texts[name] for name in self.origins}


def variables() -> dict[str, tuple[str, ...]]:
    """Return each setting's environment variables, the strongest first."""
    names: dict[str, tuple[str, ...]] = {
        name: (f"CITEWEAVE_{name.upper()}",) for name in ("db", "contact", "retry_scale")
    }
    for service in service_defaults():
        for setting in (f"{service.name}_url", f"{service.name}_interval"):
            names[setting] = (f"CITEWEAVE_{setting.upper()}",)
        if service.key_variables:
            names[f"{service.name}_key"] = service.key_variables
    return names


def load_settings(
    flags: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
    files: Sequence[Path] | None = None,
) -> Settings:
    """Return the settings in force; flags are named like settings.

    Raises BadInput where one cannot be used.
    """
    environment = os.environ if environment is None else environment
    files = setting_files() if files is None else files
    values = _defaults()
    origins = dict.fromkeys(values, "default")
    for path in reversed(files):
        for name, value in _read(path, values, with_key=path == files[-1]).items():
            values[name], origins[name] = value, str(path)
    for name, names in variables().items():
        for variable in reversed(names):
            if environment.get(variable, "").strip():
                values[name], origins[name] = environment[variable].strip(), variable
    for name, given in (flags or {}).items():
        if given is not None:
            values[name], origins[name] = str(given).strip(), "flag"
    return _Check(values, origins).settings()


def setting_files() -> list[Path]:
    """Return the files that settings are read from, the strongest first."""
    return [
        Path("citeweave.toml"),
        Path(platformdirs.user_config_dir("citeweave")) / "config.toml",
    ]


def _defaults() -> dict[str, str]:
    values = dict.fromkeys(variables(), "") | {"db": "papers.db", "retry_scale": "1"}
    for service in service_defaults():
        values[f"{service.name}_url"] = service.url
        values[f"{service.name}_interval"] = f"{service.interval:g}"
    return values


def _read(path: Path, known: Mapping[str, str], *, with_key: bool) -> dict[str, str]:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"The settings file {path} cannot be read: {error}") from error
    if unknown := table.keys() - known.keys():
        raise BadInput(
            f"{path}: no such setting: {', '.join(sorted(unknown))}. There are: {', '.join(known)}"
        )
    for name, value in table.items():
        if name.endswith("_key") and not with_key:
            raise BadInput(
                f"{path}: a key does not belong in a project's file, which is easily shared. "
                f"Set {variables()[name][0]} instead."
            )
        if not isinstance(value, str | int | float):
            raise BadInput(f"{path}: {name} is neither a text nor a number.")
    return {name: str(value).strip() for name, value in table.items()}


class _Check:
    """Turns the texts of settings into what they mean, or says what is wrong with one."""

    def __init__(self, values: Mapping[str, str], origins: Mapping[str, str]) -> None:
        self._values = values
        self._origins = origins
        self._asked = tuple(each for each in service_defaults() if each.is_asked)
        self._real_hosts = tuple(host for each in self._asked for host in each.real_hosts)

    def settings(self) -> Settings:
        services = {each.name: self._service(each) for each in service_defaults()}
        urls = [services[each.name].url for each in self._asked]
        real = any(is_at(url, self._real_hosts) for url in urls)
        return Settings(
            db=Path(self._text("db", re.compile(r"[^\0]+"), "a file name")),
            contact=self._text("contact", _CONTACT, "an address in plain ASCII letters"),
            retry_scale=self._number("retry_scale", 1 if real else 0),
            services=services,
            origins=dict(self._origins),
        )

    def _service(self, defaults: ServiceDefaults) -> ServiceSettings:
        url = self._url(f"{defaults.name}_url")
        real = is_at(url, self._real_hosts)
        return ServiceSettings(
            url=url.rstrip("/"),
            interval=self._number(f"{defaults.name}_interval", defaults.interval if real else 0),
            key=self._key(f"{defaults.name}_key") if defaults.key_variables else "",
        )

    def _url(self, name: str) -> str:
        url = self._values[name]
        if fault := find_fault(url):
            shown = "" if "@" in url else f" ({url!r})"
            raise BadInput(f"{name} (from: {self._origins[name]}) cannot be used: {fault}{shown}.")
        return url

    def _key(self, name: str) -> str:
        """A key is never quoted, not even a wrong one."""
        key = self._values[name]
        if key and not _KEY.fullmatch(key):
            raise BadInput(
                f"The key in {self._origins[name]} has blanks or characters that no key has. "
                "Was it copied whole, and nothing else with it?"
            )
        return key

    def _text(self, name: str, form: re.Pattern[str], meant: str) -> str:
        if not form.fullmatch(self._values[name]):
            raise BadInput(f"{name} (from: {self._origins[name]}) is not {meant}.")
        return self._values[name]

    def _number(self, name: str, least: float) -> float:
        try:
            number = float(self._values[name])
        except ValueError:
            number = math.nan
        origin = self._origins[name]
        if not 0 <= number < math.inf:
            raise BadInput(
                f"{name} (from: {origin}) is not a number of 0 or more: {self._values[name]!r}"
            )
        if number < least:
            raise BadInput(
                f"{name} (from: {origin}) is {number:g}, but the real service allows no less "
                f"than {least:g}. Slower is fine, faster would get your address blocked."
            )
        return number
