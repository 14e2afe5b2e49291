"""Hooks that git calls."""

from __future__ import annotations

import os
import sys

from entire.checkpoint.names import ORPHANED_REFS, is_shadow_branch
from entire.core import log
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.git.hook_scripts import REFUSED
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.hooks.main import read_stdin

_MAX_REFS_BYTES = 64 * 1024 * 1024


def run(repo: Repository, settings: Settings, name: str, arguments: list[str]) -> int:
    """Handle one of git's hooks; the exit code."""
    log.add_context(hook_type="git")
    if name == "pre-push":
        return _pre_push(read_stdin(_MAX_REFS_BYTES).decode("utf-8", "replace"))
    from entire.lifecycle import git_events

    if name == "post-commit":
        git_events.post_commit(repo)
    elif name == "commit-msg" and arguments:
        git_events.commit_msg(repo, os.path.abspath(arguments[0]))
    elif name == "prepare-commit-msg" and arguments:
        path, source, of = [*arguments, "", ""][:3]
        git_events.prepare_commit_msg(repo, settings, os.path.abspath(path), source, of)
    else:
        raise EntireError(f"unknown git hook: {name[:40]!r}")
    return 0


def _pre_push(lines: str) -> int:
    """Refuse to publish shadow branches: they hold work in progress that nobody chose to share (I1, I4)."""
    sent = [line.split()[0] for line in lines.splitlines() if line.split()]
    shadows = [
        ref for ref in sent if is_shadow_branch(ref.removeprefix(BRANCHES)) or ref.startswith(ORPHANED_REFS)
    ]
    if not shadows:
        return 0
    sys.stderr.write(
        f"entire: refusing to push {len(shadows)} shadow branch{'es' if len(shadows) > 1 else ''} "
        f"({shadows[0].removeprefix(BRANCHES)}): work in progress that stays on this machine\n"
        "hint: push your own branches by name, for instance `git push <remote> <branch>`\n"
    )
    return REFUSED
