"""A session of each agent, in turns: what its prompts and stops cost."""

from __future__ import annotations

from bench.cases import PROMPT, STATUS, STOP, of_agent
from bench.fixture.playground import Playground
from bench.plan import Point
from bench.run import idle
from bench.run.checks import Progressed, check_condensed
from bench.run.results import Measure
from bench.run.turns import FILES, GIT_STATUS, content, wait_for_checkpoint
from tools.clients import registry


class Agents:
    def __init__(self, point: Point, ground: Playground) -> None:
        self.point = point
        self.ground = ground
        ground.run("entire", "enable", *(word for name in registry.names() for word in ("--agent", name)))
        ground.run("git", "add", "--all")
        ground.run(*idle.NO_HOOKS, *idle.COMMIT[1:])
        self._progressed = Progressed(ground)
        self._commits = 0
        self._sessions = {
            name: registry.session(name, str(ground.root), ground.env) for name in registry.names()
        }
        for session in self._sessions.values():
            session.start()
        self._last = ""

    def play(self, number: int, measure: Measure) -> None:
        measure(STATUS, lambda: self.ground.run(*GIT_STATUS))
        names = list(self._sessions)
        first = number % len(names)
        for name in (*names[first:], *names[:first]):
            self._turn(name, f"Round {number} of {name}", measure)

    def _turn(self, name: str, text: str, measure: Measure) -> None:
        session = self._sessions[name]
        measure(of_agent(PROMPT, name), lambda: session.submit(text))
        session.asked(text)
        for path in FILES:
            session.write(path, content(text))
        session.say(f"{text}: done.")
        measure(of_agent(STOP, name), session.stop)
        self.ground.run("git", "add", "--", *FILES)
        self.ground.run(*idle.COMMIT)
        wait_for_checkpoint(self.ground)  # else the next hook would wait for it
        self._commits += 1
        self._last = session.session_id

    def check(self) -> None:
        self._progressed.check(self._commits)
        check_condensed(self.ground, self._last)
