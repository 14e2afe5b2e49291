"""The environment of the git commands that we run.

A hook inherits `GIT_*` variables from the command that runs it. Our own commands must not use them by
accident: repository and work tree are always passed explicitly, and the index of a commit in progress
(`GIT_INDEX_FILE`) is used only to find out what that commit will contain.
"""

from __future__ import annotations

import os

# The variables of `git rev-parse --local-env-vars`, and those that change how pathspecs are read.
_DROPPED = frozenset(
    {
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_COMMON_DIR",
        "GIT_INDEX_FILE",
        "GIT_PREFIX",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_INTERNAL_TOPLEVEL",
        "GIT_NAMESPACE",
        "GIT_GRAFT_FILE",
        "GIT_SHALLOW_FILE",
        "GIT_REFLOG_ACTION",
        "GIT_LITERAL_PATHSPECS",
        "GIT_GLOB_PATHSPECS",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
        "GIT_EXTERNAL_DIFF",
        "GIT_DIFF_OPTS",
    }
)


def for_git(index_file: str | None = None, *, online: bool = False) -> dict[str, str]:
    """Return the variables for a git command that never prompts and takes no optional locks."""
    env = {name: value for name, value in os.environ.items() if name not in _DROPPED}
    env["GIT_FLUSH"] = "0"  # we read everything, or blocks: one write for each commit takes long
    env["GIT_OPTIONAL_LOCKS"] = "0"
    env["GIT_TERMINAL_PROMPT"] = "0"
    if online:  # credential helpers and agents may answer, but the user is not prompted
        env |= {"SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never"}
    else:
        env["GIT_NO_LAZY_FETCH"] = "1"  # a hook must not fetch objects of a partial clone
    if index_file:
        env["GIT_INDEX_FILE"] = index_file
    return env


def for_hooks(index_file: str | None = None) -> dict[str, str]:
    """Return the variables for a git command that runs the user's hooks: as if the user ran it."""
    env = {name: value for name, value in os.environ.items() if name not in _DROPPED}
    env["GIT_TERMINAL_PROMPT"] = "0"
    return env | ({"GIT_INDEX_FILE": index_file} if index_file else {})


def commit_index() -> str | None:
    """Return the index of the commit that runs this hook (`git commit -a`, `--only`), if git set one."""
    path = os.environ.get("GIT_INDEX_FILE")
    return os.path.abspath(path) if path else None


def opens_editor() -> bool:
    """Return whether the commit that runs this hook opens an editor, as git says; True if unknown."""
    return os.environ.get("GIT_EDITOR") != ":"
