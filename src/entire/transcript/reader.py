"""Moving a cursor to the end of its transcript: parse and redact the tail, append it to our copy."""

from __future__ import annotations

import os

from entire.core import files, json_text
from entire.core.value import Value
from entire.transcript import lines
from entire.transcript.cursor import VERSION, Cursor, Turn
from entire.transcript.facts import Facts, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Tools(Value):
    """What reading needs of the layers beside this one."""

    read_record: Callable[[dict[str, Any], Facts], None]  # the agent's
    redact: Callable[[bytes], bytes]  # keeps the number of lines
    rules: str  # version of the redaction rules
    subagent_path: Callable[[str, str], str]  # transcript path, subagent id → its transcript


class News(Value):
    """What was found that was not known before."""

    files: list[str]
    grew: bool


def usable(cursor: Cursor, path: str, copy: str, rules: str) -> bool:
    """Whether a cursor still fits the transcript and our copy; if not, everything is read anew."""
    if (cursor.version, cursor.path, cursor.rules) != (VERSION, path, rules):
        return False
    if not 0 <= cursor.sealed_bytes <= cursor.copy_bytes <= _size(copy):
        return False
    descriptor = files.open_regular(path)
    if descriptor is None:
        return True  # the transcript is gone, our copy is not
    try:
        position = cursor.position
        grown = 0 <= position.byte <= os.fstat(descriptor).st_size
        return grown and lines.fingerprint(descriptor, position.byte) == position.check
    finally:
        os.close(descriptor)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def advance(cursor: Cursor, copy: str, tools: Tools, counted_until: int = 0) -> News:
    """Read what is new of ``cursor.path`` into ``copy``.

    ``counted_until`` matters only when everything is read anew: the tokens before that line belong to
    checkpoints that exist already.
    """
    descriptor = files.open_regular(cursor.path)
    if descriptor is None:
        return News([], False)
    position = cursor.position
    facts = Facts(position.open_usage())
    before = position.byte
    counted_until = 0 if before else counted_until
    found: dict[str, None] = {}
    try:
        files.make_dir(os.path.dirname(copy))
        with open(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600), "r+b") as sink:
            sink.truncate(cursor.copy_bytes)  # a part that a crash left behind the cursor
            sink.seek(cursor.copy_bytes)
            for block in lines.new_lines(descriptor, before):
                redacted = tools.redact(block)
                sink.write(redacted)
                for raw, clean in zip(_split(block), _split(redacted), strict=True):
                    if position.line == counted_until and counted_until:
                        found |= _count(cursor, facts, tools)
                    found |= _take(cursor, facts, raw, clean, tools)
        position.check = lines.fingerprint(descriptor, position.byte)
    finally:
        os.close(descriptor)
    position.close_usage(facts.usage)
    found |= _read_subagents(cursor, tools)
    cursor.todos |= facts.todos
    cursor.last_id = facts.last_id or cursor.last_id
    cursor.model = facts.model or cursor.model
    if 0 < position.line <= counted_until:
        cursor.counted = cursor.total_usage()
    return News(list(found), position.byte > before)


def _split(block: bytes) -> list[bytes]:
    """The lines of a block that ends with a newline, without it."""
    return block[:-1].split(b"\n")


def _take(cursor: Cursor, facts: Facts, raw: bytes, clean: bytes, tools: Tools) -> dict[str, None]:
    """Take in one line; its place in the copy differs from its place in the transcript. Returns its files."""
    facts.next_line()
    record = _decode(raw)
    if record is not None:
        tools.read_record(record, facts)
    if facts.prompts:
        cursor.turns.append(Turn(line=cursor.position.line, offset=cursor.copy_bytes))
    turn = len(cursor.turns)
    cursor.touch(turn, facts.files, facts.ran_commands)
    for agent_id in facts.subagents:
        cursor.mention(agent_id, turn)
    cursor.position.line += 1
    cursor.position.byte += len(raw) + 1
    cursor.copy_bytes += len(clean) + 1
    return dict.fromkeys(facts.files)


def _decode(line: bytes) -> dict[str, Any] | None:
    try:
        record = json_text.decode(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def _count(cursor: Cursor, facts: Facts, tools: Tools) -> dict[str, None]:
    """All up to here is counted. Returns the subagents' files."""
    cursor.position.close_usage(facts.usage)
    found = _read_subagents(cursor, tools)
    cursor.counted = cursor.total_usage()
    return found


def _read_subagents(cursor: Cursor, tools: Tools) -> dict[str, None]:
    """Follow every subagent that was ever mentioned: its tokens and files count for the session."""
    found: dict[str, None] = {}
    waiting = list(cursor.subagents)
    for agent_id in waiting:  # grows: subagents call others
        position = cursor.subagent(agent_id)
        descriptor = files.open_regular(tools.subagent_path(cursor.path, agent_id))
        if descriptor is None:
            continue
        below = Facts(position.open_usage())
        try:
            for block in lines.new_lines(descriptor, position.byte):
                for line in _split(block):
                    record = _decode(line)
                    if record is not None:
                        tools.read_record(record, below)
                position.byte += len(block)
        finally:
            os.close(descriptor)
        position.close_usage(below.usage)
        cursor.subagents[agent_id] = position.to_json()
        cursor.touch(position.turn, below.files, below.ran_commands)
        found |= dict.fromkeys(below.files)
        for other in below.subagents:
            if other not in cursor.subagents:
                cursor.mention(other, position.turn)
                waiting.append(other)
    return found


def facts_of(path: str, tools: Tools) -> Facts | None:
    """What a whole transcript tells; for a subagent's, which is short. None if there is none."""
    facts = Facts(Usage(None, {}))
    descriptor = files.open_regular(path)
    if descriptor is None:
        return None
    try:
        for block in lines.new_lines(descriptor, 0):
            for line in _split(block):
                record = _decode(line)
                if record is not None:
                    tools.read_record(record, facts)
    finally:
        os.close(descriptor)
    return facts


def records_at(copy: str, offsets: list[int]) -> list[dict[str, Any]]:
    """The records that begin at these places of our copy."""
    found = []
    try:
        with open(copy, "rb") as file:
            for offset in offsets:
                file.seek(offset)
                record = _decode(file.readline())
                if record is not None:
                    found.append(record)
    except FileNotFoundError:
        pass
    return found
