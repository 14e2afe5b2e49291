"""Makes the test data of this folder from recordings of the real Codex.

    python tests/data/extract_codex.py RECORDINGS

RECORDINGS holds one folder per scenario. Long texts are cut, and rows that only instruct the model are left
out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "codex"

# Name here, recorded hook call, the verb that we install for it.
PAYLOADS = (
    ("session-start", "one_turn/hooks/001-SessionStart", "session-start"),
    ("session-start-resume", "resume/hooks/007-SessionStart", "session-start"),
    ("session-start-compact", "compact/hooks/008-SessionStart", "session-start"),
    ("prompt", "one_turn/hooks/002-UserPromptSubmit", "user-prompt-submit"),
    ("prompt-subagent", "subagent/hooks/{subagent}-UserPromptSubmit", "user-prompt-submit"),
    ("stop", "one_turn/hooks/{last}-Stop", "stop"),
    ("pre-compact", "compact/hooks/006-PreCompact", "pre-compact"),
    ("post-compact", "compact/hooks/007-PostCompact", "post-compact"),
    ("subagent-start", "subagent/hooks/{last}-SubagentStart", "subagent-start"),
    ("subagent-stop", "subagent/hooks/{last}-SubagentStop", "subagent-stop"),
    ("subagent-start-v2", "subagent_v2/hooks/{last}-SubagentStart", "subagent-start"),
    ("subagent-stop-v2", "subagent_v2/hooks/{last}-SubagentStop", "subagent-stop"),
    ("post-tool-use", "code_mode/hooks/004-PostToolUse", "post-tool-use"),
    ("session-end", "one_turn/hooks/{last}-SessionEnd", "session-end"),
)
LONGEST = 400


def payload(base: Path, call: str) -> tuple[str, Any]:
    folder, _, name = call.rpartition("/")
    event = name.rpartition("-")[2]
    found = sorted((base / folder).glob(f"*-{event}.json"))
    if not name.startswith("{"):
        found = [path for path in found if path.stem == name]
    calls = [(path.stem, json.loads(path.read_text())["stdin"]) for path in found]
    if name.startswith("{subagent}"):
        calls = [(stem, stdin) for stem, stdin in calls if "agent_id" in stdin]
    stem, stdin = calls[-1]
    return f"{folder}/{stem}", stdin


def cut(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[:LONGEST] + "…"
    if isinstance(value, list):
        return [cut(item) for item in value]
    if isinstance(value, dict):
        return {key: cut(item) for key, item in value.items()}
    return value


def is_read(row: Any) -> bool:
    about = row["payload"]
    return bool(row["type"] != "world_state" and about.get("role") != "developer")


def trimmed(text: str) -> str:
    rows = [row for line in text.splitlines() if is_read(row := json.loads(line))]
    return "".join(json.dumps(cut(row), ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def main(recordings: Path) -> None:
    (HERE / "payloads").mkdir(parents=True, exist_ok=True)
    for name, call, verb in PAYLOADS:
        source, stdin = payload(recordings, call)
        data = {"recording": source, "verb": verb, "payload": cut(stdin)}
        (HERE / "payloads" / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    for scenario in sorted(path for path in recordings.iterdir() if path.is_dir()):
        for path in sorted(scenario.glob("transcripts/.codex/sessions/*/*/*/*.jsonl")):
            target = HERE / "transcripts" / scenario.name / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(trimmed(path.read_text()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
