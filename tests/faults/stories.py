"""What people and agents do, step by step. Each step is disturbed at each of its effects."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from typing import NamedTuple

from tests.faults.stage import Agent, Stage

from entire.core import faults


Play = Callable[[Stage], object]


class Step(NamedTuple):
    name: str
    play: Play
    disturbed: bool = False  # one of the steps that get a fault
    repeated: bool = False  # a command: after a fault, people run it again


class Story(NamedTuple):
    name: str
    steps: list[Step]
    enabled: bool = True


def hook(name: str, play: Play) -> Step:
    return Step(name, play, disturbed=True)


def command(name: str, *words: str) -> Step:
    def play(stage: Stage) -> None:
        stage.entire(*words)

    return Step(name, play, disturbed=True, repeated=True)


def quiet(name: str, play: Play) -> Step:
    return Step(name, play)


def prompt(text: str, session: str = "one") -> Play:
    return lambda stage: stage.agent(session).prompt(text)


def works(files: dict[str, str], session: str = "one") -> Play:
    def play(stage: Stage) -> None:
        agent = stage.agent(session)
        for path, content in files.items():
            agent.write(path, content)
        agent.say("Done.")

    return play


def stop(stage: Stage) -> None:
    stage.agent().stop()


def commit(message: str, *paths: str) -> Play:
    return lambda stage: stage.commit(message, *paths)


def edit(path: str, content: str) -> Play:
    return lambda stage: stage.write(path, content)


def turn(text: str, files: dict[str, str], session: str = "one") -> Step:
    """A whole turn that is not disturbed."""

    def play(stage: Stage) -> None:
        stage.agent(session).turn(text, files)

    return Step(f"turn: {text}", play)


LATER = [turn("Write later", {"later.py": "later\n"}), quiet("last commit", commit("last"))]

TURNS = Story(
    "turns",
    [
        quiet("a person has begun", edit("mine.txt", "mine\n")),
        hook("session-start", lambda stage: stage.agent().start()),
        hook("first prompt", prompt("Write one")),
        quiet("work", works({"one.py": "1\n", "src/two.py": "2\n"})),
        hook("stop", stop),
        quiet("a person edits", edit("one.py", "1\nmine\n")),
        hook("second prompt", prompt("Write three")),
        quiet("work", works({"one.py": "1\nmine\n3\n", "three.py": "3\n"})),
        hook("second stop", stop),
        hook("commit", commit("work", "one.py", "src", "three.py")),
        *LATER,
        hook("session-end", lambda stage: stage.agent().end()),
    ],
)

PARTIAL = Story(
    "partial commits",
    [
        turn("Write two files", {"one.py": "1\n", "two.py": "2\n"}),
        hook("commit of a part", commit("part", "one.py")),
        quiet("stash", lambda stage: stage.git("stash", "--include-untracked")),
        quiet("pop", lambda stage: stage.git("stash", "pop")),
        hook("commit of the rest", commit("rest", "two.py")),
        *LATER,
    ],
)


def agent_commits(message: str) -> Play:
    return lambda stage: stage.agent().shell(f"git add -A && git commit -qm '{message}'")


AGENT_COMMITS = Story(
    "agent commits",
    [
        quiet("prompt", prompt("Write and commit")),
        quiet("work", works({"one.py": "1\n"})),
        hook("commit in the turn", agent_commits("one")),
        quiet("work", works({"two.py": "2\n"})),
        hook("second commit in the turn", agent_commits("two")),
        quiet("work", works({"three.py": "3\n"})),
        hook("stop", stop),
        quiet("commit", commit("three")),
        *LATER,
    ],
)


def amend(stage: Stage) -> None:
    stage.git("add", "--all")
    stage.git("commit", "--quiet", "--amend", "--no-edit")


AMEND = Story(
    "amend",
    [
        turn("Write one", {"one.py": "1\n"}),
        quiet("commit", commit("work")),
        turn("Write two", {"two.py": "2\n"}),
        hook("amend", amend),
        hook("reword", lambda stage: stage.git("commit", "-q", "--amend", "-m", "Other words")),
        *LATER,
    ],
)

SUB = "a1b2c3d4e5f60718"
TASK = {"description": "Write sub", "prompt": "SUBTASK", "subagent_type": "general-purpose"}
TASK_ID, TODO_ID = "toolu_0123456789abcdef01234567", "toolu_89abcdef0123456701234567"


def task_starts(stage: Stage) -> None:
    agent = stage.agent()
    agent.answer({"type": "tool_use", "id": TASK_ID, "name": "Agent", "input": TASK})
    agent.hook("pre-task", tool_name="Agent", tool_use_id=TASK_ID, tool_input=TASK)


def task_works(stage: Stage) -> None:
    agent = stage.agent()
    agent.transcript = f"{agent.transcript.removesuffix('.jsonl')}/subagents/agent-{SUB}.jsonl"
    agent.write("sub.py", "sub\n")


def subagent_stops(stage: Stage) -> None:
    agent = stage.agent()
    path = f"{agent.transcript.removesuffix('.jsonl')}/subagents/agent-{SUB}.jsonl"
    agent.hook("subagent-stop", agent_id=SUB, agent_type="general-purpose", agent_transcript_path=path)


def task_returns(stage: Stage) -> None:
    agent = stage.agent()
    answer = {"status": "completed", "agentId": SUB}
    agent.hook("post-task", tool_name="Agent", tool_use_id=TASK_ID, tool_input=TASK, tool_response=answer)
    result = {"type": "tool_result", "tool_use_id": TASK_ID, "content": "done"}
    agent.record(type="user", message={"role": "user", "content": [result]}, toolUseResult=answer)


def todo(stage: Stage) -> None:
    agent = stage.agent()
    given = {"todos": [{"content": "Write two", "status": "in_progress", "activeForm": "Writing two"}]}
    agent.answer({"type": "tool_use", "id": TODO_ID, "name": "TodoWrite", "input": given})
    agent.hook("post-todo", tool_name="TodoWrite", tool_use_id=TODO_ID, tool_input=given)


SUBAGENT = Story(
    "subagent and to-do list",
    [
        quiet("prompt", prompt("Let somebody write")),
        hook("pre-task", task_starts),
        quiet("the subagent works", task_works),
        hook("subagent-stop", subagent_stops),
        hook("post-task", task_returns),
        quiet("work", works({"one.py": "1\n"})),
        hook("post-todo", todo),
        quiet("work", works({"two.py": "2\n"})),
        hook("stop", stop),
        quiet("commit", commit("work")),
        *LATER,
    ],
)


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
    return Step(name, play, disturbed=True, repeated=True)


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

REWIND_COMMIT = Story(
    "rewind to a commit",
    [
        turn("First", {"a.py": "1\n"}),
        quiet("commit", commit("first work")),
        turn("Second", {"a.py": "2\n", "b.py": "2\n"}),
        quiet("commit", commit("second work")),
        by_command("rewind the conversation", rewinds("first work", "--logs-only")),
        by_command("rewind everything", rewinds("first work", "--reset")),
        turn("Third", {"a.py": "3\n"}),
        quiet("commit", commit("third work")),
        *LATER,
    ],
)


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
    TURNS, PARTIAL, AGENT_COMMITS, AMEND, SUBAGENT, REWIND, REWIND_COMMIT, PUSH, RESUME, CARE, RESET, SETUP, RELINK,
    WORKTREES,
]  # fmt: skip
