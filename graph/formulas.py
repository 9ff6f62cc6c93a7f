r"""TeX in titles and abstracts as MathML, which browsers draw without a script.

Only what stands between dollar signs and reads as a formula is taken: `$5 and $10` stays money.
MathML: https://www.w3.org/TR/mathml-core/.
"""

import re
from functools import lru_cache

from latex2mathml.converter import convert
from lxml import etree
from markupsafe import Markup, escape

from db.wording import legible

_FORMULA = re.compile(
    r"\$\$(?P<display>[^$]{1,2000})\$\$|\$(?P<inline>[^$\s](?:[^$]{0,1000}?[^$\s])?)\$(?!\d)"
)
_NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
_ELEMENTS = frozenset(
    "math mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot munder mover "
    "munderover mtable mtr mtd mstyle mpadded mphantom".split()
)
_ATTRIBUTES = frozenset(
    "display stretchy fence form separator lspace rspace accent accentunder mathvariant width "
    "height depth minsize maxsize linethickness columnalign rowspacing columnspacing "
    "alttext".split()
)
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)


def with_formulas(text: str) -> Markup:
    """Return text as markup: formulas as MathML, everything else escaped."""
    if "$" not in text:
        return escape(legible(text))
    made, place = [], 0
    for match in _FORMULA.finditer(text):
        formula = match["display"] or match["inline"] or ""
        drawn = mathml(formula)
        made += [escape(legible(text[place : match.start()])), drawn or escape(legible(match[0]))]
        place = match.end()
    return Markup("").join([*made, escape(legible(text[place:]))])


@lru_cache(maxsize=10_000)
def mathml(formula: str) -> Markup | None:
    """Return a formula as MathML, or None where it is not understood.

    What the converter gives is not trusted: it lets markup within \\text through, and targets of
    \\href. Only known elements and attributes are let through, and no command unread.
    """
    try:
        root = etree.fromstring(convert(formula), _PARSER)
        # TeX itself for those who copy, search, or cannot see the picture.
        root.set("alttext", legible(formula))
    except Exception:  # the converter fails in many ways; the text is shown instead
        return None
    for element in root.iter():
        if not isinstance(element.tag, str):
            return None
        if element.tag.removeprefix(_NAMESPACE) not in _ELEMENTS:
            return None
        if (element.text or "").startswith("\\") or not _ATTRIBUTES.issuperset(element.attrib):
            return None
    if not "".join(map(str, root.itertext())).strip():
        return None  # nothing would be seen where there was text
    return Markup(etree.tostring(root, encoding="unicode"))  # noqa: S704 - checked above
