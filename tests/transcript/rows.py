"""Rows of a Claude Code transcript, and a session that reads them as hooks do."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from entire import redact
from entire.agent.claude_code import agent
from entire.core import json_text
from entire.transcript import reader
from entire.transcript.cursor import Cursor
from entire.transcript.reader import ReadContext
from entire.transcript.usage import TokenUsage


def row(kind: str, message: Any = None, **more: Any) -> bytes:
    value = {"type": kind, **({"message": message} if message is not None else {}), **more}
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def prompt(text: str, **more: Any) -> bytes:
    return row("user", {"role": "user", "content": text}, **more)


def answer(
    answer_id: str,
    output: int,
    *,
    given: int = 0,
    made: int = 0,
    read: int = 0,
    edits: str = "",
    text: str = "",
) -> bytes:
    """One row of a model's answer: its usage, perhaps an edit, perhaps a text."""
    content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    if edits:
        content.append({"type": "tool_use", "name": "Edit", "input": {"file_path": edits}})
    usage = {
        "input_tokens": given,
        "cache_creation_input_tokens": made,
        "cache_read_input_tokens": read,
        "output_tokens": output,
    }
    return row("assistant", {"id": answer_id, "model": "opus", "content": content, "usage": usage})


def spawned(agent_id: str) -> bytes:
    """The result of a call that ran a subagent."""
    content = [
        {"type": "tool_result", "content": [{"type": "text", "text": f"Done.\nagentId: {agent_id} (…)"}]}
    ]
    return row("user", {"role": "user", "content": content})


def joined(*lines: bytes) -> bytes:
    return b"".join(line + b"\n" for line in lines)


FIRST = joined(prompt("First"), answer("m1", 10, given=1, edits="/repo/a.py"))
SECOND = joined(prompt("Second"), answer("m2", 20, given=2, edits="/repo/a.py"))


def used(given: int, output: int, calls: int, below: TokenUsage | None = None) -> TokenUsage:
    """A sum; that of subagents is also stored by model."""
    if below is not None:
        numbers = {name: value for name, value in below.to_json().items() if value}
        below = TokenUsage.from_json(numbers | {"models": {"opus": numbers}})
    return TokenUsage(input_tokens=given, output_tokens=output, api_call_count=calls, subagent_tokens=below)


class Session:
    """A transcript, our copy and the cursor, all on disk. Every `hook` starts from what is there."""

    def __init__(self, folder: Path, *, rules: str = "1") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.transcript = folder / "session.jsonl"
        self.copy = folder / "copy" / "full.jsonl"
        self.saved = folder / "cursor"
        self.rules = rules
        self.redact: Callable[[bytes], bytes] = redact.redact_jsonl
        self.rebuilt = 0

    @property
    def context(self) -> ReadContext:
        return ReadContext(agent, self.redact, self.rules)

    def write(self, data: bytes) -> None:
        self.transcript.write_bytes(data)

    def append(self, data: bytes) -> None:
        with self.transcript.open("ab") as file:
            file.write(data)

    def subagent(self, agent_id: str, data: bytes) -> None:
        path = Path(agent.subagent_path(str(self.transcript), agent_id))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def cursor(self) -> Cursor:
        return Cursor.from_json(json_text.decode(self.saved.read_bytes()))

    def usable(self) -> bool:
        return reader.usable(self.cursor(), str(self.transcript), str(self.copy), self.context)

    def hook(self, counted_until: int = 0, *, crash: bool = False) -> News:
        """What one hook does; a crash comes after our copy was written, before the cursor was."""
        if self.saved.exists() and self.usable():
            cursor = self.cursor()
        else:
            self.rebuilt += 1
            cursor = Cursor(path=str(self.transcript), rules=self.rules)
        before = deepcopy(cursor)
        reader.advance(cursor, str(self.copy), self.context, counted_until)
        if not crash:
            self.saved.write_text(json_text.encode_line(cursor.to_json()))
        return news(before, cursor)

    def copied(self) -> bytes:
        """The part of our copy that counts."""
        return self.copy.read_bytes()[: self.cursor().copy_bytes]


class News(NamedTuple):
    """What a cursor knows that it did not know before."""

    files: list[str]
    grew: bool


def news(before: Cursor, after: Cursor) -> News:
    known = {(index, file) for index, turn in enumerate(before.turns) for file in turn.files}
    found = [file for i, turn in enumerate(after.turns) for file in turn.files if (i, file) not in known]
    return News(list(dict.fromkeys(found)), after.position > before.position)


def comparable(cursor: Cursor) -> dict[str, Any]:
    """Everything that a cursor knows, but where the transcript lies and the order of a turn's files."""
    value = cursor.to_json()
    del value["path"]
    for turn in value.get("turns", []):
        assert len(set(turn.get("files", []))) == len(turn.get("files", []))
        turn["files"] = sorted(turn.get("files", []))
    return value
