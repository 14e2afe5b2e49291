"""Recordings of all agents, put where the agents keep them, as if they had worked in one repository.

Each recording worked in a folder of its own below the top of the repository.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.agent.opencode.rows import Stored

DATA = Path(__file__).parents[1] / "data"
CALC = "def add(a, b):\n    return a + b\n"

_HELLO, _CALC = ("hello.py", "print('hello')\n"), ("src/calc.py", CALC.replace("a + b", "b + a"))
_ONE, _TWO = ("one.txt", "one\n"), ("two.txt", "two\n")
_PARSER = ("src/parser.py", "def parse(s):\n    return s.split()\n")
# By scenario, the files that the agent left.
_LEFT = {
    "one_turn": [_HELLO, _CALC],
    "code_mode": [_HELLO, _CALC],
    "apply_patch": [_HELLO, _CALC],
    "openai": [_HELLO],
    "api_error": [("half.txt", "half\n")],
    "commands": [("greet.txt", "Hi Bob\n")],
    "compact": [_ONE, _TWO],
    "compress": [_ONE, _TWO],
    "interactive_compact": [_ONE, _TWO],
    "interrupt": [_ONE, _TWO],
    "stream_json": [_ONE],
    "notify": [_ONE],
    "repo_hooks": [_ONE],
    "todo": [_ONE],
    "resume": [("one.txt", "two\n")],
    "parallel_tools": [("a.py", "A = 1\n"), ("b.py", "B = 2\n")],
    "subagent": [_PARSER, _CALC],
    "subagent_background": [("src/a.py", "A = 1\n"), ("src/b.py", "B = 1\n")],
    "documented": [("cli.py", "b\n"), ("new.py", "x\n")],
}
# Where an agent's recording of a scenario differs.
_OTHERWISE = {
    ("codex", "resume"): [("one.txt", "one two\n")],
    ("copilot_cli", "resume"): [("one.txt", "one two\n")],
    ("codex", "parallel_tools"): [("moved.py", "A = 10\n"), ("c.py", "C = 3\n"), ("b.py", "B = 2\n")],
    ("codex", "one_turn"): [
        _HELLO,
        ("src/calc.py", CALC.replace("a + b", "a + b + 0")),
    ],  # by `sed`, in the end
    ("codex", "subagent"): [("src/parser.py", "def parse(s): return s.split()\n")],  # by `echo`
    ("codex", "subagent_v2"): [("src/parser.py", "def parse(s): return s.split()\n")],
    ("factoryai_droid", "subagent"): [_CALC],  # the subagent has a session of its own
    ("pi", "resume"): [("one.txt", "two\n")],
}


class Recording(NamedTuple):
    agent: str
    folder: str
    session_id: str
    end: int  # when the last record was written, in seconds
    left: list[tuple[str, str]]


def stage(home: Path, root: Path) -> list[Recording]:
    """Put everything in its place. Recordings in which nothing was written are there, too."""
    found = [
        *_claude_code(home, root),
        *_codex(home, root),
        *_copilot_cli(home, root),
        *_cursor(home, root),
        *_droid(home, root),
        *_gemini(home, root),
        *_opencode(home, root),
        *_pi(home, root),
        *_qwen(home, root),
    ]
    return sorted(found, key=lambda one: (one.end, one.folder))


def _recording(agent: str, scenario: str, session_id: str, text: str) -> Recording:
    left = _OTHERWISE.get((agent, scenario), _LEFT.get(scenario, []))
    times = re.findall(r'"timestamp":"(2026-11-15T(\d\d):(\d\d):(\d\d))', text)
    day = 1794700800  # 2026-11-15
    seconds = [day + int(h) * 3600 + int(m) * 60 + int(s) for _, h, m, s in times]
    seconds += [int(found[:10]) for found in re.findall(r'"(?:end|completed)":(\d{13})', text)]
    return Recording(agent, f"{agent}-{scenario}", session_id, max(seconds, default=day) + 1, left)


def _put(source: Path, target: Path, place: str) -> str:
    text = source.read_text().replace("/repo", place)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    return text


def _scenarios(agent: str) -> Iterator[tuple[Path, str]]:
    for path in sorted((DATA / agent / "transcripts").iterdir()):
        if path.suffix != ".json":
            yield path, path.name.removesuffix(".jsonl")


def _slug(place: str) -> str:
    return re.sub("[^A-Za-z0-9]", "-", place)


def _claude_code(home: Path, root: Path) -> Iterator[Recording]:
    for path, scenario in _scenarios("claude_code"):
        place = f"{root}/claude_code-{scenario}"
        projects = home / ".claude/projects" / _slug(place)
        session_id = re.findall('"sessionId":"([^"]*)"', (path / "session.jsonl").read_text())[0]
        text = _put(path / "session.jsonl", projects / f"{session_id}.jsonl", place)
        for below in (path / "session").rglob("*.jsonl"):
            _put(below, projects / session_id / "subagents" / below.name, place)
        yield _recording("claude_code", scenario, session_id, text)


def _codex(home: Path, root: Path) -> Iterator[Recording]:
    for folder, scenario in _scenarios("codex"):
        place = f"{root}/codex-{scenario}"
        for path in sorted(folder.iterdir()):
            text = _put(path, home / ".codex/sessions/2026/11/15" / path.name, place)
            if '"thread_source":"subagent"' not in text and "interactive" not in scenario:
                yield _recording("codex", scenario, path.stem[-36:], text)


def _copilot_cli(home: Path, root: Path) -> Iterator[Recording]:
    for path, scenario in _scenarios("copilot_cli"):
        session_id = re.findall('"sessionId":"([^"]*)"', path.read_text())[0]
        target = home / ".copilot/session-state" / session_id / "events.jsonl"
        text = _put(path, target, f"{root}/copilot_cli-{scenario}")
        yield _recording("copilot_cli", scenario, session_id, text)


def _cursor(home: Path, root: Path) -> Iterator[Recording]:
    """Its transcripts have no times but those of prompts."""
    session_id = "5c3a7e0e-3f7e-4f57-9a7a-1b6a0d3f2e11"
    folder = home / ".cursor/projects" / _slug(str(root).lstrip("/")) / "agent-transcripts" / session_id
    source = (DATA / "cursor/transcripts/documented.jsonl").read_text()
    folder.mkdir(parents=True)
    moved = source.replace("/home/u/app", f"{root}/cursor-documented")
    moved = moved.replace("Thursday, Aug 20, 2026, 10:00 AM", "Sunday, Nov 15, 2026, 7:40 AM")
    (folder / f"{session_id}.jsonl").write_text(moved)
    yield _recording("cursor", "documented", session_id, '"timestamp":"2026-11-15T07:41:00')


def _droid(home: Path, root: Path) -> Iterator[Recording]:
    for path, scenario in _scenarios("factoryai_droid"):
        place = f"{root}/factoryai_droid-{scenario}"
        session_id = json.loads(path.read_text().partition("\n")[0])["id"]
        target = home / ".factory/sessions" / place.replace("/", "-") / f"{session_id}.jsonl"
        text = _put(path, target, place)
        _put(path.with_suffix(".settings.json"), target.with_suffix(".settings.json"), place)
        yield _recording("factoryai_droid", scenario, session_id, text)


def _gemini(home: Path, root: Path) -> Iterator[Recording]:
    for folder, scenario in _scenarios("gemini"):
        place = f"{root}/gemini-{scenario}"
        project = home / ".gemini/tmp" / f"gemini-{scenario}".lower()
        project.mkdir(parents=True)
        (project / ".project_root").write_text(place)
        for path in sorted((folder / "chats").rglob("*.jsonl")):
            text = _put(path, project / path.relative_to(folder), place)
            if path.parent.name == "chats" and scenario != "interactive":
                session_id = json.loads(text.partition("\n")[0])["sessionId"]
                yield _recording("gemini", scenario, session_id, text)


def _opencode(home: Path, root: Path) -> Iterator[Recording]:
    stored = Stored(home, [])
    for path in sorted((DATA / "opencode/database").iterdir()):
        text = path.read_text().replace("/repo", f"{root}/opencode-{path.stem}")
        rows = [json.loads(line) for line in text.splitlines()]
        stored.add(rows)
        first = next(row["id"] for row in rows if row["table"] == "session" and not row["parent_id"])
        yield _recording("opencode", path.stem, first, text)


def _pi(home: Path, root: Path) -> Iterator[Recording]:
    for folder, scenario in _scenarios("pi"):
        place = f"{root}/pi-{scenario}"
        for path in sorted(folder.iterdir()):
            target = home / ".pi/agent/sessions" / f"--{place.strip('/').replace('/', '-')}--"
            text = _put(path, target / f"2026-11-15T07-48-45-928Z_{path.name}", place)
            if scenario != "interactive":
                yield _recording("pi", scenario, path.stem, text)


def _qwen(home: Path, root: Path) -> Iterator[Recording]:
    for folder, scenario in _scenarios("qwen"):
        place = f"{root}/qwen-{scenario}"
        project = home / ".qwen/projects" / _slug(place)
        for path in sorted(folder.rglob("*.jsonl")):
            text = _put(path, project / path.relative_to(folder), place)
            if path.parent.name == "chats" and scenario != "interactive":
                yield _recording("qwen", scenario, path.stem, text)
