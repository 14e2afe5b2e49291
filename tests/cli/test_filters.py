"""`search`, `explain` and `session list`: each filter, as it is typed, with what it takes and what not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import A, B, C, Stage, assistant, jsonl, run, tool, user
from tests.scenario.search.test_search import codex

from entire.core import clock

Cases = list[tuple[list[str], set[str]]]

MONDAY, DAY = 1_773_619_200, 86_400  # 2026-03-16


def at(time: int, *records: dict[str, Any]) -> list[dict[str, Any]]:
    return [record | {"timestamp": clock.rfc3339(time + number)} for number, record in enumerate(records)]


@pytest.fixture
def three(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Three checkpoints with one word: in a prompt on Monday, an answer on Tuesday, a tool on Wednesday."""
    asked = codex("message", role="user", content=[{"type": "input_text", "text": "What digs?"}])
    answered = codex("message", role="assistant", content=[{"type": "output_text", "text": "A wombat"}])
    rows = (
        (A, "Ada Lovelace", "Claude Code", "model-a", "main", "src/a.py", [user("Draw a wombat")]),
        (B, "Grace Hopper", "Codex", "model-b", "feature/login", "lib/b.py", [asked, answered]),
        (
            *(C, "Ada Byron", "Claude Code", "model-c", "fix", "src/c.py"),
            [user("Look"), assistant("Yes", tool("Bash", command="grep wombat"))],
        ),
    )
    for day, (id, author, agent, model, branch, file, records) in enumerate(rows):
        time = MONDAY + day * DAY
        known: dict[str, Any] = {
            "session_id": f"session-{branch[:2]}",
            "agent": agent,
            "model": model,
            "branch": branch,
        }
        known |= {"files_touched": [file], "lines": at(time, *records), "created_at": clock.rfc3339(time)}
        stage.checkpoint(id, known)
        monkeypatch.setenv("GIT_AUTHOR_NAME", author)
        monkeypatch.setenv("GIT_AUTHOR_EMAIL", f"{author.split()[1].lower()}@example.com")
        stage.commit(f"Commit {day}", id, date=f"{time} +0000")
    return stage


CHECKPOINTS: Cases = [
    (["--author", "hopper@example"], {B}),
    (["--author", "ada"], {A, C}),
    (["--author", "nobody"], set()),
    (["--agent", "codex"], {B}),
    (["--agent", "Claude Code"], {A, C}),
    (["--agent", "gemini"], set()),
    (["--model", "MODEL-B"], {B}),
    (["--model", "model"], {A, B, C}),
    (["--model", "model-d"], set()),
    (["--branch", "feature/*"], {B}),
    (["--branch", "main"], {A}),
    (["--branch", "mai"], set()),
    (["--file", "lib/b.py"], {B}),
    (["--file", "src"], {A, C}),
    (["--file", "src/a.py", "--file", "lib"], {A, B}),
    (["--file", "*.py"], {A, B, C}),
    (["--file", "doc"], set()),
    (["--session", "session-F"], {B, C}),
    (["--session", "session-fi"], {C}),
    (["--since", "2026-03-17 00:00"], {B, C}),
    (["--until", "2026-03-17 12:00"], {A, B}),
    (["--since", "2026-03-17 00:00", "--until", "2026-03-17 12:00"], {B}),
    (["--since", "2026-03-19 00:00"], set()),
    (["--until", "2026-03-15 00:00"], set()),
    (["--in", "prompts"], {A}),
    (["--in", "answers"], {B}),
    (["--in", "tools"], {C}),
    (["--in", "prompts", "--in", "tools"], {A, C}),
    (["--in", "files"], set()),
    (["--agent", "claude-code", "--file", "src/c.py", "--author", "byron"], {C}),
    (["--agent", "codex", "--file", "src"], set()),
    (["-n", "0"], {A, B, C}),
    (["-n", "3"], {A, B, C}),
    (["--limit", "1"], {A}),  # the prompt
]


def test_each_filter_of_checkpoints(three: Stage) -> None:
    for options, expected in CHECKPOINTS:
        done = run(three.work.path, "search", "wombat", *options, "--json")
        found = json.loads(done.out)
        assert {hit["checkpoint_id"] for hit in found["hits"]} == expected, options
        assert found["more"] == ("--limit" in options), options
        assert (done.code, done.err) == (0 if expected else 1, "")


LIVE: Cases = [
    (["--author", "alice@"], {"stepped"}),  # who made the step
    (["--author", "test person"], {"asked"}),  # whose repository it is
    (["--author", "nobody"], set()),
    (["--agent", "codex"], {"stepped"}),
    (["--agent", "claude-code"], {"asked"}),
    (["--agent", "gemini"], set()),
    (["--model", "Model-b"], {"stepped"}),
    (["--model", "model-c"], set()),
    (["--branch", "feature/*"], {"stepped"}),
    (["--branch", "main"], {"asked"}),
    (["--branch", "fix"], set()),
    (["--file", "lib"], {"stepped"}),
    (["--file", "src/quoll.py"], {"asked"}),
    (["--file", "doc"], set()),
    (["--session", "ask"], {"asked"}),
    (["--since", "2026-03-17 00:00"], {"stepped"}),
    (["--until", "2026-03-16 12:00"], {"asked"}),
    (["--since", "2026-03-18 00:00"], set()),
    (["--in", "prompts"], {"asked"}),
    (["--in", "answers"], {"stepped"}),
    (["--in", "tools"], set()),
    (["-n", "0"], {"asked", "stepped"}),
]


def test_each_filter_of_work_that_is_not_committed(stage: Stage, tmp_path: Path) -> None:
    transcript = tmp_path / "asked.jsonl"
    transcript.write_bytes(jsonl(at(MONDAY, user("Draw a wombat"))))
    known = {"model_name": "model-a", "branch": "main", "files_touched": ["src/quoll.py"]}
    stage.session("asked", transcript_path=str(transcript), **known)
    known = {"model_name": "model-b", "branch": "feature/login", "files_touched": ["lib/b.py"]}
    stage.session("stepped", agent_type="Codex", **known)
    stage.work.write("lib/b.py", "b = 1\n")
    asked = codex("message", role="user", content=[{"type": "input_text", "text": "What digs?"}])
    answered = codex("message", role="assistant", content=[{"type": "output_text", "text": "A wombat"}])
    stage.step("stepped", "What digs?", "lib/b.py", lines=at(MONDAY + DAY + 3600, asked, answered))

    for options, expected in LIVE:
        found = json.loads(run(stage.work.path, "search", "wombat", *options, "--json").out)["hits"]
        assert {hit["session_id"] for hit in found} == expected, options
        assert all(hit["temporary"] for hit in found)
    for typed, expected in (("quoll.py", {"asked"}), ("lib/b.py", {"stepped"}), ("uoll", {"asked"})):
        found = json.loads(run(stage.work.path, "search", typed, "--in", "files", "--json").out)["hits"]
        assert {(hit["session_id"], hit["found_in"]) for hit in found} == {(id, "files") for id in expected}


def test_a_filter_by_a_folder_counts_from_where_it_is_typed(three: Stage) -> None:
    three.work.write("src/x", "")
    done = run(three.work.path / "src", "search", "wombat", "--file", "a.py", "--json")
    assert [hit["checkpoint_id"] for hit in json.loads(done.out)["hits"]] == [A]


SESSIONS = {"session-ma": A, "session-fe": B, "session-fi": C}

LISTED: Cases = [
    (["--author", "hopper@example"], {B}),
    (["--author", "ADA"], {A, C}),
    (["--author", "nobody"], set()),
    (["--agent", "codex"], {B}),
    (["--agent", "gemini"], set()),
    (["--model", "MODEL-B"], {B}),
    (["--model", "model-d"], set()),
    (["--branch", "feature/*"], {B}),
    (["--branch", "main"], {A}),
    (["--branch", "mai"], set()),
    (["--file", "lib/b.py"], {B}),
    (["--file", "src"], {A, C}),
    (["--file", "doc"], set()),
    (["--", "src/a.py"], {A}),
    (["--", "src/a.py", "lib"], {A, B}),
    (["--", "*.md"], set()),
    (["--since", "2026-03-17 00:00"], {B, C}),
    (["--until", "2026-03-17 12:00"], {A, B}),
    (["--since", "2026-03-19 00:00"], set()),
    (["--until", "2026-03-15 00:00"], set()),
    (["--grep", "draw wombat"], {A}),
    (["--grep", "wombat -draw"], {B, C}),
    (["--grep", "numbat"], set()),
    (["--author", "ada", "--grep", "look", "--", "src"], {C}),
    (["--author", "ada", "--grep", "look", "--", "lib"], set()),
]


def listed(stage: Stage, *words: str) -> Any:
    done = run(stage.work.path, *words)
    assert (done.code, done.err) == (0, ""), words
    return json.loads(done.out)


def test_checkpoints_and_sessions_that_are_only_in_them(three: Stage) -> None:
    for options, expected in LISTED:
        found = listed(three, "explain", "--json", *options)
        assert {row["checkpoint_id"] for row in found["checkpoints"]} == expected, options
        assert found["narrowed"]
        found = listed(three, "session", "list", "--json", *options)
        assert {SESSIONS[row["session_id"]] for row in found["sessions"]} == expected, options


UNCOMMITTED: Cases = [
    (["--author", "alice@"], {"stepped"}),
    (["--author", "nobody"], set()),
    (["--agent", "codex"], {"stepped"}),
    (["--agent", "gemini"], set()),
    (["--model", "Model-b"], {"stepped"}),
    (["--model", "model-c"], set()),
    (["--branch", "feature/*"], {"stepped"}),
    (["--branch", "fix"], set()),
    (["--file", "lib"], {"stepped"}),
    (["--", "lib/b.py"], {"stepped"}),
    (["--", "doc"], set()),
    (["--since", "2026-03-17 00:00"], {"stepped"}),
    (["--until", "2026-03-15 00:00"], set()),
    (["--grep", "bilby"], {"stepped"}),
    (["--grep", "numbat"], set()),
]


def test_steps_and_live_sessions(stage: Stage, tmp_path: Path) -> None:
    transcript = tmp_path / "asked.jsonl"
    transcript.write_bytes(jsonl(at(MONDAY, user("Draw a wombat"))))
    times = {name: clock.rfc3339(MONDAY) for name in ("started_at", "last_interaction_time")}
    known = {"model_name": "model-a", "branch": "main", "files_touched": ["src/quoll.py"]}
    stage.session("asked", transcript_path=str(transcript), **known, **times)
    known = {"model_name": "model-b", "branch": "feature/login", "files_touched": ["lib/b.py"]}
    times = {name: clock.rfc3339(MONDAY + DAY) for name in times}
    stage.session("stepped", agent_type="Codex", **known, **times)
    stage.work.write("lib/b.py", "b = 1\n")
    asked = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Draw a bilby"}]}
    lines = at(MONDAY + DAY, {"type": "response_item", "payload": asked})
    step = stage.step("stepped", "Draw a bilby", "lib/b.py", lines=lines)

    for options, expected in UNCOMMITTED:
        found = listed(stage, "explain", "--json", *options)["steps"]
        assert {row["commit"] for row in found} == ({step} if expected else set()), options
        if "alice@" not in options:  # who made the step; the session is of the one whose repository it is
            found = listed(stage, "session", "list", "--json", *options)["sessions"]
            assert {row["session_id"] for row in found} == expected, options
    for options, expected in (
        (["--author", "test person"], {"asked", "stepped"}),
        (["--agent", "claude-code"], {"asked"}),
        (["--until", "2026-03-16 12:00"], {"asked"}),
        (["--grep", "wombat"], {"asked"}),
        (["--", "src"], {"asked"}),
    ):
        found = listed(stage, "session", "list", "--json", *options)["sessions"]
        assert {row["session_id"] for row in found} == expected, options
