"""Makes the test data of this folder from recordings of the real Claude Code.

    python tests/data/extract_claude_code.py RECORDINGS

RECORDINGS holds `claude-code/` and `claude-code-2.1.197/`, each with one folder per scenario. Long texts are
cut, and transcripts lose the rows that nobody here reads.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "claude_code"
NEW, OLD = "claude-code", "claude-code-2.1.197"

# Name here, recording, hook call, the verb that we install for it.
PAYLOADS = (
    ("session-start", NEW, "one_turn/hooks/001-SessionStart", "session-start"),
    ("session-start-model", NEW, "commands/hooks/001-SessionStart", "session-start"),
    ("session-start-resume", NEW, "compact/hooks/009-SessionStart", "session-start"),
    ("session-start-compact", NEW, "compact/hooks/012-SessionStart", "session-start"),
    ("session-start-fork", NEW, "fork_session/hooks/009-SessionStart", "session-start"),
    ("session-end", NEW, "interactive/hooks/014-SessionEnd", "session-end"),
    ("prompt", NEW, "one_turn/hooks/002-UserPromptSubmit", "user-prompt-submit"),
    ("prompt-command", NEW, "commands/hooks/002-UserPromptSubmit", "user-prompt-submit"),
    ("prompt-notification", NEW, "subagent_background/hooks/{notification}", "user-prompt-submit"),
    ("stop", NEW, "commands/hooks/008-Stop", "stop"),
    ("stop-background", NEW, "subagent_background/hooks/{background}", "stop"),
    ("pre-task", NEW, "subagent/hooks/003-PreToolUse", "pre-task"),
    ("post-task", NEW, "subagent/hooks/012-PostToolUse", "post-task"),
    ("post-task-async", NEW, "subagent_background/hooks/{async}", "post-task"),
    ("post-todo-create", NEW, "tasks/hooks/008-PostToolUse", "post-todo"),
    ("post-todo-update", NEW, "tasks/hooks/011-PostToolUse", "post-todo"),
    ("subagent-stop", OLD, "subagent/hooks/{subagent}", "subagent-stop"),
    ("subagent-stop-compaction", NEW, "compact/hooks/011-SubagentStop", "subagent-stop"),
)

# Placeholders above: the first call of the scenario whose payload contains this.
FIRST = {
    "{notification}": '"<task-notification>',
    "{background}": '"background_tasks": [{',
    "{async}": '"status": "async_launched"',
    "{subagent}": '"SubagentStop"',
}

TRANSCRIPTS = (
    ("one_turn", NEW),  # rows of one answer; usage totals of the client
    ("subagent_background", NEW),  # two subagents; notifications
    ("stream_json", NEW),  # a prompt that was typed in the middle of a turn
    ("commands", NEW),
    ("interrupt", NEW),
    ("interactive_compact", OLD),
)

UNREAD = {"api-request", "api-request-shape", "api-request-blob", "file-history-snapshot", "atis-latch"}
LONGEST = 300
FOREIGN = re.compile(r"/tmp/claude-\d+|/lab/record_hook\.py|/record\b|/usr/bin")


def payload(base: Path, call: str) -> tuple[str, Any]:
    folder, _, name = call.rpartition("/")
    for path in sorted((base / folder).glob("*.json")):
        stdin = json.loads(path.read_text())["stdin"]
        if path.stem == name or (name in FIRST and FIRST[name] in json.dumps(stdin)):
            return f"{folder}/{path.stem}", stdin
    raise SystemExit(f"{call}: not found in {base}")


def cut(value: Any) -> Any:
    if isinstance(value, str):
        return FOREIGN.sub("/home/user", value if len(value) <= LONGEST else value[:LONGEST] + "…")
    if isinstance(value, list):
        return [cut(item) for item in value]
    if isinstance(value, dict):
        return {key: cut(item) for key, item in value.items()}
    return value


def trimmed(text: str) -> str:
    rows = []
    for line in text.splitlines():
        row = json.loads(line)
        attachment = row.get("attachment", {}).get("type")
        if row["type"] not in UNREAD and (attachment in (None, "queued_command")):
            rows.append(json.dumps(cut(row), ensure_ascii=False, separators=(",", ":")))
    return "\n".join(rows) + "\n"


def main(recordings: Path) -> None:
    (HERE / "payloads").mkdir(parents=True, exist_ok=True)
    for name, version, call, verb in PAYLOADS:
        source, stdin = payload(recordings / version, call)
        data = {"recording": f"{version}/{source}", "verb": verb, "payload": cut(stdin)}
        target = HERE / "payloads" / f"{name}.json"
        target.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    for name, version in TRANSCRIPTS:
        sessions = sorted((recordings / version / name / "transcripts").glob(".claude/projects/*/*.jsonl"))
        session = sessions[0]
        target = HERE / "transcripts" / name
        (target / "session" / "subagents").mkdir(parents=True, exist_ok=True)
        (target / "session.jsonl").write_text(trimmed(session.read_text()))
        for path in sorted((session.parent / session.stem / "subagents").glob("*.jsonl")):
            (target / "session" / "subagents" / path.name).write_text(trimmed(path.read_text()))
        if not any((target / "session" / "subagents").iterdir()):
            (target / "session" / "subagents").rmdir()
            (target / "session").rmdir()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
