"""Links between pages lead somewhere, and every page can be found from the index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Files that a page links to, each with the place in it."""
    for target in LINK.findall(CODE_BLOCK.sub("", page.read_text())):
        if "://" not in target:
            path, _, place = target.partition("#")
            yield ((page.parent / path).resolve() if path else page), place


def anchors(page: Path) -> set[str]:
    """The places that GitHub makes of headings."""
    headings = HEADING.findall(CODE_BLOCK.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, place in links(page):
        assert target.exists(), target
        assert not place or place in anchors(target), f"{target.name}#{place}"


def test_every_page_is_in_the_index() -> None:
    listed = {target for target, _ in links(ROOT / "docs" / "README.md")}
    pages = [page for page in PAGES if page.parent == ROOT / "docs" and page.name != "README.md"]
    assert [page.name for page in pages if page not in listed] == []


def test_pages_are_two_clicks_from_the_readme() -> None:
    first = {target for target, _ in links(ROOT / "README.md")}
    second = {target for page in first if page.suffix == ".md" and page.exists() for target, _ in links(page)}
    assert [page.name for page in PAGES if page not in first | second] == []
