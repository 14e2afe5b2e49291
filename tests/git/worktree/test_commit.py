"""A commit as git makes it, and one that takes too long."""

from __future__ import annotations

import pytest
from tests.support import Repo

from entire.git.repository import open_repository
from entire.git.worktree import commit


def test_hooks_that_take_too_long_are_stopped(repo: Repo) -> None:
    repo.write("one.py", "1\n")
    repo.git("add", "one.py")
    hook = repo.write(".git/hooks/pre-commit", "#!/bin/sh\necho testing >&2\nexec sleep 10\n")
    hook.chmod(0o755)
    found = open_repository(str(repo.path))
    with pytest.raises(commit.Refused) as refused:
        commit.commit(found, "one\n", seconds=0.5)
    assert refused.value.hint.splitlines() == ["testing", "it took longer than 0.5 s, and was stopped"]
    assert repo.git("log", "--format=%s") == "first"
    assert not (repo.path / ".git" / "index.lock").exists()
    hook.unlink()
    commit.commit(found, "one\n", seconds=60)
    assert repo.git("log", "-1", "--format=%s") == "one"
