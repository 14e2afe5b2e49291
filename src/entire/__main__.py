"""The two doors: `entire hooks …`, which agents and git call many times a minute, and what a person types."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    if sys.argv[1:2] == ["hooks"]:
        from entire.hooks.main import run

        _leave(run(sys.argv[2:]))
    from entire.cli.main import run as run_command

    sys.exit(run_command(sys.argv[1:]))


def _leave(code: int) -> NoReturn:
    """End at once: all is written, and taking the interpreter apart takes longer than starting git."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # not there, or nobody listens: no reason to fail (I1)
            pass
    os._exit(code)


if __name__ == "__main__":
    main()
