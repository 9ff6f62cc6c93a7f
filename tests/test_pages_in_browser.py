"""The pages of a database in a real browser: as served, and as files from a disk."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from browsed_database import ALPHA, BETA, SCRIPT, browsed_database
from browser import browser, opened  # noqa: F401 - a fixture

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[1]
PAGES = {
    "/": "Questions about the papers",
    f"/papers/papers/{ALPHA}": "Around it",
    f"/papers/papers/{BETA}": SCRIPT,
    "/papers/authors/1": "Wrote with",
    "/papers/collections/1": "By decision",
    "/community?community=1": "A community of the citation network",
    "/communities": "By size",
    "/compare?one=2310.00001&other=2310.00002": "Each cites the other",
    "/review": "Gamma rays",
    "/gaps": "lead to no paper",
    "/runs": "enrich",
    "/network": "Alpha what?",
    "/papers": "citations",
    "/papers/papers": "Alpha what?",
    "/papers/most_cited": "Alpha what?",
    "/papers/shortest_path?from=2310.00001&to=2310.00002": SCRIPT,
    "/papers/decision_flow": "Oral",
}
# What Datasette's own pages fail by themselves: colours of its links, and its table of facets.
OURS = [path for path in PAGES if not path.startswith("/papers") or path[8:].count("/") == 1]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return browsed_database(tmp_path_factory.mktemp("browsed") / "papers.db")


def citeweave(*words: str) -> list[str]:
    return [sys.executable, "-m", "enrich", *words]


@pytest.fixture(scope="module")
def served(database: Path) -> Iterator[str]:
    """Run the real command and return where it serves."""
    command = citeweave("browse", "--db", str(database), "--port", "0", "--json")
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    yield json.loads(process.stdout.readline())["url"].rstrip("/")
    process.terminate()
    process.communicate(timeout=20)


@pytest.fixture(scope="module")
def published(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("published") / "site"
    subprocess.run(citeweave("publish", "--db", str(database), str(site)), cwd=ROOT, check=True)
    return site


@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_without_a_complaint(browser: "Browser", served: str, path: str) -> None:
    with opened(browser, served + path) as visit:
        visit.page.wait_for_load_state("networkidle")
        assert PAGES[path] in visit.page.content() or PAGES[path] in visit.page.inner_text("body")
        assert visit.complaints == []
        hosts = {urlsplit(request).netloc for request in visit.requests}
        assert hosts == {urlsplit(served).netloc}


@pytest.mark.parametrize("path", OURS)
def test_no_page_is_wider_than_a_phone(browser: "Browser", served: str, path: str) -> None:
    with opened(browser, served + path, (400, 800)) as visit:
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 400


def test_the_names_in_a_corner_are_small_and_whole(browser: "Browser", served: str) -> None:
    boxes = "all => all.map(each => each.getBoundingClientRect().toJSON())"
    with opened(browser, f"{served}/papers/papers/{ALPHA}") as visit:
        (picture,) = visit.page.locator("figure svg").evaluate_all(boxes)
        names = visit.page.locator("figure svg text").evaluate_all(boxes)
        assert names
        for name in names:
            assert picture["left"] <= name["left"] < name["right"] <= picture["right"]
            assert name["height"] < 20


def test_a_formula_is_drawn_and_a_script_is_text(browser: "Browser", served: str) -> None:
    with opened(browser, f"{served}/papers/papers/{ALPHA}") as visit:
        box = visit.page.locator("math").first.bounding_box()
        assert box
        assert box["width"] > 10
    with opened(browser, f"{served}/papers/papers/{BETA}") as visit:
        assert SCRIPT in visit.page.inner_text("h1")


def test_the_search_finds(browser: "Browser", served: str) -> None:
    with opened(browser, served) as visit:
        visit.page.get_by_label("Search titles and abstracts").fill("C++ what?")
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_url("**/papers/papers?_search=*")
        assert "1 row" in visit.page.inner_text("body")
        visit.page.get_by_role("link", name=str(ALPHA), exact=True).first.click()
        assert "Alpha what?" in visit.page.inner_text("h1")


def test_two_papers_are_compared_from_the_first_page(browser: "Browser", served: str) -> None:
    with opened(browser, served) as visit:
        visit.page.get_by_label("Compare a paper").fill("2310.00001")
        visit.page.get_by_label("with").fill("https://arxiv.org/abs/2310.00002")
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_url("**/compare?*")
        assert "Each cites the other" in visit.page.inner_text("body")


def test_the_network_on_the_first_page_leads_to_a_papers_page(
    browser: "Browser", served: str
) -> None:
    with opened(browser, served) as visit:
        frame = visit.page.frame_locator("iframe.network")
        frame.get_by_role("button", name="Alpha what?").first.click()
        frame.get_by_role("link", name="page").first.click()
        visit.page.wait_for_url(f"**/papers/papers/{ALPHA}")


def test_a_dot_in_the_corner_leads_to_its_paper(browser: "Browser", served: str) -> None:
    with opened(browser, f"{served}/papers/papers/{ALPHA}") as visit:
        visit.page.locator(f'svg a[href="/papers/papers/{BETA}"] circle').click()
        visit.page.wait_for_url(f"**/papers/papers/{BETA}")


@pytest.mark.parametrize(
    "name",
    [
        "index.html",
        f"papers/{ALPHA}.html",
        "authors/1.html",
        "collections/1.html",
        "communities/1.html",
        "questions/most_cited.html",
        "gaps.html",
        "report.html",
        "network.html",
    ],
)
def test_the_published_pages_open_from_a_disk(
    browser: "Browser", published: Path, name: str
) -> None:
    with opened(browser, (published / name).as_uri()) as visit:
        visit.page.wait_for_load_state("networkidle")
        assert visit.complaints == []
        assert all(request.startswith(("file:", "data:")) for request in visit.requests)
        font = visit.page.evaluate("getComputedStyle(document.body).fontFamily")
        assert font != '"Times New Roman"', "no style was let in"


def test_published_pages_lead_to_each_other(browser: "Browser", published: Path) -> None:
    with opened(browser, (published / "index.html").as_uri()) as visit:
        visit.page.get_by_role("link", name="iclr").first.click()
        visit.page.get_by_role("link", name="Alpha what?").first.click()
        assert "Alpha what?" in visit.page.inner_text("h1")
        visit.page.get_by_role("link", name="papers", exact=True).first.click()
        assert "Papers, and who cites whom" in visit.page.inner_text("h1")


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the source of axe-core, or skip where npm cannot get it."""
    if shutil.which("npm") is None:
        pytest.skip("axe-core cannot be had: there is no npm")
    folder = tmp_path_factory.mktemp("axe")
    (folder / "package.json").write_text("{}")
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "axe-core@4.11.0"]
    run = subprocess.run(
        install, cwd=folder, capture_output=True, text=True, check=False, env=os.environ
    )
    if run.returncode:
        pytest.skip(f"axe-core cannot be had: npm says {run.stderr.strip()[-200:]}")
    return (folder / "node_modules/axe-core/axe.min.js").read_text("utf-8")


def faults(visit: object, axe: str, within: str) -> list[str]:
    """Return the serious faults of accessibility within a part of the page."""
    visit.page.evaluate(axe)
    found = visit.page.evaluate(f"axe.run({json.dumps(within)}).then(r => r.violations)")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("path", [path for path in OURS if path != "/network"])
def test_our_pages_are_accessible(browser: "Browser", served: str, axe: str, path: str) -> None:
    with opened(browser, served + path) as visit:
        assert faults(visit, axe, "section.content") == []


@pytest.mark.parametrize("name", ["index.html", f"papers/{ALPHA}.html", "gaps.html"])
def test_published_pages_are_accessible(
    browser: "Browser", published: Path, axe: str, name: str
) -> None:
    with opened(browser, (published / name).as_uri()) as visit:
        assert faults(visit, axe, "html") == []
