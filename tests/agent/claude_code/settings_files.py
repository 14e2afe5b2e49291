"""What tests of Claude Code's settings need."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from entire.agent.claude_code import settings as claude
from entire.agent.hook_config.commands import hook

EXPECTED = {
    ("SessionStart", "", hook("claude-code", "session-start")),
    ("SessionEnd", "", hook("claude-code", "session-end")),
    ("Stop", "", hook("claude-code", "stop")),
    ("UserPromptSubmit", "", hook("claude-code", "user-prompt-submit")),
    ("PreToolUse", "Task", hook("claude-code", "pre-task")),
    ("PostToolUse", "Task", hook("claude-code", "post-task")),
    ("PostToolUse", "TodoWrite", hook("claude-code", "post-todo")),
    ("PreToolUse", "Agent", hook("claude-code", "pre-task")),
    ("PostToolUse", "Agent", hook("claude-code", "post-task")),
    ("PostToolUse", "TaskCreate", hook("claude-code", "post-todo")),
    ("PostToolUse", "TaskUpdate", hook("claude-code", "post-todo")),
    ("SubagentStop", "", hook("claude-code", "subagent-stop")),
    ("Notification", "", hook("claude-code", "notification")),
}
ALL = len(EXPECTED)
RULE = "Read(./.entire/metadata/**)"


def load(text: str) -> Any:
    return json.loads(text.removeprefix("\ufeff"))


def commands(document: Any) -> list[tuple[str, str, str]]:
    return [
        (event, group.get("matcher", ""), entry["command"])
        for event, groups in document.get("hooks", {}).items()
        for group in groups
        for entry in group["hooks"]
    ]


def without_ours(document: Any) -> Any:
    """What remains for a reader: our groups and rule taken off, and containers that hold nothing."""
    document = json.loads(json.dumps(document))
    hooks = document.get("hooks", {})
    for event, groups in hooks.items():
        hooks[event] = [g for g in groups if not any("entire hooks" in h["command"] for h in g["hooks"])]
    document["hooks"] = {event: groups for event, groups in hooks.items() if groups}
    permissions = document.setdefault("permissions", {})
    permissions["deny"] = [rule for rule in permissions.get("deny", []) if rule != RULE]
    document["permissions"] = {key: value for key, value in permissions.items() if value}
    return {key: value for key, value in document.items() if value not in ({}, [])}


def add_hooks(text: str | None, *, force: bool = False) -> tuple[str, int]:
    """The file after `install`, and how many entries were added."""
    with TemporaryDirectory() as folder:
        if text is not None:
            write(Path(folder), text)
        count = claude.install(folder, force=force)
        return read(Path(folder)), count


def remove_hooks(text: str) -> str | None:
    """The file after `uninstall`; None if it is gone."""
    with TemporaryDirectory() as folder:
        path = write(Path(folder), text)
        claude.uninstall(folder)
        return read(Path(folder)) if path.exists() else None


def added(text: str | None) -> str:
    return add_hooks(text)[0]


def group(command: str, matcher: str | None = "") -> dict[str, Any]:
    hooks = [{"type": "command", "command": command, "timeout": 5}]
    return {"hooks": hooks} if matcher is None else {"matcher": matcher, "hooks": hooks}


def write(root: Path, text: str) -> Path:
    path = root / ".claude" / "settings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    return path


def read(root: Path) -> str:
    return (root / ".claude" / "settings.json").read_bytes().decode()
