"""Stories of what people type: rewind, push, resume, doctor, reset, enable, relink, and several worktrees."""

from __future__ import annotations

import json
import os
import shutil

from tests.faults.stage import Agent, Stage
from tests.faults.stories import (
    AGENT_COMMITS,
    AMEND,
    LATER,
    PARTIAL,
    SUBAGENT,
    TURNS,
    Play,
    Step,
    Story,
    command,
    commit,
    edit,
    hook,
    quiet,
    turn,
)

from entire.core import faults


def step_of(stage: Stage, message: str) -> str:
    """The id of the step that answers a prompt."""
    points = json.loads(stage.entire("rewind", "--list") or "[]")
    return next((str(point["id"]) for point in points if point["message"] == message), "gone")


def rewinds(message: str, *words: str) -> Play:
    """Go back to a step, which is looked up before the fault."""

    def play(stage: Stage) -> None:
        fault = stage.env.pop(faults.VARIABLE, None)
        there = step_of(stage, message)
        if fault is not None:
            stage.env[faults.VARIABLE] = fault
        stage.entire("rewind", "--to", there, "--force", *words)

    return play


def by_command(name: str, play: Play) -> Step:
    return Step(name, play, disturbed=True, repeated=True, undo=undo)


def undo(stage: Stage) -> None:
    """A rewind that was interrupted can be undone, unless nothing had happened yet."""
    stage.entire("rewind", "--undo")


REWIND = Story(
    "rewind",
    [
        turn("First", {"a.py": "1\n", "d/b.py": "1\n", "gone.py": "1\n"}),
        turn("Second", {"a.py": "2\n", "d/b.py": "2\n", "e/c.py": "2\n"}),
        quiet("a person edits", edit("mine.txt", "mine\n")),
        by_command("rewind", rewinds("First")),
        command("undo", "rewind", "--undo"),
        turn("Third", {"a.py": "3\n"}),
        quiet("commit", commit("work")),
        *LATER,
    ],
)

TWO_COMMITS = [
    turn("First", {"a.py": "1\n"}),
    quiet("commit", commit("first work")),
    turn("Second", {"a.py": "2\n", "b.py": "2\n"}),
    quiet("commit", commit("second work")),
]
AFTER = [turn("Third", {"a.py": "3\n"}), quiet("commit", commit("third work")), *LATER]
CONVERSATION = by_command("rewind the conversation", rewinds("first work", "--logs-only"))
EVERYTHING = by_command("rewind everything", rewinds("first work", "--reset"))
REWIND_LOGS = Story("rewind to a commit, conversation", [*TWO_COMMITS, CONVERSATION, *AFTER])
REWIND_RESET = Story("rewind to a commit, everything", [*TWO_COMMITS, EVERYTHING, *AFTER])


def share(stage: Stage) -> None:
    """Someone else has a clone with checkpoints of their own, and pushed them."""
    stage.git("init", "--quiet", "--bare", "--template=", str(stage.remote))
    stage.git("remote", "add", "origin", str(stage.remote))
    stage.git("push", "--quiet", "--no-verify", "origin", "main")
    other = stage.live / "other"
    stage.git("clone", "--quiet", str(stage.remote), str(other), cwd=stage.live)
    stage.entire("enable", "--agent", "claude-code", cwd=other)
    agent = stage.agent("theirs", str(other))
    agent.turn("Write theirs", {"theirs.py": "theirs\n"})
    stage.commit("theirs", cwd=other)
    stage.git("push", "--quiet", "origin", "HEAD:refs/heads/theirs", cwd=other)


PUSH = Story(
    "push and fetch",
    [
        quiet("a remote", share),
        turn("Write one", {"one.py": "1\n"}),
        quiet("commit", commit("work")),
        hook("push", lambda stage: stage.git("push", "--quiet", "origin", "main")),
        turn("Write two", {"two.py": "2\n"}),
        quiet("commit", commit("more work")),
        command("entire push", "push"),
        command("entire fetch", "fetch"),
        quiet("push again", lambda stage: stage.git("push", "--quiet", "origin", "main")),
        *LATER,
    ],
)


def on_another_machine(stage: Stage) -> None:
    """The conversation is on the branch, and nowhere else."""
    stage.git("switch", "--quiet", "--create", "feature")
    stage.agent().turn("Write one", {"one.py": "1\n"})
    stage.commit("work")
    stage.agent().end()
    stage.git("switch", "--quiet", "main")
    os.unlink(stage.agent().transcript)
    shutil.rmtree(stage.repo / ".git" / "entire-sessions")


RESUME = Story(
    "resume",
    [
        quiet("work elsewhere", on_another_machine),
        command("resume", "resume", "feature", "--force"),
        quiet("session-start", lambda stage: stage.agent().start("resume")),
        turn("Write two", {"two.py": "2\n"}),
        quiet("commit", commit("more work")),
        *LATER,
    ],
)


def lose_state(stage: Stage) -> None:
    (stage.repo / ".git" / "entire-sessions" / "lost.json").unlink()


def old_things(stage: Stage) -> None:
    """Steps without a session, a state that is not readable, a session that ended with work."""
    stage.agent("ended").turn("Write ended", {"ended.py": "1\n"})
    stage.agent("ended").end()
    stage.git("commit", "--quiet", "--allow-empty", "-m", "elsewhere")
    stage.agent("lost").turn("Write lost", {"lost.py": "1\n"})
    lose_state(stage)
    (stage.repo / ".git" / "entire-sessions" / "broken.json").write_text("{")
    (stage.repo / ".git" / "hooks" / "post-commit").unlink()


CARE = Story(
    "doctor and clean",
    [
        quiet("things go wrong", old_things),
        command("doctor", "doctor", "--force"),
        command("clean", "clean", "--force"),
        command("clean again", "clean", "--force"),
        command("gc", "gc", "--run"),
        *LATER,
    ],
)

RESET = Story(
    "reset",
    [
        turn("Write one", {"one.py": "1\n"}),
        turn("Write two", {"two.py": "2\n"}, "two"),
        command("session stop", "session", "stop", "two"),
        command("reset a session", "reset", "--session", "one", "--force"),
        command("reset", "reset", "--force"),
        *LATER,
    ],
)


def own_hooks(stage: Stage) -> None:
    folder = stage.repo / ".git" / "hooks"
    folder.mkdir(exist_ok=True)
    (folder / "post-commit").write_text("#!/bin/sh\n: my own\n")
    (folder / "post-commit").chmod(0o755)
    stage.write(".claude/settings.json", '{"model": "opus"}\n')


SETUP = Story(
    "enable and disable",
    [
        quiet("hooks of their own", own_hooks),
        command("enable", "enable", "--agent", "claude-code"),
        turn("Write one", {"one.py": "1\n"}),
        quiet("commit", commit("work")),
        command("disable", "disable"),
        command("enable again", "enable", "--agent", "claude-code"),
        command("uninstall", "disable", "--uninstall", "--force"),
        quiet("a commit", lambda stage: stage.git("commit", "--quiet", "--allow-empty", "-m", "last")),
    ],
    enabled=False,
)


def feature(stage: Stage) -> None:
    stage.git("switch", "--quiet", "--create", "feature")
    for name in ("one", "two"):
        stage.agent().turn(f"Write {name}", {f"{name}.py": f"{name}\n"})
        stage.commit(f"Add {name}")
    stage.git("switch", "--quiet", "main")
    stage.write("other.txt", "meanwhile\n")
    stage.git("add", "--all")
    stage.git("commit", "--quiet", "--no-verify", "-m", "Meanwhile")


def rebase(stage: Stage) -> None:
    stage.git("switch", "--quiet", "feature")
    stage.git("rebase", "--quiet", "main")


def forge(stage: Stage) -> None:
    stage.git("switch", "--quiet", "main")
    stage.git("merge", "--squash", "--quiet", "feature")
    stage.git("commit", "--quiet", "--no-verify", "-m", "All of it (#2)")


RELINK = Story(
    "rebase and relink",
    [
        quiet("a branch", feature),
        hook("rebase", rebase),
        quiet("a forge squashes", forge),
        command("relink", "relink", "--force"),
        *LATER,
    ],
)


def two_worktrees(stage: Stage) -> None:
    stage.git("worktree", "add", "--quiet", str(stage.live / "x"), "-b", "x")
    stage.agent().prompt("Work in a worktree")
    stage.agent().write("left.py", "left\n")


def there(stage: Stage) -> Agent:
    """The agent, in the other worktree, with the transcript it has."""
    agent = stage.agent("one", str(stage.live / "x"))
    agent.transcript = stage.agent().transcript
    return agent


WORKTREES = Story(
    "worktrees",
    [
        quiet("a prompt in the first", two_worktrees),
        quiet("work in the second", lambda stage: there(stage).write("one.py", "1\n")),
        hook("stop in the second", lambda stage: there(stage).stop()),
        hook("commit in the second", lambda stage: stage.commit("in x", cwd=stage.live / "x")),
        hook("commit in the first", commit("left behind")),
        *LATER,
    ],
)

STORIES = [
    TURNS,
    PARTIAL,
    AGENT_COMMITS,
    AMEND,
    SUBAGENT,
    REWIND,
    REWIND_LOGS,
    REWIND_RESET,
    PUSH,
    RESUME,
    CARE,
    RESET,
    SETUP,
    RELINK,
    WORKTREES,
]
