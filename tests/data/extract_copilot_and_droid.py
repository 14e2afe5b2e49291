"""Makes the test data of Copilot CLI and Droid from recordings of the real clients.

    python tests/data/extract_copilot_and_droid.py RECORDINGS

RECORDINGS holds `copilot/` and `droid/`, each with one folder per scenario. Long texts are cut, and
transcripts lose the records that nobody here reads.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

# Name here, hook call, the verb that we install for it.
COPILOT = (
    ("session-start", "one_turn/hooks/002-sessionStart", "session-start"),
    ("session-start-resume", "resume/hooks/008-sessionStart", "session-start"),
    ("prompt", "one_turn/hooks/001-userPromptSubmitted", "user-prompt-submitted"),
    ("prompt-subagent", "subagent/hooks/005-userPromptSubmitted", "user-prompt-submitted"),
    ("prompt-pascal", "claude_format_hooks/hooks/002-pascal-UserPromptSubmit", "user-prompt-submitted"),
    ("stop", "one_turn/hooks/014-agentStop", "agent-stop"),
    ("stop-subagent", "subagent/hooks/009-agentStop", "agent-stop"),
    ("stop-pascal", "claude_format_hooks/hooks/005-pascal-Stop", "agent-stop"),
    ("compact", "compact/hooks/007-preCompact", "pre-compact"),
    ("subagent-start", "subagent/hooks/004-subagentStart", "subagent-start"),
    ("subagent-stop", "subagent/hooks/010-subagentStop", "subagent-stop"),
    ("session-end", "one_turn/hooks/015-sessionEnd", "session-end"),
    ("post-tool-use", "openai/hooks/005-postToolUse", "post-tool-use"),
    ("error", "api_error/hooks/006-errorOccurred", "error-occurred"),
)
DROID = (
    ("session-start", "one_turn/hooks/001-SessionStart", "session-start"),
    ("stop", "one_turn/hooks/010-Stop", "stop"),
    ("session-end", "one_turn/hooks/011-SessionEnd", "session-end"),
    ("pre-task", "subagent/hooks/002-PreToolUse", "pre-tool-use"),
    ("pre-tool", "one_turn/hooks/002-PreToolUse", "pre-tool-use"),
    ("post-tool", "one_turn/hooks/003-PostToolUse", "post-tool-use"),
)
COPILOT_TRANSCRIPTS = (
    *("one_turn", "openai", "subagent", "compact", "interrupt", "api_error", "resume", "tool_failure"),
    *("parallel_tools",),
)
DROID_TRANSCRIPTS = ("one_turn", "subagent", "tool_failure")
UNREAD = ("system.message", "hook.", "model.", "session.background", "subagent.configured")
STOP = '"agentStop"'  # the call of the hook is in the transcript, too
LONGEST = 300


def main(recordings: Path) -> None:
    _payloads(recordings / "copilot", HERE / "copilot_cli", COPILOT)
    _payloads(recordings / "droid", HERE / "factoryai_droid", DROID)
    for name in COPILOT_TRANSCRIPTS:
        (source,) = (recordings / "copilot" / name).glob("transcripts/.copilot/session-state/*/events.jsonl")
        lines = source.read_text().splitlines()
        kept = [line for line in lines if STOP in line or not json.loads(line)["type"].startswith(UNREAD)]
        _write(HERE / "copilot_cli" / "transcripts" / f"{name}.jsonl", kept)
    for name in DROID_TRANSCRIPTS:
        (source,) = (recordings / "droid" / name).glob("transcripts/.factory/sessions/*/*.jsonl")
        target = HERE / "factoryai_droid" / "transcripts" / f"{name}.jsonl"
        _write(target, source.read_text().splitlines())
        beside = json.loads(source.with_suffix(".settings.json").read_text())
        target.with_suffix(".settings.json").write_text(json.dumps(beside, indent=2) + "\n")


def _payloads(recordings: Path, here: Path, wanted: tuple[tuple[str, str, str], ...]) -> None:
    (here / "payloads").mkdir(parents=True, exist_ok=True)
    for name, call, verb in wanted:
        payload = json.loads((recordings / f"{call}.json").read_text())["stdin"]
        text = json.dumps({"verb": verb, "payload": _cut(payload)}, indent=1, ensure_ascii=False)
        (here / "payloads" / f"{name}.json").write_text(text + "\n")


def _write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    records = (
        json.dumps(_cut(json.loads(line)), separators=(",", ":"), ensure_ascii=False) for line in lines
    )
    path.write_text("".join(record + "\n" for record in records))


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _cut(one) for key, one in value.items() if key not in ("stack", "hookCommands")}
    if isinstance(value, list):
        return [_cut(one) for one in value]
    return value[:LONGEST] if isinstance(value, str) else value


if __name__ == "__main__":
    main(Path(sys.argv[1]))
