from __future__ import annotations

import pytest
from tests.support import Repo

from entire.git import process
from entire.git.repository import Repository, open_repository


@pytest.fixture
def found(repo: Repo) -> Repository:
    """The repository as the program sees it."""
    return open_repository(str(repo.path))


@pytest.fixture
def git_calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The command line of every git that the program starts."""
    calls: list[list[str]] = []
    start = process.start

    def counted(
        arguments: list[str], stdin: int | None = None, index_file: str | None = None
    ) -> process.Running:
        calls.append(arguments)
        return start(arguments, stdin, index_file)

    monkeypatch.setattr(process, "start", counted)
    return calls
