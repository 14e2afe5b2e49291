"""What the system refuses is told in one line, with a hint."""

from __future__ import annotations

import errno

import pytest
from tests.cli.conftest import run
from tests.support import Repo

from entire.cli.ui.failures import explain
from entire.core.errors import EntireError
from entire.git.errors import GitError, RefChanged

ROOM = "free some space and try again; existing data is intact"
LOCKED = (
    "fatal: Unable to create '/repo/.git/index.lock': File exists.\n\nAnother git process seems to be running"
)


def caused(error: EntireError, cause: Exception) -> EntireError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "message", "hint"),
    [
        (OSError(errno.ENOSPC, "full"), "write failed: No space left on device", ROOM),
        (
            OSError(errno.EROFS, "no", "/repo/x"),
            "/repo/x: Read-only file system",
            "the file system is mounted read-only",
        ),
        (
            PermissionError(errno.EACCES, "no", b"/repo/x"),
            "/repo/x: Permission denied",
            "check its owner and permissions",
        ),
        (
            caused(EntireError("cannot write .claude/settings.json"), OSError(errno.ENOSPC, "full")),
            "cannot write .claude/settings.json",
            ROOM,
        ),
        (
            GitError("fast-import", 128, "fatal: write error: No space left on device"),
            "git: No space left on device",
            ROOM,
        ),
        (
            GitError("update-ref", 128, "fatal: cannot lock ref 'refs/heads/x': Permission denied"),
            "refs/heads/x: Permission denied",
            "check its owner and permissions",
        ),
        (
            RefChanged(f"could not move refs/heads/x: {LOCKED}"),
            "/repo/.git/index.lock exists",
            "another git command is running; if not, remove the file",
        ),
    ],
)
def test_what_is_explained(error: Exception, message: str, hint: str) -> None:
    told = explain(error)
    assert told is not None
    assert (told.message, told.hint) == (message, hint)


@pytest.mark.parametrize(
    "error",
    [
        EntireError("no such checkpoint", "look"),
        GitError("log", 128, "bad revision"),
        RefChanged("moved"),
        FileNotFoundError(errno.ENOENT, "gone", "/x"),
        ValueError("x"),
    ],
)
def test_what_speaks_for_itself(error: Exception) -> None:
    assert explain(error) is None


def test_a_lock_that_is_left_over(repo: Repo) -> None:
    repo.write(".git/refs/heads/entire/checkpoints/v1.lock")
    done = run(repo.path, "enable")
    assert done.code == 1
    assert done.err == (
        f"entire: {repo.path}/.git/refs/heads/entire/checkpoints/v1.lock exists\n"
        "hint: another git command is running; if not, remove the file\n"
    )
