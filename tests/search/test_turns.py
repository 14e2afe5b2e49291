"""What is searched of a conversation, for the recorded transcripts of every agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent import registry
from entire.agent.entries import TOOL, USER
from entire.search import turns

DATA = Path(__file__).parent.parent / "data"


def transcripts() -> list[tuple[str, Path]]:
    found = []
    for name in registry.AGENTS:
        folder = DATA / name.replace("-", "_") / "transcripts"
        found += [(name, path) for path in sorted(folder.rglob("*.json*")) if "settings" not in path.name]
    return found


@pytest.mark.parametrize(("name", "path"), transcripts(), ids=lambda part: getattr(part, "name", part))
def test_every_agent(name: str, path: Path) -> None:
    """Prompts, answers and calls are what `explain` shows, and results of tools are there."""
    agent = registry.by_name(name)
    data = path.read_bytes()
    found = turns.of_transcript(data, agent.TYPE)
    layout = agent.layout()
    records = [record for piece in layout.split(layout.closed(data))[1] if (record := layout.decode(piece))]
    entries = [entry for record in agent.current(records) for entry in agent.entries_of(record)]
    text = {kind: "\n".join(getattr(turn, kind) for turn in found) for kind in ("prompt", "answer", "tool")}
    for entry in entries:
        where = "prompt" if entry.kind == USER else "tool" if entry.kind == TOOL else "answer"
        assert entry.text.strip() in text[where]
    assert sum(entry.kind == USER for entry in entries) <= len(found) <= 1 + len(entries)
    for result in _results(agent.current(records)):
        assert result.strip()[:500] in text["tool"]


def _results(value: Any) -> list[str]:
    """What tools returned, read without the code under test: by the names that each agent uses."""
    if isinstance(value, list):
        return [text for item in value for text in _results(item)]
    if not isinstance(value, dict):
        return []
    found = []
    if value.get("type") == "tool_result" and isinstance(value.get("content"), str):
        found.append(value["content"])  # Claude Code, Droid
    if value.get("type") == "function_call_output" and isinstance(value.get("output"), str):
        found.append(value["output"])  # Codex
    if isinstance(value.get("functionResponse"), dict):  # Gemini CLI, Qwen Code
        output = value["functionResponse"].get("response", {}).get("output")
        found += [output] if isinstance(output, str) else []
    if value.get("type") == "tool.execution_complete":  # Copilot CLI
        result = value.get("data", {}).get("result") or {}
        found += [result["content"]] if isinstance(result.get("content"), str) else []
    if value.get("type") == "tool" and isinstance(value.get("state"), dict):  # OpenCode
        output = value["state"].get("output")
        found += [output] if isinstance(output, str) else []
    if value.get("role") == "toolResult":  # Pi
        found += [part["text"] for part in value.get("content", []) if isinstance(part.get("text"), str)]
    return found + [text for item in value.values() for text in _results(item)]


def test_the_recorded_transcripts_have_results() -> None:
    """So that the test above cannot pass for want of them."""
    with_results = set()
    for name, path in transcripts():
        layout = registry.by_name(name).layout()
        pieces = layout.split(layout.closed(path.read_bytes()))[1]
        if _results([layout.decode(piece) for piece in pieces]):
            with_results.add(name)
    assert with_results >= {"claude-code", "codex", "gemini", "qwen", "copilot-cli", "opencode", "pi"}


def test_long_results_count_by_their_beginning() -> None:
    block = {"type": "tool_result", "tool_use_id": "t", "content": "begins " + "x" * 5000 + " ends"}
    record = {"type": "user", "message": {"role": "user", "content": [block]}}
    [turn] = turns.of_transcript(json.dumps(record).encode(), "Claude Code")
    assert turn.tool.startswith("begins xxx")
    assert len(turn.tool) == 2000


@pytest.mark.parametrize("record", [{}, {"type": []}, {"input": [[[["deep"]]]]}, {"message": {"role": {}}}])
def test_any_record(record: dict[str, Any]) -> None:
    assert turns.of_transcript(json.dumps(record).encode() + b"\nnot json\n", "Claude Code") is not None
    assert [turn.tool for turn in turns.of_transcript(b"x", "An agent that nobody knows")] == ["x"]


def test_what_hooks_were_given_and_printed_is_no_tool() -> None:
    """As Claude Code, Droid and Copilot CLI write it; our own greeting is among it."""
    printed = {"stdout": "entire: this conversation will be linked", "input": {"cwd": "/repo"}}
    for record in (
        {
            "type": "attachment",
            "attachment": {"type": "hook_success", "hookEvent": "SessionStart", **printed},
        },
        {"message": {"role": "user", "hookEventName": "SessionStart", "hookResults": [printed]}},
        {"type": "hook.start", "data": {"hookType": "sessionStart", **printed}},
    ):
        assert list(turns.tool_texts(record)) == []
    called = {"type": "tool_use", "name": "mcp__hooks__add", "input": {"hookEvent": "Stop", "run": "make"}}
    assert list(turns.tool_texts({"message": {"content": [called]}})) == ["Stop", "make"]
