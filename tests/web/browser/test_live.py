"""The timeline moves while the real Claude Code works, and while older pages are loaded."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.e2e.checks import enable
from tests.e2e.clients.claude import Claude
from tests.e2e.fake_model import FakeModel
from tests.e2e.sandbox import TIMEOUT, Sandbox, make_repo
from tests.e2e.script import Script, Turn, say, write
from tests.web.browser.conftest import Open
from tests.web.browser.driven import serving

MS = TIMEOUT * 1000


def test_the_timeline_moves_while_an_agent_works(opened: Open, tmp_path: Path) -> None:
    binary = Claude.find()
    sandbox = Sandbox(tmp_path / "sandbox")
    repo = make_repo(sandbox, tmp_path / "repo")
    enable(repo)
    seen = threading.Event()
    steps = [
        write(repo.root / "hello.py", "print('hello')\n"),
        say("It says hello.").during(lambda: seen.wait(TIMEOUT)),
    ]
    script = Script(Turn("Write a greeting", *steps))
    with FakeModel(script) as model, serving(repo.root, sandbox.env) as address:
        window = opened(address)
        page = window.page
        assert "Not committed yet" not in window.says()
        client = Claude(binary, sandbox, model)
        agent = threading.Thread(target=client.ask, args=("Write a greeting", repo.root))
        agent.start()
        try:
            page.wait_for_selector("#live .working", timeout=MS)
            page.wait_for_selector("#live >> text=Write a greeting", timeout=MS)
        finally:
            seen.set()
            agent.join()
        page.wait_for_selector("#live .steps li", timeout=MS)
        repo.git("add", ".")
        repo.git("commit", "--quiet", "-m", "Say hello")
        page.wait_for_selector(".commit.linked >> text=Say hello", timeout=MS)
        assert "Not committed yet" not in window.says()
        window.close()


def test_many_tabs_move(opened: Open, tmp_path: Path) -> None:
    """A browser has six connections to a server: a tab of its own must not keep one."""
    sandbox = Sandbox(tmp_path / "sandbox")
    repo = make_repo(sandbox, tmp_path / "repo")
    with serving(repo.root, sandbox.env) as address:
        window = opened(address)
        tabs = [window.page, *(window.tab() for _ in range(8))]
        repo.git("commit", "--quiet", "--allow-empty", "-m", "Seen by all")
        for tab in tabs:
            tab.wait_for_selector("text=Seen by all", timeout=MS)
        tabs.pop(0).close()  # the one that listened
        tabs[0].wait_for_timeout(500)
        repo.git("commit", "--quiet", "--allow-empty", "-m", "Seen by the others")
        for tab in tabs:
            tab.wait_for_selector("text=Seen by the others", timeout=MS)
        window.close()


def test_older_commits_come_by_scrolling(opened: Open, tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "sandbox")
    repo = make_repo(sandbox, tmp_path / "repo")
    for number in range(59):
        repo.git("commit", "--quiet", "--allow-empty", "-m", f"Number {number}")
    with serving(repo.root, sandbox.env) as address:
        window = opened(address)
        page = window.page
        assert page.locator(".commit").count() < 60
        for _ in range(3):
            page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
            page.wait_for_timeout(50)
        page.wait_for_selector("text=Begin", timeout=MS)
        assert page.locator(".commit").count() == 60
        assert page.locator("[data-older]").count() == 0
        window.close()
