"""Subagents of the real Claude Code that edit, before and after the turn has ended; on a scripted model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_checkpoint, check_tidy, commit, enable
from tests.e2e.sandbox import wait_for
from tests.e2e.script import Call, Script, Step, Turn, Usage, say, shell, total, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.e2e.clients.claude import Claude
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Claude]


def delegate(what: str, *, background: bool) -> Call:
    arguments = {
        "description": f"Write the {what}",
        "prompt": f"SUBTASK: write {what}.py",
        "subagent_type": "general-purpose",
        "run_in_background": background,
    }
    return Call("Agent", arguments)


def subagents_turn(root: Path, what: str, before: Callable[[], object] = int) -> Turn:
    """It writes with a tool and with a command."""
    return Turn(
        f"SUBTASK: write {what}",
        write(root / f"{what}.py", f"{what} = 1\n").using(Usage(13, 500, 0, 23)).during(before),
        shell(f"echo 'import {what}' > use_{what}.py").using(Usage(2, 60, 500, 19)),
        say(f"Wrote the {what}.").using(Usage(1, 40, 560, 5)),
    )


def check_task_step(repo: Repo, step: str, session_id: str, what: str) -> None:
    """The step of a subagent: its files, its conversation, who it was."""
    folder = stored.live_transcript(repo, session_id).with_suffix("") / "subagents"
    about = {path: json.loads(path.read_text()) for path in folder.glob("*.meta.json")}
    [(meta, tool)] = [(p, a["toolUseId"]) for p, a in about.items() if a["description"].endswith(what)]
    agent = meta.name.removesuffix(".meta.json")
    assert tool in stored.live_calls(repo, session_id, "Agent")

    subject = f"Completed 'general-purpose' agent: Write the {what} ({tool[:12]})"
    assert repo.git("log", "-1", "--format=%s", step) == subject
    place = f".entire/metadata/{session_id}/tasks/{tool}"
    assert stored.trailers(repo, step) == {
        "Entire-Metadata-Task": place,
        "Entire-Session": session_id,
        "Entire-Strategy": "manual-commit",
    }
    record = json.loads(repo.show(step, f"{place}/checkpoint.json"))
    ids = {"session_id": session_id, "tool_use_id": tool, "agent_id": agent.removeprefix("agent-")}
    assert {key: record.get(key) for key in ids} == ids
    told = repo.show(step, f"{place}/{agent}.jsonl")
    records = stored.records((folder / f"{agent}.jsonl").read_text(encoding="utf-8"))
    assert stored.records(told) == records[: len(stored.records(told))]
    assert f"Wrote the {what}." in told
    assert repo.show(step, f"{what}.py") == f"{what} = 1\n"
    assert repo.show(step, f"use_{what}.py") == f"import {what}\n"


def test_a_subagent_that_edits(repo: Repo, start_claude: Start) -> None:
    enable(repo)
    shadow = stored.shadow_branch(repo)
    seen: list[tuple[list[str], stored.Json]] = []

    def look() -> None:
        [state] = stored.states(repo)
        seen.append((stored.steps(repo, shadow), state))

    script = Script(
        Turn(
            "Delegate the parser",
            Step(calls=(delegate("parser", background=False),), usage=Usage(11, 1000, 0, 41)),
            write(repo.root / "main.py", "import parser\n").during(look).using(Usage(5, 70, 1050, 29)),
            say("Both are there.").using(Usage(1, 30, 1120, 17)),
        ),
        subagents_turn(repo.root, "parser"),
    )
    answer = start_claude(script).ask("Delegate the parser", repo.root)

    [([step], state)] = seen  # when the subagent was done, and the turn was not
    check_task_step(repo, step, answer.session_id, "parser")
    assert (state["phase"], state["files_touched"]) == ("active", ["parser.py", "use_parser.py"])
    assert state["checkpoint_count"] == 0
    own = stored.steps(repo, shadow)[1:]
    assert [repo.git("log", "-1", "--format=%s", step) for step in own] == ["Delegate the parser"]
    assert list((repo.root / ".entire/tmp").glob("pre-*")) == []

    checkpoint_id = commit(repo, "Parse")
    facts = {
        "session_id": answer.session_id,
        "agent": "Claude Code",
        "checkpoints_count": 1,
        "files_touched": ["main.py", "parser.py", "use_parser.py"],
        "token_usage": total(script.played("Delegate"))
        | {"subagent_tokens": total(script.played("SUBTASK"))},
    }
    check_checkpoint(repo, checkpoint_id, facts, ["Delegate the parser"])
    check_tidy(repo)


def test_subagents_that_edit_after_the_turn(repo: Repo, start_claude: Start) -> None:
    """In the background: the turn ends, they edit, and the client tells the model by prompts of its own."""
    enable(repo)
    shadow = stored.shadow_branch(repo)
    seen: list[tuple[list[str], stored.Json]] = []

    def idle_after(notifications: int) -> None:
        wait_for(lambda: len(seen) == notifications and stored.states(repo)[0]["phase"] == "idle")

    def look() -> None:
        [state] = stored.states(repo)
        seen.append((stored.steps(repo, shadow), state))

    both = tuple(delegate(what, background=True) for what in ("parser", "lexer"))
    script = Script(
        Turn("Delegate both", Step(calls=both, usage=Usage(11, 1000, 0, 41)), say("They are at work.")),
        subagents_turn(repo.root, "parser", lambda: idle_after(0)),
        subagents_turn(repo.root, "lexer", lambda: idle_after(1)),
        Turn("<task-notification>", *(say(f"{which} is done.").during(look) for which in ("One", "Other"))),
    )
    answer = start_claude(script).ask("Delegate both", repo.root)

    [([first], state), (steps, _)] = seen  # when the client told of each
    # What a command wrote may be anybody's, until all are done.
    assert state["files_touched"] in (["parser.py"], ["parser.py", "use_parser.py"])
    assert (steps[0], len(steps)) == (first, 2)
    check_task_step(repo, first, answer.session_id, "parser")
    check_task_step(repo, steps[1], answer.session_id, "lexer")
    assert stored.steps(repo, shadow) == steps
    state = stored.state(repo, answer.session_id)
    touched = ["lexer.py", "parser.py", "use_lexer.py", "use_parser.py"]
    assert (state["files_touched"], state["last_prompt"]) == (touched, "Delegate both")
    assert list((repo.root / ".entire/tmp").glob("pre-*")) == []

    checkpoint_id = commit(repo, "Parse")
    own = [*script.played("Delegate"), *script.played("<task-notification>")]
    facts = {
        "session_id": answer.session_id,
        "files_touched": touched,
        "token_usage": total(own) | {"subagent_tokens": total(script.played("SUBTASK"))},
    }
    check_checkpoint(repo, checkpoint_id, facts, ["Delegate both"])
    assert "<task-notification>" in stored.checkpoint(repo, checkpoint_id).transcript
    check_tidy(repo)
