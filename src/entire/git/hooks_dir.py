"""Where git looks for hooks. Most repositories answer that without running git."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.pattern import pattern
from entire.git.repository import Repository

# A setting that moves the hooks directory, or includes a file that might.
_HOOKS_PATH = pattern(rb"(?im)(^|\])\s*(hookspath|worktreeconfig|path\s*=)")
_HOOK_SECTION = b"[hook "  # newer versions of git run commands that such a section names, too
_INCLUDES = (b"[include]", b"[includeif ")
# Configuration that we do not read.
_ELSEWHERE = (
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_SYSTEM",
)


def get_hooks_dir(repo: Repository) -> str:
    """Return the directory where git looks for hooks, with `core.hooksPath` and linked worktrees in mind."""
    path = os.fsdecode(repo.run("rev-parse", "--git-path", "hooks").out.rstrip(b"\n"))
    return os.path.normpath(os.path.join(repo.worktree, path))


def find_hooks_dir(repo: Repository) -> str:
    """The same. Runs git only if some configuration may move the directory."""
    return _find(repo, _configurations(repo))


def may_run(repo: Repository, name: str) -> bool:
    """Whether git may run a hook of this name. In doubt, it may."""
    configurations = _configurations(repo)
    unknown = (_HOOK_SECTION, *_INCLUDES)
    if any(text in config.lower() for config in configurations for text in unknown):
        return True
    if any(os.environ.get(name) for name in _ELSEWHERE):
        return True
    return os.access(os.path.join(_find(repo, configurations), name), os.X_OK)


def _find(repo: Repository, configurations: list[bytes]) -> str:
    moved = any(map(_may_move_hooks, configurations))
    return get_hooks_dir(repo) if moved else os.path.join(repo.common_dir, "hooks")


def _configurations(repo: Repository) -> list[bytes]:
    """The files of git's configuration, without those that they include."""
    home = os.path.expanduser("~")
    xdg = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    user = os.environ.get("GIT_CONFIG_GLOBAL") or os.path.join(home, ".gitconfig")
    own, more = os.path.join(repo.common_dir, "config"), os.path.join(xdg, "git", "config")
    return [files.read(path) or b"" for path in (own, user, more, "/etc/gitconfig")]


def _may_move_hooks(config: bytes) -> bool:
    content = config.lower()
    candidate = b"path" in content or b"worktreeconfig" in content  # the pattern is compiled on first use
    return candidate and _HOOKS_PATH.search(content) is not None
