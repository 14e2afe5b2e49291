"""What people type to look back, on a branch that has a checkpoint more in every round."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from bench import cases
from bench.run.checks import expect
from bench.run.results import Measure
from bench.run.turns import GIT_STATUS, Turns

_FILE = "app/module0.py"
_WORD = "import"  # in nearly every conversation
_CONTROLS = {
    cases.LOG: ("git", "log", "-20"),
    cases.STATUS: GIT_STATUS,
    cases.GIT_BLAME: ("git", "blame", _FILE),
}


class Reading:
    def __init__(self, turns: Turns) -> None:
        self.point = turns.point
        self.ground = turns.ground
        self._turns = turns
        self._one = self._checkpoint(turns.point.checkpoints // 2)
        self._commands = {
            cases.EXPLAIN_NEW: ("explain",),
            cases.EXPLAIN: ("explain",),
            cases.EXPLAIN_ONE: ("explain", self._one),
            cases.ENTIRE_STATUS: ("status",),
            cases.REWIND: ("rewind", "--list"),
            cases.SESSIONS: ("session", "list"),
            cases.ALL_SESSIONS: ("session", "list", "--all"),
            cases.BLAME: ("blame", _FILE),
            cases.SEARCH_NEW: ("search", _WORD),
            cases.SEARCH: ("search", _WORD),
            cases.SEARCH_PART: ("search", _WORD[1:-1]),
            cases.SEARCH_NARROWED: ("search", _WORD, "--author", "ada", "--since", "2020-01-01"),
            cases.EXPLAIN_ALL: ("explain", "--limit", "0"),
            cases.STATS: ("stats",),
            cases.STATS_BY: ("stats", "--by", "directory"),
            cases.DISK_USAGE: ("du",),
            cases.RELINK: ("relink",),
        }

    def first(self, measure: Measure) -> None:
        """What is built once, at the first look, is built now."""
        measure(cases.EXPLAIN_FIRST, lambda: self.ground.run("entire", "explain"))
        measure(cases.SEARCH_FIRST, lambda: self.ground.run("entire", "search", _WORD))
        measure(cases.STATS_FIRST, lambda: self.ground.run("entire", "stats"))

    def play(self, number: int, measure: Measure) -> None:
        self._turns.turn(f"Read {number}")
        self._turns.commit()
        self._turns.turn(f"Read {number}, not committed")
        for case, words in _CONTROLS.items():
            measure(case, partial(self.ground.run, *words))
        for case, words in self._commands.items():
            measure(case, partial(self.ground.run, "entire", *words))

    def check(self) -> None:
        self._turns.commit()
        self._turns.check()
        last = self._checkpoint(0)
        explained = self._json("explain", "--json", "--no-pager")["checkpoints"]
        expect(explained[0]["checkpoint_id"] == last, "explain does not show the last checkpoint")
        one = self.ground.output("entire", "explain", self._one)
        expect(self._one in one, "explain does not show a checkpoint")
        expect(self._json("status", "--json")["enabled"], "status says that entire is off")
        points = self._json("rewind", "--list")
        expect(
            any(point.get("condensation_id") == last for point in points),
            "rewind does not list the last commit",
        )
        session_id = self._turns.agent.session_id
        expect(
            session_id in self.ground.output("entire", "session", "list"), "session list lacks the session"
        )
        owners = {line["who"] for line in self._json("blame", "--json", _FILE)["lines"]}
        expect(owners == {"agent"}, f"blame says that lines are of {owners}")

    def _json(self, *words: str) -> Any:
        return json.loads(self.ground.output("entire", *words))

    def _checkpoint(self, back: int) -> str:
        """The last checkpoint, or one so many before it."""
        trailer = "--format=%(trailers:key=Entire-Checkpoint,valueonly,separator=)"
        found = self.ground.output(
            "git", "log", "--grep=^Entire-Checkpoint: ", f"--skip={back}", "-1", trailer
        )
        return found.strip()
