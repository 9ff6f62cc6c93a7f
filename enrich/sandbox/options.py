"""What can be asked of a made world."""

from dataclasses import dataclass


@dataclass(frozen=True)
class WorldOptions:
    """Size, seed and oddities of a made world; shares are of 1.

    The means and spreads of links are those that scale-free citation data of one machine
    learning conference show: references about normal, citations log-normal.
    """

    papers: int = 100
    """Listed papers: the bundled 100 first, made ones beyond."""
    seed: int = 2024
    references_mean: float = 53
    references_sd: float = 20
    citations_mean: float = 132
    citations_sigma: float = 1.6
    most_cited: int = 0
    """Citations of the most cited paper; 0 leaves it to chance (at most 9,000)."""
    unlinked_share: float = 0.08
    """Of references: rows without a paper behind them."""
    unlinked_citation_share: float = 0.004
    absent_from_s2: float = 0.02
    absent_from_arxiv: float = 0.0
    """Of the listed papers with an arXiv id, those that arXiv does not know."""
    elided_share: float = 0.01
    """Papers whose publisher withholds the references (null)."""
    miscounted_share: float = 0.02
    """Papers whose counts are off by a few from the rows served."""
    merged_share: float = 0.02
    """Papers that also answer to an older paper id."""
    repeated_share: float = 0.001
    """Of link rows: those served twice."""
    self_citing_share: float = 0.002
    mutual_share: float = 0.02
    """Of links among listed papers: those that are returned."""

    def __post_init__(self) -> None:
        if self.papers < 1:
            raise ValueError(f"a world needs at least one listed paper, not {self.papers}")
