"""The user's pager, for output that is longer than the screen."""

from __future__ import annotations

import os

from entire.cli.ui import output

DEFAULT_PAGER = "less -R"
_NOT_STARTED = (126, 127)  # the shell's exit codes for a command that cannot be run


def show(text: str, *, pager: bool = True) -> None:
    """Print, through the pager if standard output is a terminal and the text is longer than it."""
    if not (pager and output.on_terminal() and _is_long(text) and _page(text + "\n")):
        output.write_line(text)


def _is_long(text: str) -> bool:
    return text.count("\n") > output.size().lines - 2


def _page(text: str) -> bool:
    """Run the pager; False if it could not be started."""
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
        done = subprocess.run(command, input=text.encode("utf-8", "replace"), check=False)
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return done.returncode not in _NOT_STARTED
