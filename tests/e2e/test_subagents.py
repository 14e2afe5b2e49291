"""Subagents of real clients: a step for what one did, its tokens apart, its transcript kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.clients.gemini import Gemini
from tests.e2e.clients.opencode import OpenCode
from tests.e2e.clients.qwen import Qwen
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Step, Turn, call, say
from tests.support import without_models

from entire.core.text import short_session_id

if TYPE_CHECKING:
    from tests.e2e.clients.client import Client
    from tests.e2e.sandbox import Repo, Sandbox

TASK = "SUBTASK: write the parser"
# How each model calls a subagent, and how a subagent answers.
CALLS: dict[type[Client], tuple[Step, Step]] = {
    Gemini: (
        call("invoke_agent", agent_name="generalist", prompt=TASK),
        call("complete_task", result={"response": "The parser is written."}),
    ),
    Qwen: (
        call(
            "agent",
            description="Write the parser",
            prompt=TASK,
            subagent_type="general-purpose",
            run_in_background=False,
        ),
        say("The parser is written."),
    ),
    OpenCode: (
        call("task", description="Write the parser", prompt=TASK, subagent_type="general"),
        say("The parser is written."),
    ),
}


@pytest.mark.parametrize("kind", CALLS, ids=lambda kind: kind.name)
def test_a_subagent(repo: Repo, sandbox: Sandbox, kind: type[Client]) -> None:
    executable = kind.find()
    enable(repo, kind.name, kind.config)
    delegate, done = CALLS[kind]
    seen: list[list[str]] = []

    def look() -> None:
        seen.append(stored.subjects(repo, stored.shadow_branch(repo)))

    script = Script(
        Turn("Delegate it", delegate, say("All is done.").during(look)),
        Turn(TASK, kind.write(repo.root / "parser.py", "parse = str.split\n"), done),
    )
    with FakeModel(script, kind.dialect) as model:
        answer = kind(executable, sandbox, model).ask("Delegate it", repo.root)
    assert answer.text == "All is done."
    [[subject]] = seen  # while the turn continues
    assert "rite the parser" in subject

    found = stored.checkpoint(repo, commit(repo, "A parser"))
    assert found.prompt == "Delegate it"
    assert found.metadata["files_touched"] == ["parser.py"]
    below = kind.total(script.played(TASK))
    used = without_models(found.metadata["token_usage"])
    assert used == kind.total(script.played("Delegate")) | {"subagent_tokens": below}
    [row] = repo.entire("blame", "parser.py").splitlines()
    assert row.split("\t")[1].startswith(f"{kind.agent_type} {short_session_id(answer.session_id)}/"), row
    check_tidy(repo)
