"""A conversation of one real client that another real client continues."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.clients.claude import Claude
from tests.e2e.clients.codex import Codex
from tests.e2e.clients.copilot import Copilot
from tests.e2e.clients.droid import Droid
from tests.e2e.clients.gemini import Gemini
from tests.e2e.clients.opencode import OpenCode
from tests.e2e.clients.pi import Pi
from tests.e2e.clients.qwen import Qwen
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, Usage, say

if TYPE_CHECKING:
    from tests.e2e.clients.client import Client
    from tests.e2e.sandbox import Repo, Sandbox

PAIRS: list[tuple[type[Client], type[Client]]] = [
    (Claude, Codex),
    (Codex, Claude),
    (Claude, Gemini),
    (Gemini, Qwen),
    (Qwen, Claude),
    (Codex, Gemini),
    (Claude, OpenCode),
    (OpenCode, Pi),
    (Pi, OpenCode),
    (OpenCode, Codex),
    (Pi, Claude),
]


@pytest.mark.parametrize(("begins", "continues"), PAIRS, ids=[f"{a.name}-{b.name}" for a, b in PAIRS])
def test_the_other_client_knows_the_earlier_turns(
    repo: Repo, sandbox: Sandbox, begins: type[Client], continues: type[Client]
) -> None:
    first_binary, second_binary = begins.find(), continues.find()
    enable(repo, begins.name, begins.config)
    repo.entire("agent", "add", continues.name)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "Add another")
    before = Script(
        Turn(
            "Write the greeting",
            begins.write(repo.root / "hello.py", "print('hello')\n"),
            say("The greeting is written."),
        ),
        Turn("Explain the greeting", say("It greets the world in one line.")),
    )
    after = Script(
        Turn(
            "Write another",
            continues.write(repo.root / "other.py", "print('other')\n").using(Usage(5, 70, 1050, 29)),
            say("Another is written."),
        )
    )
    with ExitStack() as models:
        first = begins(first_binary, sandbox, models.enter_context(FakeModel(before, begins.dialect)))
        second = continues(second_binary, sandbox, models.enter_context(FakeModel(after, continues.dialect)))
        session = first.ask("Write the greeting", repo.root).session_id
        first.resume("Explain the greeting", repo.root, session)
        commit(repo, "Greet")

        shown = repo.entire("resume", "main", "--with", continues.name, "--force")
        assert f"Handed over 4 messages from {begins.agent_type} to {continues.agent_type}" in shown
        assert "what tools returned" in shown
        handed = re.search(r"Session: (\S+) \[(.*)\] handed over", shown)
        assert handed is not None
        assert handed[2] == continues.agent_type
        assert continues.resume_command(handed[1]) in shown

        answer = second.resume("Write another", repo.root, handed[1])
        assert answer.text == "Another is written."
        sent = second.model.scripted()[-1]
        asked, said = " ".join(sent.texts()), " ".join(sent.texts("assistant"))
        assert [text for text in ("Write the greeting", "Explain the greeting") if text not in asked] == []
        assert [t for t in ("The greeting is written.", "It greets the world") if t not in said] == []
        assert "hello.py" in said

        checkpoint_id = commit(repo, "Another")
    found = stored.checkpoint(repo, checkpoint_id)
    assert found.metadata["agent"] == continues.agent_type
    assert found.prompt == "Write another"
    assert found.metadata["files_touched"] == ["other.py"]
    assert found.metadata["token_usage"] == continues.total(after.played())
    check_tidy(repo)


@pytest.mark.parametrize("continues", [Copilot, Droid], ids=["copilot-cli", "factoryai-droid"])
def test_a_client_that_gets_a_summary_as_its_first_prompt(
    repo: Repo, sandbox: Sandbox, continues: type[Client]
) -> None:
    first_binary, second_binary = Claude.find(), continues.find()
    enable(repo, Claude.name, Claude.config)
    before = Script(
        Turn("Write the greeting", Claude.write(repo.root / "hello.py", "hello\n"), say("It is written."))
    )
    after = Script(Turn("Hand-over of a coding session", say("I have read it.")))
    with ExitStack() as models:
        first = Claude(first_binary, sandbox, models.enter_context(FakeModel(before, Claude.dialect)))
        session = first.ask("Write the greeting", repo.root).session_id
        shown = repo.entire("resume", session, "--with", continues.name)
        assert "Handed over a summary of 2 messages from Claude Code" in shown
        document = repo.root / f".entire/tmp/handover-{session[:8]}.md"
        assert f"$(cat .entire/tmp/{document.name})" in shown
        second = continues(second_binary, sandbox, models.enter_context(FakeModel(after, continues.dialect)))
        assert second.ask(document.read_text(), repo.root).text == "I have read it."
        asked = " ".join(second.model.scripted()[-1].texts())
    words = ("Write the greeting", "It is written.", "hello.py", "Claude Code", "Not committed yet")
    assert [word for word in words if word not in asked] == []
