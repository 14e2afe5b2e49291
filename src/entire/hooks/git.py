"""Hooks that git calls."""

from __future__ import annotations

import os
import sys

from entire.checkpoint.names import is_shadow_branch
from entire.core import log
from entire.core.errors import EntireError
from entire.core.settings import Settings
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.hooks.main import read_stdin
from entire.session.store import Store

_MAX_REFS_BYTES = 64 * 1024 * 1024


def run(repo: Repository, settings: Settings, name: str, arguments: list[str]) -> int:
    log.add_context(hook_type="git")
    if name == "pre-push":
        return _pre_push(read_stdin(_MAX_REFS_BYTES).decode("utf-8", "replace"))
    if name == "post-commit":
        from entire.lifecycle import git_events

        git_events.post_commit(repo, Store(repo))
        return 0
    if name not in ("prepare-commit-msg", "commit-msg") or not arguments:
        raise EntireError(f"unknown git hook: {name[:40]!r}")
    from entire.strategy.manual_commit import link

    path = os.path.abspath(arguments[0])
    if name == "commit-msg":
        link.commit_msg(repo, path)
    else:
        source = arguments[1] if len(arguments) > 1 else ""
        link.prepare_commit_msg(repo, Store(repo), settings, path, source)
    return 0


def _pre_push(lines: str) -> int:
    """Refuse to publish shadow branches: they hold work in progress that nobody chose to share (I1, I4)."""
    sent = [line.split()[0].removeprefix(BRANCHES) for line in lines.splitlines() if line.split()]
    shadows = [name for name in sent if is_shadow_branch(name)]
    if not shadows:
        return 0
    sys.stderr.write(
        f"entire: refusing to push {len(shadows)} shadow branch{'es' if len(shadows) > 1 else ''} "
        f"({shadows[0]}): work in progress that stays on this machine\n"
        "hint: push your own branches by name, for instance `git push <remote> <branch>`\n"
    )
    return 1
