"""Notes of ours on the user's commits: what a commit message cannot say any more."""

from __future__ import annotations

from entire.git.objects import Objects

NOTES_REF = "refs/notes/entire"
_FANOUT = 3  # git puts notes into folders by two digits where they are many


def read_note(objects: Objects, tree: str, commit: str) -> str:
    """What the notes of this tree say of a commit; empty if nothing."""
    for depth in range(_FANOUT + 1):
        folders = [commit[2 * at : 2 * at + 2] for at in range(depth)]
        found = objects.file(tree, "/".join([*folders, commit[2 * depth :]]))
        if found is not None:
            return found.decode("utf-8", "replace")
    return ""


def all_notes(objects: Objects, tree: str) -> dict[str, str]:
    """The blobs of all notes of a tree, by the commits that they speak of."""
    return {path.replace("/", ""): entry.oid for path, entry in objects.walk(tree)}
