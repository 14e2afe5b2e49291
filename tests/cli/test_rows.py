"""What rows and conversations say beside bare ids: words, outcomes, durations, files, tokens, cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from tests.cli.conftest import A, B, Stage, assistant, on_terminal, run, tool, user
from tests.scenario.world import World

from entire.transcript.usage import TokenUsage


def test_why_has_what_the_agent_said_before_it_wrote_the_line(tmp_path: Path) -> None:
    world = World.new(tmp_path / "repo")
    agent = world.agent()
    agent.start()
    agent.prompt("Write the login")
    agent.say("First I look around.")
    agent.shell("true")
    agent.say("The login checks the password.")
    agent.write("login.py", "def login(password):\n    return check(password)\n")
    agent.say("Now the limit, five a minute.")
    agent.write("limit.py", "LIMIT = 5\n")
    agent.say("Both are done.")
    agent.stop()
    world.git("add", "--all")
    assert world.commit(message="Login")
    world.file("limit.py").write_text("LIMIT = 5\nBY_HAND = 1\n")
    world.git("commit", "--quiet", "--all", "--message=By hand")

    said = {}
    for place in ("login.py:1", "login.py:1-2", "limit.py:1", "limit.py:2"):
        found = json.loads(world.entire("why", place, "--json"))
        said[place] = found["places"][0]["said"] if "places" in found else found["said"]
    assert said == {
        "login.py:1": "The login checks the password.",
        "login.py:1-2": "The login checks the password.",
        "limit.py:1": "Now the limit, five a minute.",
        "limit.py:2": "",
    }
    assert "\nSaid: Now the limit, five a minute.\n" in world.entire("why", "limit.py:1")
    assert "\n  ● Now the limit, five a minute.\n" in on_terminal(world.repo.path, "why", "limit.py:1")


def result(id: str, text: str, **more: Any) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": id, "content": text} | more
    return {"type": "user", "message": {"role": "user", "content": [block]}}


def test_explain_has_failed_commands_and_how_long_each_turn_took(stage: Stage) -> None:
    works = tool("Bash", command="make lint") | {"id": "toolu_2"}
    edit = tool("Write", file_path="login.py", content="a\nb\n") | {"id": "toolu_3"}
    lines = [
        ("10:00:00", user("Run the tests")),
        ("10:00:10", assistant(tool("Bash", command="make test"))),
        ("10:01:00", result("toolu_1", "Error: Exit code 2", is_error=True)),
        ("10:02:05", assistant("They fail.")),
        ("11:00:00", user("Mend it")),
        ("11:00:20", assistant(works, edit)),
        ("11:00:30", result("toolu_2", "ok")),
        ("11:00:31", result("toolu_3", "ok") | {"toolUseResult": {"type": "create", "content": "a\nb\n"}}),
        ("11:01:30", assistant("Done.")),
    ]
    records = [record | {"timestamp": f"2026-03-16T{time}Z"} for time, record in lines]
    stage.checkpoint(A, {"lines": records, "prompts": ["Run the tests", "Mend it"]})
    stage.commit("Mend it", A)

    [part] = json.loads(run(stage.work.path, "explain", A, "--json").out)["sessions"]
    calls = {entry["detail"]: entry["failed"] for entry in part["entries"] if entry["kind"] == "tool"}
    assert (calls["make test"], calls["make lint"]) == (True, False)
    plain = run(stage.work.path, "explain", A).out
    assert "make test (failed)\n" in plain
    assert "make lint\n" in plain
    assert "[User] Run the tests\n  (2026-03-16 10:00:00 · 2m 5s)\n" in plain
    assert "[User] Mend it\n  (2026-03-16 11:00:00 · 1m 30s)\n" in plain
    shown = on_terminal(stage.work.path, "explain", A, PAGER="cat")
    assert "  ❯ Mend it\n    2026-03-16 11:00:00 · 1m 30s\n" in shown
    assert [line.split() for line in shown.splitlines() if "make" in line] == [
        ["Bash", "make", "test", "failed"],
        ["Bash", "make", "lint"],
    ]
    coloured = on_terminal(stage.work.path, "explain", A, PAGER="cat", NO_COLOR="")
    assert click.style("failed", fg="red") in coloured


def test_a_session_that_only_checkpoints_know_has_files_tokens_and_cost(stage: Stage) -> None:
    """Made elsewhere, in two parts: each counts once."""
    lines = [user("Write the login"), assistant("Done."), user("Limit it"), assistant("Done.")]
    known = {"session_id": "elsewhere-1", "model": "claude-opus-4-8", "branch": "topic"}
    first = known | {
        "lines": lines[:2],
        "prompts": ["Write the login"],
        "files_touched": ["src/login.py"],
        "token_usage": TokenUsage(input_tokens=1_000, output_tokens=200, cache_read_tokens=40_000),
    }
    second = known | {
        "lines": lines,
        "prompts": ["Limit it"],
        "files_touched": ["src/login.py", "src/limit.py"],
        "token_usage": TokenUsage(output_tokens=300),
        "checkpoint_transcript_start": 2,
        "token_transcript_start": 2,
    }
    for id, session in ((A, first), (B, second)):
        stage.checkpoint(id, session)
        stage.commit(f"Of {id}", id)
    row = json.loads(run(stage.work.path, "session", "list", "--all", "--json").out)["sessions"][0]
    assert sorted(file["path"] for file in row["files"]) == ["src/limit.py", "src/login.py"]
    assert (row["tokens"], row["branch"], row["first_prompt"]) == (41_500, "topic", "Write the login")
    assert row["author"] == "Test Person <person@example.com>"
    plain = run(stage.work.path, "session", "list", "--all").out
    assert '  "Write the login"\n' in plain
    assert "  Files: 2, Tokens: 41500\n" in plain
    shown = on_terminal(stage.work.path, "session", "list", "--all", width=140)
    assert "Write the login" in shown
    assert "2 files" in shown

    # 1,000 at $5, 500 at $25 and 40,000 at $0.50 a million
    found = json.loads(run(stage.work.path, "session", "show", "else", "--json").out)
    assert found["cost"] == {"microdollars": 37_500, "unknown_tokens": 0}
    assert "\nTokens: 41500\nCost: $0.0375\n" in run(stage.work.path, "session", "show", "else").out
    shown = on_terminal(stage.work.path, "session", "show", "else", width=80)
    assert "\nTokens      41,500 · $0.0375\n" in shown
    costs = [line.split()[-1] for line in shown.splitlines() if "Of " in line]
    assert costs == ["$0.0075", "$0.0300"]
