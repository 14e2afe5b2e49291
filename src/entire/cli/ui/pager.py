"""The user's pager, for output that is longer than the screen."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from entire.cli.ui import output

DEFAULT_PAGER = "less -R"
_NOT_STARTED = (126, 127)  # the shell's exit codes for a command that cannot be run


def show(lines: Iterable[str], *, pager: bool = True) -> None:
    """Print, through the pager if standard output is a terminal and there are more lines than it has.

    A long text is made as it is printed.
    """
    blocks = output.blocks(_joined(lines))
    first = next(blocks)
    if not (pager and output.on_terminal() and _is_long(first) and _page(first, blocks)):
        output.write_blocks(chain((first,), blocks))


def _joined(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line
        yield "\n"


def _is_long(text: str) -> bool:
    return text.count("\n") > output.size().lines - 1


def _page(first: str, blocks: Iterable[str]) -> bool:
    """Run the pager; False if it could not be started, before it has got more than the first block."""
    import shlex
    import signal
    import subprocess

    try:
        command = shlex.split(os.environ.get("PAGER", DEFAULT_PAGER))
    except ValueError:  # unbalanced quotes
        return False
    if not command:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pager handles Ctrl-C
    try:
        # At its end, also after an error, the pager gets no more, and is waited for.
        with subprocess.Popen(command, stdin=subprocess.PIPE) as running:
            assert running.stdin is not None
            with suppress(BrokenPipeError):  # the user has seen enough
                for block in chain((first,), blocks):
                    running.stdin.write(block.encode("utf-8", "replace"))
                    running.stdin.flush()
            with suppress(BrokenPipeError):
                running.stdin.close()
        return running.returncode not in _NOT_STARTED
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, before)
