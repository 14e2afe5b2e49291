"""Commands that can take long show on a terminal how far they are, and erase it at the end."""

from __future__ import annotations

import sys
import time

import pytest
import tests.cli.conftest
from tests.cli.conftest import A, B, Stage, on_terminal, user
from tests.cli.recorded import claude, record, snapshot
from tests.scenario.test_import import Unheard
from tests.scenario.world import environment

from entire.attribution.replay import Step

# The command as it is, without the second in which nothing is shown.
_AT_ONCE = """
import sys
from entire.cli.main import run
from entire.cli.ui import progress
progress._PATIENCE = progress._PAUSE = 0.0
sys.exit(run(sys.argv[1:]))
"""
_ERASE = "\r\x1b[K"


@pytest.fixture
def worked(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A commit with a checkpoint, another checkpoint, and a conversation from before."""
    monkeypatch.setattr(tests.cli.conftest, "COMMAND", [sys.executable, "-c", _AT_ONCE])
    agent = Unheard(str(stage.work.path), environment())
    agent.prompt("Write the parser")
    agent.write("parser.py", "def parse(text):\n    return text.split(';')\n")
    stage.commit("Add the parser", date=f"{int(time.time()) + 60} +0000")
    stage.work.write("one.txt", "one\ntwo\n")
    record(stage, A, [Step(snapshot(stage), claude(1))])
    stage.checkpoint(B, {"lines": [user("about wombats")]})
    return stage


def shown(stage: Stage, *words: str) -> list[str]:
    """What the line of progress showed, and after it was erased."""
    return on_terminal(stage.work.path, *words, PAGER="cat").split(_ERASE)


def test_the_first_search(worked: Stage) -> None:
    first = shown(worked, "search", "wombats", "--no-pager")
    assert [text for text in first if "checkpoint" in text and text.endswith(" …")] == [
        "1 of 2 checkpoints …",
        "2 of 2 checkpoints …",
    ]
    assert "about [wombats]" in first[-1]
    assert "…" not in first[-1]
    again = shown(worked, "search", "wombats", "--no-pager")
    assert not any("checkpoints" in text for text in again)


def test_the_first_numbers(worked: Stage) -> None:
    first = shown(worked, "stats")
    assert "1 of 1 checkpoints …" in first
    assert first[-1].startswith("HEAD")
    assert len(shown(worked, "stats")) == 1


def test_what_still_stands(worked: Stage) -> None:
    first = shown(worked, "stats", "--standing")
    assert "1 commits followed …" in first
    assert first[-1].startswith("HEAD")


def test_an_import(worked: Stage) -> None:
    found = shown(worked, "import", "--yes")
    for text in ("1 conversations …", "checkpoints …"):
        assert any(one.endswith(text) for one in found), text
    assert any(one.endswith(" commits …") for one in found)
    assert "Imported 1 commit" in found[-1]
