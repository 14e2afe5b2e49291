"""Fault injection, for tests: stop this process at one of its effects, or make that effect fail.

`ENTIRE_FAULT=<n>:<kind>:<log>` names the n-th effect of all our processes that append to the same log, so
that one number covers the hooks of a whole `git commit`. Instead of n, it can have a part of the log's line:
the first such effect is meant, however many come before it. An effect is a file opened for writing, written,
renamed or removed, a directory made, a lock taken, a process started, a transaction of the index. Python
reports almost all of them to audit hooks before they happen, so new code is covered, too. Only before git is
started, before data is written to an open file, and where a database was opened, our code calls `sys.audit`.
Loaded only if the variable is set.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VARIABLE = "ENTIRE_FAULT"
WRITE = "entire.write"  # (path): data is about to be written to an open file
DATABASE = "entire.database"  # (connection): a database was opened
GIT = "entire.git"  # (command): git is about to be started; the list can be changed
KILL = "kill"  # as `kill -9` and the kernel do, out of memory
INTERRUPT = "interrupt"  # Ctrl-C
GIT_FAILS = "git-fails"  # git exits with an error, and has done nothing
GIT_KILLED = "git-killed"  # git is killed while it holds the locks of the refs that it updates
# Any other kind is the name of a system error, such as ENOSPC. The number 0 only fills the log.

_SPAWN = "os.posix_spawn"
_SIMPLE = frozenset(
    {
        "fcntl.flock",
        "os.chmod",
        "os.link",
        "os.mkdir",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.symlink",
        "os.truncate",
        "os.utime",
        "sqlite3.connect",
        GIT,
        WRITE,
    }
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NOT_OURS = ("/dev/", "/proc/")
_LOG = 512  # above the descriptors that a process in the background closes
_CHANGES = ("BEGIN", "COMMIT", "CREATE", "DROP")


class _Fault:
    """What this process was asked to do."""

    number = 0
    line = ""  # a part of it, instead of the number
    kind = ""
    log = -1
    folder = ""  # of the git hook that kills git
    count = 0  # effects so far
    name = ""  # of this process


def install() -> None:
    """Read the variable, and watch the effects of this process."""
    which, kind, path = os.environ[VARIABLE].split(":", 2)
    _Fault.number, _Fault.line = (int(which), "") if which.isdecimal() else (0, which)
    _Fault.kind, _Fault.folder = kind, f"{path}.hooks"
    opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    _Fault.log = fcntl.fcntl(opened, fcntl.F_DUPFD_CLOEXEC, _LOG)
    os.close(opened)
    before = os.pread(_Fault.log, os.fstat(_Fault.log).st_size, 0)
    _Fault.count = before.count(b"\n")
    if _Fault.line.encode() in before:
        _Fault.line = ""  # another process was stopped there
    sys.dont_write_bytecode = True  # only the first process would
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    _Fault.name = words[2] if words[:1] == ["hooks"] and len(words) > 2 else "".join(words[:1])
    sys.addaudithook(_seen)


def _seen(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _SIMPLE:
        _effect(event, _command(arguments[0]) if event == GIT else str(arguments[0]), arguments)
    elif event == _SPAWN and arguments[0] != "git":
        _effect(event, str(arguments[0]), arguments)
    elif event == "open":
        path, _, flags = arguments
        if flags & _WRITES and isinstance(path, str | bytes) and not _skipped(os.fsdecode(path)):
            _effect(event, os.fsdecode(path), arguments)
    elif event == DATABASE:
        arguments[0].set_trace_callback(_statement)


def _command(words: list[str]) -> str:
    """Return git's command line without options: the subcommand and its operands."""
    pairs = zip(words, ["", *words], strict=False)
    return " ".join(word for word, before in pairs if word[:1] != "-" and before not in ("-C", "-c"))


def _skipped(path: str) -> bool:
    return path.startswith(_NOT_OURS) or "__pycache__" in path


def _statement(text: str) -> None:
    """SQLite ignores what a callback raises: only a kill has an effect here."""
    if text.startswith(_CHANGES):
        _effect("sqlite", text.split()[0], ())


def _effect(event: str, detail: str, arguments: tuple[Any, ...]) -> None:
    _Fault.count += 1
    line = f"{_Fault.count}\t{_Fault.name}\t{event}\t{os.path.basename(detail)}".replace("\n", " ")
    os.write(_Fault.log, (line + "\n").encode("utf-8", "replace"))
    if _Fault.count == _Fault.number or (_Fault.line and _Fault.line in line):
        _Fault.line = ""
        _strike(event, arguments)


def _strike(event: str, arguments: tuple[Any, ...]) -> None:
    if _Fault.kind == KILL:
        os.kill(os.getpid(), 9)
    elif _Fault.kind == INTERRUPT:
        os.kill(os.getpid(), 2)
    elif event == GIT and _Fault.kind == GIT_FAILS:
        arguments[0][1:] = ["--not-an-option"]
    elif event == GIT and _Fault.kind == GIT_KILLED:
        arguments[0][1:1] = ["-c", f"core.hooksPath={_Fault.folder}"]
    elif code := getattr(errno, _Fault.kind, 0):
        raise OSError(code, os.strerror(code))
