from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import pytest
from tests.support import Repo

from entire.checkpoint.committed.read import find_stored, read_session_content
from entire.checkpoint.index.index import Index
from entire.checkpoint.model import SessionContent
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.checkpoint.overview import Overview
from entire.core import clock
from entire.git import refs
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository, open_repository

ALICE = Author("Alice", "alice@example.com")


class Place(NamedTuple):
    """A repository, as the tests and as the program see it."""

    work: Repo
    repo: Repository
    objects: Objects

    def put_raw(self, files: Mapping[str, bytes | None], ref: str = CHECKPOINTS_REF) -> str:
        """Add files to a branch behind the program's back (None removes); returns the commit."""
        tip = self.objects.commit(ref)
        with Writer(self.repo) as writer:
            changes = [
                Change(path) if data is None else Change(path, FILE_MODE, writer.blob(data))
                for path, data in files.items()
            ]
            parents = (tip.oid,) if tip else ()
            commit, _ = writer.commit(changes, "raw\n", ALICE.identity(), parents=parents)
        refs.update(self.repo, refs.Update(ref, tip.oid if tip else None, commit))
        return commit

    def latest(self, checkpoint_id: str) -> SessionContent:
        """The session of a checkpoint with the highest number."""
        found = find_stored(self.objects, checkpoint_id)
        count = len(found[1].slots) if found is not None else 0
        return read_session_content(self.objects, checkpoint_id, max(0, count - 1))

    def overviews(self) -> list[Overview]:
        """All checkpoints as lists show them, newest first."""
        with Index(self.repo, self.objects) as index:
            return index.overviews(index.by_time())

    def file(self, path: str, ref: str = CHECKPOINTS_REF) -> bytes | None:
        tip = self.objects.commit(ref)
        return None if tip is None else self.objects.file(tip.tree, path)

    def names(self, path: str = "", ref: str = CHECKPOINTS_REF) -> list[str]:
        """All files below a path."""
        tree = self.work.git("rev-parse", f"{ref}:{path}")
        return self.work.git("ls-tree", "-r", "--name-only", tree).split("\n")

    def check(self) -> None:
        """Nothing that git itself would complain about."""
        out = self.work.git("fsck", "--strict", "--no-dangling")
        assert out == ""
        assert not list((self.work.path / ".git" / "objects").rglob("tmp_*"))


@pytest.fixture
def place(repo: Repo) -> Iterator[Place]:
    repository = open_repository(str(repo.path))
    with Objects(repository) as objects:
        yield Place(repo, repository, objects)


@pytest.fixture
def freeze(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make the next dates of commits, and the time in records, what the test says."""

    def set_clock(*git_dates: str, now: str = "2026-03-19T10:00:00.5Z") -> None:
        left = list(git_dates)
        monkeypatch.setattr(clock, "git_date", lambda: left.pop(0))
        monkeypatch.setattr(clock, "now_utc", lambda: now)

    return set_clock
