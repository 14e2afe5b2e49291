"""Play a story once undisturbed, then again for every effect of every step, with a fault there."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.faults.dump import dump, leftovers
from tests.faults.stage import Stage
from tests.faults.stories import Step, Story
from tests.faults.unseen import unexplained

from entire.core import faults
from entire.core.paths import UPDATES_DIR

KINDS = (faults.KILL, "ENOSPC", "EACCES", "EIO", faults.GIT_FAILS, faults.GIT_KILLED)
_OBJECT = re.compile(r"tmp_obj_|[0-9a-f]{38}")
_LONG_AGO = time.time() - 2 * 24 * 3600
_ONE_OBJECT = 3  # effects: open, write, rename
_ONLY_GIT = (faults.GIT_FAILS, faults.GIT_KILLED)


class Outcome(NamedTuple):
    story: str
    step: str
    number: int
    kind: str
    effect: str  # process, event, detail
    problems: list[str]  # by kind: what did not end as in the undisturbed run
    details: list[str]  # lines that differ
    is_known: bool  # the same state was there after another fault, and was followed to its end


class Player:
    """One story on one stage."""

    def __init__(self, story: Story, root: Path) -> None:
        self.story, self.stage = story, Stage(root)
        self.effects: dict[int, list[list[str]]] = {}  # of each disturbed step
        self.expected: list[str] = []
        self._followed: dict[tuple[int, bool, str], tuple[list[str], list[str]]] = {}

    def prepare(self) -> None:
        """Play the story undisturbed: it must succeed, and shows how everything should end."""
        self.stage.open()
        if self.story.enabled:
            self.stage.enable()
        for number, step in enumerate(self.story.steps):
            if step.disturbed:
                self.stage.keep(str(number))
                self.stage.arm("0:list")
            self._play(number, step)
            if step.disturbed:
                self.effects[number] = self.stage.disarm()
        assert self.stage.said == [], self.stage.said
        self.expected = self._end()
        assert self.stage.said == [], self.stage.said
        assert leftovers(self.stage) == []

    def faults(
        self, kinds: tuple[str, ...] = KINDS, *, quick: bool = False
    ) -> Iterator[tuple[int, int, str]]:
        """Yield step, number of the effect, kind. ``quick``: of many objects, only the first and the last."""
        for step, rows in self.effects.items():
            for row in _outer(rows) if quick else rows:
                for kind in kinds:
                    if kind in _ONLY_GIT and row[2] != faults.GIT:
                        continue
                    if kind == faults.GIT_KILLED and "update-ref" not in row[3]:
                        continue
                    yield step, int(row[0]), kind

    def disturb(self, at: int, number: int, kind: str) -> Outcome:
        stage, step = self.stage, self.story.steps[at]
        stage.put_back(str(at))
        stage.arm(f"{number}:{kind}")
        self._play(at, step)
        rows = stage.disarm()
        effect = " ".join(rows[number - 1][1:]) if len(rows) >= number else "not reached"
        said = [line for line in stage.said if not self._is_due(line, step, kind)]
        repeated = step.repeated and bool(stage.said or stage.is_left)
        problems = [f"said: {line}" for line in said]
        state = hashlib.sha256("\n".join(dump(stage)).encode("utf-8", "surrogateescape")).hexdigest()
        key = (at, repeated, state)
        is_known = key in self._followed
        if not is_known:
            self._followed[key] = self._follow(at, step, repeated=repeated)
        more, details = self._followed[key]
        return Outcome(self.story.name, step.name, number, kind, effect, problems + more, details, is_known)

    def _is_due(self, line: str, step: Step, kind: str) -> bool:
        """Whether a fault explains a failure: a killed process, or a command that says what is wrong."""
        if "Traceback" in line:
            return False
        killed = kind == faults.KILL and " -9 " in f"{line} "
        return killed or (step.repeated and line.startswith("entire "))

    def _follow(self, at: int, step: Step, *, repeated: bool) -> tuple[list[str], list[str]]:
        """Play the rest, and compare the end."""
        stage = self.stage
        stage.said = []
        if repeated:
            if step.undo is not None:
                step.undo(stage)
            stage.said = []
            self._let_time_pass()
            self._play(at, step)  # it may say that there is nothing left to do
            if _delete_named(stage):
                self._play(at, step)
            stage.said = [line for line in stage.said if "Traceback" in line]
        for number in range(at + 1, len(self.story.steps)):
            self._play(number, self.story.steps[number])
        problems = [f"later: {line}" for line in stage.said]
        stage.said = []
        found = self._end()
        problems += [f"end: {line}" for line in stage.said]
        before, after = Counter(self.expected), Counter(found)
        details = [f"-{line}" for line in (before - after).elements()]
        details += [f"+{line}" for line in (after - before).elements()]
        details = unexplained(step.name, details)
        sections = {line[1:].split("\t")[0] for line in details}
        problems += [f"lost: {text}" for text in lost(self.expected, found)]
        problems += [f"differs: {section}" for section in sorted(sections)]
        left = leftovers(stage)
        problems += [f"left: {Path(path).suffix or Path(path).name[:8]}" for path in left]
        return problems, [*details, *(f"left {path}" for path in left)]

    def _play(self, number: int, step: Step) -> None:
        self.stage.steady(number)
        step.play(self.stage)

    def _end(self) -> list[str]:
        """What is there at the end, once someone looks after it."""
        left = self._let_time_pass()
        self._remove_named_lock()
        self.stage.entire("doctor", "--force")
        self.stage.entire("clean", "--force")
        if left:
            self.stage.entire("gc", "--run")
        self.stage.git("fsck", "--no-dangling", "--connectivity-only")
        return dump(self.stage)

    def _let_time_pass(self) -> list[str]:
        """Make what crashes left old enough to be removed. Returns it."""
        left = leftovers(self.stage)
        records = (self.stage.repo / ".git" / UPDATES_DIR).glob("*") if left else ()
        for path in (*(self.stage.live / path for path in left), *records):
            os.utime(path, (_LONG_AGO, _LONG_AGO))
        return left

    def _remove_named_lock(self) -> None:
        """Remove the lock of a killed git on packed refs, which we never remove, if doctor says so."""
        lock = self.stage.repo / ".git" / "packed-refs.lock"
        if lock.exists() and str(lock) in self.stage.entire("doctor"):
            lock.unlink()
            self.stage.agent("later").hook("session-start", source="startup")  # completes what waited for it


def _outer(rows: list[list[str]]) -> list[list[str]]:
    """Effects without those that write neither the first nor the last of several objects in a row."""
    inner = [row[2] in ("open", "os.rename", faults.WRITE) and bool(_OBJECT.match(row[3])) for row in rows]
    return [
        row
        for number, row in enumerate(rows)
        if not all(inner[max(0, number - _ONE_OBJECT) : number + _ONE_OBJECT + 1]) or number == len(rows) - 1
    ]


def _delete_named(stage: Stage) -> bool:
    """Delete the lock files that a command names, as its hint says; whether there were any.

    They are the user's, so the command does not: on packed refs, on HEAD and on a branch.
    """
    git = stage.repo / ".git"
    locks = [git / "packed-refs.lock", git / "HEAD.lock", *(git / "refs" / "heads").glob("*.lock")]
    named = [lock for lock in locks if lock.exists() and any(str(lock) in line for line in stage.said)]
    for lock in named:
        lock.unlink()
    return bool(named)


def lost(expected: list[str], found: list[str]) -> list[str]:
    """Prompts in a checkpoint of the undisturbed run now neither in one, nor in a step or a state."""
    prompts = {
        line.partition("/prompt.txt: ")[2]
        for line in expected
        if line.startswith("refs\t") and "/prompt.txt: " in line
    }
    kept = [line for line in found if line.startswith("refs\t") or "/entire-sessions/" in line]
    return sorted(text for text in prompts if text.strip("- ") and not any(text in line for line in kept))
