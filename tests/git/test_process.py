from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests.support import Repo

from entire.core.errors import EntireError
from entire.git import process
from entire.git.errors import GitError
from entire.git.repository import Repository


def open_descriptors() -> int:
    return len(os.listdir("/dev/fd"))


def test_run(repo: Repo, found: Repository) -> None:
    result = found.run("rev-parse", "HEAD")
    assert result == process.Result(0, repo.head.encode() + b"\n", "")


@pytest.mark.parametrize("size", [0, 1, 4096, 65_536, 65_537, 20_000_000])
def test_input_and_output_of_any_size(repo: Repo, found: Repository, size: int) -> None:
    data = os.urandom(1 << 10) * (size // 1024) + b"x" * (size % 1024)
    oid = found.run("hash-object", "-w", "--stdin", data=data).out.decode().strip()
    assert found.run("cat-file", "blob", oid).out == data


def test_input_that_git_does_not_read(found: Repository) -> None:
    assert found.run("rev-parse", "HEAD", data=b"x" * 5_000_000).code == 0


def test_large_complaints_do_not_block(found: Repository) -> None:
    data = b"update refs/x HEAD\n" + b"y" * 3_000_000
    script = "alias.noise=!head -c 3000000 /dev/zero | tr '\\0' e >&2; head -c 3000000 /dev/zero; exit 3"
    with pytest.raises(GitError) as caught:
        found.run("-c", script, "noise", data=data)
    assert caught.value.code == 3
    assert len(caught.value.message) < 600
    assert len(caught.value.detail) == 64 * 1024


def test_exit_codes(found: Repository) -> None:
    assert found.run("config", "no.such", ok=(0, 1)).code == 1
    with pytest.raises(GitError, match=re.escape("git config failed (exit 1)")) as caught:
        found.run("config", "no.such")
    assert caught.value.code == 1
    with pytest.raises(GitError, match="git no-such-command failed"):
        found.run("-c", "a.b=c", "no-such-command")


def test_death_by_a_signal(found: Repository) -> None:
    with pytest.raises(GitError) as caught:
        found.run("-c", "alias.die=!kill -9 $PPID", "die")
    assert caught.value.code == -9


def test_git_not_found(found: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    before = open_descriptors()
    for data in (b"", b"x"):
        with pytest.raises(EntireError, match="not found") as caught:
            found.run("version", data=data)
        assert "PATH" in caught.value.hint
    with pytest.raises(EntireError):
        found.start("version")
    assert open_descriptors() == before


def test_no_descriptor_is_left_open(found: Repository) -> None:
    found.run("version")
    before = open_descriptors()
    found.run("version", data=b"x")
    found.run("config", "no.such", ok=(1,))
    found.start("cat-file", "--batch").finish()
    assert open_descriptors() == before


def test_git_inherits_no_descriptor(found: Repository, tmp_path: Path) -> None:
    with (tmp_path / "held").open("w"):
        out = found.run("-c", f"alias.fds=!ls -l /dev/fd/ > {tmp_path}/out; cat {tmp_path}/out", "fds").out
    assert b"held" not in out


def test_no_folder_for_temporary_files_is_needed(found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/nowhere")
    assert found.run("hash-object", "--stdin", data=b"x" * 100_000).code == 0


def test_talking_to_a_running_git(repo: Repo, found: Repository) -> None:
    running = found.start("cat-file", "--batch-check")
    for _ in range(3):
        running.stdin.write(b"HEAD\n")
        running.stdin.flush()
        assert running.stdout.readline().split()[0].decode() == repo.head
    assert running.finish() == (0, "")


def test_finishing_before_everything_is_read(found: Repository) -> None:
    oid = found.run("hash-object", "-w", "--stdin", data=b"x" * 5_000_000).out
    running = found.start("cat-file", "--batch")
    running.stdin.write(oid)
    running.stdin.flush()
    assert running.stdout.read(1000)
    code, _ = running.finish()
    assert code != 0


def test_finishing_a_git_that_is_gone(found: Repository) -> None:
    running = found.start("no-such-command")
    running.stdin.write(b"x")
    code, complaint = running.finish()
    assert code == 1
    assert "no-such-command" in complaint
