"""The environment of the git commands that we run.

A hook inherits `GIT_*` variables that describe the command which called it. Ours must not follow them by
accident: repository and work tree are always given by name, and the index of a commit in progress
(`GIT_INDEX_FILE`) is used only where somebody asks what that commit will contain.
"""

from __future__ import annotations

import os

# What git itself calls local to a repository, and switches that change how paths are read.
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
    """Variables for a git command; never prompts, never takes a lock only to refresh."""
    env = {name: value for name, value in os.environ.items() if name not in _DROPPED}
    env["GIT_OPTIONAL_LOCKS"] = "0"
    env["GIT_TERMINAL_PROMPT"] = "0"
    if online:  # programs that have the password may give it; nobody is asked for it
        env |= {"SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never"}
    else:
        env["GIT_NO_LAZY_FETCH"] = "1"  # a hook must not go to the network for a partial clone's objects
    if index_file:
        env["GIT_INDEX_FILE"] = index_file
    return env


def commit_index() -> str | None:
    """The index of the commit that called this hook (`git commit -a`, `--only`), if git named one."""
    path = os.environ.get("GIT_INDEX_FILE")
    return os.path.abspath(path) if path else None
