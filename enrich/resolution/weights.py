"""The weight of every level of every part, in bits; kept in weights.toml, which a fit writes."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .levels import MISSING, Levels, are_alike

_HEADER = """\
# How much each level of each part speaks for two descriptions being of one paper: log2(m/u),
# where m is how often it is seen among pairs that are, u among compared pairs that are not
# (Fellegi and Sunter 1969, doi:10.1080/01621459.1969.10501049). Written by a fit; `pairs` says
# how many of both it saw. A part that one side does not tell weighs 0.
"""
_PRIOR = """
# What a compared pair starts with: log2 of how likely it is the paper, as one of so many, to
# there being none at all; by which of title and abstract both sides tell.
"""
_BARS = """
# Accepted from this probability on, put before a person from that one on. Both are choices.
# Most of the accepted are far above the bar: with it, fewer than one in a thousand is wrong of
# all together. Of what is under the lower one, fewer than one in ten would be right.
"""
ACCEPTED, REVIEW = 0.98, 0.1


@dataclass(frozen=True)
class Weights:
    """What a fit found. `joint` is by title level, then abstract level."""

    parts: Mapping[str, Mapping[str, float]]
    joint: Mapping[str, Mapping[str, float]]
    prior: Mapping[str, float]
    """By both, title, abstract or neither."""
    pairs: tuple[int, int] = (0, 0)
    """How many pairs of one paper, and of two, were seen."""
    accepted: float = ACCEPTED
    review: float = REVIEW

    def weigh(self, levels: Levels) -> dict[str, float]:
        """Return each part's weight, bits; the abstract's is what it adds to the title's."""
        found = {
            part: self.parts.get(part, {}).get(level, 0.0) if level != MISSING else 0.0
            for part, level in levels._asdict().items()
        }
        if told(levels) == "both":
            found["abstract"] = self.joint[levels.title][levels.abstract] - found["title"]
        if not are_alike(levels):
            for part in ("authors", "year", "venue"):
                found[part] = min(0.0, found[part])
        return found

    def score(self, levels: Levels) -> float:
        """Return the log-odds, base 2, that the pair is one paper."""
        return self.prior[told(levels)] + sum(self.weigh(levels).values())


def told(levels: Levels) -> str:
    """Return which of title and abstract both sides tell."""
    if levels.title != MISSING:
        return "both" if levels.abstract != MISSING else "title"
    return "abstract" if levels.abstract != MISSING else "neither"


@cache
def stored_weights() -> Weights:
    """Return the weights that come with the package."""
    return read_weights(files(__package__).joinpath("weights.toml").read_text("utf-8"))


def read_weights(text: str) -> Weights:
    """Return the weights that `write_weights` wrote."""
    found = tomllib.loads(text)
    pairs = found["pairs"]
    bars = found["bars"]
    return Weights(
        found["parts"],
        found["joint"],
        found["prior"],
        (pairs["one_paper"], pairs["two_papers"]),
        bars["accepted"],
        bars["review"],
    )


def write_weights(weights: Weights) -> str:
    """Return the weights as TOML, with what they mean."""
    one, two = weights.pairs
    text = f"{_HEADER}\n[pairs]\none_paper = {one}\ntwo_papers = {two}\n"
    text += f"{_BARS}\n[bars]\naccepted = {weights.accepted}\nreview = {weights.review}\n"
    text += f"{_PRIOR}{_table('prior', weights.prior)}"
    text += "".join(_table(f"parts.{part}", table) for part, table in weights.parts.items())
    text += "\n# Where both are told, title and abstract weigh together, by title, then abstract.\n"
    return text + "".join(_table(f"joint.{title}", row) for title, row in weights.joint.items())


def _table(name: str, table: Mapping[str, float]) -> str:
    lines = "".join(f'"{level}" = {weight:.2f}\n' for level, weight in table.items())
    return f"\n[{name}]\n{lines}"
