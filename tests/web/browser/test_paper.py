"""Pages on paper: all that they say, folded or not, in dark letters, and nothing to press."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.browser.conftest import Open
from tools.screens.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PRESSED = ".top nav, .find, .foot, .filters, form.branch, button, .ways-out, .tabs, .more, .prompts, .again"
SHADE = """(one) => {
  const found = getComputedStyle(one);
  const parts = found.color.match(/[\\d.]+/g).slice(0, 3);
  return [parts.reduce((sum, part) => sum + Number(part), 0) / 765, found.backgroundColor];
}"""
PAGES = {
    "/": ".timeline .commit",
    "/checkpoint/{checkpoint}": ".talk .ask",
    "/commit/{commit}": ".source .code",
    "/file?path=shop/attempts.py": ".source .code",
    "/session/8f76b0e8": ".card",
    "/numbers": ".chart",
}


def seen(page: Page, selector: str) -> list[bool]:
    return [one.is_visible() for one in page.locator(selector).all()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PAGES)
def test_paper_is_light_and_has_nothing_to_press(
    opened: Open, axe: str, names: dict[str, str], place: str, scheme: str
) -> None:
    window = opened(color_scheme=scheme)
    page = window.page
    window.go(place.format(**names))
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.locator(PAGES[place]).first.is_visible()
    assert not any(seen(page, PRESSED))
    text, ground = page.locator("body").evaluate(SHADE)
    assert (text < 0.2, ground) == (True, "rgb(255, 255, 255)")
    links = page.locator("main a:visible").all()
    assert max((link.evaluate(SHADE)[0] for link in links), default=0) < 0.6
    assert window.offences(axe, "color-contrast") == []


def folded(page: Page) -> None:
    """What is folded on the screen is on paper, and folded again afterwards."""
    inside = "details.call:not([open]) > :not(summary)"
    assert page.locator(inside).count()
    assert not any(seen(page, inside))
    page.emulate_media(media="print")
    assert all(seen(page, inside))
    page.emulate_media(media="screen")
    assert not any(seen(page, inside))


def test_calls_are_unfolded(opened: Open, names: dict[str, str]) -> None:
    window = opened()
    window.go(f"/checkpoint/{names['checkpoint']}")
    folded(window.page)


def test_calls_of_an_exported_story_are_unfolded(
    chromium: Browser, stage: Stage, names: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "story.html"
    stage.run(f"entire export {names['checkpoint']} -o '{file}'")
    page = chromium.new_page()
    page.goto(file.as_uri())
    folded(page)
    page.close()


def test_the_figures_are_unfolded(opened: Open) -> None:
    window = opened()
    window.go("/numbers")
    window.page.emulate_media(media="print")
    assert window.page.locator(".table table").is_visible()


def test_a_source_is_wrapped_and_alone(opened: Open) -> None:
    """Without the panel that explains a line."""
    window = opened()
    page = window.page
    window.go("/file?path=shop/attempts.py")
    page.click("#L13 .number a")
    page.wait_for_selector("#why-content")
    page.emulate_media(media="print")
    assert not page.locator("#why").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.source .code')).whiteSpace") == "pre-wrap"
    box, main = (page.locator(one).bounding_box() for one in (".source-box", "main"))
    assert box
    assert main
    assert box["width"] > 0.9 * main["width"], "the panel leaves no room"
    assert page.locator(".source .owner.agent >> nth=0").is_visible()
