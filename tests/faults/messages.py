"""Stories of messages that are written in an editor: those that nobody wrote, and those from a template."""

from __future__ import annotations

from tests.faults.stage import Stage
from tests.faults.stories import LATER, Play, Story, edit, hook, quiet, turn


def commit_in_editor(editor: str, *words: str) -> Play:
    """An editor that leaves no message stops the commit; a person is not surprised by that."""

    def play(stage: Stage) -> None:
        stage.git("add", "--all")
        command = f"git -c core.editor='{editor}' commit --quiet {' '.join(words)} || :"
        stage.run("sh", "-c", command)

    return play


MESSAGES = Story(
    "messages in an editor",
    [
        quiet("a file for it", edit("../template", "Subject from the template\n")),
        turn("Write one", {"one.py": "1\n"}),
        hook("nobody writes a message", commit_in_editor("true")),
        hook("a message", commit_in_editor("sed -i -e 1s/^/one/")),
        turn("Write two", {"two.py": "2\n"}),
        hook("a template", commit_in_editor("sed -i -e s/Subject/Two/", "--template=../template")),
        *LATER,
    ],
)

STORIES = [MESSAGES]
