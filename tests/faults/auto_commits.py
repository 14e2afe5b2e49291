"""Stories of the auto-commit strategy: the hook of an agent makes the commit, and can die on the way."""

from __future__ import annotations

from tests.faults.commands import by_command, rewinds
from tests.faults.stage import Stage
from tests.faults.stories import (
    Story,
    command,
    edit,
    hook,
    prompt,
    quiet,
    stop,
    subagent_stops,
    task_returns,
    task_starts,
    task_works,
    turn,
    works,
)


def enable(stage: Stage) -> None:
    stage.entire("enable", "--strategy", "auto-commit", "--project")
    stage.commit("commit by itself")


def begin(stage: Stage) -> None:
    """A person has staged a file, and has others that are not."""
    stage.write("mine.txt", "mine\n")
    stage.write("staged.txt", "staged\n")
    stage.git("add", "staged.txt")


LATER = turn("Write later", {"later.py": "later\n"})

# The agent's hook is called once more after each fault: what the first call left is committed by the second,
# as by any other event. Without it, the work is in the commit of the next turn, which is another history.
TURNS = Story(
    "auto-commit, turns",
    [
        quiet("enable", enable),
        quiet("a person has begun", begin),
        quiet("prompt", prompt("Write one")),
        quiet("work", works({"one.py": "1\n", "src/two.py": "2\n"})),
        hook("stop", stop),
        quiet("stop again", stop),
        quiet("a person edits", edit("one.py", "mine\n1\n")),
        quiet("prompt", prompt("Write three")),
        quiet("work", works({"three.py": "3\n"})),
        quiet("stop", stop),
        LATER,
    ],
)

TASKS = Story(
    "auto-commit, a task",
    [
        quiet("enable", enable),
        quiet("prompt", prompt("Let somebody write")),
        quiet("pre-task", task_starts),
        quiet("the subagent works", task_works),
        quiet("subagent-stop", subagent_stops),
        hook("post-task", task_returns),
        quiet("stop", stop),
        LATER,
    ],
)

REWIND = Story(
    "auto-commit, rewind",
    [
        quiet("enable", enable),
        turn("First", {"a.py": "1\n", "d/b.py": "1\n"}),
        turn("Second", {"a.py": "2\n", "e/c.py": "2\n"}),
        quiet("a person edits", edit("mine.txt", "mine\n")),
        by_command("rewind", rewinds("First")),
        command("undo", "rewind", "--undo"),
        turn("Third", {"a.py": "3\n"}),
        LATER,
    ],
)

STORIES = [TURNS, TASKS, REWIND]
