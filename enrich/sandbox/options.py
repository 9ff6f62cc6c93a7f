"""What can be asked of a made world."""

from dataclasses import dataclass

from .listing import ListedPaper


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

    listed: tuple[ListedPaper, ...] = ()
    """The list to build from, in place of the bundled one and of `papers`."""
    # What makes papers hard to find by title and abstract: shares of the papers that the list
    # gives no arXiv id, where nothing else is said.
    hidden: float = 0.0
    """Of the papers with an arXiv id, those whose row comes without it."""
    never_posted: float | None = None
    """Those that are not on arXiv, about half of them in no service at all. None leaves those
    whose ids were hidden on arXiv, and of the others a third."""
    late: float = 0.0
    """Of those on arXiv: posted a year or more after the conference."""
    renamed: float = 0.0
    """Of those on arXiv: under another title, there and mostly in S2."""
    rewritten: float = 0.0
    """Of those on arXiv: with another wording of the abstract, there and mostly in S2."""
    split_records: float = 0.0
    """Of those in both services: preprint and published paper are two records of S2."""
    look_alikes: float = 0.0
    """Other papers with a near title, as a share of all listed ones."""
    twin_titles: float = 0.0
    """Other papers with the very same title, as a share of all listed ones."""
    respelled: float = 0.0
    """Of all listed papers on arXiv: the title differs there in case, signs or TeX only."""
    venue_named: float | None = None
    """Of all listed papers on arXiv: the comment names the conference. None: none does."""
    venue_recorded: float | None = None
    """Of the listed papers' S2 records, those with the conference as venue. None: 0.7."""
    surrounding: int = 0
    """Papers around the list that searches find too."""

    def __post_init__(self) -> None:
        if self.papers < 1:
            raise ValueError(f"a world needs at least one listed paper, not {self.papers}")
        for name in TRAP_SHARES:
            share = getattr(self, name)
            if share is not None and not 0 <= share <= 1:
                raise ValueError(f"{name} is a share between 0 and 1, not {share}")


TRAP_SHARES = (
    "hidden", "never_posted", "late", "renamed", "rewritten", "split_records", "look_alikes",
    "twin_titles", "respelled", "venue_named", "venue_recorded",
)  # fmt: skip
"""The options that are shares of the listed papers; the place decides the random stream."""

DEMONSTRATION = WorldOptions(
    never_posted=0.4,
    late=0.1,
    renamed=0.3,
    rewritten=0.3,
    split_records=0.3,
    look_alikes=0.2,
    twin_titles=0.08,
    venue_named=0.4,
    surrounding=300,
)
"""The world of `citeweave demo`: the usual links, and traps around the papers without id."""
