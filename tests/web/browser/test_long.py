"""A long conversation in a browser: it goes on by scrolling, and what it took is counted afterwards."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.e2e.sandbox import TIMEOUT
from tests.web.browser.conftest import Open
from tests.web.browser.driven import serving
from tools.screens.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

MS = TIMEOUT * 1000
TURNS = 60
ANSWER = "Some words of a long answer. " * 2900  # a page shows two, and counts nothing


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    stage = Stage(tmp_path_factory.mktemp("long"))
    stage.run("git init --quiet")
    stage.run("entire enable --agent claude-code")
    stage.run("git add .")
    stage.run("git commit --quiet --message Begin")
    agent = stage.agent("10e90000-1111-4222-8333-444455556666")
    agent.start()
    agent.prompt("Question 0!")
    for number in range(1, TURNS):
        agent.say(ANSWER)
        agent.record(type="user", message={"role": "user", "content": f"Question {number}!"})
    agent.write("one.py", "one = 1\n")
    agent.say("The end.")
    agent.stop()
    stage.run("git add .")
    stage.run("git commit --quiet --message Long")
    return stage


@pytest.fixture(scope="module")
def long(talk: Stage) -> Iterator[str]:
    with serving(talk.root, talk.env) as address:
        yield address


def questions(page: Page) -> list[str]:
    """The prompts that the page shows, from top to bottom."""
    found: list[str] = page.locator(".talk > .ask > :last-child").all_inner_texts()
    return found


def scroll(page: Page) -> None:
    """To the bottom, until nothing more comes."""
    while page.locator("[data-more]").count():
        shown = page.locator(".talk > .ask").count()
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        until = time.monotonic() + TIMEOUT
        while page.locator(".talk > .ask").count() == shown and page.locator("[data-more]").count():
            assert time.monotonic() < until, "nothing comes"
            page.wait_for_timeout(20)


def test_it_goes_on_by_scrolling(opened: Open, long: str) -> None:
    window = opened(long)
    page = window.page
    page.locator(".commit.linked a.subject").first.click()
    page.wait_for_url("**/checkpoint/*")
    begun = questions(page)
    assert begun == [f"Question {number}!" for number in range(len(begun))]
    assert 0 < len(begun) < TURNS / 4, "the beginning, and what is below the window"
    scroll(page)
    assert questions(page) == [f"Question {number}!" for number in range(TURNS)]
    assert "The end." in page.inner_text(".talk")
    assert page.locator(".talk h2").count() == 1, "once, not with each piece"
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))
    page.keyboard.press("k")
    assert page.locator(".ask.at").inner_text().endswith(f"Question {TURNS - 1}!")


def test_a_later_part_goes_on_too(opened: Open, long: str) -> None:
    window = opened(long)
    page = window.page
    page.locator(".commit.linked a.subject").first.click()
    page.click(".prompts >> text=Question 30!")
    page.wait_for_url("**from=*")
    begun = questions(page)
    assert begun[0] == "Question 30!"
    assert len(begun) < TURNS / 4
    scroll(page)
    assert questions(page) == [f"Question {number}!" for number in range(30, TURNS)]


def test_a_part_that_cannot_be_loaded_is_still_a_link(opened: Open, long: str) -> None:
    window = opened(long)
    page = window.page
    page.route("**/checkpoint/*from=*", lambda route: route.fulfill(status=503, body=""))
    page.locator(".commit.linked a.subject").first.click()
    page.wait_for_selector("[data-more]")
    begun = questions(page)
    with page.expect_response("**/checkpoint/*from=*"):
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.unroute("**/checkpoint/*from=*")
    window.complaints = [one for one in window.complaints if "a status of 503" not in one]
    assert questions(page) == begun
    page.click("[data-more]")
    page.wait_for_url("**from=*")
    assert questions(page)[0] not in begun


def test_what_it_took_is_counted(opened: Open, talk: Stage, tmp_path: Path) -> None:
    """Not twice: what was counted is kept. So this is a repository that nobody has looked at."""
    shutil.copytree(talk.root, tmp_path / "shop", symlinks=True)
    shutil.rmtree(tmp_path / "shop" / ".git" / "entire-index", ignore_errors=True)
    with serving(tmp_path / "shop", talk.env) as address:
        window = opened(address)
        page = window.page
        page.route("**/checkpoint/*count=1", lambda route: route.fulfill(status=503, body=""))
        with page.expect_response("**/checkpoint/*count=1"):
            page.locator(".commit.linked a.subject").first.click()
        assert page.locator("[data-count]").inner_text() == "Count", "it is still a link"
        page.unroute("**/checkpoint/*count=1")
        window.complaints = [one for one in window.complaints if "a status of 503" not in one]
        page.reload()
        page.wait_for_selector(".story .facts dt:text-is('Tokens')", timeout=MS)
        assert page.locator("[data-count]").count() == 0
        assert page.locator(".story .facts").count() == 1
        facts = page.inner_text(".story .facts").split("\n")
        assert facts[facts.index("Turns") + 1] == str(TURNS)
        window.close()
