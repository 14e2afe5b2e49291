"""The two doors: `entire hooks …`, which agents and git call many times a minute, and what a person types."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:2] == ["hooks"]:
        from entire.hooks.main import run

        sys.exit(run(sys.argv[2:]))
    from entire.cli.main import run as run_command

    sys.exit(run_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
