"""The page of networks in a browser: all that it offers, by mouse, keyboard, finger and address.

Pictures of it are left in the folder that pytest's --basetemp names.
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from browser import Visit, browser, opened  # noqa: F401 - a fixture
from made_network import papers_network

import graph
from graph.drawing import drawn
from graph.network import Column, Network
from graph.pane import pane

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

TITLES = (
    "Attention to the whole",
    "<img src=x onerror=alert(1)> & </script>",
    "Zürich and other places",
    "Diffusion in steps",
    "שלום \u202bright to left\u202c",
    "A paper alone",
)
AUTHORS = ("Ada One; Bo Two", "Bo Two", "Zoë Ünal", "Ada One", "Cy Three", "Di Four")
DECISIONS = ("oral", "poster", "poster", "poster", "oral", "poster")
YEARS = (2019, 2020, 2021, 2022, 2023, 2024)
CITATIONS = ((1, 0), (2, 0), (3, 0), (3, 1), (4, 3))


def papers(kind: str, ends: tuple[tuple[int, int], ...], weight: list[float]) -> Network:
    """Return six papers, whose numbers in the database are 100, 101, …, drawn."""
    count = len(TITLES)
    network = Network(
        kind=kind,
        directed=kind == "citation",
        node_ids=np.arange(100, 100 + count),
        keys=tuple(f"2310.{number:05}" for number in range(count)),
        nodes=(
            Column.of("label", "string", TITLES, "Title"),
            Column.of("authors", "string", AUTHORS, "Authors"),
            Column.of("arxiv_id", "string", [f"2310.{n:05}" for n in range(count)], ""),
            Column.of("decision", "string", DECISIONS, "Decision"),
            Column.of("year", "long", YEARS, "Year"),
            Column.of("published", "string", [f"{year}-05-01" for year in YEARS], "Day"),
            Column.of("citation_count", "long", [50, 40, 30, 20, 10, 0], "Citations"),
            Column.of("pagerank", "double", np.linspace(0.5, 0.1, count), "PageRank"),
        ),
        source=np.array([a for a, _ in ends]),
        target=np.array([b for _, b in ends]),
        weight=np.array(weight),
        edges=(),
    )
    return drawn(network)


def authors() -> Network:
    names = ["Ada One", "Bo Two", "Zoë Ünal"]
    network = Network(
        kind="coauthor",
        directed=False,
        node_ids=np.arange(7, 10),
        keys=("7", "8", "9"),
        nodes=(Column.of("label", "string", names, "Name"),),
        source=np.array([0]),
        target=np.array([1]),
        weight=np.ones(1),
        edges=(),
    )
    return drawn(network)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page of three kinds."""
    networks = [
        papers("citation", CITATIONS, [1] * 5),
        papers("coupling", ((0, 1), (1, 2), (2, 3)), [5, 2, 1]),
        authors(),
    ]
    file = tmp_path_factory.mktemp("pane") / "network.html"
    file.write_bytes(pane(networks, "Papers </title><script>alert(1)</script>").encode())
    return file


@pytest.fixture
def visit(browser: "Browser", file: Path) -> Iterator[Visit]:
    """Return the page as it is opened first; at the end nothing has gone wrong in it.

    Without motion, so that everything is where it will be at once.
    """
    with opened(browser, file.as_uri(), reduced_motion="reduce") as visit:
        wait(visit.page)
        yield visit
        assert visit.complaints == []
        assert len(visit.requests) == 1


def wait(page: "Page") -> None:
    """Wait until the picture is drawn."""
    page.wait_for_selector("#stage[data-edges=drawn]", state="attached")


def place(page: "Page", node: int) -> tuple[float, float]:
    """Return where a node is on the screen."""
    x, y = page.evaluate(f"toScreen(chosen.network.x[{node}], chosen.network.y[{node}])")
    return x, y


def comes(page: "Page", is_so: Callable[[], bool]) -> bool:
    """Return whether something comes to be within some seconds."""
    for _ in range(100):
        if is_so():
            return True
        page.wait_for_timeout(50)
    return False


def names(page: "Page", at: str = "#list .word") -> list[str]:
    return page.locator(at).all_inner_texts()


def pixels(page: "Page", canvas: str = "picture") -> int:
    """Return how many pixels of a canvas are painted."""
    script = (
        f"(() => {{ const c = document.getElementById('{canvas}'); const d = c.getContext('2d')"
        ".getImageData(0, 0, c.width, c.height).data; let n = 0;"
        "for (let i = 3; i < d.length; i += 4) if (d[i]) n++; return n; })()"
    )
    return int(page.evaluate(script))


def test_it_opens_from_the_disk_and_asks_for_nothing_else(visit: Visit, tmp_path: Path) -> None:
    page = visit.page
    assert page.title() == "Papers </title><script>alert(1)</script>"
    assert page.inner_text("#count") == "Shown: 6 of 6 papers, 5 of 5 links"
    assert sorted(names(page)) == sorted(TITLES)
    assert names(page)[0] == TITLES[0]
    assert pixels(page) > 500
    assert pixels(page, "edges") > 100
    page.screenshot(path=tmp_path / "opened.png")


def test_a_click_selects_and_leads_to_the_paper(visit: Visit, tmp_path: Path) -> None:
    page = visit.page
    page.mouse.move(*place(page, 3))
    assert "Diffusion in steps" in page.inner_text("#tip")
    assert "2022 · poster" in page.inner_text("#tip")
    page.mouse.click(*place(page, 3))
    assert page.inner_text("#details-name") == "Diffusion in steps"
    assert page.inner_text("#details-authors") == "Ada One"
    link = page.locator("#details-page")
    assert link.get_attribute("href") == "https://arxiv.org/abs/2310.00003"
    assert link.get_attribute("target") == "_top"
    headings = names(page, "#details-neighbours h3")
    assert headings == ["Cites (2)", "Cited by (1)"]
    assert page.evaluate("location.hash") == "#kind=citation&node=103"
    page.screenshot(path=tmp_path / "selected.png")
    page.locator("#details-neighbours a", has_text="Attention").click()
    assert page.inner_text("#details-name") == TITLES[0]
    page.keyboard.press("Escape")
    assert page.locator("#details").is_hidden()


def test_a_click_into_the_void_deselects_and_a_drag_pans(visit: Visit) -> None:
    page = visit.page
    page.mouse.click(*place(page, 3))
    x, y = place(page, 3)
    page.mouse.move(x + 200, y + 150)
    page.mouse.down()
    page.mouse.move(x + 260, y + 180, steps=3)
    page.mouse.up()
    assert place(page, 3) == pytest.approx((x + 60, y + 30), abs=6)
    assert page.inner_text("#details-name") == "Diffusion in steps"
    page.mouse.click(4, 4)
    assert page.locator("#details").is_hidden()


def test_the_wheel_zooms_where_it_is(visit: Visit) -> None:
    page = visit.page
    before = [place(page, node) for node in (0, 3)]
    page.mouse.move(*before[0])
    page.mouse.wheel(0, -240)
    assert comes(page, lambda: place(page, 3) != before[1])
    after = [place(page, node) for node in (0, 3)]
    assert after[0] == pytest.approx(before[0], abs=1)
    apart = [float(np.hypot(*np.subtract(*two))) for two in (before, after)]
    assert apart[1] > 1.5 * apart[0]


def test_search_finds_words_without_accents_and_authors(visit: Visit) -> None:
    page = visit.page
    page.fill("#search", "zurich places")
    assert names(page, "#results a") == [TITLES[2]]
    page.fill("#search", "UNAL")
    assert names(page, "#results a") == [TITLES[2]]
    page.fill("#search", "ada one")
    assert names(page, "#results a") == [TITLES[0], TITLES[3]]
    page.fill("#search", "nothing of the kind")
    assert page.inner_text("#found") == "0 papers found"
    page.fill("#search", "<img")
    page.keyboard.press("Enter")
    assert page.inner_text("#details-name") == TITLES[1]


def test_filters_take_papers_away_and_reset_brings_them_back(visit: Visit) -> None:
    page = visit.page
    page.select_option("#decision", "poster")
    assert page.inner_text("#count") == "Shown: 4 of 6 papers, 1 of 5 links"
    page.fill("#from", "2021")
    assert page.inner_text("#count") == "Shown: 3 of 6 papers, 0 of 5 links"
    page.fill("#to", "2022")
    assert sorted(names(page)) == sorted([TITLES[2], TITLES[3]])
    page.fill("#search", "attention")
    assert page.inner_text("#found") == "0 papers found (1 filtered out)"
    page.fill("#from", "2090")
    assert page.inner_text("#nothing") == "Nothing fits these filters."
    page.click("#reset")
    assert page.inner_text("#count") == "Shown: 6 of 6 papers, 5 of 5 links"
    assert page.input_value("#from") == ""


def test_only_neighbours_of_the_selected(visit: Visit) -> None:
    page = visit.page
    assert page.locator("#near").is_disabled()
    page.mouse.click(*place(page, 4))
    page.check("#near")
    assert sorted(names(page)) == sorted([TITLES[3], TITLES[4]])
    page.keyboard.press("Escape")
    assert page.inner_text("#count") == "Shown: 6 of 6 papers, 5 of 5 links"


def test_the_legend_counts_and_hides_groups(visit: Visit) -> None:
    page = visit.page
    choices = names(page, "#colour option")
    assert choices[:2] == ["decision", "year"]
    entries = [re.split(r"\s*\n\s*", text) for text in names(page, "#legend-entries button")]
    # Two orals are too small a group for a colour, as in the files for Gephi.
    assert entries == [["poster", "4"], ["other: 1 group", "2"]]
    page.locator("#legend-entries button").first.click()
    assert page.inner_text("#count") == "Shown: 2 of 6 papers, 0 of 5 links"
    page.select_option("#colour", label="year")
    assert page.inner_text("#count") == "Shown: 6 of 6 papers, 5 of 5 links"
    assert len(names(page, "#legend-entries button")) == 5


def test_the_size_can_be_any_measure(visit: Visit) -> None:
    page = visit.page
    page.select_option("#size", label="PageRank")
    assert page.inner_text("#list-name").lower() == "papers, by pagerank"
    assert names(page, "#list .size") == ["0.5", "0.42", "0.34", "0.26", "0.18", "0.1"]


def test_time_goes_to_what_had_appeared(visit: Visit) -> None:
    page = visit.page
    page.locator("#until").fill(str(2020 * 12 + 4))
    assert page.inner_text("#until-text") == "2020-05"
    assert page.inner_text("#count") == "Shown: 2 of 6 papers, 1 of 5 links"
    page.locator("#until").fill(str(2020 * 12 + 3))
    assert page.inner_text("#count") == "Shown: 1 of 6 papers, 0 of 5 links"


def test_time_runs_and_stands_still_where_motion_is_not_wanted(
    browser: "Browser",
    file: Path,
) -> None:
    with opened(browser, file.as_uri()) as visit:
        visit.page.click("#play")
        assert visit.page.inner_text("#play") == "Pause"
        time = visit.page.locator("#until")
        assert comes(visit.page, lambda: 2019 * 12 + 5 < int(time.input_value()) < 2020 * 12)
        visit.page.click("#play")
        assert visit.page.inner_text("#play") == "Play"
    with opened(browser, file.as_uri(), reduced_motion="reduce") as visit:
        assert visit.page.inner_text("#play") == "Next"
        visit.page.click("#play")
        visit.page.wait_for_timeout(1000)
        assert int(visit.page.input_value("#until")) == 2019 * 12 + 4


def test_kinds_are_switched_and_a_paper_stays_selected(visit: Visit) -> None:
    page = visit.page
    page.mouse.click(*place(page, 2))
    page.click("#kinds button:has-text('coupling')")
    assert page.inner_text("#count") == "Shown: 6 of 6 papers, 3 of 3 pairs"
    assert page.inner_text("#details-name") == TITLES[2]
    assert names(page, "#details-neighbours .size") == ["2", "1"]
    page.fill("#weight", "2")
    assert page.inner_text("#count") == "Shown: 6 of 6 papers, 2 of 3 pairs"
    page.click("#kinds button:has-text('coauthor')")
    assert page.inner_text("#count") == "Shown: 3 of 3 authors, 1 of 1 pair"
    assert page.locator("#details").is_hidden()
    assert page.locator("#time").is_hidden()


def test_the_keyboard_alone_selects_and_moves(visit: Visit) -> None:
    page = visit.page
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#list') !== null"):
            break
    page.keyboard.press("Enter")
    assert page.inner_text("#details-name") == TITLES[0]
    page.keyboard.press("Escape")
    page.focus("#picture")
    x, y = place(page, 0)
    page.keyboard.press("ArrowLeft")
    assert place(page, 0) == pytest.approx((x + 60, y), abs=1)
    page.keyboard.press("+")
    page.keyboard.press("-")
    assert place(page, 0) == pytest.approx((x + 60, y), abs=1)


@pytest.mark.parametrize("is_there", [False, True])
def test_the_address_selects(browser: "Browser", file: Path, is_there: bool) -> None:
    """Both as the page is opened and when the address changes."""
    start = file.as_uri() if is_there else f"{file.as_uri()}#kind=coupling&node=101"
    with opened(browser, start) as visit:
        page = visit.page
        if is_there:
            page.evaluate("location.hash = '#kind=coupling&node=101'")
            page.wait_for_selector("#details:not([hidden])")
        assert page.inner_text("#details-name") == TITLES[1]
        assert page.get_attribute("#kinds button[aria-pressed=true]", "title")
        middle = pytest.approx(page.evaluate("[camera.width / 2, camera.height / 2]"), abs=1)
        assert comes(page, lambda: list(place(page, 1)) == middle)
        page.evaluate("location.hash = '#node=102'")
        assert comes(page, lambda: page.inner_text("#details-name") == TITLES[2])
        assert visit.complaints == []


def test_a_frame_shows_the_picture_and_folds_the_rest_away(
    browser: "Browser",
    file: Path,
    tmp_path: Path,
) -> None:
    outer = tmp_path / "outer.html"
    outer.write_text(
        f"<body style='height:3000px'><iframe src='{file.as_uri()}#node=103' width=700 height=420>"
    )
    with opened(browser, outer.as_uri()) as visit:
        frame = visit.page.frames[1]
        frame.wait_for_selector("#stage[data-edges=drawn]", state="attached")
        assert frame.locator("#panel").is_hidden()
        assert frame.evaluate("document.documentElement.scrollHeight") <= 420
        visit.page.mouse.move(300, 200)
        visit.page.mouse.wheel(0, 100)
        assert comes(visit.page, lambda: visit.page.evaluate("scrollY") > 0)
        visit.page.evaluate("scrollTo(0, 0)")
        card = frame.locator("#card a")
        assert card.inner_text() == TITLES[3]
        assert card.get_attribute("target") == "_top"
        frame.click("#open")
        assert frame.inner_text("#details-name") == TITLES[3]
        visit.page.screenshot(path=tmp_path / "frame.png")
        assert visit.complaints == []


def test_two_fingers_zoom(browser: "Browser", file: Path) -> None:
    with opened(browser, file.as_uri(), size=(390, 780), has_touch=True) as visit:
        page = visit.page
        before = page.evaluate("camera.scale")
        client = page.context.new_cdp_session(page)
        for kind, apart in (("Start", 40), ("Move", 80), ("Move", 120), ("End", 0)):
            points = [{"x": 195 - apart, "y": 300, "id": 1}, {"x": 195 + apart, "y": 300, "id": 2}]
            client.send(
                "Input.dispatchTouchEvent",
                {"type": f"touch{kind}", "touchPoints": [] if kind == "End" else points},
            )
        assert comes(page, lambda: page.evaluate("camera.scale") > 2 * before)
        assert visit.complaints == []


def test_an_empty_network_says_so(browser: "Browser", tmp_path: Path) -> None:
    for count in (0, 1):
        file = tmp_path / f"{count}.html"
        graph.export(papers_network(("Alone",) * count), file)
        with opened(browser, file.as_uri()) as visit:
            wait(visit.page)
            assert visit.page.locator("#nothing").is_visible() == (count == 0)
            if not count:
                assert "There are no papers in this network." in visit.page.inner_text("#nothing")
            assert visit.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(
    browser: "Browser",
    file: Path,
    scheme: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """With a paper selected, a group hidden and a search open, so that all of it is there."""
    source = axe(tmp_path_factory)
    with opened(
        browser, f"{file.as_uri()}#node=103", color_scheme=scheme, bypass_csp=True
    ) as visit:
        page = visit.page
        wait(page)
        page.fill("#search", "one")
        page.locator("#legend-entries button").last.click()
        page.click("#reset")
        page.locator("#legend-entries button").first.focus()
        page.evaluate(source)
        found = page.evaluate("axe.run()")
    faults = {each["id"]: [node["html"] for node in each["nodes"]] for each in found["violations"]}
    assert faults == {}
    assert len(found["passes"]) > 20


_AXE: list[str] = []


def axe(folders: pytest.TempPathFactory) -> str:
    """Return axe-core, which the registry of npm gives, or skip."""
    if not _AXE:
        if shutil.which("npm") is None:
            pytest.skip("axe-core cannot be had: there is no npm")
        folder = folders.mktemp("axe")
        (folder / "package.json").write_text("{}")
        install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "axe-core@4"]
        run = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
        if run.returncode:
            pytest.skip(f"axe-core cannot be had: npm says {run.stderr.strip()[-200:]}")
        _AXE.append((folder / "node_modules/axe-core/axe.min.js").read_text("utf-8"))
    return _AXE[0]
