"""Git's hooks directory, and whether ours are in it: what is asked at every prompt."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.pattern import pattern
from entire.git.repository import Repository
from entire.setup.hook_scripts import MARKER, NAMES

# What sets the place of hooks, or leads to another file that may.
_HOOKS_PATH = pattern(rb"(?im)(^|\])\s*(hookspath|worktreeconfig|path\s*=)")


def get_hooks_dir(repo: Repository) -> str:
    """Where git looks for hooks: `core.hooksPath` and linked worktrees taken into account."""
    path = os.fsdecode(repo.run("rev-parse", "--git-path", "hooks").out.rstrip(b"\n"))
    return os.path.normpath(os.path.join(repo.worktree, path))


def is_shared(repo: Repository, directory: str) -> bool:
    """Whether other repositories use a hooks directory too: it is set for all, or lies outside of this."""
    out = repo.run("config", "--show-scope", "--get", "core.hooksPath", ok=(0, 1)).out
    scope, _, path = os.fsdecode(out).strip().partition("\t")
    everywhere = scope in ("global", "system") and path.startswith(("/", "~", "%(prefix)"))
    inside = (repo.worktree, os.path.dirname(repo.common_dir))
    real = os.path.realpath(directory) + "/"
    return bool(scope) and (everywhere or not any(real.startswith(f"{top}/") for top in inside))


def look_installed(repo: Repository) -> bool:
    """Whether git calls us; without asking it where no configuration speaks of the hooks' place."""
    home = os.path.expanduser("~")
    xdg = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    user = os.environ.get("GIT_CONFIG_GLOBAL") or os.path.join(home, ".gitconfig")
    for path in (
        os.path.join(repo.common_dir, "config"),
        user,
        os.path.join(xdg, "git", "config"),
        "/etc/gitconfig",
    ):
        if _may_lead_elsewhere(files.read(path) or b""):
            return _complete(get_hooks_dir(repo))
    return _complete(os.path.join(repo.common_dir, "hooks"))


def _may_lead_elsewhere(config: bytes) -> bool:
    content = config.lower()
    speaks = b"path" in content or b"worktreeconfig" in content
    return speaks and _HOOKS_PATH.search(content) is not None


def _complete(directory: str) -> bool:
    """The usual case at the cost of a few small files."""
    marker = MARKER.encode()
    paths = [os.path.join(directory, name) for name in NAMES]
    return all(marker in (files.read(path) or b"") and os.access(path, os.X_OK) for path in paths)
