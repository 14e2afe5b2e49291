"""One call of an external agent's program: a time limit, limited output, nothing left behind."""

from __future__ import annotations

import os
import time

from entire.agent.external import PROTOCOL
from entire.core import json_text, limits
from entire.core.errors import EntireError
from entire.core.text import one_line
from entire.git import process

TYPE_CHECKING = False
if TYPE_CHECKING:
    import select
    import signal
    from typing import Any
else:
    import _signal as signal

SECONDS = 5.0
MOST = 1024 * 1024  # of an answer, and of what it complains
MOST_TRANSCRIPT = 64 * 1024 * 1024
_FAIR_SECONDS = 1.0  # who does not answer within this time is not asked again
_KEPT = 4096  # of what it complains
_GLANCE = 0.05
_MOMENT = 0.002
_BLOCK = 64 * 1024
_DEFAULT = (signal.SIGPIPE, signal.SIGALRM, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


class NoAnswer(EntireError):
    """The program failed, or said something that makes no sense.

    ``slow``: it did not end in time. ``hurried``: nor could it be expected to, as a hook had no time left.
    """

    slow = False
    hurried = False


def ask(program: str, root: str, *words: str, data: bytes = b"", seconds: float = SECONDS) -> dict[str, Any]:
    """The JSON object that a subcommand prints. Raises NoAnswer."""
    answer = ask_any(program, root, *words, data=data, seconds=seconds)
    if not isinstance(answer, dict):
        raise NoAnswer(f"{_name(program)} {words[0]} did not print a JSON object")
    return answer


def ask_any(program: str, root: str, *words: str, data: bytes = b"", seconds: float = SECONDS) -> Any:
    """The JSON value that a subcommand prints. Raises NoAnswer."""
    printed = call(program, root, *words, data=data, seconds=seconds)
    try:
        return json_text.decode(printed)
    except ValueError as error:
        raise NoAnswer(f"{_name(program)} {words[0]} did not print valid JSON: {error}") from error


def call(
    program: str,
    root: str,
    *words: str,
    data: bytes = b"",
    seconds: float = SECONDS,
    most: int = MOST,
) -> bytes:
    """Run a subcommand in the work tree and return what it printed. Raises NoAnswer.

    In a hook, most of the time that is left is for other work. Whatever the program started is ended.
    """
    allowed = limits.patience(seconds)
    deadline = time.monotonic() + allowed
    out, out_end = os.pipe()
    err, err_end = os.pipe()
    pid = 0
    try:
        try:
            pid = _start([program, *words], root, data, out_end, err_end)
        except OSError as error:
            raise NoAnswer(f"cannot run {program}: {error.strerror}") from error
        finally:
            os.close(out_end)
            os.close(err_end)
        code, printed, said = _drain(pid, out, err, most, deadline)
    except _Bad as bad:
        failed = NoAnswer(f"{_name(program)} {words[0]} was stopped: {bad.args[0] or _too_long(allowed)}")
        failed.slow = not bad.args[0]
        failed.hurried = failed.slow and allowed < _FAIR_SECONDS
        raise failed from None
    finally:
        _end(pid)
        os.close(out)
        os.close(err)
    if code != 0:
        how = f"exit code {code}" if code > 0 else f"signal {-code}"
        why = one_line(said.decode("utf-8", "replace").strip().rpartition("\n")[2], 200)
        raise NoAnswer(f"{_name(program)} {words[0]} failed ({how})" + (f": {why}" if why else ""))
    return printed


class _Bad(Exception):
    """Why it is stopped; empty if it takes too long."""


def _too_long(seconds: float) -> str:
    return f"no answer within {seconds:.1f} s"


def _name(program: str) -> str:
    return os.path.basename(program)


def _start(command: list[str], root: str, data: bytes, out: int, err: int) -> int:
    given = process.readable(data)
    actions = [
        (os.POSIX_SPAWN_DUP2, given, 0),
        (os.POSIX_SPAWN_DUP2, out, 1),
        (os.POSIX_SPAWN_DUP2, err, 2),
    ]
    try:
        with process.Within(root if os.path.isdir(root) else "/"):  # a work tree may be gone
            return process.spawn(command, _environment(root), actions, True, setsid=True, setsigdef=_DEFAULT)
    finally:
        os.close(given)


def _environment(root: str) -> dict[str, str]:
    """Without what git sets for its hooks: the program may run git itself."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {"ENTIRE_REPO_ROOT": root, "ENTIRE_PROTOCOL_VERSION": str(PROTOCOL)}


def _drain(pid: int, out: int, err: int, most: int, deadline: float) -> tuple[int, bytes, bytes]:
    """Read until the program has ended; what its children keep open does not matter."""
    import select

    poller = select.poll()
    texts = {out: bytearray(), err: bytearray()}
    for descriptor in texts:
        poller.register(descriptor, select.POLLIN | select.POLLHUP)
    still_open, complaints, code = len(texts), 0, None
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise _Bad("")
        wait = min(left, _GLANCE if code is None else 0.0)
        ready = _ready(poller, wait) if still_open else []
        for descriptor in ready:
            block = os.read(descriptor, _BLOCK)
            if not block:
                poller.unregister(descriptor)
                still_open -= 1
            elif descriptor == out:
                texts[out] += block
            else:
                complaints += len(block)
                texts[err] = (texts[err] + block)[-_KEPT:]
            if len(texts[out]) > most or complaints > MOST:
                raise _Bad("too much output")
        if code is not None and not (ready and still_open):
            return code, bytes(texts[out]), bytes(texts[err])
        if code is None:
            code = _exit_code(pid)
            if code is None and not still_open:
                time.sleep(_MOMENT)


def _ready(poller: select.poll, seconds: float) -> list[int]:
    return [descriptor for descriptor, _ in poller.poll(seconds * 1000)]


def _exit_code(pid: int) -> int | None:
    """How the program ended; None while it runs. It is waited for later: until then its number is its own."""
    found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def _end(pid: int) -> None:
    if not pid:
        return
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:  # nothing is left of it, or only what macOS does not let us end
        pass
    os.waitpid(pid, 0)
    process.forget(pid)
