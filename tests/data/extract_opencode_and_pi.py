"""Makes the test data of OpenCode and Pi from recordings of the real clients.

    python -m tests.data.extract_opencode_and_pi RECORDINGS

RECORDINGS holds `opencode/` and `pi/`, each with one folder per scenario. What the clients told a plugin is
kept as `calls`, OpenCode's database as `database`, Pi's sessions as `transcripts`. `payloads` is what our
plugins make of the calls. Long texts are cut.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.agent.opencode.rows import Stored
from tests.agent.plugin_host import Call, Host

from entire.agent.hook_config.plugin import Plugin
from entire.agent.opencode import plugin as opencode
from entire.agent.pi import plugin as pi

HERE = Path(__file__).parent
OPENCODE = ("one_turn", "apply_patch", "subagent", "todo", "compact", "tool_failure", "interrupt", "resume")
PI = ("one_turn", "resume", "tool_failure", "interrupt", "api_error", "interactive", "parallel_tools")
UNUSED = (
    "session.updated",
    "message.",
    "session.diff",
    "file.",
    "plugin.",
    "tool.definition",
    "todo.",
    "lsp.",
)
TABLES = ("session", "message", "part")
LONGEST = 300


def main(recordings: Path) -> None:
    for name in OPENCODE:
        folder = recordings / "opencode" / name
        calls = [_opencode_call(row) for row in _rows(folder / "hooks.jsonl")]
        _write(HERE / "opencode/calls" / f"{name}.jsonl", [call for call in calls if call is not None])
        rows = [row for row in _rows(folder / "transcripts/opencode.db.jsonl") if row["table"] in TABLES]
        _write(HERE / "opencode/database" / f"{name}.jsonl", [_cut(row) for row in rows])
        with tempfile.TemporaryDirectory() as home:
            stored = Stored(Path(home), [_cut(row) for row in rows])
            for session in stored.sessions:
                lines = [json.loads(line) for line in stored.exported(session).read_text().splitlines()]
                _write(HERE / "opencode/transcripts" / name / f"{session}.jsonl", lines)
    for name in PI:
        folder = recordings / "pi" / name
        hooks = sorted((folder / "hooks").iterdir())
        _write(HERE / "pi/calls" / f"{name}.jsonl", [call for path in hooks for call in _pi_calls(path)])
        for path in sorted((folder / "transcripts").rglob("*.jsonl")):
            _write(
                HERE / "pi/transcripts" / name / path.name.partition("_")[2],
                [_cut(row) for row in _rows(path)],
            )
    _payloads(opencode.PLUGIN, "opencode", ("subagent", "todo", "compact", "resume"))
    _payloads(pi.PLUGIN, "pi", ("one_turn", "resume"))


def _opencode_call(row: dict[str, Any]) -> Call | None:
    event, told = row["event"], row["stdin"]
    if event.startswith("hook."):
        given = [told[key] for key in ("input", "output") if key in told]
        return (event.removeprefix("hook."), [_cut(one) for one in given])
    return None if event.startswith(UNUSED) else ("event", [{"event": _cut(told)}])


def _pi_calls(path: Path) -> list[Call]:
    told = json.loads(path.read_text())["stdin"]
    event = {key: value for key, value in told["event"].items() if key in ("type", "reason", "prompt")}
    if (
        event["type"] in ("message_end", "turn_end", "turn_start", "agent_before_settle")
        or "tool" in event["type"]
    ):
        return []
    return [("host", [{"id": told["session_id"], "file": told["session_file"]}]), (event["type"], [event])]


def _payloads(plugin: Plugin, name: str, scenarios: tuple[str, ...]) -> None:
    seen: dict[str, int] = {}
    for scenario in scenarios:
        with tempfile.TemporaryDirectory() as folder:
            host = Host(Path(folder) / "host", plugin)
            host.play((call[0], call[1]) for call in _rows(HERE / name / "calls" / f"{scenario}.jsonl"))
            for verb, payload in host.noted():
                seen[verb] = seen.get(verb, 0) + 1
                if seen[verb] <= 2:
                    path = HERE / name / "payloads" / f"{verb}-{seen[verb]}.json"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(json.dumps({"verb": verb, "payload": payload}, indent=1) + "\n")


def _cut(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST:
        return value[:LONGEST] + "…"
    if isinstance(value, dict):
        return {key: _cut(item) for key, item in value.items()}
    return [_cut(item) for item in value] if isinstance(value, list) else value


def _rows(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def _write(path: Path, rows: list[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
