from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.events import Event, Kind
from entire.agent.factory_droid import agent
from entire.agent.factory_droid.payload import is_foreign, parse_event
from entire.core.errors import EntireError
from entire.core.paths import valid_session_id, valid_tool_id

HERE = Path(__file__).parents[2] / "data" / "factoryai_droid"
RECORDED = {path.stem: json.loads(path.read_text()) for path in sorted((HERE / "payloads").glob("*.json"))}
ID = "6ec6fb90-4c81-43ea-995b-59bf36e86515"


def parsed(name: str, tmp_path: Path, recording: str = "", **changes: Any) -> Event | None:
    """A recorded call, with the transcript of a recording in its place."""
    call = RECORDED[name]
    transcript = tmp_path / ".factory" / "sessions" / "-repo" / f"{ID}.jsonl"
    if recording:
        transcript.parent.mkdir(parents=True, exist_ok=True)
        for suffix in (".jsonl", ".settings.json"):
            shutil.copy(HERE / "transcripts" / f"{recording}{suffix}", transcript.with_suffix(suffix))
    payload = call["payload"] | {"transcript_path": str(transcript)} | changes
    assert not is_foreign(payload)
    return parse_event(call["verb"], payload)


def test_a_headless_session_begins_with_its_turn(tmp_path: Path) -> None:
    """`droid exec` reports no prompt; the title of a new session is the beginning of it."""
    event = parsed("session-start", tmp_path, "one_turn")
    assert event is not None
    assert (event.kind, event.session_id) == (Kind.TURN_START, ID)
    assert event.prompt == "Write hello.py, commit it, then change calc.py"


def test_a_resumed_headless_session_does_not_take_the_title_for_the_prompt(tmp_path: Path) -> None:
    event = parsed("session-start", tmp_path, "one_turn", source="resume")
    assert event is not None
    assert (event.kind, event.prompt) == (Kind.TURN_START, "")


def test_an_interactive_session_waits_for_its_prompt(tmp_path: Path) -> None:
    event = parsed("session-start", tmp_path)
    assert event is not None
    assert event.kind == Kind.SESSION_START
    payload = {"session_id": ID, "transcript_path": "/home/u/.factory/sessions/-r/d.jsonl"}
    prompt = parse_event("user-prompt-submit", payload | {"prompt": "add a --json flag"})
    assert prompt is not None
    assert (prompt.kind, prompt.prompt) == (Kind.TURN_START, "add a --json flag")


@pytest.mark.parametrize(("name", "kind"), [("stop", Kind.TURN_END), ("session-end", Kind.SESSION_END)])
def test_ends_are_understood(tmp_path: Path, name: str, kind: str) -> None:
    event = parsed(name, tmp_path, "one_turn")
    assert event is not None
    assert (event.kind, event.session_id) == (kind, ID)
    assert event.transcript_path.endswith(f"{ID}.jsonl")


def test_a_subagents_call_is_found_in_the_transcript(tmp_path: Path) -> None:
    event = parsed("pre-task", tmp_path, "subagent")
    assert event is not None
    assert event.kind == Kind.TASK_START
    assert event.tool_use_id in (HERE / "transcripts" / "subagent.jsonl").read_text()
    assert event.tool_use_id.startswith("toolu_")
    assert event.subagent_task
    end = parse_event(
        "post-tool-use", RECORDED["pre-task"]["payload"] | {"transcript_path": event.transcript_path}
    )
    assert end is not None
    assert (end.kind, end.tool_use_id) == (Kind.TASK_END, event.tool_use_id)


def test_a_subagents_call_that_is_not_there_is_left_to_the_turn(tmp_path: Path) -> None:
    assert parsed("pre-task", tmp_path, "one_turn") is None
    assert parsed("pre-task", tmp_path / "nothing") is None


@pytest.mark.parametrize("name", ["pre-tool", "post-tool"])
def test_other_tools_need_nothing(tmp_path: Path, name: str) -> None:
    assert parsed(name, tmp_path, "one_turn") is None


def test_a_worker_belongs_to_the_session_that_called_it(tmp_path: Path) -> None:
    path = tmp_path / ".factory" / "sessions" / "-repo" / f"{ID}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"type": "session_start", "id": ID, "callingSessionId": "other"}) + "\n")
    for name in ("session-start", "stop", "session-end"):
        assert parsed(name, tmp_path) is None


def test_what_only_the_reference_registers_needs_nothing() -> None:
    assert parse_event("subagent-stop", {"session_id": ID}) is None


def test_the_client_waits_for_the_user() -> None:
    """As documented: only the interactive client sends it."""
    event = parse_event("notification", {"session_id": ID, "message": "Droid needs your permission"})
    assert event is not None
    assert (event.kind, event.session_id) == (Kind.WAITING, ID)


def test_older_versions_spell_it_otherwise() -> None:
    event = parse_event("stop", {"sessionId": ID, "transcriptPath": "/h/.factory/sessions/-r/d.jsonl"})
    assert event is not None
    assert (event.session_id, event.transcript_path) == (ID, "/h/.factory/sessions/-r/d.jsonl")


@pytest.mark.parametrize(
    "payload",
    [
        {"session_id": ID, "conversation_id": ID},
        {"session_id": ID, "transcript_path": f"/home/user/.claude/projects/-repo/{ID}.jsonl"},
        {"session_id": ID, "transcript_path": f"/home/user/.copilot/session-state/{ID}/events.jsonl"},
    ],
)
def test_another_clients_call_is_foreign(payload: dict[str, Any]) -> None:
    assert is_foreign(payload)


def test_the_clients_home_can_be_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACTORY_HOME_OVERRIDE", "/srv/u")
    path = agent.transcript_path("/code/my_re.po x", ID)
    assert path == f"/srv/u/.factory/sessions/-code-my_re.po x/{ID}.jsonl"  # as the client names it
    assert not is_foreign({"session_id": ID, "transcript_path": path})


@pytest.mark.parametrize("verb", ["", "Stop", "pre-task", "x" * 1000])
def test_an_unknown_verb_is_refused_with_the_known_ones(verb: str) -> None:
    with pytest.raises(EntireError) as caught:
        parse_event(verb, {"session_id": ID})
    assert "user-prompt-submit" in caught.value.hint
    assert len(caught.value.message) < 200


KEYS = sorted({key for recorded in RECORDED.values() for key in recorded["payload"]})
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(ID),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(RECORDED)), st.sampled_from(KEYS), values)
def test_one_wrong_value_in_a_recorded_call_is_understood_or_refused(name: str, key: str, value: Any) -> None:
    recorded = RECORDED[name]
    payload = recorded["payload"] | {key: value}
    is_foreign(payload)
    try:
        event = parse_event(recorded["verb"], payload)
    except EntireError:
        return
    if event is not None:
        assert valid_session_id(event.session_id)
        assert not event.tool_use_id or valid_tool_id(event.tool_use_id)
        assert not event.transcript_path or event.transcript_path.startswith("/")
