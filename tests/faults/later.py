"""Stories of checkpoints that are written after git has returned: the process in the background can die."""

from __future__ import annotations

from tests.faults.stage import Stage
from tests.faults.stories import LATER, Play, Story, edit, hook, quiet, turn


def _leaves(message: str, *paths: str) -> Play:
    """Commit; the process in the background does not come to begin."""

    def play(stage: Stage) -> None:
        folder = stage.live / "bin"
        folder.mkdir(exist_ok=True)
        real = stage.run("sh", "-c", "command -v entire").strip()
        wrapper = folder / "entire"
        wrapper.write_text(f'#!/bin/sh\n[ "$2" = detached ] || exec "{real}" "$@"\n')
        wrapper.chmod(0o755)
        kept = {name: stage.env.pop(name) for name in ("PATH", "ENTIRE_SYNC")}
        stage.env.pop("CI", None)
        stage.env["PATH"] = f"{folder}:{kept['PATH']}"
        stage.commit(message, *paths)
        stage.env |= kept

    return play


def _background(stage: Stage) -> None:
    stage.entire("hooks", "detached", "commits")


ONE = Story(
    "a commit's checkpoint in the background",
    [
        turn("Write two files", {"one.py": "1\n", "two.py": "2\n"}),
        quiet("commit", _leaves("part", "one.py")),
        quiet("a person edits", edit("mine.txt", "mine\n")),
        hook("the background", _background),
        *LATER,
    ],
)

IN_A_ROW = Story(
    "commits in a row, with checkpoints in the background",
    [
        turn("Write three files", {"one.py": "1\n", "two.py": "2\n", "three.py": "3\n"}),
        quiet("commit", _leaves("one", "one.py")),
        hook("a commit before the background comes", _leaves("two", "two.py")),
        hook("the background", _background),
        hook("the background, which comes late", _background),
        *LATER,
    ],
)

STORIES = [ONE, IN_A_ROW]
