"""Conversations are hostile text: whatever they say, nothing of it runs, loads or leads anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from tests.web.browser.conftest import Open
from tests.web.browser.driven import serving
from tools.screens.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAYINGS = [
    "<script>hacked=1;alert(1)</script>",
    "</code></pre></div></main><script>alert(2)</script>",
    "<img src=x onerror=alert(3)> <img src='http://evil.example/i.png'>",
    '"><svg onload=alert(4)><a xlink:href="javascript:alert(5)">x</a></svg>',
    "[a link](javascript:alert(6)) ![an image](http://evil.example/j.png) <http://evil.example>",
    "```html\n</code></pre><script>alert(7)</script>\n```",
    "<style>body{display:none}</style><link rel=stylesheet href=//evil.example/x.css>",
    "<iframe src=//evil.example></iframe><form action=//evil.example><button autofocus>OK</button></form>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'><base href=//evil.example>",
    "{{ 7*7 }} {% raw %} ${alert(8)} \\u003cscript\\u003e",
    "reversed \u202eevil\u202c \u2066hidden\u2069 \x1b[31mred\x1b[0m \u200bzero",
    "one long line: " + "word " * 200_000,
]
NAME = "a<img src=x onerror=alert(9)>'\".py"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Stage]]:
    stage = Stage(tmp_path_factory.mktemp("hostile"))
    stage.run("git init --quiet")
    stage.write("README.md", "# Hello\n")
    stage.run("entire enable --agent claude-code")
    stage.run("git add .")
    stage.run("git commit --quiet -m Begin")
    agent = stage.agent("0badc0de-1111-4222-8333-444455556666")
    agent.start()
    agent.prompt(SAYINGS[0] + " findme\n\n" + SAYINGS[4])
    for text in SAYINGS:
        agent.say(text)
    agent.write(NAME, "".join(f"{text[:5000]}\n" for text in SAYINGS))
    agent.shell("printf '%s' '<script>alert(10)</script>'")
    agent.say(SAYINGS[1])
    agent.stop()
    stage.run("git add .")
    stage.env["GIT_AUTHOR_NAME"] = "<script>alert(11)</script>"
    stage.run(f"git commit --quiet -m '{SAYINGS[2].replace(chr(39), '')} {SAYINGS[0]}'")
    agent.prompt(SAYINGS[0] + " and more")  # a step that is not committed
    for text in SAYINGS:
        agent.say(text)
    agent.write("b<img src=x onerror=alert(12)>.py", f"{SAYINGS[0]}\n{SAYINGS[1]}\n")
    agent.stop()
    with serving(stage.root, stage.env) as address:
        yield address, stage


OUTSIDE = "img, iframe, object, embed, style, base, main svg a, [onerror], [onload], a[href^=javascript]"


def check_inert(page: Page, scripts: int) -> None:
    """Nothing of what was said is there as anything but text."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.wait_for_timeout(100)
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.querySelectorAll('script').length") == scripts
    assert page.locator(f"body :is({OUTSIDE})").count() == 0
    assert page.evaluate("getComputedStyle(document.body).display") == "block"
    links = page.evaluate("[...document.links].map((one) => one.origin)")
    assert set(links) <= {page.evaluate("location.origin")}


def test_nothing_of_it_runs_or_loads(opened: Open, hostile: tuple[str, Stage]) -> None:
    address, stage = hostile
    window = opened(address)
    page = window.page
    checkpoint = page.locator(".commit.linked a.subject").first.get_attribute("href")
    assert checkpoint
    commit = page.locator(".commit.linked a.id").first.get_attribute("href")
    assert commit
    places = [checkpoint, commit, "/sessions", "/session/0badc0de", "/search?q=findme", "/files", "/numbers"]
    inside = window.place_of
    step = page.locator("#live .steps a").first.get_attribute("href")
    assert step
    why = f"/why?path={quote(NAME)}&line=1"
    for place in ["/", *(inside(one) for one in (*places, step)), why]:
        window.go(place)
        check_inert(page, scripts=1)
    assert "<script>hacked=1;alert(1)</script>" in window.says()  # on a page of its own
    window.go(inside(step))
    assert "<script>hacked=1;alert(1)</script> and more" in window.says()
    window.go(inside(checkpoint))
    assert "<script>hacked=1;alert(1)</script>" in window.says()
    assert "\u202e" not in page.content()
    page.locator("a", has_text="onerror=alert(9)").first.click()
    page.wait_for_url("**/file?*")
    page.click("#L1 .number a")
    page.wait_for_selector("#why-content")
    assert "findme" in page.inner_text("#why")
    assert Path(stage.root, NAME).exists()
    window.close()


def test_nothing_of_it_runs_or_loads_in_an_exported_file(
    chromium: Browser, hostile: tuple[str, Stage], tmp_path: Path
) -> None:
    stage = hostile[1]
    file = tmp_path / "story.html"
    stage.run(f"entire export 0badc0de -o '{file}'")
    context = chromium.new_context()
    page, seen = context.new_page(), list[str]()
    context.on("request", lambda request: seen.append(request.url))
    page.on("dialog", lambda dialog: seen.append(dialog.message))
    page.on("console", lambda message: seen.append(message.text))
    page.goto(file.as_uri())
    check_inert(page, scripts=0)
    assert "<script>hacked=1;alert(1)</script>" in page.inner_text("body")
    assert seen == [file.as_uri()]
    context.close()
