"""Giving a conversation back to OpenCode: by removing messages, and by the client's own import."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.agent.opencode.rows import Stored
from tests.agent.opencode.test_opencode_exported import ids, messages, recorded

from entire.agent import registry
from entire.agent.handover.messages import Message
from entire.agent.opencode import agent
from entire.core.errors import EntireError

# It takes what it is given, as the client does: known messages stay as they are.
IMPORT = """#!{python}
import json, sqlite3, sys
if sys.argv[1:] == ["debug", "config"]:
    sys.exit(print(open(__file__ + ".config").read()))
assert sys.argv[1] == "import", sys.argv
document = json.load(open(sys.argv[2]))
info = document["info"]
database = sqlite3.connect({database!r})
row = [info[key] for key in ("id", "projectID", "slug", "directory", "title", "version")]
times = [info["time"]["created"], info["time"]["updated"]]
database.execute("insert or ignore into session values (?, ?, null, ?, ?, ?, ?, ?, ?)", [*row, *times])
for message in document["messages"]:
    about = message["info"]
    moment = about["time"]["created"]
    values = [about["id"], info["id"], moment, moment, json.dumps(about)]
    database.execute("insert or ignore into message values (?, ?, ?, ?, ?)", values)
    for part in message["parts"]:
        values = [part["id"], about["id"], info["id"], moment, moment, json.dumps(part)]
        database.execute("insert or ignore into part values (?, ?, ?, ?, ?, ?)", values)
database.commit()
"""


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stored:
    found = Stored(tmp_path / "home", recorded("resume"))
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "below").mkdir()
    monkeypatch.chdir(tmp_path / "repo" / "below")
    return found


def client(stored: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str = IMPORT) -> None:
    import sys

    program = tmp_path / "bin" / "opencode"
    program.parent.mkdir()
    program.write_text(
        text.format(python=sys.executable, database=str(stored.path)) if text is IMPORT else text
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def adopt(stored: Stored, session: str, path: Path) -> None:
    with stored.here():
        agent.adopt_transcript(session, str(path))


def test_a_rewind_removes_messages_and_needs_no_client(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    [session] = stored.sessions
    path = stored.exported(session)
    kept = path.read_text().splitlines(keepends=True)[:4]
    path.write_text("".join(kept))
    adopt(stored, session, path)
    assert [row[0] for row in stored.ask("select id from message order by time_created")] == ids(path)
    assert {row[0] for row in stored.ask("select message_id from part")} == set(ids(path))
    assert stored.exported(session).read_text() == "".join(kept)


def test_a_conversation_from_elsewhere_is_imported(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client(stored, tmp_path, monkeypatch)
    [session] = stored.sessions
    path = stored.exported(session)
    before = path.read_bytes()
    for table in ("session", "message", "part"):
        stored.ask(f"delete from {table}")
    adopt(stored, session, path)
    assert stored.sessions == [session]
    [(directory, title)] = stored.ask("select directory, title from session")
    assert directory == str(tmp_path / "repo")
    assert title == json.loads(before.partition(b"\n")[0])["session"]["title"]
    assert stored.exported(session).read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_session_that_lacks_messages_gets_them(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client(stored, tmp_path, monkeypatch)
    [session] = stored.sessions
    path = stored.exported(session)
    stored.ask("delete from message where id = ?", messages(recorded("resume"))[-1])
    adopt(stored, session, path)
    assert stored.ask("select count(*) from message") == [(len(ids(path)),)]


def test_what_the_reference_stored_becomes_lines(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It stores the client's export."""
    client(stored, tmp_path, monkeypatch)
    [session] = stored.sessions
    path = stored.exported(session)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    turned = [
        {"info": dict(reversed(line["info"].items())), "parts": line["parts"]}
        for line in lines
        if "info" in line
    ]
    document = json.dumps({"info": lines[0]["session"], "messages": turned}, indent=2).encode()
    layout = registry.stored_layout("OpenCode")
    assert layout.end(document) == len(lines) - 1
    path.write_bytes(document)
    adopt(stored, session, path)
    assert ids(path) == [line["info"]["id"] for line in turned]
    assert layout.end(path.read_bytes()) == len(lines)
    before = path.read_bytes()
    assert stored.exported(session).read_bytes() == before


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (None, "not on PATH"),
        ("#!/bin/sh\necho broken >&2\nexit 1\n", "broken"),
        ("#!/bin/sh\n", "all messages"),
    ],
)
def test_an_import_that_fails_says_so(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str | None, why: str
) -> None:
    if program is not None:
        client(stored, tmp_path, monkeypatch, program)
    else:
        monkeypatch.setenv("PATH", str(tmp_path))
    [session] = stored.sessions
    path = stored.exported(session)
    before = path.read_bytes()
    stored.ask("delete from session")
    with pytest.raises(EntireError, match=why) as error:
        adopt(stored, session, path)
    assert "opencode import" in str(error.value.hint)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


# A conversation that another agent began

MESSAGES = [Message(True, "Write it"), Message(False, "Done."), Message(True, "More"), Message(False, "Yes.")]


def handed_over(stored: Stored, tmp_path: Path) -> tuple[str, Path]:
    session = agent.new_session_id()
    with stored.here():
        path = Path(agent.transcript_path("", session))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(agent.new_transcript(MESSAGES, session, str(tmp_path / "repo")))
    return session, path


def models(stored: Stored, session: str) -> list[object]:
    rows = stored.ask("select data from message where session_id = ? order by time_created", session)
    return [json.loads(data).get("model") for (data,) in rows]


def test_it_continues_with_the_model_that_was_used_last(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The client takes that of the last prompt, and stops if it does not have it."""
    client(stored, tmp_path, monkeypatch)
    session, path = handed_over(stored, tmp_path)
    before = path.read_bytes()
    adopt(stored, session, path)
    used = {"providerID": "lab", "modelID": "lab-model"}
    assert models(stored, session) == [used, None, used, None]
    assert stored.exported(session).read_bytes() == before  # nothing is new
    assert [ids(path)[at] for at in range(4)] == sorted(ids(path))


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ('{"model": "fake/some/model"}', ("fake", "some/model")),
        ("{}", ("entire", "handed-over")),  # people choose one in the client
        ("[broken", ("entire", "handed-over")),
    ],
)
def test_or_with_the_one_that_the_configuration_names(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, found: tuple[str, str]
) -> None:
    client(stored, tmp_path, monkeypatch)
    (tmp_path / "bin" / "opencode.config").write_text(answer)
    for table in ("session", "message", "part"):
        stored.ask(f"delete from {table}")
    session, path = handed_over(stored, tmp_path)
    adopt(stored, session, path)
    assert models(stored, session)[0] == {"providerID": found[0], "modelID": found[1]}
