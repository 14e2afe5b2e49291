"""Git's hooks directory, and whether our hooks are in it. Every prompt checks this, so it is cheap."""

from __future__ import annotations

import os

from entire.core import files, links
from entire.core.errors import EntireError
from entire.core.pattern import pattern
from entire.git.repository import Repository
from entire.setup.scripts import MARKER, NAMES

# A setting that moves the hooks directory, or includes a file that might.
_HOOKS_PATH = pattern(rb"(?im)(^|\])\s*(hookspath|worktreeconfig|path\s*=)")


def get_hooks_dir(repo: Repository) -> str:
    """Return the directory where git looks for hooks, with `core.hooksPath` and linked worktrees in mind."""
    path = os.fsdecode(repo.run("rev-parse", "--git-path", "hooks").out.rstrip(b"\n"))
    return os.path.normpath(os.path.join(repo.worktree, path))


def check_hooks_dir(repo: Repository, directory: str) -> None:
    """Raise EntireError if a link in the work tree leads out of it: it came with the repository (I6)."""
    in_git_dir = f"{directory}/".startswith((f"{repo.common_dir}/", f"{repo.git_dir}/"))
    in_worktree = f"{directory}/".startswith(f"{repo.worktree}/")
    if in_worktree and not in_git_dir and links.leads_out(repo.worktree, directory):
        raise EntireError(
            f"git's hooks directory is behind a link that leads out of the work tree: {directory}", links.HINT
        )


def is_shared(repo: Repository, directory: str) -> bool:
    """Whether other repositories use a hooks directory too: set globally, or outside this repository."""
    out = repo.run("config", "--show-scope", "--get", "core.hooksPath", ok=(0, 1)).out
    scope, _, path = os.fsdecode(out).strip().partition("\t")
    everywhere = scope in ("global", "system") and path.startswith(("/", "~", "%(prefix)"))
    inside = (repo.worktree, os.path.dirname(repo.common_dir))
    real = os.path.realpath(directory) + "/"
    return bool(scope) and (everywhere or not any(real.startswith(f"{top}/") for top in inside))


def look_installed(repo: Repository) -> bool:
    """Whether our hooks are installed. Runs git only if some configuration may move the hooks directory."""
    home = os.path.expanduser("~")
    xdg = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    user = os.environ.get("GIT_CONFIG_GLOBAL") or os.path.join(home, ".gitconfig")
    for path in (
        os.path.join(repo.common_dir, "config"),
        user,
        os.path.join(xdg, "git", "config"),
        "/etc/gitconfig",
    ):
        if _may_move_hooks(files.read(path) or b""):
            return _has_all_hooks(get_hooks_dir(repo))
    return _has_all_hooks(os.path.join(repo.common_dir, "hooks"))


def _may_move_hooks(config: bytes) -> bool:
    content = config.lower()
    candidate = b"path" in content or b"worktreeconfig" in content  # the pattern is compiled on first use
    return candidate and _HOOKS_PATH.search(content) is not None


def _has_all_hooks(directory: str) -> bool:
    """Whether a directory has all of our hooks, executable. Reads a few small files."""
    marker = MARKER.encode()
    paths = [os.path.join(directory, name) for name in NAMES]
    return all(marker in files.read_or_empty(path) and os.access(path, os.X_OK) for path in paths)
