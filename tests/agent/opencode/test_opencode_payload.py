from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.agent.recordings import DATA

from entire.agent.events import Event, Kind, Todo
from entire.agent.opencode import agent
from entire.core.errors import EntireError

MAIN, CHILD = "ses_e21cf605fffeDgRkjCFYlf4Sds", "ses_e21cf5a6affeFek9iFrGzO1YCV"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "OPENCODE_DB"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def event(name: str) -> Event:
    one: dict[str, Any] = json.loads((DATA / "opencode/payloads" / f"{name}.json").read_text())
    assert not agent.is_foreign(one["payload"])
    found = agent.parse_event(one["verb"], one["payload"])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("session-start-1", Kind.SESSION_START),
        ("turn-start-1", Kind.TURN_START),
        ("turn-end-1", Kind.TURN_END),
        ("compaction-1", Kind.COMPACTION),
        ("session-end-1", Kind.SESSION_END),
    ],
)
def test_kinds(home: Path, name: str, kind: str) -> None:
    found = event(name)
    assert found.kind == kind
    assert found.transcript_path == f"{home}/.local/share/opencode/entire/{found.session_id}.jsonl"


def test_a_prompt() -> None:
    found = event("turn-start-1")
    assert (found.session_id, found.prompt, found.model) == (MAIN, "Delegate the parser", "lab-model")


def test_a_subagent(home: Path) -> None:
    before, after = event("subagent-start-1"), event("subagent-stop-1")
    assert [before.kind, after.kind] == [Kind.TASK_START, Kind.TASK_END]
    assert before.tool_use_id == after.tool_use_id == "call_1c6115a37fee46e48da38c88"
    assert (before.subagent_type, before.subagent_task) == ("general", "Write parser")
    assert (before.subagent_id, after.subagent_id) == ("", CHILD)
    assert after.subagent_transcript == f"{home}/.local/share/opencode/entire/{CHILD}.jsonl"
    assert after.session_id == MAIN


def test_a_to_do_list() -> None:
    found = event("todo-1")
    assert found.kind == Kind.TODO
    assert found.todos is not None
    assert found.todos.items == (Todo("Write one.txt", "in_progress"),)


def test_what_the_reference_sends() -> None:
    """Its plugin has the same events, and no prompt if it is late."""
    payload = {"session_id": "ses_1", "prompt": "", "model": ""}
    assert not agent.is_foreign(payload)
    found = agent.parse_event("turn-start", payload)
    assert found is not None
    assert (found.kind, found.prompt) == (Kind.TURN_START, "")


@pytest.mark.parametrize("bad", ["../x", "", "a/b", "x" * 500])
def test_ids_are_checked(bad: str) -> None:
    with pytest.raises(EntireError):
        agent.parse_event("turn-end", {"session_id": bad})
    if bad:
        with pytest.raises(EntireError):
            agent.parse_event("subagent-stop", {"session_id": "ses_1", "subagent_id": bad})


def test_an_unknown_verb() -> None:
    with pytest.raises(EntireError, match="unknown OpenCode hook"):
        agent.parse_event("stop", {"session_id": "ses_1"})


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        ('"two words"', "two words"),
        ('"say \\"hi\\" twice"', 'say "hi" twice'),
        ("plain words", "plain words"),
        ('"word"', '"word"'),  # `run` leaves a single word as it is: these were typed
        ('"one" and "two"', '"one" and "two"'),
        ('"', '"'),
        ("", ""),
    ],
)
def test_quotes_that_run_adds(prompt: str, typed: str) -> None:
    found = agent.parse_event("turn-start", {"session_id": "ses_1", "prompt": prompt})
    assert found is not None
    assert found.prompt == typed


def test_where_the_database_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from entire.agent.opencode import places

    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert places.database() == "/data/opencode/opencode.db"
    assert agent.transcripts_dir() == "/data/opencode/entire"
    monkeypatch.setenv("OPENCODE_DB", "/elsewhere/one.db")
    assert places.database() == "/elsewhere/one.db"
