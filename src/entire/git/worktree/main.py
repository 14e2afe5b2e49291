"""The main worktree of a linked one. Loaded only in linked worktrees."""

from __future__ import annotations

import os

from entire.core import files
from entire.git import process
from entire.git.errors import NotARepository
from entire.git.repository import Repository, asks_git, open_elsewhere


def main_worktree(repo: Repository) -> str:
    """Return the path of the main worktree of a linked one.

    Empty if this is the main one, if the repository is bare, if git does not know where its work tree is, or
    if another user owns it.
    """
    if not repo.worktree_id:
        return ""
    folder = _place(repo.common_dir)
    if not folder or not os.geteuid():  # root works for the user whose repository it is
        return folder
    return folder if _owner(folder) == _owner(repo.git_dir) else ""


def open_main(repo: Repository) -> Repository | None:
    """The repository as seen from the main worktree, if git opens that for this user."""
    folder = main_worktree(repo)
    try:
        found = open_elsewhere(folder) if folder and os.path.isdir(folder) else None
    except NotARepository:
        return None
    return found if found is not None and found.git_dir == repo.common_dir else None


def _place(common_dir: str) -> str:
    above, name = os.path.split(common_dir)
    try:
        config = files.read(os.path.join(common_dir, "config")) or b""
    except OSError:
        return ""
    if not asks_git(config):
        return above if name == ".git" else ""
    query = ["-C", above, f"--git-dir={common_dir}", "rev-parse", "--show-toplevel"]
    top = os.fsdecode(process.run(query, ok=(0, 128)).out).rstrip("\n")
    return top if name == ".git" or top != above else ""  # without a setting, it is where git was started


def _owner(path: str) -> int:
    try:
        return os.lstat(path).st_uid
    except OSError:  # a worktree that was removed
        return os.geteuid()
