"""Stories of links, imports, summaries, the index of `search`, and the choice of agents and a strategy."""

from __future__ import annotations

import json

from tests.faults.conversations import works_unheard
from tests.faults.stage import Stage
from tests.faults.stories import LATER, Story, command, commit, quiet, turn

_SUMMARY = json.dumps({"intent": "Count", "outcome": "Counted"})


def unhooked(stage: Stage) -> None:
    """A commit whose hooks did not run."""
    stage.git("add", "--all")
    stage.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "by hand")


LINKS = Story(
    "link and unlink",
    [
        turn("Write one", {"one.py": "1\n"}),
        quiet("commit", commit("work")),
        command("unlink", "unlink", "HEAD"),
        command("link to a stored session", "link", "HEAD", "one"),
        turn("Write two", {"two.py": "2\n"}),
        quiet("a commit without hooks", unhooked),
        command("link to a session with work", "link", "HEAD", "one"),
        *LATER,
    ],
)


def before_entire(stage: Stage) -> None:
    """Work that was committed before hooks were there."""
    works_unheard(stage)
    unhooked(stage)


IMPORT = Story(
    "import",
    [
        quiet("work before entire", before_entire),
        command("import", "import", "--yes"),
        command("undo the import", "import", "--undo", "--yes"),
        command("import again", "import", "--yes"),
        *LATER,
    ],
)


def provider(stage: Stage) -> None:
    """A program that writes summaries."""
    script = stage.home / "bin" / "provider"
    script.parent.mkdir(exist_ok=True)
    script.write_text(f"#!/bin/sh\ncat >/dev/null\necho '{_SUMMARY}'\n")
    script.chmod(0o755)
    options = {"strategy_options": {"summarize": {"enabled": False, "command": [str(script)]}}}
    stage.write(".entire/settings.local.json", json.dumps(options))


LOOKING_BACK = Story(
    "looking back",
    [
        turn("Write one", {"one.py": "1\n"}),
        quiet("commit", commit("work")),
        quiet("a provider", provider),
        command("summary", "explain", "--commit", "HEAD", "--generate"),
        command("search", "search", "Write"),
        command("stats", "stats"),
        turn("Write two", {"two.py": "2\n"}),
        quiet("commit", commit("more work")),
        command("search again", "search", "Write"),
        *LATER,
    ],
)

CHOICES = Story(
    "agents and strategies",
    [
        command("agent add", "agent", "add", "codex", "gemini"),
        command("agent remove", "agent", "remove", "codex"),
        turn("Write one", {"one.py": "1\n"}),
        command("choose auto-commit", "enable", "--strategy", "auto-commit"),
        turn("Write two", {"two.py": "2\n"}),
        command("choose manual-commit", "enable", "--strategy", "manual-commit"),
        *LATER,
    ],
)

STORIES = [LINKS, IMPORT, LOOKING_BACK, CHOICES]
