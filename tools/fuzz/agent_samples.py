"""What agents other than Claude Code send and write, to be changed at random: one entry each, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tools.fuzz.samples import SESSION, TIME


@dataclass(frozen=True)
class Samples:
    verbs: tuple[str, ...]
    payload: dict[str, Any]
    records: tuple[dict[str, Any], ...]
    config: dict[str, Any]  # what others have in its configuration


PATCH = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n+x\n*** End Patch"
_COMMAND = {"type": "command", "command": "say done", "timeout": 5}
_NESTED = {"hooks": {"Stop": [{"matcher": "", "hooks": [_COMMAND]}]}, "model": "x"}
_FLAT = {"version": 1, "hooks": {"stop": [_COMMAND], "agentStop": [{"bash": "say done"}]}}


def _event(kind: str, **data: Any) -> dict[str, Any]:
    """A record of Copilot CLI."""
    return {"type": kind, "data": data, "id": "e1", "timestamp": TIME, "parentId": "e0", "agentId": ""}


def _message(role: str, *blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A record of Droid."""
    message = {"role": role, "content": list(blocks), "visibility": "", **more}
    return {"type": "message", "id": "m1", "timestamp": TIME, "message": message}


def _turn(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    """A record of Cursor."""
    return {"role": role, "message": {"content": list(blocks)}}


_USAGE = {"inputTokens": 150, "cacheReadTokens": 30, "cacheWriteTokens": 20, "outputTokens": 50}
_CALL = {"toolCallId": "toolu_1", "toolName": "bash", "arguments": {"command": "ls"}}
_TEXT = {"type": "text", "text": "<user_query>Write a file</user_query><timestamp>now</timestamp>"}

SAMPLES = {
    "copilot-cli": Samples(
        (
            *("session-start", "session-end", "user-prompt-submitted", "agent-stop", "pre-compact"),
            *("subagent-start", "subagent-stop", "post-tool-use", "unknown", ""),
        ),
        {
            "sessionId": SESSION,
            "timestamp": 1794728760482,
            "cwd": "/home/ada/x",
            "prompt": "Write a file",
            "transcriptPath": f"/home/ada/.copilot/session-state/{SESSION}/events.jsonl",
            "agentId": "",
            "agentName": "explore",
            "source": "new",
        },
        (
            _event("user.message", content="Write a file", source="", transformedContent="<reminder>x"),
            _event(
                "assistant.message",
                content="Done.",
                model="m",
                toolRequests=[{"name": "apply_patch", "arguments": PATCH}],
            ),
            _event("tool.execution_start", **_CALL),
            _event("tool.execution_start", **_CALL | {"toolName": "apply_patch", "arguments": PATCH}),
            _event(
                "tool.execution_complete",
                toolCallId="toolu_1",
                success=False,
                fileEdits=[{"path": "/home/ada/x/a.py"}],
                result={"content": "x"},
                toolTelemetry={"restrictedProperties": {"agent_id": "u1"}},
            ),
            _event("session.usage_record", usage=_USAGE | {"apiCallId": "msg_1"}),
            _event("session.compaction_complete", compactionTokensUsed=_USAGE),
            _event("session.shutdown", modelMetrics={"m": {"usage": _USAGE}}),
        ),
        _FLAT,
    ),
    "factoryai-droid": Samples(
        (
            *("session-start", "session-end", "user-prompt-submit", "stop", "pre-compact"),
            *("pre-tool-use", "post-tool-use", "subagent-stop", "unknown", ""),
        ),
        {
            "session_id": SESSION,
            "transcript_path": f"/home/ada/.factory/sessions/-home-ada-x/{SESSION}.jsonl",
            "source": "startup",
            "prompt": "Write a file",
            "tool_name": "Task",
            "tool_use_id": "toolu_1",
            "tool_input": {"subagent_type": "worker", "description": "Write"},
        },
        (
            {"type": "session_start", "id": SESSION, "title": "Write a file"},
            _message("user", _TEXT),
            _message(
                "assistant",
                {"type": "text", "text": "Done."},
                {"type": "tool_use", "id": "toolu_1", "name": "ApplyPatch", "input": {"input": PATCH}},
                {"type": "tool_use", "id": "toolu_2", "name": "Execute", "input": {"command": "ls"}},
                modelId="m",
            ),
            _message(
                "user", {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x", "is_error": True}
            ),
        ),
        _NESTED,
    ),
    "cursor": Samples(
        (
            *("session-start", "session-end", "before-submit-prompt", "after-file-edit", "stop"),
            *("pre-compact", "subagent-start", "subagent-stop", "unknown", ""),
        ),
        {
            "conversation_id": SESSION,
            "parent_conversation_id": "",
            "generation_id": "g",
            "model": "m",
            "workspace_roots": ["/home/ada/x"],
            "transcript_path": None,
            "prompt": "Write a file",
            "file_path": "/home/ada/x/a.py",
            "subagent_id": "s-1",
            "agent_transcript_path": "/home/ada/s-1.jsonl",
        },
        (
            _turn("user", _TEXT),
            _turn(
                "assistant",
                {"type": "text", "text": "[REDACTED]"},
                {"type": "tool_use", "name": "Write", "input": {"path": "/home/ada/x/a.py"}},
                {"type": "tool_use", "name": "ApplyPatch", "input": {"patch": PATCH}},
                {"type": "tool_use", "name": "Shell", "input": {"command": "ls"}},
            ),
            {"type": "turn_ended", "status": "success"},
        ),
        _FLAT,
    ),
}
