"""What the story needs of a real client. Each has a module beside this one, and a line in `CLIENTS` there."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.e2e import script

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.e2e.dialects import Dialect
    from tests.e2e.fake_model import FakeModel
    from tests.e2e.sandbox import Sandbox
    from tests.e2e.script import Step

CACHE = Path(__file__).parents[3] / ".cache" / "agents"


@dataclass(frozen=True)
class Answer:
    session_id: str
    text: str


class Client(ABC):
    """A client on a machine, with a fake model behind it."""

    # Of the class, not of an object.
    name: str  # as `entire enable --agent` takes it
    agent_type: str  # as checkpoints name it
    config: str  # the file in the repository that holds its hooks
    theirs: str | None  # what others have in that file; None if all of it is ours
    beside: tuple[str, str] | None = None  # a file of others near it, and its content
    dialect: Dialect
    writes_at_once = True  # its transcript, while a turn goes on; else sooner or later
    runs_git_hooks = True  # for commits that its shell makes

    def __init__(self, executable: Path, sandbox: Sandbox, model: FakeModel) -> None:
        self.executable, self.sandbox, self.model = executable, sandbox, model
        self.prepare(Path(sandbox.env["HOME"]))

    @classmethod
    @abstractmethod
    def find(cls) -> Path:
        """Its executable; skips the test where there is none."""

    def prepare(self, home: Path) -> None:  # noqa: B027
        """What it needs in a home folder before it can be asked anything."""

    @abstractmethod
    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        """A new session with one turn, from its start to its end."""

    @abstractmethod
    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        """One more turn of a session."""

    @classmethod
    @abstractmethod
    def resume_command(cls, session_id: str) -> str:
        """What `entire resume` says."""

    @abstractmethod
    def transcript(self, session_id: str) -> Path:
        """Its own file of the session."""

    # How its model writes a file, changes a line of one, and runs a command.

    @classmethod
    @abstractmethod
    def write(cls, path: Path, content: str) -> Step: ...

    @classmethod
    @abstractmethod
    def edit(cls, path: Path, old: str, new: str) -> Step: ...

    @classmethod
    @abstractmethod
    def shell(cls, command: str) -> Step: ...

    @classmethod
    def total(cls, steps: Iterable[Step]) -> dict[str, int]:
        """The tokens of these answers, as far as the client's dialect can tell them."""
        return script.total(steps)

    def on(self, machine: Sandbox) -> Client:
        """The same client on another machine."""
        return type(self)(self.executable, machine, self.model)


def find_executable(variable: str, folder: str, *patterns: str) -> Path:
    """What the variable names, else what `.ci/run` has installed in that folder of the cache; or skip."""
    if named := os.environ.get(variable):
        assert os.access(named, os.X_OK), f"{variable}: {named} cannot be run"
        return Path(named)
    for pattern in patterns:
        for found in sorted((CACHE / folder).glob(pattern)):
            return found
    pytest.skip(f"no client in {CACHE / folder} (.ci/run installs it) nor in ${variable}")
