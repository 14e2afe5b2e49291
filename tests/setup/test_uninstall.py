"""Uninstalling goes on, whatever fails."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support import Repo

from entire.core.errors import EntireError
from entire.git.repository import open_repository
from entire.setup import git_hooks, uninstall
from entire.setup.uninstall import AgentHooks


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (EntireError("cannot edit it"), "cannot edit it"),
        (PermissionError(13, "Permission denied", "/x"), "/x: Permission denied"),
        (ValueError("not what we expect"), "ValueError: not what we expect"),
        (RecursionError("too deep"), "RecursionError: too deep"),
    ],
)
def test_the_rest_is_removed(repo: Repo, error: Exception, message: str) -> None:
    found = open_repository(str(repo.path))
    git_hooks.install_git_hook(found)
    os.makedirs(repo.path / ".git/entire-sessions")

    def fails(root: str) -> bool:
        raise error

    agent: Any = SimpleNamespace(uninstall=fails)
    plan = uninstall.gather(found)._replace(agents=[AgentHooks(str(repo.path), agent)])
    failed = uninstall.apply(found, plan)
    assert [one.message for one in failed] == [message]
    assert not (repo.path / ".git/hooks/post-commit").exists()
    assert not (repo.path / ".git/entire-sessions").exists()
