"""What the database holds, as of when, and what is missing."""

from collections import Counter
from collections.abc import Iterator

from db.report_rows import cited_years
from db.wording import counted

from .parts import Material, Plot, Section, Table
from .plots import draw_years

_REASONS = 12


def section(material: Material) -> Section:
    """Return the section."""
    standing = material.standing
    return Section(
        "What is there, and what is missing",
        tuple(_sentences(material)),
        f"The tables papers, listed, citations, fetches and problems; {_sources(material)}. "
        "citeweave status shows the same and more.",
        (
            *_years(material),
            _coverage(material),
            Table(
                ("Source", "Asked for", "State", "Why", "For example", "Papers"),
                tuple(
                    (
                        standing.titles.get(each.source, each.source),
                        _plain(each.part),
                        each.state,
                        each.reason,
                        each.example,
                        each.papers,
                    )
                    for each in standing.problems[:_REASONS]
                ),
                numbers=1,
                title="What is missing, and why",
            ),
        ),
    )


def _sentences(material: Material) -> Iterator[str]:
    listed, held = material.standing.listed, material.held
    if not listed.different:
        yield "The database lists no papers; add some with: citeweave enrich LIST."
        return
    lists = ", ".join(f"{name} ({n:,})" for name, n in listed.collections.items())
    yield f"{counted(listed.different, 'listed paper')}: {lists}."
    if listed.unresolved:
        have = "has" if listed.unresolved == 1 else "have"
        yield f"{listed.unresolved:,} of them {have} no identifier that a source can be asked by."
    decisions = Counter(str(d or "none given") for d in _decisions(material))
    yield "Decisions: " + ", ".join(f"{name} {n:,}" for name, n in decisions.most_common()) + "."
    nouns = {"other_papers": "paper", "links": "citation", "authors": "author"}
    papers, links, authors = (counted(int(str(held[n])), noun) for n, noun in nouns.items())
    yield f"The whole database has {papers} around the listed ones, {links} and {authors}."
    if held["latest_answer"]:
        yield f"Newest answer: {str(held['latest_answer'])[:19].replace('T', ' ')} UTC."
    else:
        yield "No source has been asked yet: citeweave enrich asks."


def _decisions(material: Material) -> list[object]:
    return list(material.citations.column("decision").cells())


def _coverage(material: Material) -> Table:
    titles = material.standing.titles
    rows = tuple(
        (
            titles.get(c.source, c.source),
            _plain(c.part),
            c.listed,
            c.found,
            c.incomplete,
            c.absent,
            c.failed,
            c.not_asked,
            c.links_expected,
            c.links_received,
            c.links_unlinked,
        )
        for c in material.standing.totals()
    )
    heads = ("Listed", "Found", "Incomplete", "Absent", "Failed", "Not asked")
    links = ("Links promised", "Received", "Leading nowhere")
    return Table(
        ("Source", "Asked for", *heads, *links),
        rows,
        numbers=len(heads) + len(links),
        title="Of the listed papers",
    )


def _years(material: Material) -> tuple[Plot, ...]:
    listed = Counter(int(y) for y in material.citations.column("year").cells() if y is not None)
    cited = cited_years(material.connection, material.collection)
    unknown = cited.pop(None, 0)
    if not listed or not cited:
        return ()
    years = {year: n for year, n in cited.items() if year is not None}
    first, last = _first(years), _last(material, years)
    shown = {year: years.get(year, 0) for year in range(first, last + 1)}
    caption = "Years of the listed papers and of what they cite"
    for age, left in (
        ("still older papers", sum(n for year, n in years.items() if year < first)),
        (f"papers of a year after {last}", sum(n for year, n in years.items() if year > last)),
    ):
        if left:
            caption += f"; {counted(left, 'citation')} of {age} not drawn"
    if unknown:
        caption += f"; {counted(unknown, 'citation')} of papers of unknown year"
    return (Plot(draw_years(dict(sorted(listed.items())), shown), f"{caption}."),)


def _first(years: dict[int, int]) -> int:
    """Return the year from which on all but one in a hundred of the cited papers are."""
    before, total = 0, sum(years.values())
    for year in sorted(years):
        before += years[year]
        if before > total / 100:
            return year
    return max(years)


def _last(material: Material, years: dict[int, int]) -> int:
    """Return the latest year, at most that after the newest answer: a later one is a slip."""
    answered = str(material.held["latest_answer"] or "9998")
    return min(max(years), int(answered[:4]) + 1)


def _plain(part: str) -> str:
    return part.replace("_", " ")


def _sources(material: Material) -> str:
    asked = str(material.held["asked"] or "").replace(",", " and ")
    return f"answers from {asked} until {material.as_of}" if asked else "no source was asked"
