"""Makes the test data of Gemini CLI and Qwen Code in this folder from recordings of the real clients.

    python tests/data/extract_gemini_qwen.py RECORDINGS

RECORDINGS holds `gemini/` and `qwen/`, each with one folder per scenario. Of each scenario this keeps the
hook calls, one a line, and the transcripts. Long texts are cut, and so is what nobody here reads.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDERS = {"gemini": ".gemini/tmp/repo", "qwen": ".qwen/projects/-repo"}
UNREAD_CALLS = {"BeforeModel", "AfterModel", "BeforeToolSelection", "MessageDisplay", "PostToolBatch"}
UNREAD_KINDS = {"ui_telemetry", "file_history_snapshot", "attribution_snapshot"}
LONGEST, MOST = 300, 20


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


def calls(scenario: Path) -> str:
    found = [json.loads(path.read_text()) for path in sorted((scenario / "hooks").glob("*.json"))]
    kept = (call["stdin"] for call in found if call["event"].removeprefix("repo-") not in UNREAD_CALLS)
    return "".join(map(line, kept))


def records(path: Path) -> str:
    """Rows that nobody reads are cut short, so that the others stay where they are."""
    rows = [json.loads(row) for row in path.read_text().splitlines()]
    for row in rows:
        if row.get("subtype") in UNREAD_KINDS:
            row["systemPayload"] = {}
    return "".join(map(line, rows))


def main(recordings: Path) -> None:
    for agent, folder in FOLDERS.items():
        for scenario in sorted((recordings / agent).iterdir()):
            target = HERE / agent / scenario.name
            found = sorted((scenario / "transcripts" / folder).rglob("*.jsonl"))
            for path in found:
                copy = target / path.relative_to(scenario / "transcripts" / folder)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(records(path))
            if found:
                (target / "calls.jsonl").write_text(calls(scenario))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
