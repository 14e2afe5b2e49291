"""Run git. No other module starts the git command. What hooks start besides git is noted here, too.

Importing `subprocess` costs a hook as much as two git calls, so we use the bare system call.
"""

from __future__ import annotations

import os
import sys
import time

from entire.core import clock
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import environment
from entire.git.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from typing import IO, Any
else:
    import _signal as signal  # the same without its enums

# A pipe holds at least this much unread data, on every system and under any load.
PIPE_BYTES = 4096
# For commands that read all over a large pack: git maps it into memory, and keeps what it unpacked.
LEAN = (
    *("-c", "core.packedGitWindowSize=1m", "-c", "core.packedGitLimit=32m"),
    *("-c", "core.deltaBaseCacheLimit=16m"),
)
_END_SECONDS = 0.5
_PAUSE_SECONDS = 0.01
_ENDING = (signal.SIGALRM, signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


class _Children:
    """The processes that were started and not waited for yet."""

    own_groups = False
    groups: dict[int, bool] = {}  # by process id: whether the process leads its own group
    started = 0  # git processes, in all


def own_groups() -> None:
    """Give each git process its own process group, so that what it starts (filters) can be ended with it.

    Hooks do this. A command that a person runs does not: Ctrl-C must reach all of its processes.
    """
    _Children.own_groups = True


def started() -> int:
    """Return how many git processes were started."""
    return _Children.started


def end_children(*only: int) -> None:
    """End the git processes that are running; kill those that do not end in time to remove their locks.

    ``only``: the ids of some of them.
    """
    ending = {pid: group for pid, group in _Children.groups.items() if not only or pid in only}
    if not ending:
        return
    for number in (signal.SIGTERM, signal.SIGCONT):
        _signal_children(ending, number)
    deadline = time.monotonic() + _END_SECONDS
    while time.monotonic() < deadline and not all(map(_has_ended, ending)):
        time.sleep(_PAUSE_SECONDS)
    _signal_children(ending, signal.SIGKILL)


def _signal_children(ending: dict[int, bool], number: int) -> None:
    for pid, group in ending.items():
        try:
            (os.killpg if group else os.kill)(pid, number)
        except OSError:
            pass


def _has_ended(pid: int) -> bool:
    """Whether a process has ended; it can still be waited for."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


class Result(Value):
    code: int
    out: bytes
    err: str


class Running(Value):
    """A git process with pipes to it."""

    pid: int
    stdin: IO[bytes]
    stdout: IO[bytes]
    errors: int  # descriptor of an unlinked file

    def finish(self) -> tuple[int, str]:
        """Close the pipes, wait, and return the exit code and standard error."""
        for pipe in (self.stdin, self.stdout):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        forget(self.pid)
        text = os.pread(self.errors, 64 * 1024, 0).decode("utf-8", "replace")
        os.close(self.errors)
        return code, text


def start(
    arguments: list[str],
    stdin: int | None = None,
    index_file: str | None = None,
    *,
    online: bool = False,
    env: dict[str, str] | None = None,
) -> Running:
    """Start git with pipes (``stdin``: a descriptor to use instead of a pipe).

    ``online`` lets it use the network, in its own process group, without a terminal to prompt on. ``env``:
    other variables than usual.
    """
    errors = _unlinked_file()
    out_read, out_write = os.pipe()
    in_read, in_write = (stdin, None) if stdin is not None else os.pipe()
    try:
        actions = [
            (os.POSIX_SPAWN_DUP2, in_read, 0),
            (os.POSIX_SPAWN_DUP2, out_write, 1),
            (os.POSIX_SPAWN_DUP2, errors, 2),
        ]
        env = env or environment.for_git(index_file, online=online)
        group = _Children.own_groups and not online
        grouping = {"setpgroup": 0} if group else {"setsid": online}
        command = ["git", *arguments]
        sys.audit("entire.git", command)  # see core/faults.py
        _Children.started += 1
        pid = spawn(command, env, actions, group or online, **grouping)
    except BaseException as error:
        for descriptor in (errors, out_read, in_write):
            if descriptor is not None:
                os.close(descriptor)
        if isinstance(error, FileNotFoundError | PermissionError):
            hint = "install git and make sure it is on PATH"
            raise EntireError("the git command was not found", hint) from error
        raise
    finally:
        os.close(out_write)
        os.close(in_read)
    sink = open(in_write if in_write is not None else os.open(os.devnull, os.O_WRONLY), "wb", buffering=65536)
    return Running(pid, sink, open(out_read, "rb", buffering=65536), errors)


def spawn(command: list[str], env: dict[str, str], actions: list[Any], leads: bool, **grouping: Any) -> int:
    """Start a program and note it. A signal that ends us waits for that, or the program would be left."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        pid = os.posix_spawnp(command[0], command, env, file_actions=actions, setsigmask=before, **grouping)
        _Children.groups[pid] = leads
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return pid


class Within:
    """Be in another folder for a moment: the system call that starts a program cannot change its folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        self._before = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.chdir(self._folder)
        except OSError:
            os.close(self._before)
            raise

    def __exit__(self, *error: object) -> None:
        os.fchdir(self._before)
        os.close(self._before)


def forget(pid: int) -> None:
    """A process has been waited for."""
    _Children.groups.pop(pid, None)


class Early:
    """Git commands that start up while we work: the next call with the same arguments finds one started."""

    _started: dict[tuple[str, ...], list[Running]] = {}

    def __init__(self, *commands: list[str]) -> None:
        self._commands = commands

    def __enter__(self) -> None:
        for arguments in self._commands:
            Early._started.setdefault(tuple(arguments), []).append(start(arguments))

    def __exit__(self, *error: object) -> None:
        """End those that were not needed: without input, git does nothing."""
        for arguments in self._commands:
            while unused := Early.take(arguments):
                unused.finish()

    @staticmethod
    def take(arguments: list[str]) -> Running | None:
        """Return such a command, if one was started."""
        found = Early._started.get(tuple(arguments))
        return found.pop(0) if found else None


def _start_with(arguments: list[str], data: bytes, index_file: str | None) -> Running:
    """Start git with input, or give it to the process that was started early."""
    early = None
    if index_file is None and len(data) <= PIPE_BYTES:  # more could block
        early = Early.take(arguments)
    if early is None:
        return start(arguments, readable(data), index_file)
    try:
        early.stdin.write(data)
        early.stdin.close()
    except BrokenPipeError:  # it failed: its exit code says so
        pass
    return early


class PendingGit:
    """A git command that runs in the background."""

    def __init__(self, arguments: list[str], data: bytes = b"", index_file: str | None = None) -> None:
        self._name = subcommand(arguments)
        self._running = _start_with(arguments, data, index_file)

    def out(self, *, ok: tuple[int, ...] = (0,)) -> bytes:
        """Wait for the command and return its output. Can be called once.

        Raises GitError for an exit code not in ``ok``.
        """
        with clock.Spent("git"):
            out = self._running.stdout.read()
            code, complaint = self._running.finish()
        if code not in ok:
            raise GitError(self._name, code, complaint)
        return out


def run(
    arguments: list[str], data: bytes = b"", *, ok: tuple[int, ...] = (0,), index_file: str | None = None
) -> Result:
    """Run git and return its output. Raises GitError for an exit code not in ``ok``."""
    with clock.Spent("git"):
        running = _start_with(arguments, data, index_file)
        out = running.stdout.read()
        code, err = running.finish()
    if code not in ok:
        raise GitError(subcommand(arguments), code, err)
    return Result(code, out, err)


def subcommand(arguments: list[str]) -> str:
    """Return the subcommand of a command line."""
    words = iter(arguments)
    for word in words:
        if word in ("-C", "-c"):
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""


def readable(data: bytes) -> int:
    """Return a descriptor from which ``data`` can be read: a file, so that nothing blocks."""
    if not data:
        return os.open(os.devnull, os.O_RDONLY)
    descriptor = _unlinked_file()
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _unlinked_file() -> int:
    """Return the descriptor of a file without a name."""
    if hasattr(os, "memfd_create"):  # needs no writable directory
        return os.memfd_create("entire")
    folder = os.environ.get("TMPDIR") or "/tmp"
    path = os.path.join(folder, f"entire-{os.getpid()}-{os.urandom(6).hex()}")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    os.unlink(path)
    return descriptor
