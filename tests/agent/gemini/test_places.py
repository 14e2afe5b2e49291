"""Where Gemini CLI keeps a session, and where it looks for one that was restored."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from entire.agent.gemini import agent, places

ROOT = "/code/my Größe"
ID = "5c57ecd6-69f2-4c63-835c-a79b2d576107"
NAME = f"session-2026-11-15T07-44-{ID[:8]}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    (tmp_path / ".gemini" / "tmp").mkdir(parents=True)
    return tmp_path / ".gemini"


def project(home: Path, name: str, root: str = "") -> Path:
    folder = home / "tmp" / name
    (folder / "chats").mkdir(parents=True)
    if root:
        (folder / ".project_root").write_text(f"{root}\n")
    return folder


def register(home: Path, **projects: str) -> None:
    named = {root.replace("_", "/"): name for root, name in projects.items()}
    (home / "projects.json").write_text(json.dumps({"projects": named}))


def session(folder: Path, name: str = f"{NAME}.jsonl", id: str = ID, more: str = '{"id":"1"}\n') -> Path:
    path = folder / "chats" / name
    path.write_text(f'{{"sessionId":"{id}","kind":"main"}}\n{more}')
    return path


@pytest.mark.parametrize(
    ("root", "name"),
    [
        ("/code/repo", "repo"),
        ("/code/my Größe", "my-gr-e"),
        ("/code/Big_Project.v2", "big-project-v2"),
        ("/code/--a--b--", "a-b"),
        ("/code/ß", "project"),
        ("/", "project"),
    ],
)
def test_a_new_project_is_called_as_the_client_would(home: Path, root: str, name: str) -> None:
    assert places.chats_dir(root) == str(home / "tmp" / name / "chats")


def test_a_name_that_is_taken(home: Path) -> None:
    register(home, _elsewhere_repo="repo")
    project(home, "repo-1", "/third/repo")
    assert places.chats_dir("/code/repo") == str(home / "tmp" / "repo-2" / "chats")


def test_the_name_that_the_client_gave(home: Path) -> None:
    register(home, _code_repo="repo-7")
    assert places.chats_dir("/code/repo") == str(home / "tmp" / "repo-7" / "chats")
    project(home, "repo-7", "/somebody/else/s")  # the registry is wrong
    assert places.chats_dir("/code/repo") == str(home / "tmp" / "repo" / "chats")


def test_a_folder_that_says_whose_it_is(home: Path) -> None:
    project(home, "renamed", "/code/repo")
    assert places.chats_dir("/code/repo") == str(home / "tmp" / "renamed" / "chats")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"projects": 7}', '{"projects": {"/code/repo": "../x"}}'])
def test_a_broken_registry(home: Path, text: str) -> None:
    (home / "projects.json").write_text(text)
    assert places.chats_dir("/code/repo") == str(home / "tmp" / "repo" / "chats")


def test_a_session_that_is_there(home: Path) -> None:
    folder = project(home, "repo")
    session(folder, f"session-2026-11-14T00-00-{ID[:8]}.jsonl", id=f"{ID[:8]}-other")
    path = session(folder)
    assert agent.transcript_path("/code/repo", ID) == str(path)


def test_a_file_that_the_client_began_and_did_not_use(home: Path) -> None:
    folder = project(home, "repo")
    path = session(folder)
    later = session(folder, f"session-2026-11-16T00-00-{ID[:8]}.jsonl", more='{"$set":{"messages":[]}}\n')
    os.utime(path, (1, 1))
    assert later.exists()
    assert agent.transcript_path("/code/repo", ID) == str(path)


def test_an_older_version_s_file_and_what_continues_it(home: Path) -> None:
    folder = project(home, "repo")
    old = folder / "chats" / f"{NAME}.json"
    old.write_text(json.dumps({"sessionId": ID, "messages": [{"id": "1"}]}, indent=2))
    assert agent.transcript_path("/code/repo", ID) == str(old)
    new = session(folder)
    os.utime(old, (1, 1))
    assert agent.transcript_path("/code/repo", ID) == str(new)


def test_a_restored_session_and_its_subagents(home: Path) -> None:
    path = agent.transcript_path("/code/repo", ID)
    assert os.path.basename(path) == f"session-{ID}-{ID[:8]}.jsonl"
    below = agent.subagent_path(path, "50368f2c")
    assert below == str(home / "tmp" / "repo" / "chats" / ID / "50368f2c.jsonl")  # also before it is written


def test_subagents_of_a_file_that_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / f"{NAME}.jsonl"
    assert agent.subagent_path(str(path), "x") == ""
    path.write_text("not JSON\n")
    assert agent.subagent_path(str(path), "x") == ""
    path.write_text('{"sessionId":"../../x"}\n')
    assert agent.subagent_path(str(path), "x") == ""


def test_the_subagent_that_was_asked(home: Path) -> None:
    folder = project(home, "repo")
    path = session(folder)
    (folder / "chats" / ID).mkdir()
    for name, asked in (("a", 'Write "it"'), ("b", "Read it"), ("c", 'Write "it"')):
        record = {"id": "1", "type": "user", "content": [{"text": asked}]}
        (folder / "chats" / ID / f"{name}.jsonl").write_text(json.dumps(record) + "\n")
    os.utime(folder / "chats" / ID / "c.jsonl", (1, 1))
    assert places.subagent_of(str(path), ID, 'Write "it"') == "a"  # the last one
    assert places.subagent_of(str(path), ID, "Read it") == "b"
    assert places.subagent_of(str(path), ID, "Else") == ""
    assert places.subagent_of("", ID, "Read it") == ""


def test_an_older_version_s_conversation_is_restored_as_lines(tmp_path: Path) -> None:
    path = tmp_path / f"{NAME}.jsonl"
    said = {"id": "1", "type": "user", "content": "Hi"}
    document = {"sessionId": ID, "projectHash": "x", "messages": [said]}
    path.write_text(json.dumps(document, indent=2))
    agent.adopt_transcript(ID, str(path))
    first, last = map(json.loads, path.read_text().splitlines())
    assert first == said
    assert last == {"$set": {"sessionId": ID, "projectHash": "x"}}
    before = path.read_text()
    agent.adopt_transcript(ID, str(path))
    assert path.read_text() == before


def test_is_present(tmp_path: Path) -> None:
    assert not agent.is_present(str(tmp_path))
    (tmp_path / ".gemini").mkdir()
    assert agent.is_present(str(tmp_path))
    assert agent.resume_command(ID) == f"gemini --resume {ID}"
