"""Sessions of version 2 of OpenCode, by hand as its source has them: read from its database, or exported."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from tests.agent.opencode.newer_store import FAKE, Newer
from tests.agent.opencode.rows import Stored
from tests.agent.recordings import DATA, conversation, read, rows

from entire.agent.events import Kind
from entire.agent.opencode import agent, asked
from entire.core import limits
from entire.core.errors import EntireError
from entire.transcript.facts import Call, Command, Edit
from entire.transcript.usage import TokenUsage

SESSION, CHILD = "ses_newer1", "ses_newer2"
DOCUMENTED = rows(DATA / "opencode/transcripts/documented_newer" / f"{SESSION}.jsonl")
MESSAGES = [row for row in DOCUMENTED if "id" in row]


def ids(path: Path) -> list[str]:
    return [row["id"] for row in rows(path) if "id" in row]


@pytest.fixture
def store(tmp_path: Path) -> Newer:
    found = Newer(tmp_path / "home")
    found.add_session(SESSION, "/repo")
    return found


def test_facts() -> None:
    facts = read(agent, DOCUMENTED)
    assert facts.prompts == ["Write one", 'Ask the "reviewer"']
    assert facts.files == ["/repo/one.py", "one.py", "two.py", "three.py"]
    assert facts.ran_commands
    assert facts.model == "model-2"
    assert facts.subagents == [CHILD]
    assert facts.usage.total == TokenUsage(
        input_tokens=50,
        cache_creation_tokens=100,
        cache_read_tokens=150,
        output_tokens=25,
        api_call_count=5,
    )


def test_the_conversation() -> None:
    assert conversation(agent, DOCUMENTED) == [
        ("user", "Write one"),
        ("assistant", "I write it."),
        ("tool", "write", "/repo/one.py"),
        ("tool", "edit", "one.py"),
        ("tool", "patch", "two.py"),
        ("tool", "shell", "make"),
        ("user", 'Ask the "reviewer"'),
        ("tool", "subagent", "Review"),
        ("tool", "write", "three.py"),
        ("tool", "read"),
        ("assistant", "Done."),
    ]


def test_what_tools_report() -> None:
    reports = read(agent, DOCUMENTED).reports
    written = next(one for one in reports if isinstance(one, Edit))
    assert (written.path, written.after) == ("/repo/one.py", "one = 1\n")
    [command] = [one for one in reports if isinstance(one, Command)]
    assert (command.text, command.output) == ("make", "made\n")
    assert "" < command.time < command.end
    assert [one.path for one in reports if isinstance(one, Call) and one.failed] == ["three.py"]


def test_ids_times_and_results() -> None:
    assert [agent.record_id(row) for row in DOCUMENTED] == ["", *(row["id"] for row in MESSAGES)]
    times = [agent.record_time(row) for row in MESSAGES]
    assert times == sorted(time for time in times if time is not None)
    assert [row["id"] for row in MESSAGES if agent.has_result(row, "call_5")] == ["msg_0007"]
    assert not any(agent.has_result(row, "call_7") for row in MESSAGES)


@pytest.mark.parametrize(
    ("verb", "kind"),
    [("subagent-end", Kind.SUBAGENT_END), ("subagent-stop", Kind.TASK_END), ("tool-use", Kind.TOOL_USE)],
)
def test_payloads(verb: str, kind: str) -> None:
    kept = json.loads((DATA / f"opencode/payloads/newer-{verb}.json").read_text())
    assert not agent.is_foreign(kept["payload"])
    event = agent.parse_event(verb, kept["payload"])
    assert event is not None
    assert (event.kind, event.session_id) == (kind, SESSION)
    assert event.written == (("one.py",) if verb == "tool-use" else ())
    assert event.finished is (verb != "subagent-stop")
    assert event.subagent_type == ("general" if verb == "subagent-stop" else "")
    assert event.subagent_id == ("" if verb == "tool-use" else CHILD)


def test_messages_are_appended_when_they_are_complete(store: Newer) -> None:
    assert not store.exported(SESSION).exists()
    running = MESSAGES[2] | {"time": {"created": 1}}
    store.add(SESSION, MESSAGES[0], MESSAGES[1], running)
    first = store.exported(SESSION)
    assert ids(first) == ["msg_0001", "msg_0002"]
    before = first.read_bytes()
    store.add(SESSION, *MESSAGES)
    assert first.read_bytes() == before
    path = store.exported(SESSION)
    assert path.read_bytes().startswith(before)
    assert rows(path)[1:] == MESSAGES
    assert rows(path)[0]["session"]["directory"] == "/repo"
    assert agent.layout().end(path.read_bytes()) == len(DOCUMENTED)


def test_an_id_in_the_text_does_not_count(store: Newer) -> None:
    """The row's own does."""
    store.add(SESSION, MESSAGES[0])
    store.ask("update session_message set data = ?", '{\n"id": [], "type": 3, "text": "x"}')
    assert rows(store.exported(SESSION))[1:] == [{"id": "msg_0001", "type": "user", "text": "x"}]


def test_a_line_that_a_kill_cut(store: Newer) -> None:
    store.add(SESSION, *MESSAGES)
    path = store.exported(SESSION)
    whole = path.read_bytes()
    for size in (1, 700, len(whole) - 1):
        path.write_bytes(whole[:-size])
        assert store.exported(SESSION).read_bytes() == whole, size


def test_subagents_have_files_too(store: Newer) -> None:
    store.add(SESSION, *MESSAGES)
    store.add_session(CHILD, "/repo", SESSION)
    store.add(CHILD, MESSAGES[-1] | {"id": "msg_child"})
    path = store.exported(SESSION)
    assert ids(Path(agent.subagent_path(str(path), CHILD))) == ["msg_child"]


def test_a_session_of_version_1_that_goes_on_in_version_2(tmp_path: Path) -> None:
    """The file keeps what it has, if version 2 has the same messages."""
    stored = Stored(tmp_path / "home", rows(DATA / "opencode/database/one_turn.jsonl"))
    [session] = stored.sessions
    before = stored.exported(session).read_bytes()
    store = Newer(tmp_path / "home")
    store.add_session(session, "/repo")
    old = [row["info"]["id"] for row in rows(stored.exported(session)) if "info" in row]
    store.add(session, *(MESSAGES[-1] | {"id": id} for id in old), MESSAGES[0])
    assert stored.exported(session).read_bytes() == before  # version 1 was used later
    stored.ask("update session_v2 set time_updated = 9999999999999")
    after = stored.exported(session).read_bytes()
    assert after.startswith(before)
    assert json.loads(after.splitlines()[-1])["id"] == MESSAGES[0]["id"]


def test_conversations_of_both_versions(tmp_path: Path) -> None:
    stored = Stored(tmp_path / "home", rows(DATA / "opencode/database/one_turn.jsonl"))
    stored.ask("update session set directory = ?", str(tmp_path))
    store = Newer(tmp_path / "home")
    store.add_session(SESSION, str(tmp_path))
    store.add_session(CHILD, str(tmp_path), SESSION)
    with store.here():
        found = {one.session_id for one in agent.conversations([str(tmp_path)])}
    assert found == {*stored.sessions, SESSION}


@pytest.mark.parametrize("words", ["session export", "export"])
def test_a_session_that_the_client_exports(tmp_path: Path, words: str) -> None:
    """An unknown command prints its help, and does not fail."""
    store = Newer(tmp_path / "home", database=False)
    store.answer(words)
    store.add(SESSION, *MESSAGES[:3])
    path = store.exported(SESSION)
    before = path.read_bytes()
    assert rows(path)[1:] == MESSAGES[:3]
    store.add(SESSION, *MESSAGES)
    after = store.exported(SESSION).read_bytes()
    assert after.startswith(before)
    assert rows(path)[1:] == MESSAGES
    store.add(SESSION, *MESSAGES[:2], only=True)  # the user took the rest back
    assert rows(store.exported(SESSION))[1:] == MESSAGES[:2]


@pytest.mark.parametrize(
    "says",
    [
        "",
        "Usage: opencode",
        "[]",
        "{}",
        '{"info":{"id":"ses_other"},"messages":[]}',
        '{"info":{"id":"ses_newer1"}}',
    ],
)
def test_a_client_that_says_something_else(tmp_path: Path, says: str) -> None:
    store = Newer(tmp_path / "home", database=False)
    store.program(f"#!/bin/sh\nprintf '%s' '{says}'\n")
    assert not store.exported(SESSION).exists()


def test_a_client_in_the_work_tree_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Newer(tmp_path / "home", database=False)
    store.program('#!/bin/sh\ntouch "$HOME/asked"\n')
    monkeypatch.chdir(store.programs)
    with store.here(), mock.patch.dict(os.environ, {"PATH": ".::/usr/bin:/bin"}):
        agent.prepare_transcript(SESSION, agent.transcript_path("", SESSION))
    assert not (store.home / "asked").exists()


def test_version_1_is_not_asked(tmp_path: Path) -> None:
    stored = Stored(tmp_path / "home", [])
    store = Newer(tmp_path / "home", database=False)
    store.program('#!/bin/sh\ntouch "$HOME/asked"\n')
    assert not store.exported(SESSION).exists()
    assert not (stored.home / "asked").exists()


def test_a_hook_without_time_does_not_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "patience", lambda _: 2.5)
    store = Newer(tmp_path / "home", database=False)
    store.answer("session export")
    store.add(SESSION, *MESSAGES)
    assert not store.exported(SESSION).exists()


def test_a_client_that_hangs_costs_a_bounded_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "_SECONDS", 0.1)
    monkeypatch.setattr(asked, "_LEAST", 0.05)
    store = Newer(tmp_path / "home", database=False)
    store.program("#!/bin/sh\nexec sleep 300\n")
    assert not store.exported(SESSION).exists()


def test_a_conversation_from_another_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = Newer(tmp_path / "home")
    store.program(FAKE)
    with store.here():
        path = Path(agent.transcript_path("", SESSION))
        path.parent.mkdir(parents=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in DOCUMENTED))
        agent.adopt_transcript(SESSION, str(path))
        agent.adopt_transcript(SESSION, str(path))  # it is there: nothing to do
    given = json.loads((store.home / "imported.json").read_text())
    assert given["messages"] == MESSAGES
    assert given["info"]["location"] == {"directory": str(tmp_path)}
    assert [row[0] for row in store.ask("select directory from session_v2")] == [str(tmp_path)]
    assert list(path.parent.iterdir()) == [path]


def test_a_client_of_version_1_does_not_take_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stored = Stored(tmp_path / "home", [])
    store = Newer(tmp_path / "home", database=False)
    store.program("#!/bin/sh\necho Usage\n")
    with store.here():
        path = Path(agent.transcript_path("", SESSION))
        path.parent.mkdir(parents=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in DOCUMENTED))
        with pytest.raises(EntireError, match="cannot import session"):
            agent.adopt_transcript(SESSION, str(path))
    assert stored.sessions == []


def test_nothing_is_removed_from_version_2(store: Newer) -> None:
    store.add(SESSION, *MESSAGES)
    path = store.exported(SESSION)
    kept = rows(path)[:3]
    path.write_text("".join(json.dumps(row) + "\n" for row in kept))
    with store.here(), pytest.raises(EntireError, match="only version 2 of OpenCode itself"):
        agent.adopt_transcript(SESSION, str(path))
    assert store.ask("select count(*) from session_message") == [(len(MESSAGES),)]
    assert rows(store.exported(SESSION))[1:] == MESSAGES


@pytest.mark.parametrize("odd", [None, 1, "x", [], [1], {}, {"type": 3}, {"status": []}, [{"text": 1}]])
def test_values_that_no_client_writes(odd: Any) -> None:
    for row in MESSAGES:
        for key in row:
            strange = row | {key: odd}
            read(agent, [strange])
            agent.entries_of(strange)
            agent.record_time(strange)
            agent.has_result(strange, "call_5")


def test_an_old_database_of_which_only_the_tables_of_version_2_are_gone(store: Newer) -> None:
    store.add(SESSION, *MESSAGES)
    before = store.exported(SESSION).read_bytes()
    with closing(sqlite3.connect(store.path)) as database, database:
        database.execute("drop table session_message")
    assert store.exported(SESSION).read_bytes() == before
    os.unlink(store.path)
    assert store.exported(SESSION).read_bytes() == before
