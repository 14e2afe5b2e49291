"""Stories of conversations that come from elsewhere, or go there: attach, and hand over to another agent."""

from __future__ import annotations

from tests.faults.stage import Stage
from tests.faults.stories import LATER, Story, command, commit, quiet, turn


class Unheard:
    """The words that hooks would get go nowhere: they were not trusted yet."""

    def __init__(self, stage: Stage) -> None:
        self.agent = stage.agent("unheard")
        self.agent.hook = lambda verb, **fields: ""  # type: ignore[method-assign]


def works_unheard(stage: Stage) -> None:
    Unheard(stage).agent.turn("Write unheard", {"one.py": "1\n", "src/two.py": "2\n"})


ATTACH = Story(
    "attach",
    [
        turn("Write mine", {"mine.py": "mine\n"}),
        quiet("commit", commit("mine")),
        quiet("work without hooks", works_unheard),
        command("attach", "session", "attach", "claude-code", "unheard"),
        quiet("commit of a part", commit("part", "one.py")),
        quiet("commit of the rest", commit("rest", "src/two.py")),
        *LATER,
    ],
)

HAND_OVER = Story(
    "hand over",
    [
        turn("Write one", {"one.py": "1\n"}),
        quiet("commit", commit("work")),
        turn("Write two", {"two.py": "2\n"}),
        command("resume in another agent", "resume", "one", "--with", "codex"),
        command("hand over a summary", "resume", "one", "--with", "copilot-cli"),
        quiet("commit", commit("more work")),
        *LATER,
    ],
)

STORIES = [ATTACH, HAND_OVER]
