"""Entry point: `entire hooks …`, which agents and git call many times a minute, and all other commands."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_RARELY = 100_000  # objects: hooks and most commands end before their garbage matters
_DESCRIPTORS = 256  # that a caller may have left open


def main() -> None:
    if "ENTIRE_FAULT" in os.environ:
        from entire.core import faults

        faults.install()
    from entire import bundle

    gc.set_threshold(_RARELY)
    if sys.argv[1:2] == ["hooks"]:
        if sys.argv[2:3] == ["detached"]:
            os.closerange(3, _DESCRIPTORS)  # who reads from a pipe of the commit must not wait for us
        loaded = bundle.install("hooks")
        from entire.core import sharing
        from entire.hooks.main import run

        code = run(sys.argv[2:], lambda: bundle.Bundle.seconds)
        sharing.finish()
        bundle.keep(loaded)
        _exit(code)
    loaded = bundle.install("commands")
    from entire.cli.main import run as run_command
    from entire.core import sharing

    try:
        code = run_command(sys.argv[1:])
    finally:
        sharing.finish()
        bundle.keep(loaded)
    _exit(code)


def _exit(code: int) -> NoReturn:
    """Exit at once: all output is written, and a clean shutdown takes longer than starting git."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # missing or closed: no reason to fail (I1)
            pass
    os._exit(code)


if __name__ == "__main__":
    main()
