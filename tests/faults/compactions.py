"""Stories of agents that shorten their context, in a turn and after it, as Claude Code and Codex say it."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.faults import agents
from tests.faults.stage import Stage
from tests.faults.stories import LATER, Story, commit, hook, prompt, quiet, stop, works


def compacts(stage: Stage) -> None:
    agent = stage.agent()
    agent.record(type="system", subtype="compact_boundary", content="Conversation compacted")
    agent.start("compact")


IN_A_TURN = Story(
    "compaction",
    [
        quiet("prompt", prompt("Write two files")),
        quiet("work", works({"one.py": "1\n"})),
        hook("compaction in the turn", compacts),
        quiet("work", works({"two.py": "2\n"})),
        quiet("stop", stop),
        hook("compaction after it", compacts),
        quiet("commit", commit("work")),
        *LATER,
    ],
)


def codex_compacts(stage: Stage) -> None:
    session: Any = agents.client(stage, "codex")
    session.hook("pre-compact", trigger="auto")
    session.hook("post-compact", trigger="auto")
    session.record("compacted", message="", replacement_history=[])
    session.hook("session-start", source="compact")


BY_CODEX = Story(
    "compaction, codex",
    [
        quiet("enable", partial(agents.enable, "codex")),
        quiet("prompt", partial(agents.prompt, "codex", "Write two files")),
        quiet("work", partial(agents.works, "codex", "Write two files", {"one.py": "1\n"}, "")),
        hook("compaction in the turn", codex_compacts),
        quiet("work", partial(agents.works_and_stops, "codex", "Go on", {"two.py": "2\n"}, "")),
        quiet("commit", commit("work")),
        quiet("turn: Write later", partial(agents.later, "codex")),
        quiet("last commit", commit("last")),
    ],
    enabled=False,
)

STORIES = [IN_A_TURN, BY_CODEX]
