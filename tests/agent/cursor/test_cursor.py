"""Cursor, by its documentation: there is no recording of a real client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.cursor import agent
from entire.agent.cursor.hooks import EVENTS
from entire.agent.cursor.payload import is_foreign, parse_event
from entire.agent.cursor.records import prompt_of, read_record
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.events import Kind
from entire.core.errors import EntireError
from entire.core.paths import valid_session_id, valid_tool_id
from entire.transcript.facts import Call, Command, Facts, Usage

DATA = Path(__file__).parents[2] / "data" / "cursor"
DOCUMENTED = {path.stem: json.loads(path.read_text()) for path in sorted((DATA / "payloads").glob("*.json"))}
COMMON: dict[str, Any] = DOCUMENTED["stop"]["payload"]
TRANSCRIPT = COMMON["transcript_path"]

# What each call means.
EXPECTED: dict[str, dict[str, Any]] = {
    "session-start": {"kind": Kind.SESSION_START},
    "prompt": {"kind": Kind.TURN_START, "prompt": "add a --json flag"},
    "edit": {"kind": Kind.TOOL_USE, "written": ("/home/u/app/cli.py",)},
    "compact": {"kind": Kind.COMPACTION},
    "subagent-start": {
        "kind": Kind.TASK_START,
        "tool_use_id": "s-1",
        "subagent_type": "explore",
        "subagent_task": "find callers",
        "model": "",
    },
    "subagent-stop": {"kind": Kind.TASK_END, "subagent_transcript": "/home/u/s-1.jsonl", "model": ""},
    "stop": {"kind": Kind.TURN_END, "awaited": '"turn_ended"'},
    "session-end": {"kind": Kind.SESSION_END},
}


def test_every_verb_that_we_install_is_known() -> None:
    assert [verb for _, verb in EVENTS] == [
        *("session-start", "before-submit-prompt", "after-file-edit", "pre-compact"),
        *("subagent-start", "subagent-stop", "stop", "session-end"),
    ]
    assert {verb for _, verb in EVENTS} == {call["verb"] for call in DOCUMENTED.values()}
    assert set(DOCUMENTED) == set(EXPECTED)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_what_a_call_means(name: str) -> None:
    payload, expected = DOCUMENTED[name]["payload"], EXPECTED[name]
    event = parse_event(DOCUMENTED[name]["verb"], payload)
    assert event is not None
    assert not is_foreign(payload)
    assert (event.session_id, event.transcript_path) == ("c-1", TRANSCRIPT)
    found = {"model": event.model} | {key: getattr(event, key) for key in expected}
    assert found == {"model": "claude-sonnet-4-6"} | expected


def test_a_subagent_that_is_not_named_is_left_to_the_turn() -> None:
    assert parse_event("subagent-stop", COMMON | {"subagent_type": "explore"}) is None


def test_a_subagent_belongs_to_the_conversation_that_called_it() -> None:
    payload = COMMON | {"subagent_id": "s-1", "conversation_id": "c-2", "parent_conversation_id": "c-1"}
    event = parse_event("subagent-start", payload)
    assert event is not None
    assert event.session_id == "c-1"


def test_other_clients_never_name_a_conversation() -> None:
    assert is_foreign({"session_id": "c-1", "hook_event_name": "Stop", "transcript_path": TRANSCRIPT})


@pytest.mark.parametrize("flat", [True, False])
def test_a_transcript_that_is_not_named_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flat: bool
) -> None:
    monkeypatch.setenv("CURSOR_CONFIG_DIR", str(tmp_path))
    folder = tmp_path / "projects" / "home-u-app" / "agent-transcripts"
    wanted = folder / "c-1.jsonl" if flat else folder / "c-1" / "c-1.jsonl"
    wanted.parent.mkdir(parents=True)
    wanted.touch()
    event = parse_event("stop", COMMON | {"transcript_path": None})
    assert event is not None
    assert event.transcript_path == str(wanted) == agent.transcript_path("/home/u/app", "c-1")
    assert str(wanted).startswith(agent.transcripts_dir())


@pytest.mark.parametrize("verb", ["", "Stop", "x" * 1000])
def test_an_unknown_verb_is_refused_with_the_known_ones(verb: str) -> None:
    with pytest.raises(EntireError) as caught:
        parse_event(verb, COMMON)
    assert "before-submit-prompt" in caught.value.hint


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
KEYS = sorted({key for call in DOCUMENTED.values() for key in call["payload"]})


@given(st.sampled_from(sorted(EXPECTED)), st.sampled_from(KEYS), values)
def test_one_wrong_value_is_understood_or_refused(name: str, key: str, value: Any) -> None:
    try:
        event = parse_event(DOCUMENTED[name]["verb"], DOCUMENTED[name]["payload"] | {key: value})
    except EntireError:
        return
    if event is not None:
        assert valid_session_id(event.session_id)
        assert not event.tool_use_id or valid_tool_id(event.tool_use_id)


# Records


def message(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "message": {"content": list(blocks)}}


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def call(name: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "name": name, "input": given}


TURN = [json.loads(line) for line in (DATA / "transcripts" / "documented.jsonl").read_text().splitlines()]


def read(*records: dict[str, Any]) -> Facts:
    facts = Facts(Usage(None, {}))
    for record in records:
        read_record(record, facts)
    return facts


def test_what_a_turn_says() -> None:
    facts = read(*TURN)
    assert facts.prompts == ["add a --json flag"]
    assert facts.files == ["/home/u/app/cli.py", "/home/u/app/new.py", "old.py"]
    assert facts.ran_commands
    assert facts.usage.total is None  # Cursor writes no tokens down
    assert [type(one) for one in facts.reports] == [Call, Call, Command, Call]


def test_a_turn_reads_as_a_conversation() -> None:
    assert [entry for record in TURN for entry in agent.entries_of(record)] == [
        Entry(USER, "add a --json flag"),
        Entry(ASSISTANT, "Editing cli.py."),
        Entry(TOOL, "StrReplace", "/home/u/app/cli.py"),
        Entry(TOOL, "Write", "/home/u/app/new.py"),
        Entry(TOOL, "Shell", "make"),
        Entry(TOOL, "ApplyPatch", "old.py"),
        Entry(ASSISTANT, "Done."),
    ]


@pytest.mark.parametrize(
    ("said", "prompt"),
    [
        ("Do it", "Do it"),
        ("<timestamp>now</timestamp>\nDo it", "Do it"),
        ("<user_query>Why </user_query> here?</user_query>", "Why </user_query> here?"),
        ("<user_query>unclosed", "<user_query>unclosed"),
        ("", ""),
    ],
)
def test_a_prompt_is_what_was_typed(said: str, prompt: str) -> None:
    assert prompt_of(message("user", text(said))) == prompt
    assert prompt_of({"role": "user", "message": {"content": said}}) == prompt


@pytest.mark.parametrize("value", [None, 7, "x", ["x"], {"x": 1}])
def test_odd_records_do_no_harm(value: Any) -> None:
    for record in TURN:
        for key in ("role", "message", "type"):
            read(record | {key: value})
            agent.entries_of(record | {key: value})
        read(record | {"message": {"content": value}})
        agent.entries_of(record | {"message": {"content": [value, call("Write", path=value)]}})


# Hooks


def test_a_file_of_our_own_comes_and_goes(tmp_path: Path) -> None:
    config = tmp_path / ".cursor" / "hooks.json"
    assert not agent.is_present(str(tmp_path))
    assert agent.install(str(tmp_path)) == 8
    assert agent.is_present(str(tmp_path))
    written = json.loads(config.read_text())
    assert written["version"] == 1
    (stop,) = written["hooks"]["stop"]
    assert stop["command"].endswith("exec entire hooks cursor stop'")
    assert stop["timeout"] == 60  # seconds
    assert agent.missing_hooks(str(tmp_path)) == []
    assert agent.uninstall(str(tmp_path))
    assert not config.parent.exists()


def test_what_others_have_in_the_file_stays(tmp_path: Path) -> None:
    before = '{\n  "version": 1,\n  // mine\n  "hooks": {"stop": [{"command": "say done"}]}\n}\n'
    config = tmp_path / ".cursor" / "hooks.json"
    config.parent.mkdir()
    config.write_text(before)
    assert agent.install(str(tmp_path)) == 8
    assert agent.uninstall(str(tmp_path))
    assert config.read_text() == before


def test_formatters_after_edits_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CURSOR_CONFIG_DIR", str(tmp_path / "home"))
    agent.install(str(tmp_path))
    assert not agent.has_edit_hooks(str(tmp_path))
    (tmp_path / "home").mkdir()
    own = tmp_path / "home" / "hooks.json"
    own.write_text(json.dumps({"hooks": {"afterFileEdit": [{"command": "prettier -w ."}]}}))
    assert agent.has_edit_hooks(str(tmp_path))


def test_how_a_session_is_resumed() -> None:
    assert agent.resume_command("abc") == "cursor-agent --resume abc"
