"""A session at work: a prompt, some files, the stop, a commit."""

from __future__ import annotations

import time

from bench.cases import BARE, COMMIT, PROMPT, STATUS, STOP, SYNC_COMMIT, WHOLE_COMMIT
from bench.fixture import transcripts
from bench.fixture.playground import Playground
from bench.plan import Point
from bench.run import idle
from bench.run.checks import Progressed, check_condensed, expect
from bench.run.results import Action, Measure

GIT_STATUS = ("git", "--no-optional-locks", "status", "--porcelain=v2", "-z", "--untracked-files=all")
FILES = ("one.py", "two.py", "three.py")
_LINES = 60  # a file; three of them make the 10 KB that a turn adds to the transcript
_MEGABYTE = 1_000_000
_LONG_SECONDS = 60.0
SYNCHRONOUS = "ENTIRE_SYNC"


class Turns:
    """The transcript is as long as the point says before the first round."""

    def __init__(self, point: Point, ground: Playground) -> None:
        self.point = point
        self.ground = ground
        self.agent = ground.agent()
        self.agent.start()
        self._progressed = Progressed(ground)
        self._commits = 0
        self.agent.hook("user-prompt-submit", prompt="Begin")
        self.work("Begin")
        transcripts.append(self.agent.transcript, point.megabytes * _MEGABYTE, self.agent.session_id)
        self.agent.say("Begun.")
        self.agent.stop()
        self.commit()

    def play(self, number: int, measure: Measure) -> None:
        self.ground.stage("mine.txt", f"{number}\n")
        measure(BARE, lambda: self.ground.run(*idle.NO_HOOKS, *idle.COMMIT[1:]))
        measure(STATUS, lambda: self.ground.run(*GIT_STATUS))
        self.turn(f"Round {number}", measure)
        self.commit(measure)
        self.turn(f"Round {number}, once more")
        self.commit(measure, WHOLE_COMMIT)
        self.turn(f"Round {number}, at once")
        self.commit(measure, SYNC_COMMIT)

    def turn(self, text: str, measure: Measure | None = None) -> None:
        measure = measure or _just_run
        measure(PROMPT, lambda: self.agent.hook("user-prompt-submit", prompt=text))
        self.work(text)
        measure(STOP, self.agent.stop)

    def work(self, text: str) -> None:
        self.agent.record(type="user", message={"role": "user", "content": text})
        for name in FILES:
            self.agent.write(name, content(text))
        self.agent.say(f"{text}: done.")

    def commit(self, measure: Measure | None = None, case: str = COMMIT) -> None:
        self.ground.run("git", "add", "--", *FILES)
        how = {WHOLE_COMMIT: self._commit_whole, SYNC_COMMIT: self._commit_at_once}
        (measure or _just_run)(case, how.get(case, self._commit))
        wait_for_checkpoint(self.ground)
        self.note_commit()

    def _commit(self) -> None:
        self.ground.run(*idle.COMMIT)

    def _commit_whole(self) -> None:
        self._commit()
        wait_for_checkpoint(self.ground)

    def _commit_at_once(self) -> None:
        self.ground.env[SYNCHRONOUS] = "1"
        try:
            self._commit()
        finally:
            del self.ground.env[SYNCHRONOUS]

    def note_commit(self) -> None:
        """`check` is to find one more."""
        self._commits += 1

    def check(self) -> None:
        self._progressed.check(self._commits)
        check_condensed(self.ground, self.agent.session_id)


def wait_for_checkpoint(ground: Playground) -> None:
    """Wait for the process in the background. Raises SystemExit."""
    until = time.monotonic() + _LONG_SECONDS
    folder = ground.git_dir / "entire-sessions" / "promised"
    while folder.exists() and any(folder.iterdir()):
        expect(time.monotonic() < until, "a commit has no checkpoint")
        time.sleep(0.001)


def content(text: str) -> str:
    """What a turn writes to a file."""
    return "".join(f"value_{number} = compute({number})  # {text}\n" for number in range(_LINES))


def _just_run(case: str, action: Action) -> None:
    action()
