"""Hooks that git calls."""

from __future__ import annotations

import os
import sys

from entire.checkpoint.names import OWN_REFS, is_shadow_branch
from entire.core import files, log
from entire.core.errors import REFUSED, EntireError
from entire.core.paths import HOOK_ADDRESS, HOOK_COMMIT, OWN_COMMIT
from entire.core.settings import Settings
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

_MAX_LIST_BYTES = 64 * 1024 * 1024


def run(repo: Repository, settings: Settings, name: str, arguments: list[str]) -> int:
    """Handle one git hook and return the exit code."""
    log.add_context(hook_type="git")
    if OWN_COMMIT in os.environ and name != "pre-push":
        return 0
    if name == "pre-push":
        return _pre_push(repo, settings, arguments, _read_list())
    from entire.lifecycle import git_events

    if name == "post-commit":
        git_events.post_commit(repo, settings)
    elif name == "commit-msg" and arguments:
        git_events.commit_msg(repo, settings, os.path.abspath(arguments[0]))
    elif name == "prepare-commit-msg" and arguments:
        path, source = [*arguments, ""][:2]
        commit = _argument(arguments, 2, HOOK_COMMIT)
        git_events.prepare_commit_msg(repo, settings, os.path.abspath(path), source, commit)
    elif name == "post-rewrite":
        git_events.post_rewrite(repo, settings, _read_list())
    else:
        raise EntireError(f"unknown git hook: {name[:40]!r}")
    return 0


def _argument(arguments: list[str], index: int, variable: str) -> str:
    """An argument, or what our script passed instead, for this process alone; empty if neither is there."""
    passed = os.environ.pop(variable, "")
    return arguments[index] if index < len(arguments) else passed


def _read_list() -> str:
    """What git passes on standard input: the refs being pushed, or the commits that were rewritten."""
    return files.read_stdin(_MAX_LIST_BYTES).decode("utf-8", "replace")


def _pre_push(repo: Repository, settings: Settings, arguments: list[str], lines: str) -> int:
    """Refuse to publish shadow branches: they contain unshared work in progress (I1, I4)."""
    rows = [words for line in lines.splitlines() if len(words := line.split()) == 4]
    shadows = [
        row[0]
        for row in rows
        if is_shadow_branch(row[0].removeprefix(BRANCHES)) or row[0].startswith(OWN_REFS)
    ]
    if not shadows:
        _push_checkpoints(repo, settings, arguments, [row[2] for row in rows])
        return 0
    from entire.core.text import count

    sys.stderr.write(
        f"entire: refusing to push {count(len(shadows), 'shadow branch', 'shadow branches')} "
        f"({shadows[0].removeprefix(BRANCHES)}): work in progress that stays on this machine\n"
        "hint: push your own branches by name, for instance `git push <remote> <branch>`\n"
    )
    return REFUSED


def _push_checkpoints(
    repo: Repository, settings: Settings, arguments: list[str], pushed_refs: list[str]
) -> None:
    """Push the checkpoints of the commits that are being pushed."""
    from entire.core.text import printable
    from entire.lifecycle import push_events
    from entire.remote.target import Pushed

    def say(text: str) -> None:
        print(printable(text), file=sys.stderr)

    name, address = [*arguments, ""][0], _argument(arguments, 1, HOOK_ADDRESS)
    if name:
        push_events.pre_push(repo, settings, Pushed(name, address), pushed_refs, say)
