"""Commands on a pseudo-terminal, as a person runs them."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
from collections.abc import Sequence

_ROWS = 40
_QUIET_SECONDS = 0.7  # a program that writes nothing for so long waits for a key
_PATIENCE_SECONDS = 60


def on_terminal(
    words: Sequence[str], cwd: str, env: dict[str, str], columns: int, keys: Sequence[str]
) -> str:
    """What a command writes to a terminal. Keys are typed one by one, each when the screen is still.

    With keys, the answer ends where the last one is typed: what follows it is not part of the picture.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, columns, 0, 0))
    process = subprocess.Popen(
        words,
        cwd=cwd,
        env=env,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    out, waiting, shown, new = b"", list(keys), None, False
    try:
        while True:
            if select.select([ours], [], [], _QUIET_SECONDS if waiting and new else _PATIENCE_SECONDS)[0]:
                block = _read(ours)
                if not block:
                    break
                out, new = out + block, True
            elif waiting and new:
                shown = out if len(waiting) == 1 else None
                os.write(ours, waiting.pop(0).encode())
                new = False
            else:
                raise TimeoutError(f"{' '.join(words)} neither ends nor writes: {out.decode()}")
    finally:
        os.close(ours)
        process.wait(timeout=_PATIENCE_SECONDS)
    return (shown or out).decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # on Linux, reading from a terminal that every program has closed is an error
        return b""
