"""The sandbox in a process of its own, so that its work is not counted with a client's.

Started by the benchmarks: it prints its addresses, then, for every line it reads, the
visits since the last one; it ends with its standard input.
"""

import gzip
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from enrich.sandbox import Question, Reply, Sandbox, Visit, WorldOptions, make_world  # noqa: E402

PAPERS, SEED = 2260, 2024


def world_options() -> WorldOptions:
    """Return the world of every benchmark: as many papers as ICLR 2024 accepted."""
    return WorldOptions(papers=PAPERS, seed=SEED)


class Served:
    """A sandbox that runs while the `with` block does; intervals in seconds, 0 for any pace."""

    def __init__(self, arxiv_interval: float = 0.0, s2_interval: float = 0.0) -> None:
        command = [sys.executable, __file__, str(arxiv_interval), str(s2_interval)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.arxiv_interval, self.s2_interval = arxiv_interval, s2_interval
        self.url, self.arxiv_url, self.s2_url = self._read()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.stdin.close()
        self._process.wait()

    def visits(self) -> list[Visit]:
        """Return the visits since this was last asked."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return [Visit(*row) for row in self._read()]

    def environment(self, folder: Path) -> dict[str, str]:
        """Return the environment for a citeweave that asks this sandbox and no settings of ours."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("CITEWEAVE_", "S2_"))}
        return kept | {
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(folder),
            "CITEWEAVE_ARXIV_URL": self.arxiv_url,
            "CITEWEAVE_S2_URL": self.s2_url,
            "CITEWEAVE_ARXIV_INTERVAL": str(self.arxiv_interval),
            "CITEWEAVE_S2_INTERVAL": str(self.s2_interval),
        }

    def _read(self) -> list:
        return json.loads(self._process.stdout.readline())


class _Remembering(Sandbox):
    """A sandbox without pace that answers what it was asked before from memory.

    Else its work, on the cores next to the client's, would make the client's cost more.
    """

    def answer(self, question: Question, arrived: float) -> Reply:
        known = self.__dict__.setdefault("_known", {})
        asked = (question.method, question.target, question.body)
        if asked not in known:
            reply = super().answer(question, arrived)
            packed = gzip.compress(reply.body, compresslevel=1, mtime=0)
            headers = (*reply.headers, ("Content-Encoding", "gzip"))
            known[asked] = self.log[-1], replace(reply, body=packed, headers=headers)
            return reply
        visit, reply = known[asked]
        self.log.append(replace(visit, arrived=arrived, finished=time.monotonic()))
        return reply


def serve(arxiv_interval: float, s2_interval: float) -> None:
    kind = Sandbox if s2_interval else _Remembering
    with kind(make_world(world_options()), 0, arxiv_interval, s2_interval) as served:
        print(json.dumps([served.url, served.arxiv_url, served.s2_url]), flush=True)
        told = 0
        for _ in sys.stdin:
            seen = len(served.log)
            rows = [list(vars(visit).values()) for visit in served.log[told:seen]]
            print(json.dumps(rows), flush=True)
            told = seen


if __name__ == "__main__":
    serve(float(sys.argv[1]), float(sys.argv[2]))
