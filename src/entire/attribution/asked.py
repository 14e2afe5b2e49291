"""The prompts that turns began with, out of what checkpoints hold.

Looks into as much of a transcript as it takes: into nothing where a checkpoint has a single prompt. How many
lines a part of a transcript has is remembered: checkpoints share parts, and more may be asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent import registry
from entire.attribution.owner import Owner
from entire.checkpoint import overview, segments
from entire.checkpoint.committed import slots
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.index.index import Index
from entire.checkpoint.overview import Part
from entire.core import json_text
from entire.core.text import PROMPT_SEPARATOR
from entire.core.value import Value
from entire.git.objects.read import Objects


class Turn(Value):
    checkpoint_id: str
    owner: Owner


def prompts(index: Index, turns: Sequence[Turn]) -> list[str]:
    """What each of these turns was asked, as far as it can be known."""
    overviews = {one.checkpoint_id: one for one in index.overviews({turn.checkpoint_id for turn in turns})}
    parts = {
        turn: part
        for turn in turns
        if turn.checkpoint_id in overviews
        for part in reversed(overviews[turn.checkpoint_id].parts)
        if part.session_id == turn.owner.session_id and turn.owner.is_agent
    }
    lines = _transcript_lines(index, [turn for turn, part in parts.items() if not _is_only_one(turn, part)])
    said = {
        turn: _said(turn.owner, lines.get(turn, b"")) or _only_prompt(part) for turn, part in parts.items()
    }
    return [said.get(turn, "") for turn in turns]


def _is_only_one(turn: Turn, part: Part) -> bool:
    """Whether the turn began within the checkpoint's own part, and that has no other prompt."""
    return bool(_only_prompt(part)) and turn.owner.prompt_line > part.transcript_start


def _only_prompt(part: Part) -> str:
    """`prompt.txt`, if it holds a single one."""
    text = part.prompts.strip()
    return "" if PROMPT_SEPARATOR in text else text


def _said(owner: Owner, line: bytes) -> str:
    """The prompt in a line of a transcript; empty if there is none."""
    agent = registry.by_type(owner.agent)
    try:
        record = json_text.decode(line) if line else None
    except ValueError:
        return ""
    return agent.prompt_of(record) if agent is not None and isinstance(record, dict) else ""


def _transcript_lines(index: Index, turns: Sequence[Turn]) -> dict[Turn, bytes]:
    """The line of the transcript with which each turn began."""
    parts = _transcripts(index, turns)
    known = index.line_counts({oid for oids in parts.values() for oid in oids})
    counts = dict(known)
    found = {turn: _line(index.objects, oids, turn.owner.prompt_line, counts) for turn, oids in parts.items()}
    index.keep_line_counts({oid: count for oid, count in counts.items() if oid not in known})
    return found


def _transcripts(index: Index, turns: Sequence[Turn]) -> dict[Turn, list[str]]:
    """The parts of each turn's transcript, in order."""
    trees = index.trees({turn.checkpoint_id for turn in turns})
    batch = overview.read_ahead(index.repo, index.objects, trees.values()).batch
    stored = {id: slots.read(batch, checkpoint_path(id), tree) for id, tree in trees.items()}
    found = {}
    for turn in turns:
        one = stored.get(turn.checkpoint_id)
        number = one.index_of(turn.owner.session_id) if one is not None else None
        if one is not None and number is not None:
            entries = one.slot_entries(batch, number)
            found[turn] = [entries[name].oid for name in segments.sorted_parts(entries)]
    return found


def _line(objects: Objects, parts: Sequence[str], number: int, counts: dict[str, int]) -> bytes:
    """A line of the transcript, counted from 1; empty if there is none. ``counts`` learns."""
    left = number - 1
    for oid in parts if left >= 0 else ():
        if left >= counts.get(oid, left + 1):
            left -= counts[oid]
            continue
        data = objects.blob(oid)
        if data is None:  # what follows cannot be counted
            break
        counts[oid] = data.count(b"\n") + 1
        if left < counts[oid]:
            return data.split(b"\n")[left]
        left -= counts[oid]
    return b""
