"""Link existing commits to their checkpoints: in a note, as their messages cannot change."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.branch import advance
from entire.checkpoint.names import NOTES_REF
from entire.git import broken_refs, history
from entire.git.errors import GitError
from entire.git.identity import Author
from entire.git.notes import all_notes, note_path, read_note
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

_MESSAGE = "Link commits to their checkpoints\n"
_MERGE = "Merge links of commits\n"


def logged(repo: Repository, commits: Iterable[str]) -> list[history.LoggedCommit]:
    """Return commits with their notes, to link others like them. Damaged notes are repaired first."""
    oids = list(commits)
    if not broken_refs.is_torn(repo, NOTES_REF):
        try:
            return history.log_of(repo, oids, NOTES_REF, strict=True)
        except GitError:
            pass
    from entire.checkpoint.mend import mend

    mend(repo, NOTES_REF)
    return history.log_of(repo, oids, NOTES_REF)


def add_links(repo: Repository, objects: Objects, links: Mapping[str, Sequence[str]], author: Author) -> None:
    """Add these commits' checkpoints to their notes."""
    _edit(repo, objects, links, author, with_links)


def remove_links(
    repo: Repository, objects: Objects, links: Mapping[str, Sequence[str]], author: Author
) -> None:
    """Unlink these commits from checkpoints: their notes say so, whatever their messages say."""
    _edit(repo, objects, links, author, without_links)


def _edit(
    repo: Repository,
    objects: Objects,
    links: Mapping[str, Sequence[str]],
    author: Author,
    edited: Callable[[str, Sequence[str]], str],
) -> None:
    def build(tip: Commit | None) -> str | None:
        before = {commit: read_note(objects, tip.tree, commit) if tip else "" for commit in links}
        texts = {commit: edited(before[commit], ids) for commit, ids in links.items()}
        changed = {commit: text for commit, text in texts.items() if text != before[commit]}
        if not changed:
            return None
        with Writer(repo, objects) as writer:
            notes = {commit: writer.blob(text.encode()) for commit, text in changed.items()}
            changes = _changes(objects, tip, notes)
            parents = (tip.oid,) if tip else ()
            return writer.commit(changes, _MESSAGE, author.identity(), parents=parents)[0]

    advance(repo, objects, NOTES_REF, build)


def drop_links(
    repo: Repository,
    objects: Objects,
    checkpoint_ids: Collection[str],
    author: Author,
    *,
    dry_run: bool = False,
) -> list[str]:
    """Remove all links to these checkpoints, as if they had never been there; return their commits."""
    dropped: dict[str, str] = {}

    def build(tip: Commit | None) -> str | None:
        dropped.clear()
        for commit, blob in all_notes(objects, tip.tree).items() if tip is not None else ():
            note = (objects.blob(blob) or b"").decode("utf-8", "surrogateescape")
            rest = _without(note, trailers.format_checkpoint, list(checkpoint_ids))
            if rest != note:
                dropped[commit] = rest
        if not dropped or dry_run or tip is None:
            return None
        with Writer(repo, objects) as writer:
            paths = {commit: note_path(objects, tip.tree, commit) for commit in dropped}
            changes = [
                Change(paths[commit], FILE_MODE, writer.blob(rest.encode("utf-8", "surrogateescape")))
                if rest.strip()
                else Change(paths[commit])
                for commit, rest in dropped.items()
            ]
            return writer.commit(changes, _MESSAGE, author.identity(), parents=(tip.oid,))[0]

    advance(repo, objects, NOTES_REF, build)
    return sorted(dropped)


def merge_notes(repo: Repository, objects: Objects, theirs: Commit, author: Author) -> None:
    """Merge the notes of another clone: each commit keeps the lines of both."""

    def build(tip: Commit | None) -> str | None:
        if tip is not None and history.is_ancestor(repo, theirs.oid, tip.oid):
            return None
        if tip is None or history.is_ancestor(repo, tip.oid, theirs.oid):
            return theirs.oid
        ours, others = all_notes(objects, tip.tree), all_notes(objects, theirs.tree)
        base = objects.commit(history.merge_base(repo, tip.oid, theirs.oid))
        before = all_notes(objects, base.tree) if base is not None else {}
        different = [commit for commit, blob in others.items() if ours.get(commit) != blob]
        with Writer(repo, objects) as writer:
            notes = {}
            for commit in different:
                sides = [objects.blob(side[commit]) or b"" for side in (ours, others) if commit in side]
                known = objects.blob(before[commit]) or b"" if commit in before else b""
                notes[commit] = writer.blob(joined(sides, known))
            changes = _changes(objects, tip, notes)
            return writer.commit(changes, _MERGE, author.identity(), parents=(tip.oid, theirs.oid))[0]

    advance(repo, objects, NOTES_REF, build)


def _changes(objects: Objects, tip: Commit | None, notes: Mapping[str, str]) -> list[Change]:
    """Return the changes that make these blobs the notes of their commits."""
    tree = tip.tree if tip is not None else ""
    paths = {commit: note_path(objects, tree, commit) if tree else commit for commit in notes}
    return [Change(paths[commit], FILE_MODE, blob) for commit, blob in notes.items()]


def joined(notes: Sequence[bytes], before: bytes = b"") -> bytes:
    """Pure: join the lines of notes without duplicates, in an order that is the same in every clone.

    A line from ``before`` that one of them no longer has was removed: a link that came back, or was unlinked.
    """
    sides = [set(note.split(b"\n")) for note in notes]
    known = set(before.split(b"\n"))
    lines = {line for side in sides for line in side if line}
    kept = [line for line in lines if line not in known or all(line in side for side in sides)]
    return b"".join(line + b"\n" for line in sorted(kept))


def with_links(note: str, checkpoint_ids: Sequence[str]) -> str:
    """Pure: add checkpoints to a note. They are no longer unlinked."""
    note = _without(note, trailers.format_unlinked, checkpoint_ids)
    there = trailers.checkpoint_ids("\n" + note)
    return _with(note, [trailers.format_checkpoint(id) for id in checkpoint_ids if id not in there])


def without_links(note: str, checkpoint_ids: Sequence[str]) -> str:
    """Pure: unlink checkpoints in a note. The note of another clone may still have them, so it says so."""
    note = _without(note, trailers.format_checkpoint, checkpoint_ids)
    there = trailers.unlinked_ids("\n" + note)
    return _with(note, [trailers.format_unlinked(id) for id in checkpoint_ids if id not in there])


def _with(note: str, more: Sequence[str]) -> str:
    lines = [note.rstrip("\n")] if note.strip() else []
    return "\n".join([*lines, *more]) + "\n" if lines or more else ""


def _without(note: str, form: Callable[[str], str], checkpoint_ids: Sequence[str]) -> str:
    removed = {form(id) for id in checkpoint_ids}
    return "\n".join(line for line in note.split("\n") if line.strip() not in removed)
