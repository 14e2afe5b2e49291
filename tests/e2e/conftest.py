from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `pytest` alone does not; `python -m pytest` does

from tests.e2e.clients import CLIENTS
from tests.e2e.clients.claude import Claude
from tests.e2e.fake_model import FakeModel
from tests.e2e.sandbox import Repo, Sandbox, make_repo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.clients.client import Client
    from tests.e2e.script import Script


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    return Sandbox(tmp_path / "sandbox")


@pytest.fixture
def repo(sandbox: Sandbox, tmp_path: Path) -> Repo:
    return make_repo(sandbox, tmp_path / "repo")


@pytest.fixture
def start_claude(request: pytest.FixtureRequest) -> Iterator[Callable[[Script], Claude]]:
    """Claude Code on a model that plays the script, which must be played to its end."""
    binary = Claude.find()  # first, so that a machine without it skips
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    with ExitStack() as models:
        yield lambda script: Claude(binary, sandbox, models.enter_context(FakeModel(script)))


@pytest.fixture(params=CLIENTS, ids=[kind.name for kind in CLIENTS])
def kind(request: pytest.FixtureRequest) -> type[Client]:
    """Each client in turn."""
    found: type[Client] = request.param
    return found


@pytest.fixture
def start(kind: type[Client], request: pytest.FixtureRequest) -> Iterator[Callable[[Script], Client]]:
    """That client on a model that plays the script in its dialect."""
    binary = kind.find()
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    with ExitStack() as models:
        yield lambda script: kind(binary, sandbox, models.enter_context(FakeModel(script, kind.dialect)))
