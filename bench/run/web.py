"""`entire web`: its first page, a long conversation, and the server's memory after many pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench import cases
from bench.fixture import transcripts
from bench.fixture.browser import Browser, browsing
from bench.measured import Counts
from bench.run.checks import expect
from bench.run.results import Action, Measure
from bench.run.turns import FILES, Turns, wait_for_checkpoint

_LONG = 20_000_000  # bytes of a conversation
_TURN = 5_000  # of one of its turns, at least
WALK = 500  # pages
_TRAILER = "--format=%(trailers:key=Entire-Checkpoint,valueonly,separator=)"


class Web:
    def __init__(self, turns: Turns) -> None:
        self.point = turns.point
        self.ground = turns.ground
        self._turns = turns
        self._prompts = 0
        self._long = self._long_conversation()
        self._memory = 0

    def _long_conversation(self) -> str:
        """The checkpoint of a session with thousands of prompts."""
        agent = self.ground.agent()
        agent.start()
        agent.hook("user-prompt-submit", prompt="Begin")
        written = 0
        while written < _LONG:
            self._prompts += 1
            asked = f"Question {self._prompts}."
            agent.record(type="user", message={"role": "user", "content": asked})
            written += transcripts.append(agent.transcript, _TURN, agent.session_id, seed=self._prompts)
        agent.write(FILES[0], "LONG = True\n")
        agent.stop()
        self.ground.run("git", "add", "--", FILES[0])
        self.ground.run("git", "commit", "--quiet", "-m", "After a long conversation")
        wait_for_checkpoint(self.ground)
        self._turns.note_commit()
        return self.ground.output("git", "log", "-1", _TRAILER).strip()

    def first(self, measure: Measure) -> None:
        """What happens once: the first look at a conversation, and a walk. Each with a server of its own."""
        with browsing(self.ground) as browser:
            measure(cases.WEB_LONG, partial(self._look, browser))
        with browsing(self.ground) as browser:
            measure(cases.WEB_WALK, partial(self._walk, browser))

    def _look(self, browser: Browser) -> None:
        browser.get(f"/checkpoint/{self._long}")
        self._memory = browser.memory()

    def _walk(self, browser: Browser) -> None:
        seen = sum(1 for _ in _pages(browser, WALK))
        expect(seen == WALK, f"only {seen} pages lead from one to another")
        self._memory = browser.memory()

    def count(self, action: Action) -> Counts:
        """Runs something, and counts the server."""
        before = self.ground.size()
        action()
        return Counts(ours=1, git=0, peak=self._memory, added=self.ground.size() - before)

    def play(self, number: int, measure: Measure) -> None:
        measure(cases.LOG, lambda: self.ground.run("git", "log", "-20"))
        with browsing(self.ground) as browser:
            measure(cases.WEB_FIRST, partial(browser.get, "/"))
        with browsing(self.ground) as browser:
            measure(cases.WEB_AGAIN, partial(browser.get, f"/checkpoint/{self._long}"))

    def check(self) -> None:
        with browsing(self.ground) as browser:
            expect("After a long conversation" in browser.get("/"), "the timeline lacks the last commit")
            text = browser.get(f"/checkpoint/{self._long}")
            expect("Question 1." in text, "a long conversation does not show its beginning")
            last = f"Question {self._prompts}."
            expect(last not in text, "a page has all prompts of a long conversation")


def _pages(browser: Browser, most: int) -> Iterator[str]:
    """Pages that lead from one to another, each once."""
    waiting, seen = ["/", "/sessions", "/files"], set[str]()
    while waiting and len(seen) < most:
        address = waiting.pop(0)
        if address in seen:
            continue
        seen.add(address)
        waiting += browser.links(browser.get(address))
        yield address
