"""Linking a commit that exists already to its checkpoints: in a note, as its message cannot change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entire.checkpoint import trailers
from entire.checkpoint.branch import advance
from entire.git.identity import Author
from entire.git.importer import Importer
from entire.git.notes import NOTES_REF, read_note
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository

_MESSAGE = "Link commits to their checkpoints\n"


def add_links(repo: Repository, objects: Objects, links: Mapping[str, Sequence[str]], author: Author) -> None:
    """Note the checkpoints of these commits, beside what is noted of them already."""

    def build(tip: Commit | None) -> str | None:
        before = {commit: read_note(objects, tip.tree, commit) if tip else "" for commit in links}
        texts = {commit: with_links(before[commit], ids) for commit, ids in links.items()}
        changed = {commit: text for commit, text in texts.items() if text != before[commit]}
        if not changed:
            return None
        with Importer(repo) as importer:
            notes = {commit: importer.blob(text.encode()) for commit, text in changed.items()}
            parents = (tip.oid,) if tip else ()
            oid, _ = importer.commit([], _MESSAGE, author.identity(), parents=parents, notes=notes)
        return oid

    advance(repo, objects, NOTES_REF, build)


def with_links(note: str, checkpoint_ids: Sequence[str]) -> str:
    """Pure: a note that names these checkpoints too."""
    there = trailers.checkpoint_ids("\n" + note)
    missing = [trailers.format_checkpoint(id) for id in checkpoint_ids if id not in there]
    lines = [note.rstrip("\n")] if note.strip() else []
    return "\n".join([*lines, *missing]) + "\n" if lines or missing else ""
