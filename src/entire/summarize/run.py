"""Asking a provider: one process group, within a time, with bounded output."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from typing import IO

from entire.core.errors import EntireError
from entire.summarize import answer, surroundings
from entire.summarize.interrupt import HeldInterrupt
from entire.summarize.options import KEY
from entire.summarize.providers import Provider

MAX_OUTPUT = 1024 * 1024
_GLANCE_SECONDS = 0.1


def ask(provider: Provider, prompt: str, seconds: float) -> str:
    """What it answers. Raises EntireError for everything that goes wrong."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(prompt.encode("utf-8", "replace"))
        given.seek(0)
        with surroundings.empty_folder() as folder, HeldInterrupt() as interrupt:
            process = _start(provider, folder, given, out, err)
            try:
                interrupt.release()
                code = _wait(provider, process, (out, err), time.monotonic() + seconds, seconds)
            finally:
                _end(process)
        if code != 0:
            raise _failed(provider, code, _read(out), _read(err))
        return answer.said(_read(out), provider.answer_key)


def _start(
    provider: Provider, folder: str, given: IO[bytes], out: IO[bytes], err: IO[bytes]
) -> subprocess.Popen[bytes]:
    """Files, not pipes: nothing can block, and whoever inherits them does not make us wait."""
    env = surroundings.environment(os.environ, dict(provider.variables))
    try:
        return subprocess.Popen(
            provider.words, cwd=folder, env=env, stdin=given, stdout=out, stderr=err, start_new_session=True
        )
    except OSError as error:
        raise EntireError(f"{provider.name} cannot be started: {error.strerror}") from error


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
            raise EntireError(f"{provider.name} was stopped: it does not cease to talk")
        if time.monotonic() >= deadline:
            raise EntireError(
                f"{provider.name} was stopped: no answer within {seconds:g} s",
                f"{KEY}.timeout_seconds in the settings allows more",
            )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Whatever is left of it, with what it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (
        ProcessLookupError,
        PermissionError,
    ):  # the latter on macOS, for those that only wait to be missed
        pass
    process.wait()


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MAX_OUTPUT).decode("utf-8", "replace")


def _failed(provider: Provider, code: int, out: str, err: str) -> EntireError:
    how = f"exit code {code}" if code >= 0 else f"signal {-code}"
    why = answer.complaint(out, err, provider.answer_key)
    message = f"{provider.name} failed ({how})" + (f": {why}" if why else "")
    return EntireError(message, f"see whether {provider.name} works by itself")
