from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest
from tests.support import Repo

from entire.core.errors import EntireError
from entire.git import repository
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.session import capture as captures
from entire.session.capture import Capture


@pytest.fixture
def here(repo: Repo) -> Repository:
    repo.write("clean.txt", "clean\n")
    repo.write("dirty.txt", "before\n")
    repo.write("gone.txt", "gone\n")
    repo.commit("files")
    repo.write("dirty.txt", "by the user\n")
    repo.write("new.txt", "also by the user\n")
    (repo.path / "gone.txt").unlink()
    (repo.path / "link").symlink_to("nowhere")
    repo.write(".entire/settings.json", "{}")
    return repository.open_repository(str(repo.path))


def take(here: Repository) -> Capture:
    return captures.take(
        here,
        Capture(session_id="s", step_transcript_start=12, last_transcript_identifier="uuid-12"),
        status.read(here),
    )


def changed(here: Repository) -> list[str]:
    """What differs from HEAD and from the capture on disk."""
    capture = captures.load(here, "s")
    assert capture is not None
    return captures.changed_since(here, capture, [entry.path for entry in status.read(here).changed])


def test_a_capture_is_written_as_the_reference_reads_it(here: Repository) -> None:
    take(here)
    text = Path(here.worktree, ".entire/tmp/pre-prompt-s.json").read_text()
    value = json.loads(text)
    assert list(value)[:5] == [
        "session_id",
        "timestamp",
        "untracked_files",
        "last_transcript_identifier",
        "step_transcript_start",
    ]
    assert value["session_id"] == "s"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value["timestamp"])
    assert value["untracked_files"] == ["link", "new.txt"]
    assert value["last_transcript_identifier"] == "uuid-12"
    assert value["step_transcript_start"] == 12
    assert text == json.dumps(value, indent=2) + "\n"


def test_a_list_of_no_untracked_files_is_written(repo: Repo) -> None:
    here = repository.open_repository(str(repo.path))
    captures.take(here, Capture(session_id="s"), status.read(here))
    value = json.loads(Path(here.worktree, ".entire/tmp/pre-prompt-s.json").read_text())
    assert value["untracked_files"] == []
    assert "step_transcript_start" not in value


def test_our_own_files_are_not_the_users(here: Repository) -> None:
    assert not [path for path in take(here).signatures if path.startswith(".entire")]


def test_nothing_changed_at_first(here: Repository) -> None:
    take(here)
    assert changed(here) == [".entire/settings.json"]  # the capture itself is ignored


@pytest.mark.parametrize("name", ["dirty.txt", "new.txt", "clean.txt", "other.txt"])
def test_a_written_file_is_seen(here: Repository, name: str) -> None:
    take(here)
    Path(here.path(name)).write_text("by the agent\n")
    assert name in changed(here)


def test_the_change_time_reveals_what_size_and_time_hide(here: Repository) -> None:
    take(here)
    path = Path(here.path("dirty.txt"))
    before = path.stat()
    time.sleep(0.02)  # the clock of a file system ticks slower than ours
    path.write_text("BY THE USER\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert "dirty.txt" in changed(here)


@pytest.mark.parametrize("name", ["clean.txt", "dirty.txt"])
def test_a_deleted_file_is_seen(here: Repository, name: str) -> None:
    take(here)
    Path(here.path(name)).unlink()
    assert name in changed(here)


def test_a_file_that_was_deleted_before_is_not(here: Repository) -> None:
    take(here)
    assert "gone.txt" not in changed(here)
    Path(here.path("gone.txt")).write_text("back, and different\n")
    assert "gone.txt" in changed(here)


def test_a_link_is_looked_at_not_through(here: Repository) -> None:
    take(here)
    link = Path(here.path("link"))
    Path(here.path("nowhere")).write_text("now there is something\n")
    assert "link" not in changed(here)
    link.unlink()
    link.symlink_to("elsewhere")
    assert "link" in changed(here)


def test_an_executable_bit_is_seen(here: Repository) -> None:
    take(here)
    os.chmod(here.path("new.txt"), 0o755)
    assert "new.txt" in changed(here)


def test_the_older_name_of_the_position_is_understood(here: Repository) -> None:
    take(here)
    path = Path(captures.prompt_path(here, "s"))
    for value, line in (
        ({"last_transcript_line_count": 7}, 7),
        ({"last_transcript_line_count": 7, "step_transcript_start": 9}, 9),
    ):
        path.write_text(json.dumps({"session_id": "s", "untracked_files": None, **value}))
        capture = captures.load(here, "s")
        assert capture is not None
        assert capture.step_transcript_start == line
        assert capture.untracked_files == []


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "\x00"])
def test_a_capture_that_cannot_be_read_counts_as_none(here: Repository, text: str) -> None:
    take(here)
    Path(captures.prompt_path(here, "s")).write_text(text)
    assert captures.load(here, "s") is None


def test_a_capture_is_gone_after_its_turn(here: Repository) -> None:
    take(here)
    captures.discard(here, Capture(session_id="s"))
    captures.discard(here, Capture(session_id="s"))
    assert captures.load(here, "s") is None
    assert os.listdir(here.path(".entire/tmp")) == [".gitignore"]


def test_a_link_in_its_place_is_replaced_not_followed(here: Repository) -> None:
    os.makedirs(here.path(".entire/tmp"))
    outside = Path(here.worktree).parent / "outside"
    outside.write_text("precious")
    os.symlink(outside, captures.prompt_path(here, "s"))
    take(here)
    assert outside.read_text() == "precious"


@pytest.mark.parametrize("session_id", ["", "..", "../x", "a/b", "a\nb", "-x", "a\0b", "x" * 129])
def test_a_hostile_id_never_becomes_a_path(here: Repository, session_id: str) -> None:
    with pytest.raises(EntireError, match="session id"):
        captures.load(here, session_id)
