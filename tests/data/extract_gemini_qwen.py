"""Makes the test data of Gemini CLI and Qwen Code in this folder from recordings of the real clients.

    python tests/data/extract_gemini_qwen.py RECORDINGS

RECORDINGS holds `gemini/` and `qwen/`, each with one folder per scenario. Of each scenario this keeps the
hook calls, one a line, and the transcripts; `payloads` has one call for each hook that we install. Long texts
are cut, and so is what nobody here reads.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDERS = {"gemini": ".gemini/tmp/repo", "qwen": ".qwen/projects/-repo"}
UNREAD_CALLS = {"BeforeModel", "AfterModel", "BeforeToolSelection", "MessageDisplay", "PostToolBatch"}
UNREAD_KINDS = {"ui_telemetry", "file_history_snapshot", "attribution_snapshot"}
LONGEST, MOST = 300, 20

# The hook that we install for an event; for events of tools only if the tool is one that we look at.
VERBS = {
    "gemini": {
        "SessionStart": "session-start",
        "SessionEnd": "session-end",
        "BeforeAgent": "before-agent",
        "AfterAgent": "after-agent",
        "BeforeTool": "before-tool",
        "AfterTool": "after-tool",
        "PreCompress": "pre-compress",
    },
    "qwen": {
        "SessionStart": "session-start",
        "SessionEnd": "session-end",
        "UserPromptSubmit": "user-prompt-submit",
        "Stop": "stop",
        "PreToolUse": "pre-task",
        "PostToolUse": "post-task",
        "SubagentStop": "subagent-stop",
    },
}
TOOLS = ("", "invoke_agent", "agent")


def cut(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[:LONGEST] + "…"
    if isinstance(value, list):
        return [cut(item) for item in value[:MOST]]
    if isinstance(value, dict):
        return {key: cut(item) for key, item in value.items()}
    return value


def line(value: Any) -> str:
    return json.dumps(cut(value), ensure_ascii=False, separators=(",", ":")) + "\n"


def calls(scenario: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Which recording it is, and the payload."""
    for path in sorted((scenario / "hooks").glob("*.json")):
        call = json.loads(path.read_text())
        if call["event"].removeprefix("repo-") not in UNREAD_CALLS:
            yield f"{scenario.parent.name}/{scenario.name}/{path.stem}", call["stdin"]


def records(path: Path) -> str:
    """Rows that nobody reads are cut short, so that the others stay where they are."""
    rows = [json.loads(row) for row in path.read_text().splitlines()]
    for row in rows:
        if row.get("subtype") in UNREAD_KINDS:
            row["systemPayload"] = {}
    return "".join(map(line, rows))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main(recordings: Path) -> None:
    for agent, folder in FOLDERS.items():
        first: dict[str, dict[str, Any]] = {}
        for scenario in sorted((recordings / agent).iterdir()):
            home = scenario / "transcripts" / folder
            for path in sorted(home.rglob("*.jsonl")):
                write(HERE / agent / "transcripts" / scenario.name / path.relative_to(home), records(path))
            made = list(calls(scenario))
            if made:
                text = "".join(line(payload) for _, payload in made)
                write(HERE / agent / "calls" / f"{scenario.name}.jsonl", text)
            for recording, payload in made:
                verb = VERBS[agent].get(payload["hook_event_name"], "")
                if verb and payload.get("tool_name", "") in TOOLS and payload.get("trigger") != "auto":
                    found = {"recording": recording, "verb": verb, "payload": cut(payload)}
                    first.setdefault(verb, found)
        for verb, found in first.items():
            text = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
            write(HERE / agent / "payloads" / f"{verb}.json", text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
