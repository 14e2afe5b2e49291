"""Whole sessions of the real Claude Code, from `enable` to `disable`, on a scripted model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import check_checkpoint, check_step, check_tidy, commit, enable, hooks_present
from tests.e2e.layouts import LAYOUTS, Layout
from tests.e2e.script import Call, Script, Step, Turn, Usage, call, say, shell, total, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.e2e.clients.claude import Claude
    from tests.e2e.sandbox import Repo, Sandbox

    Start = Callable[[Script], Claude]


def greeting(path: Path) -> Script:
    """Two turns, with an answer of two blocks: its usage stands twice in the transcript, and counts once."""
    content = {"file_path": str(path), "content": "print('hello')\n"}
    change = {"file_path": str(path), "old_string": "hello", "new_string": "HELLO"}
    return Script(
        Turn(
            "Write the greeting",
            Step("I will write it.", (Call("Write", content),), Usage(11, 1000, 0, 41)),
            say("The greeting is written.").using(Usage(2, 50, 1000, 13)),
        ),
        Turn(
            "Make it louder",
            call("Edit", **change).using(Usage(5, 70, 1050, 29)),
            say("It is louder now.").using(Usage(1, 30, 1120, 17)),
        ),
    )


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_two_turns_and_a_commit(
    layout: Layout, sandbox: Sandbox, tmp_path: Path, start_claude: Start
) -> None:
    repo = layout.make(sandbox, tmp_path)
    enable(repo)
    script = greeting(repo.root / layout.file)
    claude = start_claude(script)
    shadow = stored.shadow_branch(repo, layout.worktree_id)

    first = claude.ask("Write the greeting", repo.root)
    assert first.text == "The greeting is written."
    check_step(repo, shadow, 1, first.session_id, ["Write the greeting", first.text])

    second = claude.ask("Make it louder", repo.root, "--resume", first.session_id)
    assert second.session_id == first.session_id
    assert "Write the greeting" in claude.model.scripted()[-1].texts()
    check_step(repo, shadow, 2, first.session_id, ["Make it louder", first.text, second.text])
    assert stored.state(repo, first.session_id)["files_touched"] == [layout.file]

    checkpoint_id = commit(repo, "Greet")
    facts = {
        "session_id": first.session_id,
        "agent": "Claude Code",
        "branch": layout.branch or None,
        "checkpoints_count": 2,
        "files_touched": [layout.file],
        "token_usage": total(script.played()),
    }
    check_checkpoint(repo, checkpoint_id, facts, ["Write the greeting", "Make it louder"])
    whole = stored.records(stored.checkpoint(repo, checkpoint_id).transcript)
    assert whole == stored.live_records(repo, first.session_id)
    check_tidy(repo)
    state = stored.state(repo, first.session_id)
    assert "files_touched" not in state
    assert state["base_commit"] == repo.head()


def test_agent_commits_in_mid_turn(repo: Repo, start_claude: Start) -> None:
    enable(repo)
    seen: list[tuple[str, stored.Json, str]] = []

    def look() -> None:
        checkpoint_id = stored.trailers(repo, "HEAD")["Entire-Checkpoint"]
        [state] = stored.states(repo)
        seen.append((checkpoint_id, state, stored.checkpoint(repo, checkpoint_id).transcript))

    script = Script(
        Turn(
            "Write and commit",
            write(repo.root / "hello.py", "print('hello')\n"),
            shell("git add hello.py && git commit -q -m 'Add hello'"),
            say("Written and committed.").during(look),
        )
    )
    answer = start_claude(script).ask("Write and commit", repo.root)

    [(checkpoint_id, state, provisional)] = seen  # while the turn went on
    assert (state["phase"], state["turn_checkpoint_ids"]) == ("active", [checkpoint_id])
    assert "Write and commit" in provisional
    assert answer.text not in provisional

    assert stored.trailers(repo, "HEAD") == {"Entire-Checkpoint": checkpoint_id}
    facts = {
        "session_id": answer.session_id,
        "agent": "Claude Code",
        "branch": "main",
        "files_touched": ["hello.py"],
        "token_usage": total(script.played()),
    }
    check_checkpoint(repo, checkpoint_id, facts, ["Write and commit"])
    assert answer.text in stored.checkpoint(repo, checkpoint_id).transcript
    check_tidy(repo)
    assert repo.git("status", "--porcelain") == ""
    state = stored.state(repo, answer.session_id)
    assert not {"turn_checkpoint_ids", "files_touched"} & state.keys()


def test_resume_after_a_commit(repo: Repo, start_claude: Start) -> None:
    """The second checkpoint tells the whole conversation, but only its own part of prompts and tokens."""
    enable(repo)
    script = greeting(repo.root / "hello.py")
    claude = start_claude(script)
    first = claude.ask("Write the greeting", repo.root)
    assert commit(repo, "Greet") != ""
    second = claude.ask("Make it louder", repo.root, "--continue")
    assert second.session_id == first.session_id
    check_step(repo, stored.shadow_branch(repo), 1, first.session_id, ["Make it louder", second.text])

    checkpoint_id = commit(repo, "Greet louder")
    facts = {
        "session_id": first.session_id,
        "agent": "Claude Code",
        "checkpoints_count": 1,
        "files_touched": ["hello.py"],
        "token_usage": total(script.played("Make it louder")),
    }
    check_checkpoint(repo, checkpoint_id, facts, ["Make it louder"])
    check_tidy(repo)
    assert [state["session_id"] for state in stored.states(repo)] == [first.session_id]


def test_shell_that_moved_into_a_folder(repo: Repo, start_claude: Start) -> None:
    """The hooks then run in that folder. (Started in one, the client does not read the root's settings.)"""
    (repo.root / "deep").mkdir()
    enable(repo)
    script = Script(
        Turn(
            "Work in deep",
            shell("cd deep && echo 1 > made.txt"),
            write(repo.root / "deep/hello.py", "print('hello')\n"),
            say("Done in deep."),
        )
    )
    answer = start_claude(script).ask("Work in deep", repo.root)
    check_step(repo, stored.shadow_branch(repo), 1, answer.session_id, ["Work in deep", answer.text])
    assert stored.state(repo, answer.session_id)["files_touched"] == ["deep/hello.py", "deep/made.txt"]


def test_what_people_see(repo: Repo, start_claude: Start) -> None:
    enable(repo)
    screens: list[str] = []
    script = Script(
        Turn(
            "Write the greeting",
            write(repo.root / "hello.py", "print('hello')\n"),
            say("Done.").during(lambda: screens.append(repo.entire("status"))),
        )
    )
    session_id = start_claude(script).ask("Write the greeting", repo.root).session_id
    [status] = screens
    assert session_id[:7] in status
    assert "Write the greeting" in status
    assert "manual-commit" in repo.entire("status")

    checkpoint_id = commit(repo, "Greet")
    listed = repo.entire("explain")
    assert [w for w in (checkpoint_id, "Write the greeting", repo.head()[:7]) if w not in listed] == []
    shown = repo.entire("explain", checkpoint_id)
    assert [w for w in (checkpoint_id, session_id, "Write the greeting", "hello.py") if w not in shown] == []

    repo.entire("disable", "--uninstall", "--force")
    assert hooks_present(repo) == []
    assert not (repo.root / ".claude/settings.json").exists()
    assert not (repo.root / ".entire").exists()
    assert stored.states(repo) == []
    assert repo.branches("entire/") == [stored.CHECKPOINTS]


def test_beside_the_hooks_of_others(repo: Repo, start_claude: Start, tmp_path: Path) -> None:
    log = tmp_path / "log"
    theirs = {"type": "command", "command": f"echo session >> '{log}'", "timeout": 5}
    settings, hook = repo.root / ".claude/settings.json", repo.root / ".git/hooks/post-commit"
    settings.parent.mkdir()
    settings.write_text('{"x":1, "hooks" : {"SessionStart":[{"hooks":[' + json.dumps(theirs) + "]}]}}")
    hook.write_text(f"#!/bin/sh\necho commit >> '{log}'\n")
    hook.chmod(0o755)
    before = settings.read_bytes(), hook.read_bytes()

    enable(repo)
    script = Script(Turn("Write it", write(repo.root / "hello.py", "1\n"), say("Done.")))
    start_claude(script).ask("Write it", repo.root)
    assert commit(repo, "Greet") != ""
    assert log.read_text().split() == ["commit", "session", "commit"]

    repo.entire("disable", "--uninstall", "--force")
    assert (settings.read_bytes(), hook.read_bytes()) == before
    assert hooks_present(repo) == ["post-commit"]
