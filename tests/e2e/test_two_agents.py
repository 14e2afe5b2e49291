"""Two real clients at work in one repository at the same time, also on the same file."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.clients.claude import Claude
from tests.e2e.clients.codex import Codex
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, Usage, say

from entire.core.text import short_session_id

if TYPE_CHECKING:
    from tests.e2e.sandbox import Repo, Sandbox

SHARED = "first = 1\nsecond = 2\nthird = 3\n"


def test_each_agent_owns_its_lines(repo: Repo, sandbox: Sandbox) -> None:
    claude_binary, codex_binary = Claude.find(), Codex.find()
    enable(repo)
    repo.entire("agent", "add", "codex")
    commit(repo, "Add Codex")
    shared = repo.root / "shared.py"
    codex_script = Script(
        Turn(
            "Change the second",
            Codex.edit(shared, "second = 2", "second = 22").using(Usage(5, 0, 10, 29)),
            Codex.write(repo.root / "codex.py", "codex = 1\n"),
            say("Changed."),
        )
    )
    with ExitStack() as models:
        codex = Codex(codex_binary, sandbox, models.enter_context(FakeModel(codex_script, Codex.dialect)))
        sessions: list[str] = []
        claude_script = Script(
            Turn(
                "Write the numbers",
                Claude.write(shared, SHARED).using(Usage(11, 1000, 0, 41)),
                Claude.write(repo.root / "claude.py", "claude = 1\n").during(
                    lambda: sessions.append(codex.ask("Change the second", repo.root).session_id)
                ),
                say("Written."),
            )
        )
        claude = Claude(
            claude_binary, sandbox, models.enter_context(FakeModel(claude_script, Claude.dialect))
        )
        sessions.append(claude.ask("Write the numbers", repo.root).session_id)
        checkpoint_id = commit(repo, "By two agents")

    summary = stored.checkpoint(repo, checkpoint_id).summary
    found = {}
    for number in range(len(summary["sessions"])):
        part = stored.checkpoint(repo, checkpoint_id, number)
        found[part.metadata["agent"]] = part
    assert {agent: part.metadata["session_id"] for agent, part in found.items()} == {
        "Codex": sessions[0],
        "Claude Code": sessions[1],
    }
    assert found["Codex"].prompt == "Change the second"
    assert found["Claude Code"].prompt == "Write the numbers"
    for kind, client, script in ((Codex, codex, codex_script), (Claude, claude, claude_script)):
        metadata = found[kind.agent_type].metadata
        assert metadata["token_usage"] == kind.total(script.played())
        assert metadata["model"] == client.model.scripted()[-1].model
    owners = {
        name: [row.split("\t")[1].split("/")[0] for row in repo.entire("blame", name).splitlines()]
        for name in ("shared.py", "codex.py", "claude.py")
    }
    by_codex, by_claude = (
        f"{name} {short_session_id(id)}" for name, id in zip(("Codex", "Claude Code"), sessions, strict=True)
    )
    assert owners == {
        "shared.py": [by_claude, by_codex, by_claude],
        "codex.py": [by_codex],
        "claude.py": [by_claude],
    }
    check_tidy(repo)
