"""The story that the pictures show: a login that learns to say no."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from tools.screens.draw import Typed
from tools.screens.stage import Stage

from entire.cli.commands.demo.command import LIMIT, LOGIN

_DOWN = "\x1b[B"
_SESSION = "8f76b0e8-1111-4222-8333-444455556666"
_SECOND = "2c01ab9d-2222-4222-8333-444455556666"

_TEST = """\
def test_the_sixth_attempt_is_refused():
    assert [login("ada", "wrong") for _ in range(6)][-1] is False
"""
_SETTINGS = "LIMIT = 5\n"
_AUDIT = 'def refused(name):\n    print(f"refused: {name}")\n'
_SUMMARY = {
    "intent": "Refuse logins after five wrong passwords.",
    "outcome": "Attempts are counted per user; the limit is in settings.py.",
    "learnings": {
        "code": [{"path": "login.py", "line": 5, "finding": "attempts are kept in memory, per process"}]
    },
    "open_items": ["Share the count between workers."],
}


def play() -> dict[str, list[Typed]]:
    """Play it; returns what was typed and shown, by the name of the picture."""
    with tempfile.TemporaryDirectory(prefix="entire-story-") as scratch:
        stage = Stage(Path(os.path.realpath(scratch)))
        _set_up(stage)
        return {**_first_commit(stage), **_going_back(stage), **_going_on(stage)}


def _set_up(stage: Stage) -> None:
    stage.run("git init --quiet")
    stage.write("login.py", LOGIN)
    stage.run("git add .")
    stage.run("git commit --quiet -m 'Add the login'")
    stage.run("entire enable --agent claude-code")
    stage.run("git add .")
    stage.run("git commit --quiet -m 'Use entire'")


def _first_commit(stage: Stage) -> dict[str, list[Typed]]:
    agent = stage.agent(_SESSION)
    stage.at(10)
    agent.start()
    stage.turn(
        agent, "Limit login attempts to five per user", {"login.py": LIMIT}, "Attempts are counted per user."
    )
    stage.at(14)
    stage.turn(agent, "Add a test for it", {"test_login.py": _TEST}, "Done: the sixth attempt is refused.")
    stage.at(16)
    stage.write("login.py", LIMIT.replace(">= 5:\n", ">= 5:  # see SEC-112\n"))
    stage.run("git add .")
    first = [stage.type("entire status")]
    stage.at(17)
    first.append(stage.type("git commit -m 'Limit login attempts'"))
    first.append(stage.type("git show -s --format=%B"))
    stage.at(20)
    first.append(stage.type("entire why login.py:6"))
    shown = [stage.type("entire explain"), stage.type("entire explain {checkpoint}")]
    owners = [stage.type("entire why login.py:5"), stage.type("entire blame login.py")]
    return {"first-commit": first, "explain": shown, "blame": owners}


def _going_back(stage: Stage) -> dict[str, list[Typed]]:
    agent = stage.agent(_SESSION)
    stage.run("git switch --quiet -c feature/limit")
    limit = (stage.root / "login.py").read_text().replace("5", "LIMIT")
    stage.at(131)
    stage.turn(
        agent,
        "Make the limit configurable",
        {"settings.py": _SETTINGS, "login.py": limit},
        "It is in settings.py.",
    )
    stage.at(138)
    stage.turn(agent, "Log refused logins", {"audit.py": _AUDIT}, "Every refusal is printed.")
    stage.write("notes.txt", "Ask Grace about the proxy.\n")
    stage.at(140)
    return {"rewind": [stage.type("entire rewind", keys=[_DOWN, "q"])]}


def _going_on(stage: Stage) -> dict[str, list[Typed]]:
    stage.run("git add login.py settings.py audit.py")
    stage.run("git commit --quiet -m 'Make the limit configurable'")
    stage.program("local-model", f"#!/bin/sh\ncat >/dev/null\necho '{json.dumps(_SUMMARY)}'\n")
    local = {"strategy_options": {"summarize": {"command": ["local-model"]}}}
    (stage.root / ".entire" / "settings.local.json").write_text(json.dumps(local))
    stage.at(150)
    summary = [stage.type("entire explain {checkpoint} --generate")]
    (stage.root / "notes.txt").unlink()
    stage.run("git switch --quiet main")
    os.unlink(stage.agent(_SESSION).transcript)
    stage.at(200)
    resumed = [stage.type("entire resume feature/limit")]
    stage.run("git switch --quiet main")
    stage.at(300)
    second = stage.agent(_SECOND)
    second.start()
    stage.turn(second, "Show how many attempts are left", {"page.py": "LEFT = 'attempts left'\n"}, "Done.")
    stage.at(302)
    return {
        "summary": summary,
        "resume": resumed,
        "uninstall": [stage.type("entire disable --uninstall", keys=["n\n"])],
    }
