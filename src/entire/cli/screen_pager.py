"""Showing more than a screenful."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess

from entire.cli import output

DEFAULT_PAGER = "less -R"
_NOT_STARTED = (126, 127)  # the shell's words for a command that cannot be run


def show(text: str, *, pager: bool = True) -> None:
    """Print, through the user's pager where a person looks at it and it is longer than the screen."""
    height = shutil.get_terminal_size((80, 24)).lines
    if not (pager and output.on_terminal() and text.count("\n") > height - 2 and _page(text + "\n")):
        output.line(text)


def _page(text: str) -> bool:
    """Whether the pager took it."""
    try:
        command = shlex.split(os.environ.get("PAGER", DEFAULT_PAGER))
    except ValueError:  # a quote that is not closed
        return False
    if not command:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the pager's to handle
    try:
        done = subprocess.run(command, input=text.encode("utf-8", "replace"), check=False)
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return done.returncode not in _NOT_STARTED
