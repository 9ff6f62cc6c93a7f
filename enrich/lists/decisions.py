"""What became of a submission, in the few words that conferences use for it."""

import re

# A decision names the best that happened, so the first of these that is there is it.
_OUTCOMES = (
    ("withdrawn", {"withdrawn", "withdraw", "withdrawal"}),
    ("reject", {"reject", "rejected", "rejection"}),
    ("oral", {"oral", "orals", "talk", "5%"}),
    ("spotlight", {"spotlight", "spotlights", "25%"}),
    ("poster", {"poster", "posters"}),
    ("accept", {"accept", "accepted", "acceptance"}),
)
_ALONGSIDE = {
    *("a", "an", "and", "as", "conference", "desk", "for", "main", "notable", "paper"),
    *("presentation", "submission", "the", "top", "track", "with"),
}
_LONGEST = 200
"""Characters; what is longer is prose that happens to use these words."""

_VOCABULARY = _ALONGSIDE.union(*(words for _, words in _OUTCOMES))


def read_decision(text: str) -> str | None:
    """Return oral, spotlight, poster, accept, reject, desk reject or withdrawn; else None."""
    if len(text) > _LONGEST:
        return None
    words = set(re.findall(r"\w+%?", text.casefold().replace("_", " ")))
    if not words <= _VOCABULARY or (words & {"5%", "25%"} and "top" not in words):
        return None
    outcome = next((outcome for outcome, names in _OUTCOMES if words & names), None)
    return "desk reject" if outcome == "reject" and "desk" in words else outcome


def split_venue(text: str) -> tuple[str | None, str | None]:
    """Return (venue, decision) of a text such as 'ICLR 2024 poster', either of them None."""
    if decision := read_decision(text):
        return None, decision
    if len(text) > _LONGEST:
        return text, None
    for gap in re.finditer(r"(?<=\d)\W+(?=\w)", text):
        if decision := read_decision(text[gap.end() :]):
            return text[: gap.start()].strip(), decision
    return text, None
