"""Untrusted text on a terminal: nothing in it is a command, mark-up or a picture."""

import pytest

from db.resolutions import Shown
from db.rows import Key, Record, Resolution, Sought
from db.wording import legible
from enrich.parameters import say
from enrich.resolution_summary import print_side_by_side

NASTY = "a\x1b[31mb\x9b2Jc\x00d\x07 [/x] [bold]e[/] :smile: \udcff"


def test_every_control_character_becomes_a_sign() -> None:
    assert legible("tab\tline\r\nnext\n") == "tab\tline\nnext\n"
    assert legible("over\rwritten \udcff \ufffe") == "over\ufffdwritten \ufffd \ufffd"
    assert not [c for c in legible(NASTY) if c < " " or "\x7f" <= c < "\xa0"]


def test_what_is_said_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    say(NASTY)
    sought = Sought(Key("openreview", "a"), NASTY, NASTY, (NASTY,))
    resolution = Resolution(sought.key, (Key("s2", "[/x]" + NASTY),), "review", 1.0, (), (1,))
    print_side_by_side(1, 1, sought, Shown(resolution, Record(title=NASTY, abstract=NASTY)))
    told = capsys.readouterr().err
    assert "\x1b" not in told
    assert "\x9b" not in told
    assert "[bold]e[/] :smile:" in told
    assert "[/x]" in told
