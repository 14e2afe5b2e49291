"""Documents as agents and the program write them: what is changed at random begins like this."""

from __future__ import annotations

from typing import Any

SESSION = "0b1a44ec-e66b-4af7-9a39-8b5ca4ad286d"
OID = "0123456789abcdef0123456789abcdef01234567"
TIME = "2026-01-02T03:04:05.678901234Z"

PAYLOAD: dict[str, Any] = {
    "session_id": SESSION,
    "transcript_path": "/home/ada/.claude/projects/x/y.jsonl",
    "cwd": "/home/ada/x",
    "hook_event_name": "Stop",
    "source": "startup",
    "prompt": "Write a file",
    "model": "claude-opus-4-8",
    "last_assistant_message": "Done.",
    "tool_name": "TodoWrite",
    "tool_use_id": "toolu_0123456789",
    "tool_input": {
        "description": "Write",
        "subagent_type": "general-purpose",
        "taskId": "1",
        "subject": "Parse",
        "todos": [{"content": "Write it", "status": "pending"}],
    },
    "tool_response": {"status": "completed", "agentId": "a1b2c3"},
    "agent_id": "",
    "agent_type": "general-purpose",
    "agent_transcript_path": "/home/ada/.claude/projects/x/y/subagents/agent-a1.jsonl",
}
VERBS = (
    *("session-start", "session-end", "user-prompt-submit", "stop"),
    *("pre-task", "post-task", "post-todo", "subagent-stop", "unknown", ""),
)

_RECORD = {"uuid": "u1", "sessionId": SESSION, "cwd": "/home/ada/x", "timestamp": TIME}
USER = _RECORD | {"type": "user", "message": {"role": "user", "content": "<ide_x>y</ide_x>Write a file"}}
QUEUED = _RECORD | {
    "type": "attachment",
    "attachment": {
        "type": "queued_command",
        "commandMode": "prompt",
        "prompt": [{"type": "text", "text": "x"}],
    },
}
RESULT = _RECORD | {
    "type": "user",
    "origin": {"kind": "human"},
    "message": {
        "role": "user",
        "content": [
            {"type": "text", "text": "<command-name>/review</command-name><command-args>1</command-args>"},
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": "agentId: a1b2"},
        ],
    },
    "toolUseResult": {"agentId": "a1b2", "task": {"id": "1", "subject": "Parse"}},
}
ANSWER = _RECORD | {
    "type": "assistant",
    "message": {
        "id": "msg_1",
        "role": "assistant",
        "model": "claude-opus-4-8",
        "content": [
            {"type": "text", "text": "Done: password = hunter2secret"},
            {"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": "/home/ada/x/a.py"}},
            {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}},
        ],
        "usage": {
            "input_tokens": 12,
            "cache_creation_input_tokens": 340,
            "cache_read_input_tokens": 2900,
            "output_tokens": 85,
        },
    },
}
RECORDS = (USER, QUEUED, RESULT, ANSWER)

_USAGE = {"input_tokens": 1, "output_tokens": 2, "api_call_count": 1, "subagent_tokens": {"input_tokens": 3}}
_COUNTS = {"checkpoint_number": 1, "user_lines_added": 2, "user_added_per_file": {"a.py": 1}}
PLACE = {
    "base_commit": OID,
    "worktree_path": "/home/ada/y",
    "checkpoint_count": 1,
    "files_touched": ["b.py"],
    "prompt_attributions": [_COUNTS],
    "home": True,
}
STATE: dict[str, Any] = {
    "session_id": SESSION,
    "cli_version": "0.1.0",
    "base_commit": OID,
    "worktree_path": "/home/ada/x",
    "worktree_id": "",
    "started_at": TIME,
    "phase": "active",
    "turn_id": "0b1a44ece66b",
    "turn_checkpoint_ids": ["a1b2c3d4e5f6"],
    "last_interaction_time": TIME,
    "checkpoint_count": 2,
    "checkpoint_transcript_start": 4,
    "condensed_transcript_lines": 3,
    "untracked_files_at_start": ["x"],
    "files_touched": ["a.py"],
    "agent_type": "Claude Code",
    "token_usage": _USAGE,
    "transcript_path": "/home/ada/.claude/projects/x/y.jsonl",
    "first_prompt": "Write",
    "prompt_attributions": [_COUNTS],
    "pending_prompt_attribution": _COUNTS,
    "condensed_branches": {"entire/0123456-e3b0c4": OID},
    "places": {"side": PLACE},
}
CURSOR: dict[str, Any] = {
    "version": 1,
    "path": "/home/ada/.claude/projects/x/y.jsonl",
    "rules": "2",
    "main": {"byte": 10, "position": 2, "check": 7, "usage": _USAGE, "recent": {"msg_1": [1, 2, 3, 4]}},
    "copy_bytes": 10,
    "sealed_bytes": 0,
    "sealed_oids": [OID],
    "turns": [{"position": 0, "offset": 0, "before": "", "files": ["a.py"], "ran_commands": True}],
    "counted": _USAGE,
    "subagents": {"a1": {"byte": 0, "position": 0, "check": 0, "turn": 1}},
    "todos": {"1": "Parse"},
    "last_id": "u1",
}
CAPTURE: dict[str, Any] = {
    "session_id": SESSION,
    "timestamp": TIME,
    "untracked_files": ["x"],
    "signatures": {"a.py": "1 2 3"},
    "edits": {"a.py": "-"},
    "tool_use_id": "toolu_1",
    "agent_id": "a1",
    "last_transcript_line_count": 3,
    "step_transcript_start": 2,
}

SUMMARY: dict[str, Any] = {
    "cli_version": "0.1.0",
    "checkpoint_id": "a1b2c3d4e5f6",
    "strategy": "manual-commit",
    "branch": "main",
    "checkpoints_count": 1,
    "files_touched": ["a.py"],
    "sessions": [{"metadata": "/a1/b2c3d4e5f6/0/metadata.json", "transcript": "/a1/b2c3d4e5f6/0/full.jsonl"}],
    "token_usage": _USAGE,
}
METADATA: dict[str, Any] = {
    "cli_version": "0.1.0",
    "checkpoint_id": "a1b2c3d4e5f6",
    "session_id": SESSION,
    "strategy": "manual-commit",
    "created_at": TIME,
    "branch": "main",
    "checkpoints_count": 1,
    "files_touched": ["a.py"],
    "agent": "Claude Code",
    "model": "claude-opus-4-8",
    "turn_id": "0b1a44ece66b",
    "transcript_identifier_at_start": "u1",
    "checkpoint_transcript_start": 4,
    "transcript_lines_at_start": 4,
    "token_usage": _USAGE,
    "summary": {"intent": "x", "outcome": "y", "learnings": {"repo": ["z"], "code": [{"path": "a.py"}]}},
    "initial_attribution": {"calculated_at": TIME, "agent_lines": 3, "agent_percentage": 50.5},
}
LINES: dict[str, Any] = {
    "version": 1,
    "owners": [{"kind": "agent", "session_id": SESSION, "turn": 1, "prompt_line": 2}, {"kind": "human"}],
    "files": [{"path": "a.py", "blob": OID, "lines": {"0": "1-40,45", "1": "41-44"}}],
    "left_out": [{"path": "b.bin", "why": "binary"}],
}

SETTINGS: dict[str, Any] = {
    "strategy": "manual-commit",
    "enabled": True,
    "log_level": "info",
    "strategy_options": {
        "push_sessions": True,
        "checkpoint_remote": {"provider": "github", "repo": "team/x"},
    },
    "commit_linking": "always",
    "redaction": {"pii": {"enabled": True, "email": True, "custom_patterns": {"id": "[0-9]{9}"}}},
}
AGENT_SETTINGS: dict[str, Any] = {
    "permissions": {"deny": ["Read(./.entire/metadata/**)"], "allow": []},
    "hooks": {
        "Stop": [{"matcher": "", "hooks": [{"type": "command", "command": "entire hooks claude-code stop"}]}],
        "PostToolUse": [{"matcher": "Task", "hooks": [{"type": "command", "command": "echo"}]}],
    },
}
LOG_ROW: dict[str, Any] = {
    "time": TIME,
    "level": "ERROR",
    "msg": "hook failed",
    "component": "hooks",
    "session_id": SESSION,
    "error": "x",
    "duration_ms": 1200,
}
