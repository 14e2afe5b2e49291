"""Whether our hooks are in git's hooks directory. Every prompt checks this, so it is cheap."""

from __future__ import annotations

import os

from entire.core import files, links
from entire.core.errors import EntireError
from entire.git.hooks_dir import find_hooks_dir
from entire.git.repository import Repository

MARKER = "Entire CLI hooks"  # in each of our hooks
NAMES = ("prepare-commit-msg", "commit-msg", "post-commit", "post-rewrite", "pre-push")


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
    return _has_all_hooks(find_hooks_dir(repo))


def _has_all_hooks(directory: str) -> bool:
    """Whether a directory has all of our hooks, executable. Reads a few small files."""
    marker = MARKER.encode()
    paths = [os.path.join(directory, name) for name in NAMES]
    return all(marker in files.read_or_empty(path) and os.access(path, os.X_OK) for path in paths)
