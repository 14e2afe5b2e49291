"""Find the prompts that started turns, in checkpoints.

Reads as little of a transcript as possible: nothing if a checkpoint has a single prompt. The number of
records of each segment is cached: checkpoints share segments, and there may be more lookups.
"""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent import conversation
from entire.attribution.owner import Owner
from entire.checkpoint import overview, segments
from entire.checkpoint.committed import slots
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.index.index import Index
from entire.checkpoint.overview import Part
from entire.core.text import PROMPT_SEPARATOR
from entire.core.value import Value
from entire.git.objects.read import SMALL
from entire.transcript.cursor import position_of


class Turn(Value):
    checkpoint_id: str
    owner: Owner


def prompts(index: Index, turns: Sequence[Turn]) -> list[str]:
    """Return the prompt of each turn; empty if unknown."""
    overviews = {one.checkpoint_id: one for one in index.overviews({turn.checkpoint_id for turn in turns})}
    parts = {
        turn: part
        for turn in turns
        if turn.checkpoint_id in overviews
        for part in reversed(overviews[turn.checkpoint_id].parts)
        if part.session_id == turn.owner.session_id and turn.owner.is_agent and not turn.owner.is_removed
    }
    found = _prompts(index, [turn for turn, part in parts.items() if not _is_only_one(turn, part)])
    asked = {turn: found.get(turn, "") or _only_prompt(part) for turn, part in parts.items()}
    return [asked.get(turn, "") for turn in turns]


def _is_only_one(turn: Turn, part: Part) -> bool:
    """Whether the turn started in the checkpoint's own part, which has no other prompt."""
    return bool(_only_prompt(part)) and position_of(turn.owner.prompt_line) >= part.transcript_start


def _only_prompt(part: Part) -> str:
    """Return `prompt.txt` if it has a single prompt."""
    text = part.prompts.strip()
    return "" if PROMPT_SEPARATOR in text else text


def _prompts(index: Index, turns: Sequence[Turn]) -> dict[Turn, str]:
    """Return the prompts that started turns, from the transcripts."""
    parts = _transcripts(index, turns)
    known = index.record_counts({oid for oids in parts.values() for oid in oids})
    counts = dict(known)
    found = {
        turn: conversation.prompt_at(
            turn.owner.agent, oids, position_of(turn.owner.prompt_line), index.objects.blob, counts
        )
        for turn, oids in parts.items()
    }
    index.keep_record_counts({oid: count for oid, count in counts.items() if oid not in known})
    return found


def _transcripts(index: Index, turns: Sequence[Turn]) -> dict[Turn, list[str]]:
    """Return the segments of each turn's transcript, in order."""
    trees = index.trees({turn.checkpoint_id for turn in turns})
    batch = overview.read_ahead(index.repo, index.objects, trees.values()).batch
    stored = {id: slots.read(batch, checkpoint_path(id), tree, SMALL) for id, tree in trees.items()}
    found = {}
    for turn in turns:
        one = stored.get(turn.checkpoint_id)
        number = one.index_of(turn.owner.session_id) if one is not None else None
        if one is not None and number is not None:
            entries = one.slot_entries(batch, number, SMALL)
            found[turn] = [entries[name].oid for name in segments.sorted_parts(entries)]
    return found
