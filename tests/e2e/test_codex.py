"""What only Codex does: programs that call tools, subagents with transcripts elsewhere, forks, trust."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.clients.codex import Codex
from tests.e2e.script import Script, Turn, Usage, call, say
from tests.support import without_models

from entire.core.text import short_session_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.clients.client import Client
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Client]

pytestmark = pytest.mark.parametrize("kind", [Codex], ids=["codex"])
PROGRAM = """await tools.apply_patch(`*** Begin Patch
*** Add File: hello.py
+print('hello')
*** End Patch
`);
await tools.exec_command({cmd: "echo one > list.txt"});
text("done");
"""


def test_a_program_that_calls_tools(repo: Repo, kind: type[Client], start: Start) -> None:
    """Its transcript has the program; the events have what it did."""
    enable(repo, kind.name, kind.config)
    script = Script(Turn("Write both", call("functions.exec", input=PROGRAM), say("Both are written.")))
    answer = start(script).ask("Write both", repo.root, "-m", "gpt-5.6-sol")
    assert answer.text == "Both are written."
    checkpoint_id = commit(repo, "Add both")
    found = stored.checkpoint(repo, checkpoint_id).metadata
    assert (found["files_touched"], found["model"]) == (["hello.py", "list.txt"], "gpt-5.6-sol")
    assert found["token_usage"] == kind.total(script.played())
    shown = repo.entire("explain", checkpoint_id, "--full")
    assert [word for word in ("apply_patch", "hello.py", "echo one > list.txt") if word not in shown] == []
    assert "await tools" not in shown
    for name in ("hello.py", "list.txt"):
        assert f"\tCodex {short_session_id(answer.session_id)}/1\t" in repo.entire("blame", name)


def test_a_subagent_that_edits(repo: Repo, kind: type[Client], start: Start) -> None:
    """It has the session's id and its own transcript; its turn is none of the session's."""
    enable(repo, kind.name, kind.config)
    script = Script(
        Turn(
            "Delegate the parser",
            call(
                "multi_agent_v1.spawn_agent", message="SUBTASK: write parser.py", agent_type="default"
            ).using(Usage(9, 90, 0, 19)),
            kind.shell("sleep 3"),
            kind.write(repo.root / "main.py", "main = 1\n"),
            say("Both are written."),
        ),
        Turn(
            "SUBTASK: write parser.py",
            kind.write(repo.root / "parser.py", "parse = 1\n").using(Usage(5, 50, 10, 23)),
            say("The parser is written."),
        ),
    )
    answer = start(script).ask("Delegate the parser", repo.root)
    assert answer.text == "Both are written."
    [state] = stored.states(repo)
    assert (state["session_id"], state["checkpoint_count"]) == (answer.session_id, 1)
    shadow = stored.shadow_branch(repo)
    task, turn = stored.steps(repo, shadow)
    assert "Entire-Metadata-Task" in stored.trailers(repo, task)
    assert repo.files(turn).keys() - repo.files(task).keys() >= {"main.py"}

    found = stored.checkpoint(repo, commit(repo, "Add both"))
    assert found.prompt == "Delegate the parser"
    assert found.metadata["files_touched"] == ["main.py", "parser.py"]
    used = without_models(found.metadata["token_usage"])
    assert used.pop("subagent_tokens") == kind.total(script.played("SUBTASK"))
    assert used == kind.total(script.played("Delegate"))
    check_tidy(repo)


def test_hooks_that_are_not_trusted(repo: Repo, kind: type[Client], start: Start) -> None:
    """The client says nothing; we do."""
    enable(repo, kind.name, kind.config)
    script = Script(Turn("Write it", kind.write(repo.root / "one.py", "one = 1\n"), say("It is written.")))
    client = start(script)
    assert isinstance(client, Codex)
    client.trusted = False
    assert client.ask("Write it", repo.root).text == "It is written."
    assert stored.states(repo) == []
    path = f"{client.executable.parent}:{repo.sandbox.env['PATH']}"
    assert "Codex has not called its hooks yet" in repo.sandbox.run(
        "entire", "status", cwd=repo.root, PATH=path
    )


def test_a_fork_counts_its_own_turns(repo: Repo, kind: type[Client], start: Start) -> None:
    """It begins with the other session's conversation, and totals that contain its tokens."""
    enable(repo, kind.name, kind.config)
    script = Script(
        Turn("Write one", kind.write(repo.root / "one.py", "one = 1\n"), say("One is written.")),
        Turn("Write two", kind.write(repo.root / "two.py", "two = 2\n"), say("Two is written.")),
    )
    client = start(script)
    first = client.ask("Write one", repo.root)
    second = client.ask("Write two", repo.root, "fork", first.session_id)
    assert second.session_id != first.session_id
    assert first.text in client.model.scripted()[-1].texts("assistant")
    checkpoint_id = commit(repo, "One and two")
    found = [stored.checkpoint(repo, checkpoint_id, slot) for slot in (0, 1)]
    by_session = {one.metadata["session_id"]: one for one in found}
    for answer, prompt, name in ((first, "Write one", "one.py"), (second, "Write two", "two.py")):
        one = by_session[answer.session_id]
        assert (one.prompt, one.metadata["files_touched"]) == (prompt, [name])
        assert one.metadata["token_usage"] == kind.total(script.played(prompt))
