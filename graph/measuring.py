"""What can be chosen about measures."""

import math
from dataclasses import dataclass

from .errors import GraphError
from .network import Booleans


@dataclass(frozen=True)
class Options:
    """How measures are taken that leave something to choose."""

    resolution: float = 1.0
    """Of the communities: above 1 gives more and smaller ones."""
    seed: int = 0
    """Of whatever is drawn at random."""
    towards: Booleans | None = None
    """The nodes, at least one, that a personal PageRank jumps to; None asks for none."""

    def __post_init__(self) -> None:
        value: object = self.resolution
        if not (isinstance(value, int | float) and 0 < value < math.inf):
            raise GraphError(f"resolution is {self.resolution!r}; it has to be a number above 0.")
