"""Our file of a session of OpenCode: what is appended when, and what if the client changes it again."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.agent.opencode.rows import Row, Stored
from tests.agent.recordings import DATA, rows

from entire.agent.opencode import agent, exported

CHILD = "ses_e21cf5a6affeFek9iFrGzO1YCV"


def recorded(scenario: str) -> list[Row]:
    return rows(DATA / "opencode/database" / f"{scenario}.jsonl")


def ids(path: Path) -> list[str]:
    return [record["info"]["id"] for record in rows(path) if "info" in record]


def messages(found: list[Row]) -> list[str]:
    return [row["id"] for row in found if row["table"] == "message"]


def change(row: Row, **more: Any) -> Row:
    return row | {"data": row["data"] | more}


def test_a_whole_session(tmp_path: Path) -> None:
    found = recorded("one_turn")
    stored = Stored(tmp_path / "home", found)
    [session] = stored.sessions
    path = stored.exported(session)
    first = json.loads(path.read_text().splitlines()[0])
    assert first["session"]["directory"] == "/repo"
    assert first["session"]["id"] == session
    assert ids(path) == messages(found)
    assert rows(path) == rows(DATA / "opencode/transcripts/one_turn" / f"{session}.jsonl")
    assert path.stat().st_mode & 0o077 == 0
    before = path.read_bytes()
    assert stored.exported(session).read_bytes() == before


def test_messages_are_appended_when_they_are_complete(tmp_path: Path) -> None:
    found = recorded("one_turn")
    answers = [row for row in found if row["table"] == "message"]
    stored = Stored(tmp_path / "home", [row for row in found if row["table"] == "session"])
    [session] = stored.sessions
    assert not stored.exported(session).exists()

    stored.add(answers[:1])  # the prompt, whose text is written later
    assert not stored.exported(session).exists()
    parts = [row for row in found if row["table"] == "part"]
    stored.add([row for row in parts if row["message_id"] == answers[0]["id"]])
    assert ids(stored.exported(session)) == messages(answers[:1])

    running = change(answers[1], time={"created": answers[1]["time_created"]})
    stored.add([running])
    before = stored.exported(session).read_bytes()
    assert ids(stored.exported(session)) == messages(answers[:1])
    stored.add([answers[1], *(row for row in parts if row["message_id"] == answers[1]["id"])])
    after = stored.exported(session).read_bytes()
    assert after.startswith(before)
    assert ids(stored.exported(session)) == messages(answers[:2])


def test_a_message_that_stays_incomplete_counts_when_the_next_answer_begins(tmp_path: Path) -> None:
    found = recorded("resume")
    answers = [row for row in found if row["table"] == "message"]
    broken = change(answers[2], time={"created": answers[2]["time_created"]})
    parts = [row for row in found if row["table"] == "part"]
    session_rows = [row for row in found if row["table"] == "session"]
    stored = Stored(tmp_path / "home", [*session_rows, *parts, *answers[:2], broken, answers[3]])
    [session] = stored.sessions
    assert ids(stored.exported(session)) == messages(answers[:2])  # a prompt may wait while the agent works
    stored.add([answers[4]])
    assert ids(stored.exported(session)) == messages(answers[:5])


def test_what_the_client_changes_later_is_not_followed(tmp_path: Path) -> None:
    found = recorded("one_turn")
    stored = Stored(tmp_path / "home", found)
    [session] = stored.sessions
    before = stored.exported(session).read_bytes()
    assert b'"summary"' not in before
    stored.add([change(row, summary={"diffs": ["new"]}) for row in found if row["table"] == "message"])
    assert stored.exported(session).read_bytes() == before


def test_messages_that_are_taken_back(tmp_path: Path) -> None:
    found = recorded("resume")
    stored = Stored(tmp_path / "home", found)
    [session] = stored.sessions
    stored.exported(session)
    gone = messages(found)[-3:]
    for message in gone:
        stored.ask("delete from message where id = ?", message)
    assert ids(stored.exported(session)) == messages(found)[:-3]


def test_a_line_that_a_kill_cut(tmp_path: Path) -> None:
    stored = Stored(tmp_path / "home", recorded("resume"))
    [session] = stored.sessions
    path = stored.exported(session)
    whole = path.read_bytes()
    for size in (1, 700, 3000, len(whole) - 1):
        path.write_bytes(whole[:-size])
        assert stored.exported(session).read_bytes() == whole, size


def test_long_messages(tmp_path: Path) -> None:
    found = recorded("resume")
    part = next(row for row in found if row["table"] == "part" and row["data"]["type"] == "text")
    stored = Stored(tmp_path / "home", [*found, change(part, text="x" * 300_000)])
    [session] = stored.sessions
    path = stored.exported(session)
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"\n", 200_000) + 1])
    assert stored.exported(session).read_bytes() == whole


def test_subagents_have_files_too(tmp_path: Path) -> None:
    stored = Stored(tmp_path / "home", recorded("subagent"))
    [session] = stored.sessions
    path = stored.exported(session)
    child = Path(agent.subagent_path(str(path), CHILD))
    assert child.parent == path.parent
    assert len(ids(child)) == 3
    assert not set(ids(child)) & set(ids(path))
    assert agent.subagent_path(str(path), "../x") == ""


def test_lines_and_strange_data(tmp_path: Path) -> None:
    found = recorded("todo")
    stored = Stored(tmp_path / "home", found)
    [session] = stored.sessions
    stored.ask(
        "update part set data = ? where data like '%\"text\"%'",
        '{\n "type": "text", "text": "a\\nb\u2028"\n}',
    )
    path = stored.exported(session)
    assert len(path.read_bytes().split(b"\n")) == len(messages(found)) + 2
    stored.ask("update part set data = '{}'")
    path.unlink()
    assert [record["parts"] for record in rows(stored.exported(session))[1:]]


@pytest.mark.parametrize("fault", ["no database", "not a database", "no table", "no session", "not JSON"])
def test_nothing_fails_and_the_file_stays(tmp_path: Path, fault: str) -> None:
    stored = Stored(tmp_path / "home", recorded("todo"))
    [session] = stored.sessions
    path = stored.exported(session)
    before = path.read_bytes()
    if fault == "no database":
        stored.path.unlink()
    elif fault == "not a database":
        stored.path.write_bytes(b"garbage" * 1000)
    elif fault == "no table":
        stored.ask("drop table message")
    elif fault == "no session":
        stored.ask("delete from session")
    else:
        stored.ask("insert into message values ('msg_z', ?, 9999999999999, 0, 'garbage')", session)
    assert stored.exported(session).read_bytes() == before


def test_a_file_that_another_process_writes_is_left_alone(tmp_path: Path) -> None:
    stored = Stored(tmp_path / "home", recorded("todo"))
    [session] = stored.sessions
    path = stored.exported(session)
    path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n")
    before = path.read_bytes()
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert stored.exported(session).read_bytes() == before
    assert len(stored.exported(session).read_bytes()) > len(before)


def test_several_processes_at_once(tmp_path: Path) -> None:
    """A hook, a commit and a command can all want it up to date: each message is there once, in order."""
    found = recorded("resume")
    later = [row for row in found if row["table"] == "message"][1:]
    stored = Stored(tmp_path / "home", [row for row in found if row not in later])
    [session] = stored.sessions
    loop = (
        "import sys, time\n"
        "from entire.agent.opencode import agent\n"
        "path = agent.transcript_path('', sys.argv[1])\n"
        "end = time.monotonic() + 2\n"
        "while time.monotonic() < end: agent.prepare_transcript(sys.argv[1], path)\n"
    )
    env = {"HOME": str(stored.home), "PATH": "/usr/bin:/bin"}
    running = [subprocess.Popen([sys.executable, "-c", loop, session], env=env) for _ in range(3)]
    for row in later:
        stored.add([row])
        time.sleep(0.1)
    assert [process.wait(timeout=60) for process in running] == [0, 0, 0]
    assert ids(stored.exported(session)) == messages(found)


def test_only_our_own_files_are_written(tmp_path: Path) -> None:
    stored = Stored(tmp_path / "home", recorded("todo"))
    [session] = stored.sessions
    other = tmp_path / "other.jsonl"
    with stored.here():
        agent.prepare_transcript(session, str(other))
    assert not other.exists()
    place = tmp_path / "home/.local/share/opencode/entire"
    place.mkdir()
    (place / f"{session}.jsonl").symlink_to(other)
    stored.exported(session)
    assert not other.exists()


def test_uninstalling_removes_the_files_of_this_work_tree(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    stored = Stored(tmp_path / "home", recorded("subagent"))
    stored.ask("update session set directory = ?", str(root))
    [session] = stored.sessions
    path = stored.exported(session)
    other = path.with_name("ses_other.jsonl")
    other.write_text('{"session":{"id":"ses_other","directory":"/elsewhere"}}\n')
    assert exported.directory_of(str(path)) == str(root)
    with stored.here():
        agent.install(str(root))
        assert agent.uninstall(str(root))
        assert list(path.parent.iterdir()) == [other]
        stored.ask("update session set directory = '/elsewhere'")
        other.unlink()
        agent.uninstall(str(root))
