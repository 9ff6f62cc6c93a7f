"""What the two services say of a paper where it is not what its list says, and further papers."""

from typing import NamedTuple


class Text(NamedTuple):
    """A title and an abstract."""

    title: str
    abstract: str


class Account(NamedTuple):
    """What the services say of one paper. None leaves what is said of papers without traps."""

    arxiv: Text | None = None
    s2: Text | None = None
    comment: str | None = None
    """The authors' comment on arXiv."""
    venue: str | None = None
    """As Semantic Scholar has it."""
    s2_day: int | None = None
    """Day of publication in Semantic Scholar, since 1970."""


class Extra(NamedTuple):
    """A paper that is there because of a listed one, `original`, and is not listed itself."""

    kind: str
    """look-alike, twin or published: the last is the listed paper's other record in S2."""
    original: int
    text: Text
    day: int
    """Day it was posted or published, since 1970."""
    first_author: int
    author_count: int
    on_arxiv: bool
    in_s2: bool
    account: Account
