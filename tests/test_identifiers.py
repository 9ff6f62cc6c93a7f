"""Every spelling of an identifier has one canonical form, and every form one number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.identifiers import (
    ARCHIVES,
    ArxivId,
    IdentifierError,
    parse_arxiv,
    parse_doi,
    parse_openreview,
)
from db.identity import author_number, number_of

months = st.integers(1, 12).map("{:02d}".format)
versions = st.none() | st.integers(1, 40)


@st.composite
def new_style(draw: st.DrawFn) -> str:
    """Ids as arXiv gives them since April 2007: five digits from January 2015 on."""
    stamp = draw(st.integers(7, 40).map("{:02d}".format)) + draw(months)
    if stamp < "0704":
        stamp = "0704"
    digits = 4 if stamp < "1501" else 5
    return f"{stamp}.{draw(st.integers(1, 10**digits - 1)):0{digits}d}"


@st.composite
def old_style(draw: st.DrawFn) -> str:
    year = draw(st.integers(92, 99) | st.integers(0, 6))
    number = draw(st.integers(1, 999))
    return f"{draw(st.sampled_from(ARCHIVES))}/{year:02d}{draw(months)}{number:03d}"


bases = new_style() | old_style()

SPELLINGS = (
    "{}",
    " {}\n",
    "arXiv:{}",
    "arxiv: {}",
    "http://arxiv.org/abs/{}",
    "https://www.arxiv.org/abs/{}?context=cs.LG#top",
    "https://arxiv.org/pdf/{}",
    "https://export.arxiv.org/pdf/{}.pdf",
    "arxiv.org/abs/{}",
    "https://arxiv.org/abs/{}/sso-callback",
    "10.48550/arXiv.{}",
    "10.48550/ARXIV.{}",
    "doi:10.48550/arXiv.{}",
    "https://doi.org/10.48550/arXiv.{}",
)


@given(bases, versions, st.sampled_from(SPELLINGS))
def test_every_spelling_gives_the_canonical_form(base, version, spelling):
    expected = ArxivId(base, version)
    assert parse_arxiv(spelling.format(expected)) == expected
    assert parse_arxiv(str(expected)) == expected


@given(st.sampled_from(ARCHIVES), old_style(), st.sampled_from(["GT", "LG", "HE"]))
def test_the_subject_class_is_no_part_of_the_form(archive, base, subject):
    number = base.partition("/")[2]
    assert parse_arxiv(f"{archive}.{subject}/{number}").base == f"{archive}/{number}"


@given(st.lists(bases, min_size=2, unique=True))
def test_distinct_ids_have_distinct_numbers_that_javascript_keeps(ids):
    numbers = [number_of("arxiv", base) for base in ids]
    assert len(set(numbers)) == len(ids)
    assert all(0 < number < 2**53 and float(number) == number for number in numbers)


@given(
    bases,
    st.integers(1, 10**12 - 1),
    st.text("0123456789abcdef", min_size=40, max_size=40),
    st.text(min_size=1, max_size=30),
)
def test_numbers_of_different_kinds_do_not_meet(base, corpus, sha, text):
    numbers = [
        number_of("arxiv", base),
        number_of("corpus", str(corpus)),
        *(number_of(scheme, sha) for scheme in ("s2", "doi", "openreview")),
        number_of("text", text),
    ]
    assert len(set(numbers)) == len(numbers)
    # What a number is made from shows in its size: the strongest identifiers come first.
    assert numbers[0] < 10**12 <= numbers[1] < 10**15 <= min(numbers[2:])
    assert max(numbers) < 2**53


@given(st.text(max_size=30), st.none() | st.text(max_size=15))
def test_author_numbers_are_exact_in_javascript(name, s2_author_id):
    assert 0 <= author_number(s2_author_id, name) < 2**53


@given(st.integers() | st.floats())
def test_numbers_are_refused_with_the_reason(number):
    with pytest.raises(IdentifierError, match="read as a number"):
        parse_arxiv(number)


@given(
    st.sampled_from([parse_arxiv, parse_doi, parse_openreview]),
    st.text() | st.from_regex(r"https?://[\w\[\]./?=&:-]*"),
)
def test_junk_is_refused_and_nothing_worse(parse, text):
    try:
        canonical = str(parse(text))
    except IdentifierError:
        return
    assert str(parse(canonical)) == canonical


@pytest.mark.parametrize(
    ("spelling", "base", "version"),
    [
        ("0704.0001", "0704.0001", None),
        ("1412.9999v3", "1412.9999", 3),
        ("1501.00001", "1501.00001", None),
        ("math.GT/0309136", "math/0309136", None),
        ("solv-int/9701001v2", "solv-int/9701001", 2),  # an archive with a v in its name
        ("hep-th/9901001", "hep-th/9901001", None),
        ("atom-ph/9601001", "atom-ph/9601001", None),
        ("astro-ph/0703001v1", "astro-ph/0703001", 1),
        ("https://arxiv.org/abs/2512.24880/sso-callback", "2512.24880", None),
        ("https://arxiv.org/pdf/2305.09955v2.pdf", "2305.09955", 2),
        ("https://doi.org/10.48550/arXiv.2305.09955", "2305.09955", None),
        ("https://arxiv.org/abs/math.GT%2F0309136", "math/0309136", None),
    ],
)
def test_known_spellings(spelling, base, version):
    assert parse_arxiv(spelling) == ArxivId(base, version)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2310.1", "lost its zeros"),  # 2310.10000 that a spreadsheet took for a number
        ("704.0001", "lost its zeros"),  # 0704.0001, likewise
        ("2310.1000", "5 digits"),
        ("0808.05394", "4 digits"),
        ("0703.0001", "valid month"),  # the new form began in April 2007
        ("2313.00001", "valid month"),
        ("2305.00000", "valid month or number"),
        ("2305.09955v0", "start at v1"),
        ("physics.atom-ph/9601001", "not an arXiv id"),  # a superseded name is no subject class
        ("9901001", "not an arXiv id"),  # an old id without its archive is not unique
        ("abc/9901001", "no archive"),
        ("hep-th/0704001", "valid month"),  # the old form ended in March 2007
        ("２３０５.０９９５５", "not an arXiv id"),  # digits, but not arXiv's
        ("https://example.org/abs/2305.09955", "not an arXiv id"),
        ("http://[", "not a link"),
        ("", "not an arXiv id"),
    ],
)
def test_what_is_no_arxiv_id_says_why(text, reason):
    with pytest.raises(IdentifierError, match=reason):
        parse_arxiv(text)


def test_papers_are_numbered_as_promised():
    assert number_of("arxiv", "2305.09955") == 230509955
    assert number_of("arxiv", "0704.0001") == 70400001
    assert number_of("arxiv", "acc-phys/9411001") == 10**10 + 9411001
    assert number_of("corpus", "258841328") == 1000258841328


@pytest.mark.parametrize(
    "spelling",
    [
        "10.1609/AAAI.v38i1.1",
        "doi:10.1609/aaai.v38i1.1",
        "DOI: 10.1609/aaai.v38i1.1",
        "https://doi.org/10.1609/aaai.v38i1.1",
        "http://dx.doi.org/10.1609%2Faaai.v38i1.1",
        "dx.doi.org/10.1609/aaai.v38i1.1",
    ],
)
def test_dois_ignore_case_and_resolver(spelling):
    assert parse_doi(spelling) == "10.1609/aaai.v38i1.1"


@pytest.mark.parametrize(
    "spelling",
    [
        "WbWtOYIzIK",
        "https://openreview.net/forum?id=WbWtOYIzIK",
        "openreview.net/pdf?id=WbWtOYIzIK",
        "https://openreview.net/forum?noteId=abcdefghij&id=WbWtOYIzIK#discussion",
    ],
)
def test_openreview_links_and_ids_are_one(spelling):
    assert parse_openreview(spelling) == "WbWtOYIzIK"
