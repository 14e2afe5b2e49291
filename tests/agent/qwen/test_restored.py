"""Qwen Code resumes a session that came from another folder only with a note."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from entire.agent.qwen import agent

ID = "11111111-2222-3333-4444-555555555555"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository; the command runs below its top."""
    monkeypatch.setenv("QWEN_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("QWEN_RUNTIME_DIR", raising=False)
    (tmp_path / "my repo" / "src").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "my repo" / "src")
    return tmp_path / "my repo"


def restore(root: Path, cwd: str) -> Path:
    path = Path(agent.transcript_path(str(root), ID))
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"uuid": "1", "type": "user", "cwd": cwd}) + "\n")
    agent.adopt_transcript(ID, str(path))
    return path.with_name(f"{ID}.runtime.json")


def test_a_session_of_another_folder(root: Path) -> None:
    note = json.loads(restore(root, "/elsewhere").read_text())
    assert (note["session_id"], note["work_dir"], note["schema_version"]) == (ID, str(root), 1)


def test_a_session_of_this_folder(root: Path) -> None:
    assert not restore(root, str(root)).exists()


def test_a_folder_that_is_not_known(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert not restore(root, "/elsewhere").exists()


def test_places(root: Path, tmp_path: Path) -> None:
    path = agent.transcript_path("/code/my Größe", ID)
    assert path == str(tmp_path / "home" / "projects" / "-code-my-Gr--e" / "chats" / f"{ID}.jsonl")
    assert not agent.is_present(str(root))
    (root / ".qwen").mkdir()
    assert agent.is_present(str(root))
    assert agent.resume_command(ID) == f"qwen --resume {ID}"
