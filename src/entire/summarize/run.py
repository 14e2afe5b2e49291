"""Run a provider: in its own process group, with a timeout and limited output."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from types import FrameType
from typing import IO, Self

from entire.core.errors import EntireError
from entire.summarize import answer, surroundings
from entire.summarize.options import KEY
from entire.summarize.providers import Provider

MAX_OUTPUT = 1024 * 1024
_GLANCE_SECONDS = 0.1


def ask(provider: Provider, prompt: str, seconds: float) -> str:
    """Return the provider's answer. Raises EntireError if anything goes wrong."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(prompt.encode("utf-8", "replace"))
        given.seek(0)
        with surroundings.empty_folder() as folder, _DelayedInterrupt() as interrupt:
            process = _start(provider, folder, given, out, err)
            try:
                interrupt.release()
                code = _wait(provider, process, (out, err), time.monotonic() + seconds, seconds)
            finally:
                _end(process)
        if code != 0:
            raise _failed(provider, code, _read(out), _read(err))
        return answer.extract(_read(out), provider.answer_key)


def _start(
    provider: Provider, folder: str, given: IO[bytes], out: IO[bytes], err: IO[bytes]
) -> subprocess.Popen[bytes]:
    """Start the provider with files instead of pipes: nothing blocks, even if its children keep them open."""
    env = surroundings.environment(os.environ, dict(provider.variables))
    try:
        return subprocess.Popen(
            provider.words, cwd=folder, env=env, stdin=given, stdout=out, stderr=err, start_new_session=True
        )
    except OSError as error:
        raise EntireError(f"cannot run {provider.name}: {error.strerror}") from error


def _wait(
    provider: Provider,
    process: subprocess.Popen[bytes],
    outputs: tuple[IO[bytes], ...],
    deadline: float,
    seconds: float,
) -> int:
    while True:
        try:
            return process.wait(_GLANCE_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        if any(os.fstat(file.fileno()).st_size > MAX_OUTPUT for file in outputs):
            raise EntireError(f"{provider.name} was stopped: too much output")
        if time.monotonic() >= deadline:
            raise EntireError(
                f"{provider.name} was stopped: no answer within {seconds:g} s",
                f"to wait longer, set {KEY}.timeout_seconds",
            )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the provider's process group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (
        ProcessLookupError,
        PermissionError,
    ):  # PermissionError: zombies on macOS
        pass
    process.wait()


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MAX_OUTPUT).decode("utf-8", "replace")


def _failed(provider: Provider, code: int, out: str, err: str) -> EntireError:
    how = f"exit code {code}" if code >= 0 else f"signal {-code}"
    why = answer.complaint(out, err, provider.answer_key)
    message = f"{provider.name} failed ({how})" + (f": {why}" if why else "")
    return EntireError(message, f"check that {provider.name} works on its own")


class _DelayedInterrupt:
    """Delays Ctrl-C from ``__enter__`` to ``release``: until there is code that will end the process.

    Only the main thread can set a handler, and only there Ctrl-C raises KeyboardInterrupt. In other threads,
    and if SIGINT is ignored, this does nothing.
    """

    def __init__(self) -> None:
        self._arrived = False
        self._holding = False

    def __enter__(self) -> Self:
        self._previous = signal.getsignal(signal.SIGINT)
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and callable(self._previous):
            self._holding = True
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Restore the handler and deliver an interrupt that arrived meanwhile. Safe to call twice."""
        if self._holding:
            self._holding = False
            signal.signal(signal.SIGINT, self._previous)
            if self._arrived:
                signal.raise_signal(signal.SIGINT)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._arrived = True
