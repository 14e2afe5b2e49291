"""Change the files of a committed checkpoint, writing only what differs."""

from __future__ import annotations

from entire.checkpoint import segments, wording
from entire.checkpoint.committed import slots
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.segments import Transcript
from entire.core import json_text
from entire.core.paths import (
    CONTENT_HASH_FILE,
    CONTEXT_FILE,
    LINES_FILE,
    METADATA_FILE,
    PROMPT_FILE,
    TRANSCRIPT_FILE,
)
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer


class Edit:
    """Collects the changes to a checkpoint's tree; unknown files stay (I7)."""

    def __init__(self, objects: Objects, writer: Writer, stored: Stored) -> None:
        self.stored = stored
        self.changes: list[Change] = []
        self._objects = objects
        self._writer = writer
        self._summary = stored.summary.to_json()

    def put(self, path: str, data: bytes) -> None:
        self.changes.append(Change(path, FILE_MODE, self._writer.blob(data)))

    def put_transcript(self, index: int, transcript: Transcript | None) -> tuple[str, ...]:
        """Replace a session's transcript and its hash; return the blobs of its segments."""
        directory = self.stored.slot_path(index)
        entries = self.stored.slot_entries(self._objects, index)
        oids: tuple[str, ...] = ()
        if transcript is not None and any(transcript.parts):
            oids = segments.store(self._writer, transcript)
        self.changes += segments.replace(directory, entries, oids)
        known = self.stored.summary.sessions[index]
        known.transcript = self._file(index, TRANSCRIPT_FILE) if oids else ""
        data = transcript.content_hash.encode() if transcript is not None and oids else None
        known.content_hash = self._optional(index, CONTENT_HASH_FILE, data)
        return oids

    def put_prompts(self, index: int, prompts: list[str]) -> None:
        """Replace `prompt.txt` and `context.md`; remove them if there are no prompts."""
        known = self.stored.summary.sessions[index]
        known.prompt = self._optional(index, PROMPT_FILE, wording.prompt_file(prompts) if prompts else None)
        known.context = self._optional(
            index, CONTEXT_FILE, wording.context_file(prompts) if prompts else None
        )

    def put_lines(self, index: int, data: bytes) -> None:
        """Replace `lines.json`; remove it if there is no data."""
        self._optional(index, LINES_FILE, data or None)

    def put_metadata(self, index: int) -> None:
        metadata = self.stored.slots[index]
        assert metadata is not None
        self.stored.summary.sessions[index].metadata = self._file(index, METADATA_FILE)
        self.put(f"{self.stored.slot_path(index)}/{METADATA_FILE}", json_text.encode(metadata.to_json()))

    def put_summary(self) -> None:
        """Recompute the root summary, and write it if it changed."""
        slots.aggregate(self.stored.summary, self.stored.slots)
        summary = self.stored.summary.to_json()
        if summary != self._summary:
            self.put(f"{self.stored.path}/{METADATA_FILE}", json_text.encode(summary))

    def _file(self, index: int, name: str) -> str:
        """Return a file's path as in the summary: from the root of the branch."""
        return f"/{self.stored.slot_path(index)}/{name}"

    def _optional(self, index: int, name: str, data: bytes | None) -> str:
        """Write or remove a file; return its name in the summary."""
        path = f"{self.stored.slot_path(index)}/{name}"
        if data is None:
            self.changes.append(Change(path))
            return ""
        self.put(path, data)
        return "/" + path
