"""What people and agents do, step by step. Each step is disturbed at each of its effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.faults.stage import Stage

Play = Callable[[Stage], object]


class Step(NamedTuple):
    name: str
    play: Play
    disturbed: bool = False  # one of the steps that get a fault
    repeated: bool = False  # a command: if it fails, people run it again
    undo: Play | None = None  # what they do before that


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
        hook("notification", lambda stage: stage.agent().hook("notification", message="May I?")),
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
        hook("stop after commits", stop),
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
