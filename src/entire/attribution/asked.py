"""The prompts that turns began with, out of the transcripts that checkpoints hold."""

from __future__ import annotations

from entire.agent import registry
from entire.attribution.owner import Owner
from entire.checkpoint import segments
from entire.checkpoint.committed_read import find_stored
from entire.core import json_text
from entire.core.paths import PROMPT_FILE
from entire.core.text import PROMPT_SEPARATOR
from entire.git.objects import Entry, Objects


class Prompts:
    """Looks into as much of a transcript as it takes; parts that checkpoints share are counted once."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._sizes: dict[str, int] = {}  # lines, by blob
        self._found: dict[tuple[str, Owner], str] = {}

    def of(self, checkpoint_id: str, owner: Owner) -> str:
        """What the owner's turn was asked, as far as it can be known."""
        key = (checkpoint_id, owner)
        if key not in self._found:
            self._found[key] = self._read(checkpoint_id, owner) if owner.is_agent else ""
        return self._found[key]

    def _read(self, checkpoint_id: str, owner: Owner) -> str:
        found = find_stored(self._objects, checkpoint_id)
        index = found[1].index_of(owner.session_id) if found is not None else None
        if found is None or index is None:
            return ""
        entries = found[1].slot_entries(self._objects, index)
        return self._in_transcript(entries, owner) or self._only_prompt(entries)

    def _in_transcript(self, entries: dict[str, Entry], owner: Owner) -> str:
        agent = registry.by_type(owner.agent)
        line = self._line(entries, owner.prompt_line) if agent is not None else b""
        try:
            record = json_text.decode(line) if line else None
        except ValueError:
            return ""
        return agent.prompt_of(record) if agent is not None and isinstance(record, dict) else ""

    def _line(self, entries: dict[str, Entry], number: int) -> bytes:
        """A line of the transcript, counted from 1; empty if there is none."""
        left = number - 1
        for name in segments.sorted_parts(entries) if left >= 0 else ():
            oid = entries[name].oid
            if left >= self._sizes.get(oid, left + 1):
                left -= self._sizes[oid]
                continue
            lines = (self._objects.blob(oid) or b"").split(b"\n")
            self._sizes[oid] = len(lines)
            if left < len(lines):
                return lines[left]
            left -= len(lines)
        return b""

    def _only_prompt(self, entries: dict[str, Entry]) -> str:
        """`prompt.txt`, if it holds a single one."""
        data = self._objects.blob(entries[PROMPT_FILE].oid) if PROMPT_FILE in entries else None
        text = (data or b"").decode("utf-8", "replace").strip()
        return "" if PROMPT_SEPARATOR in text else text
