"""The commands that agents' hooks run.

An agent's configuration is committed, so it reaches people who do not have this program. The command that we
install does nothing there, in the words that the reference uses too: each program finds the other's hooks.
"""

from __future__ import annotations

import re

_GUARD = "if ! command -v entire >/dev/null 2>&1; then exit 0; fi; exec "
# The program, or the reference when it is run from its sources.
_PROGRAM = r"(?:entire|go run [^;&|\n]{0,200}?cmd/entire/main\.go)"
# Such as ours. The reference has others; some of them print a warning if the program is missing.
_WRAPPER = r"(?:sh -c '[\s\S]*?\bexec )?"


def guarded(command: str) -> str:
    """The command for machines that may not have this program: there it succeeds, and prints nothing."""
    return f"sh -c '{_GUARD}{command}'"


def hook(name: str, verb: str) -> str:
    """What an agent's hook runs."""
    return guarded(f"entire hooks {name} {verb}")


def ours(name: str, *older: str) -> re.Pattern[str]:
    """Recognises, from its start on, a hook's command that is or ever was ours or the reference's.

    ``older``: what was written after `entire` when it was not yet `hooks <name>`.
    """
    calls = "|".join(re.escape(call) for call in (f"hooks {name}", *older))
    return re.compile(rf"{_WRAPPER}{_PROGRAM} (?:{calls})(?:[\s']|\Z)")
