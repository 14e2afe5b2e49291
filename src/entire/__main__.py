"""Entry point: `entire hooks …`, which agents and git call many times a minute, and all other commands."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_RARELY = 100_000  # objects: a hook ends before its garbage matters


def main() -> None:
    if "ENTIRE_FAULT" in os.environ:
        from entire.core import faults

        faults.install()
    from entire import bundle

    if sys.argv[1:2] == ["hooks"]:
        gc.set_threshold(_RARELY)
        waited_for = sys.argv[2:3] != ["detached"]  # nobody waits for those, and they close what is open
        loaded = bundle.install("hooks") if waited_for else None
        from entire.core import sharing
        from entire.hooks.main import run

        code = run(sys.argv[2:])
        sharing.finish()
        if loaded is not None:
            bundle.keep(loaded)
        _exit(code)
    loaded = bundle.install("commands")
    from entire.cli.main import run as run_command
    from entire.core import sharing

    try:
        sys.exit(run_command(sys.argv[1:]))
    finally:
        sharing.finish()
        bundle.keep(loaded)


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
