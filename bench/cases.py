"""What is measured. Each round runs every case once, so that a busy moment hits all of them alike."""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

from bench.playground import Playground

from entire.cli.stand_in import StandIn

COMMIT = ("git", "commit", "--quiet", "-m", "work")
NO_HOOKS = ("git", "-c", "core.hooksPath=/dev/null", *COMMIT[1:])
STATUS = ("git", "--no-optional-locks", "status", "--porcelain=v2", "-z", "--untracked-files=all")


class Row(NamedTuple):
    files: int
    what: str
    milliseconds: float  # median
    control: str
    control_milliseconds: float
    budget: float | None  # milliseconds over the control
    git_processes: int | None = None
    python_processes: int | None = None

    @property
    def over(self) -> float:
        return self.milliseconds - self.control_milliseconds


def measure(files: int, rounds: int) -> list[Row]:
    with Playground(files) as ground:
        times = _Times()
        ground.run("entire", "enable", "--agent", "claude-code")
        for number in range(rounds):
            _idle_round(ground, times, number)
        counts = {"idle": _counts(ground, "idle")}
        agent = ground.agent()
        agent.start()
        for number in range(rounds):
            _session_round(ground, agent, times, number)
        _turn(agent, "count git")
        ground.run("git", "add", "--all")
        git_count = ground.git_processes(*COMMIT)
        _turn(agent, "count python")
        ground.run("git", "add", "--all")
        counts["session"] = (git_count, ground.python_processes(*COMMIT))
        _check(ground, rounds + 2)
    over_commit = 110.0 if files <= 1_000 else 130.0
    bare, status = times.median("no hooks"), times.median("status")
    return [
        Row(
            files,
            "commit, hooks, no session",
            times.median("idle"),
            "commit without hooks",
            bare,
            5,
            *counts["idle"],
        ),
        Row(
            files,
            "commit with a session",
            times.median("session"),
            "commit without hooks",
            bare,
            over_commit,
            *counts["session"],
        ),
        Row(files, "prompt hook", times.median("prompt"), "git status", status, 60),
        Row(files, "stop hook", times.median("stop"), "git status", status, 60),
        Row(files, "bare Python", times.median("python"), "", 0, None),
    ]


def _check(ground: Playground, commits: int) -> None:
    """Outside the clock: a hook that fails is fast."""
    checkpoints = ground.output("git", "log", "--format=%s", "entire/checkpoints/v1").count("Checkpoint: ")
    linked = ground.output("git", "log", "--format=%(trailers:key=Entire-Checkpoint)").count(
        "Entire-Checkpoint"
    )
    if (checkpoints, linked) != (commits, commits):
        raise SystemExit(
            f"of {commits} commits {linked} are linked and {checkpoints} condensed: the hooks fail"
        )


class _Times:
    def __init__(self) -> None:
        self._all: dict[str, list[float]] = {}

    def add(self, name: str, milliseconds: float) -> None:
        self._all.setdefault(name, []).append(milliseconds)

    def median(self, name: str) -> float:
        return statistics.median(self._all[name])


def _stage(ground: Playground, name: str, content: str) -> None:
    (ground.root / name).write_text(content)
    ground.run("git", "add", "--", name)


def _idle_round(ground: Playground, times: _Times, number: int) -> None:
    _stage(ground, "mine.txt", f"{number}\n")
    times.add("no hooks", ground.run(*NO_HOOKS))
    _stage(ground, "mine.txt", f"{number} again\n")
    times.add("idle", ground.run(*COMMIT))
    times.add("python", ground.run("python", "-c", "pass"))


def _counts(ground: Playground, content: str) -> tuple[int, int]:
    _stage(ground, "mine.txt", f"{content} git\n")
    git = ground.git_processes(*COMMIT)
    _stage(ground, "mine.txt", f"{content} python\n")
    return git, ground.python_processes(*COMMIT)


def _session_round(ground: Playground, agent: StandIn, times: _Times, number: int) -> None:
    _stage(ground, "mine.txt", f"round {number}\n")
    times.add("no hooks", ground.run(*NO_HOOKS))
    times.add("status", ground.run(*STATUS))
    start = time.perf_counter()
    agent.hook("user-prompt-submit", prompt=f"Round {number}")
    times.add("prompt", (time.perf_counter() - start) * 1000)
    _work(agent, f"Round {number}")
    start = time.perf_counter()
    agent.stop()
    times.add("stop", (time.perf_counter() - start) * 1000)
    ground.run("git", "add", "--all")
    times.add("session", ground.run(*COMMIT))


def _turn(agent: StandIn, text: str) -> None:
    agent.hook("user-prompt-submit", prompt=text)
    _work(agent, text)
    agent.stop()


def _work(agent: StandIn, text: str) -> None:
    agent.record(type="user", message={"role": "user", "content": text})
    for name in ("one.py", "two.py", "three.py"):
        agent.write(name, f"# {text}\n" * 30)
    agent.say(f"{text}: done.")
