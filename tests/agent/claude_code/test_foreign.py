"""Calls of other agents that run Claude Code's hooks are told from its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent.claude_code import agent

DATA = Path(__file__).parents[2] / "data" / "claude_code" / "payloads"
RECORDED = {path.stem: json.loads(path.read_text())["payload"] for path in sorted(DATA.glob("*.json"))}
STOP: dict[str, Any] = RECORDED["stop"]
PLACE = "/home/user/.claude/projects/-repo/s.jsonl"


@pytest.mark.parametrize("name", RECORDED)
def test_what_was_recorded_is_its_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not agent.is_foreign(RECORDED[name])
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/somewhere/else")
    assert not agent.is_foreign(RECORDED[name])


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"session_id": "s"},
        STOP | {"turn_id": "t"},  # as it sends with other events
        STOP | {"timestamp": "2026-08-20T10:00:00Z"},  # as it may send one day
        STOP | {"transcript_path": "/opt/claude/projects/-repo/s.jsonl"},
        STOP | {"transcript_path": "/home/user/.claude/projects/-home-user--cursor-x/s.jsonl"},
        STOP | {"transcript_path": "/home/user/.codex/.claude/projects/-repo/s.jsonl"},
        STOP | {"transcript_path": 7},
        STOP | {"cwd": "/home/user/.cursor/worktrees/repo", "prompt": "look at /.cursor/ and sessionId"},
    ],
)
def test_what_can_be_its_own_is_not_refused(payload: dict[str, Any]) -> None:
    assert not agent.is_foreign(payload)


@pytest.mark.parametrize(
    "payload",
    [
        # Cursor
        {
            "conversation_id": "c",
            "generation_id": "g",
            "hook_event_name": "stop",
            "workspace_roots": ["/repo"],
        },
        STOP | {"cursor_version": "2.1"},
        # Copilot CLI, before there is a transcript and after
        {"session_id": "s", "hook_event_name": "Stop", "timestamp": "2026-08-20T10:00:00Z", "cwd": "/repo"},
        STOP | {"transcript_path": "/home/user/.copilot/session-state/s/events.jsonl"},
        {"sessionId": "s", "timestamp": 1787220001000, "cwd": "/repo"},
        {"hookEventName": "Stop", "session_id": "s"},
        # Droid, Qwen
        STOP | {"transcript_path": "/home/user/.factory/sessions/-repo/s.jsonl"},
        STOP | {"transcript_path": "/home/user/.qwen/projects/-repo/chats/s.jsonl"},
    ],
)
def test_what_another_agent_sends_is_foreign(payload: dict[str, Any]) -> None:
    assert agent.is_foreign(payload)


def test_its_own_folder_may_be_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    payload = STOP | {"transcript_path": "/home/user/.codex/projects/-repo/s.jsonl"}
    assert agent.is_foreign(payload)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/home/user/.codex")
    assert not agent.is_foreign(payload)


def test_what_a_hook_answers() -> None:
    assert agent.answer(None, "") == ""
    assert agent.answer(None, 'A "note"\n') == '{"systemMessage":"A \\"note\\"\\n"}\n'
