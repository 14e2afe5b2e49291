"""The kinds of repository in which the same story must work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.e2e.sandbox import Repo, Sandbox, make_repo

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Layout:
    folder: str = "repo"
    file: str = "hello.py"
    options: tuple[str, ...] = ()
    branch: str = "main"
    worktree_id: str = ""

    def make(self, sandbox: Sandbox, base: Path) -> Repo:
        repo = make_repo(sandbox, base / self.folder, *self.options)
        if self.worktree_id:
            linked = base / self.worktree_id
            repo.git("worktree", "add", "--quiet", "-b", self.branch, linked)
            repo = Repo(sandbox, linked)
        if not self.branch:
            repo.git("checkout", "--quiet", "--detach")
        (repo.root / self.file).parent.mkdir(exist_ok=True)
        return repo


LAYOUTS = {
    "plain": Layout(),
    "worktree": Layout(branch="side", worktree_id="linked"),
    "odd-names": Layout(folder="mon dépôt 空", file="zwei Wörter/héllo 世界.py"),
    "detached": Layout(branch=""),
    "sha256": Layout(options=("--object-format=sha256",)),
}
