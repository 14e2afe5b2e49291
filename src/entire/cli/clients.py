"""Start an agent's client in this terminal, in our place."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from typing import NoReturn

from entire.core.errors import EntireError


def start(command: Sequence[str], directory: str) -> NoReturn:
    """Become the client. Raises EntireError if it cannot be started."""
    program = shutil.which(command[0])
    if program is None:
        raise EntireError(
            f"`{command[0]}` is not on PATH", f"install it, or run this where it is: {shlex.join(command)}"
        )
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.chdir(directory)
        os.execv(program, [*command])
    except OSError as error:
        raise EntireError(
            f"cannot start {program}: {error.strerror}", f"start it yourself: {shlex.join(command)}"
        ) from error
