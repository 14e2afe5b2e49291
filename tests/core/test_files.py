from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from entire.core import files


def test_write_and_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    files.write_atomic(str(path), b"one")
    files.write_atomic(str(path), b"two", 0o644)
    assert files.read(str(path)) == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert os.listdir(tmp_path) == ["file"]


def test_files_are_private_by_default(tmp_path: Path) -> None:
    files.write_atomic(str(tmp_path / "file"), b"")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


def test_a_link_is_replaced_not_written_through(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("theirs")
    (tmp_path / "file").symlink_to(target)
    files.write_atomic(str(tmp_path / "file"), b"ours")
    assert target.read_text() == "theirs"
    assert (tmp_path / "file").read_bytes() == b"ours"


def test_a_failed_write_leaves_the_old_content_and_no_scrap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def disk_full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_full)
    with pytest.raises(OSError, match="No space"):
        files.write_atomic(str(path), b"new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


_WRITER = """
import sys
from entire.core import files
for _ in range(60):
    files.write_atomic(sys.argv[1], sys.argv[2].encode() * 50_000)
"""


def test_readers_never_see_a_part_of_what_concurrent_writers_write(tmp_path: Path) -> None:
    path = str(tmp_path / "file")
    files.write_atomic(path, b"0" * 50_000)
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, path, letter]) for letter in "abc"]
    while any(writer.poll() is None for writer in writers):
        data = files.read(path)
        assert data is not None
        assert len(data) == 50_000
        assert len(set(data)) == 1
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert os.listdir(tmp_path) == ["file"]


def test_read_of_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert files.read(str(tmp_path / "missing")) is None
    assert files.read(str(tmp_path)) is None
    assert files.read(str(tmp_path / "file" / "below")) is None


def test_remove_says_whether_there_was_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert files.remove(str(tmp_path / "file"))
    assert not files.remove(str(tmp_path / "file"))


def test_make_dir_makes_parents_and_does_not_mind_what_is_there(tmp_path: Path) -> None:
    files.make_dir(str(tmp_path / "a" / "b"))
    files.make_dir(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()


def test_the_time_of_a_file(tmp_path: Path) -> None:
    """It is there with the content: nobody sees one without the other."""
    path = tmp_path / "file"
    files.write_atomic(str(path), b"1", time=1_700_000_000_123_456_789)
    assert path.stat().st_mtime_ns == 1_700_000_000_123_456_789
