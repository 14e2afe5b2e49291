"""The real Copilot CLI where it differs from the story: subagents, trust, and hooks of Claude Code beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.clients.copilot import Copilot
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, Usage, call, say, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.e2e.sandbox import Repo, Sandbox

    Start = Callable[[Script], Copilot]


@pytest.fixture
def start(request: pytest.FixtureRequest) -> Iterator[Start]:
    binary = Copilot.find()
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    models: list[FakeModel] = []

    def begin(script: Script) -> Copilot:
        models.append(FakeModel(script).__enter__())
        return Copilot(binary, sandbox, models[-1])

    yield begin
    for model in models:
        model.__exit__(None, None, None)


def test_a_subagent(repo: Repo, start: Start) -> None:
    """It has hooks of its own, under another session id; its work and tokens are the session's."""
    enable(repo, Copilot.name, Copilot.config)
    task = {"name": "parser", "agent_type": "general-purpose", "mode": "sync"}
    steps: list[list[str]] = []
    script = Script(
        Turn(
            "Delegate the parser",
            call("task", description="Write parser", prompt="SUBTASK: write it", **task),
            Copilot.write(repo.root / "main.py", "import parser\n").during(
                lambda: steps.append(stored.subjects(repo, stored.shadow_branch(repo)))
            ),
            say("The parser is done."),
        ),
        Turn(
            "SUBTASK: write it",
            Copilot.write(repo.root / "parser.py", "parse = 1\n").using(Usage(5, 70, 1050, 29)),
            say("Wrote it."),
        ),
    )
    client = start(script)
    session_id = client.ask("Delegate the parser", repo.root).session_id
    [seen] = steps  # when the subagent was done, before the turn was
    assert len(seen) == 1
    assert "general-purpose" in seen[0]
    assert [state["session_id"] for state in stored.states(repo)] == [session_id]
    checkpoint_id = commit(repo, "Parse")
    found = stored.checkpoint(repo, checkpoint_id)
    assert found.metadata["files_touched"] == ["main.py", "parser.py"]
    assert found.metadata["token_usage"] == total(script.played())
    assert found.prompt == "Delegate the parser"
    shown = repo.entire("explain", "--full", checkpoint_id)
    assert "The parser is done." in shown
    assert "Wrote it." not in shown
    check_tidy(repo)


def test_hooks_of_claude_code_beside(repo: Repo, start: Start) -> None:
    """Whether or not the client runs them: there is one session, and it is Copilot's."""
    enable(repo)
    repo.entire("enable", "--agent", Copilot.name)
    commit(repo, "Copilot, too")
    write = Copilot.write(repo.root / "one.py", "one = 1\n")
    client = start(Script(Turn("Write one", write, say("one is written."))))
    session_id = client.ask("Write one", repo.root).session_id
    states = [(state["session_id"], state["agent_type"]) for state in stored.states(repo)]
    assert states == [(session_id, Copilot.agent_type)]
    assert stored.checkpoint(repo, commit(repo, "One")).metadata["agent"] == Copilot.agent_type


def test_in_a_folder_that_is_not_trusted_no_hook_runs(
    repo: Repo, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is why `enable` says what to do."""

    def nothing(client: Copilot, folder: Path) -> None:
        return None

    enable(repo, Copilot.name, Copilot.config)
    monkeypatch.setattr(Copilot, "_trust", nothing)
    client = start(Script(Turn("Say hello", say("Hello."))))
    assert client.ask("Say hello", repo.root).text == "Hello."
    assert stored.states(repo) == []
