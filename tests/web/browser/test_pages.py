"""The real pages in a real browser: each of them, by keys, without scripts, dark and narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.browser.conftest import Open
from tests.web.browser.driven import Driven
from tools.screens.stage import Stage

from entire.git.repository import open_repository
from entire.web import render
from entire.web.links import Links

if TYPE_CHECKING:
    from playwright.sync_api import Route

PAGES = [
    "/",
    "/?author=grace",
    "/checkpoint/{checkpoint}",
    "/checkpoint/{checkpoint}?prompts=1",
    "/commit/{commit}",
    "/file?path=shop/attempts.py",
    "/why?path=shop/attempts.py&line=13",
    "/files",
    "/sessions",
    "/session/8f76b0e8",
    "/search?q=sliding+window",
    "/numbers",
]


@pytest.mark.parametrize("page", PAGES)
def test_everyone_can_read_each_page(opened: Open, axe: str, names: dict[str, str], page: str) -> None:
    window = opened()
    window.go(page.format(**names))
    everyone_can_read(window, axe)


def everyone_can_read(window: Driven, axe: str) -> None:
    assert window.page.locator("main h1").count() == 1
    in_light_and_dark(window, axe)
    window.page.set_viewport_size({"width": 390, "height": 800})
    assert window.too_wide() <= 0


def in_light_and_dark(window: Driven, axe: str) -> None:
    assert window.offences(axe) == []
    window.page.emulate_media(color_scheme="dark")
    assert window.offences(axe) == []


def test_everyone_can_read_why_a_line_is_there_beside_the_source(opened: Open, axe: str) -> None:
    window = opened()
    window.go("/file?path=shop/attempts.py")
    window.page.click("#L13 .number a")
    window.page.wait_for_selector("#why-content")
    in_light_and_dark(window, axe)
    window.page.set_viewport_size({"width": 390, "height": 800})
    assert window.too_wide() <= 0
    assert window.page.locator("#why").is_visible()
    in_light_and_dark(window, axe)


def test_everyone_can_read_the_list_of_keys(opened: Open, axe: str) -> None:
    window = opened()
    window.page.keyboard.press("?")
    assert window.page.locator("#keys").is_visible()
    in_light_and_dark(window, axe)
    assert window.page.evaluate("document.activeElement.closest('dialog').id") == "keys"


def test_everyone_can_read_a_step(opened: Open, axe: str) -> None:
    window = opened()
    window.page.locator(".steps a").first.click()
    window.page.wait_for_url("**/step/*")
    everyone_can_read(window, axe)


@pytest.mark.parametrize(
    ("page", "status"),
    [
        *(("/checkpoint/ffffffffffff", 404), ("/step/ffffffffffff", 404), ("/file?path=no/such.py", 404)),
        ("/numbers?model=x", 400),
    ],
)
def test_everyone_can_read_what_went_wrong(opened: Open, axe: str, page: str, status: int) -> None:
    window = opened()
    window.go(page, status)
    everyone_can_read(window, axe)


def test_everyone_can_read_a_page_that_waits(opened: Open, axe: str, stage: Stage) -> None:
    """It is brought up to date in place, and goes on once there is something to show."""
    window = opened()
    facts = {"to": Links(window.folder), "repo": open_repository(str(stage.root)), "now": 0.0, "given": {}}
    facts |= {"title": "Numbers", "notices": {}, "reason": "Once, to count tokens and lines."}
    headings = ["Reading 3 checkpoints", "Reading 2 checkpoints"]

    def answer(route: Route) -> None:
        if not headings:
            route.continue_()
            return
        text = render.html("waiting.html", heading=headings.pop(0), **facts)
        route.fulfill(body=text, content_type="text/html")

    window.page.route("**/numbers", answer)
    window.go("/numbers")
    everyone_can_read(window, axe)
    window.page.wait_for_selector("text=Reading 2 checkpoints")
    window.page.wait_for_selector("main h1:text-is('Numbers')")


def test_dark_is_dark(opened: Open) -> None:
    shades = []
    for scheme in ("light", "dark"):
        page = opened(color_scheme=scheme).page
        shades.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert shades == ["rgb(255, 255, 255)", "rgb(15, 18, 22)"]


def test_the_scales_of_charts_are_whole_on_a_phone(opened: Open) -> None:
    window = opened(viewport={"width": 390, "height": 800})
    window.go("/numbers")
    scales = window.page.locator(".chart .scale").all()
    assert min(box["x"] for one in scales if (box := one.bounding_box())) >= 0
    clipped = "[...document.querySelectorAll('.chart')].map((one) => getComputedStyle(one).overflow)"
    assert set(window.page.evaluate(clipped)) == {"visible"}


def test_keys(opened: Open) -> None:
    window = opened()
    page = window.page
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert "Write them to a file" in page.locator(".at").inner_text()
    page.keyboard.press("j")
    chosen = page.locator(".at").inner_text()
    assert "Make the limit configurable" in chosen
    page.keyboard.press("k")
    assert page.locator(".at").inner_text() != chosen
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/checkpoint/*")
    for key, there in (("s", "/sessions"), ("f", "/files"), ("n", "/numbers"), ("t", "/")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_url(f"**{there}")
    page.keyboard.press("/")
    page.keyboard.type("voucher")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=voucher")
    assert "Discounts for vouchers" in window.says()


def test_from_a_search_to_why_a_line_is_there(opened: Open) -> None:
    window = opened()
    page = window.page
    page.fill(".find input", "sliding window")
    page.keyboard.press("Enter")
    page.click("text=Limit login attempts per user")
    page.wait_for_url("**/checkpoint/*")
    assert "Count them in a sliding window" in window.says()
    page.locator("a", has_text="shop/attempts.py").first.click()
    page.wait_for_url("**/file?path=shop%2Fattempts.py*")
    page.click("#L13 .number a")
    page.wait_for_selector("#why-content")
    assert "/file?" in window.place  # beside the source, which stays
    assert "Times come from" in page.inner_text("#why")
    page.click("#why >> text=The conversation")
    page.wait_for_url("**/checkpoint/*")


def test_a_revision_is_picked(opened: Open) -> None:
    window = opened()
    window.go("/file?path=shop/attempts.py")
    assert "LOGIN_LIMIT" in window.says()
    window.page.select_option("select[name=at]", index=2)
    window.page.wait_for_url("**at=*")
    assert "LOGIN_LIMIT" not in window.page.inner_text(".source")


@pytest.mark.parametrize("place", ["/checkpoint/{checkpoint}", "/session/8f76b0e8"])
def test_commands_are_copied(opened: Open, names: dict[str, str], place: str) -> None:
    window = opened(permissions=["clipboard-read", "clipboard-write"])
    page = window.page
    window.go(place.format(**names))
    for button in page.locator("button.copy").all():
        page.evaluate("navigator.clipboard.writeText('')")
        command = button.locator("xpath=..").locator("code").inner_text()
        assert command.startswith(("entire ", "claude -r "))
        button.click()
        page.wait_for_selector("button.copy:text-is('Copied')")
        assert page.evaluate("navigator.clipboard.readText()") == command
        page.wait_for_selector("button.copy:text-is('Copied')", state="detached")
    assert page.locator("button.copy").count() == (2 if "checkpoint" in place else 1)


def test_without_scripts(opened: Open) -> None:
    window = opened(java_script_enabled=False)
    page = window.page
    page.fill(".find input", "sliding window")
    page.keyboard.press("Enter")
    page.click("text=Limit login attempts per user")
    assert "Count them in a sliding window" in window.says()
    assert not page.locator(".copy:visible").count(), "nothing would copy"
    window.go("/file?path=shop/attempts.py")
    page.click("#L13 .number a")
    assert "/why?" in window.place
    assert "Times come from" in window.says()
    page.click("text=The conversation")
    assert "/checkpoint/" in window.place
    window.go("/")
    page.click("text=Filter")
    page.fill("input[name=author]", "Grace")
    page.click("text=Apply")
    assert "Add a cart" in window.says()
    assert "Add Grace" not in window.says()
