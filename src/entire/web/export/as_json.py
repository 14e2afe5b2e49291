"""A story as JSON, in the words of docs/json.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from entire import __version__
from entire.cli.ui import json_output
from entire.web.export.story import Story
from entire.web.story.changes import FileChange
from entire.web.story.gather import Chapter
from entire.web.story.reading import SUBAGENT, Item


def render(story: Story) -> Iterator[str]:
    document = {
        "version": __version__,
        "public": story.public,
        "session_id": story.session,
        "checkpoints": [_chapter(chapter) for chapter in story.chapters],
        "without_checkpoint": story.unlinked,
        "with_missing_checkpoint": story.absent,
        "missing": story.missing,
    }
    return chain(json_output.pieces(document), "\n")


def _chapter(chapter: Chapter) -> dict[str, Any]:
    parts = zip(chapter.detail.sessions, chapter.talks, strict=True)
    sessions = [part._asdict() | {"entries": _entries(one.items)} for part, one in parts]
    changes = [_file(file) for file in chapter.changes]
    return chapter.detail._asdict() | {"sessions": sessions, "changes": changes}


def _file(file: FileChange) -> dict[str, Any]:
    found = file._asdict()
    return {"path": found.pop("path"), "change": found.pop("status"), **found}


def _entries(items: Iterable[Item]) -> list[dict[str, Any]]:
    return [_entry(item) for item in items]


def _entry(item: Item) -> dict[str, Any]:
    found: dict[str, Any] = dict(zip(item.entry._fields, item.entry, strict=True))
    if item.output:
        found["output"] = item.output
    if item.edits:
        found["edits"] = item.edits
    if item.entry.kind == SUBAGENT:
        found["entries"] = _entries(item.items)
    return found
