"""Arguments of git hooks that our scripts pass in the environment, because the reference refuses them."""

from __future__ import annotations

import os

HOOK_COMMIT = "ENTIRE_HOOK_COMMIT"  # the third argument of prepare-commit-msg
HOOK_ADDRESS = "ENTIRE_HOOK_ADDRESS"  # the second argument of pre-push


def argument(arguments: list[str], index: int, variable: str = "") -> str:
    """Return an argument, or what a script passed instead; empty if neither is there.

    The variable is for this process alone, so it is removed.
    """
    passed = os.environ.pop(variable, "") if variable else ""
    return arguments[index] if index < len(arguments) else passed
