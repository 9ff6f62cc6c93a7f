"""The stand-in of Semantic Scholar's Datasets API, and of the store that its files lie in.

Lists name files by addresses that hold for a while; the store takes byte ranges. Interface:
https://api.semanticscholar.org/api-docs/datasets.
"""

import hashlib
import itertools
import json
import re
import time
from collections.abc import Callable, Sequence

from .dumps import Dump
from .exchange import Question, Reply

ROOT, STORE = "/datasets/v1", "/s2-store"
_RANGE = re.compile(r"bytes=(\d+)-")
_SIGNATURE = "X-Amz-Signature"


class DatasetsApi:
    """Answers for both places; `lasting` is how many seconds an address holds."""

    def __init__(
        self,
        dumps: Callable[[], Sequence[Dump]],
        lasting: float = 3600.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make_dumps = dumps
        self._dumps: list[Dump] | None = None
        self._lasting, self._clock = lasting, clock
        self._given: dict[str, float] = {}
        self._signatures = itertools.count(1)
        self.url = ""
        """Where the store is reached."""

    @property
    def dumps(self) -> list[Dump]:
        """The releases, the earliest first."""
        if self._dumps is None:
            self._dumps = sorted(self._make_dumps(), key=lambda dump: dump.release)
        return self._dumps

    def expire(self) -> None:
        """Let no address that was given so far hold any longer."""
        self._given.clear()

    def answer(self, question: Question) -> Reply:
        """Answer a request to either place."""
        if question.path.startswith(f"{STORE}/"):
            return self._send_file(question)
        if "x-api-key" not in question.headers:
            return _json({"message": "Forbidden"}, 403)
        parts = [part for part in question.path.removeprefix(ROOT).split("/") if part]
        match parts:
            case ["release"]:
                return _json([dump.release for dump in self.dumps])
            case ["release", release] if dump := self._named(release):
                told = [_described(name, files) for name, files in dump.files.items()]
                return _json({"release_id": dump.release, "README": "", "datasets": told})
            case ["release", release, "dataset", name] if dump := self._named(release):
                if name in dump.files:
                    addresses = self._addresses(f"{dump.release}/{name}", dump.files[name])
                    return _json({"name": name, "description": "", "files": addresses})
            case ["diffs", start, "to", end, name]:
                return self._list_diffs(start, end, name)
        return _json({"error": "Requested release or dataset not found"}, 404)

    def _named(self, release: str) -> Dump | None:
        if release == "latest":
            return self.dumps[-1]
        return next((dump for dump in self.dumps if dump.release == release), None)

    def _list_diffs(self, start: str, end: str, name: str) -> Reply:
        first, last = self._named(start), self._named(end)
        if first is None or last is None or name not in first.files:
            return _json({"error": "Requested diffs not found"}, 404)
        steps = [
            (before, after)
            for before, after in itertools.pairwise(self.dumps)
            if first.release <= before.release and after.release <= last.release
        ]
        told = [
            {
                "from_release": before.release,
                "to_release": after.release,
                "update_files": self._addresses(
                    f"{after.release}/{name}/update", after.diffs[name].update
                ),
                "delete_files": self._addresses(
                    f"{after.release}/{name}/delete", after.diffs[name].delete
                ),
            }
            for before, after in steps
        ]
        ends = {"start_release": first.release, "end_release": last.release}
        return _json({"dataset": name, **ends, "diffs": told})

    def _addresses(self, folder: str, files: dict[str, bytes]) -> list[str]:
        return [f"{self.url}{STORE}/{folder}/{name}?{self._sign()}" for name in files]

    def _sign(self) -> str:
        signature = f"made-{next(self._signatures)}"
        self._given[signature] = self._clock() + self._lasting
        return f"{_SIGNATURE}={signature}"

    def _send_file(self, question: Question) -> Reply:
        if self._given.get(question.params.get(_SIGNATURE, ""), 0) < self._clock():
            return Reply(403, b"<Error><Message>Request has expired</Message></Error>", "text/xml")
        body = self._find(question.path.removeprefix(f"{STORE}/").split("/"))
        if body is None:
            return Reply(404, b"<Error><Code>NoSuchKey</Code></Error>", "text/xml")
        tag = ("ETag", f'"{hashlib.md5(body, usedforsecurity=False).hexdigest()}"')
        kind = "application/gzip"
        asked = _RANGE.fullmatch(question.headers.get("range", ""))
        if asked is None:
            return Reply(200, body, kind, (tag,))
        first = int(asked[1])
        if first >= len(body):
            return Reply(416, b"", kind, (("Content-Range", f"bytes */{len(body)}"), tag))
        span = ("Content-Range", f"bytes {first}-{len(body) - 1}/{len(body)}")
        return Reply(206, body[first:], kind, (span, tag))

    def _find(self, place: Sequence[str]) -> bytes | None:
        match place:
            case [release, dataset, name] if dump := self._named(release):
                return dump.files.get(dataset, {}).get(name)
            case [release, dataset, part, name] if dump := self._named(release):
                diff = dump.diffs.get(dataset)
                return getattr(diff, part, {}).get(name) if diff else None
        return None


def _described(name: str, files: dict[str, bytes]) -> dict[str, str]:
    size = sum(map(len, files.values()))
    text = f"Made {name} of made papers.\n{size:,} bytes in {len(files)} files."
    return {"name": name, "description": text, "README": ""}


def _json(told: object, status: int = 200) -> Reply:
    return Reply(status, json.dumps(told).encode(), "application/json")
