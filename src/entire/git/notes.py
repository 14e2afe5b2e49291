"""Notes of ours on the user's commits: what a commit message cannot say any more."""

from __future__ import annotations

from entire.git.objects.read import Objects

NOTES_REF = "refs/notes/entire"
_FANOUT = 3  # git puts notes into folders by two digits where they are many
_MANY = 128


def read_note(objects: Objects, tree: str, commit: str) -> str:
    """What the notes of this tree say of a commit; empty if nothing."""
    found = objects.file(tree, note_path(objects, tree, commit))
    return "" if found is None else found.decode("utf-8", "replace")


def note_path(objects: Objects, tree: str, commit: str) -> str:
    """Where the note of a commit lies, or would: in folders if there are any for it, or too many notes."""
    paths = ["/".join([*_folders(commit, depth), commit[2 * depth :]]) for depth in range(_FANOUT + 1)]
    for path in paths:
        if objects.entry(tree, path) is not None:
            return path
    return paths[0 if len(objects.tree(tree)) < _MANY else 1]


def _folders(commit: str, depth: int) -> list[str]:
    return [commit[2 * at : 2 * at + 2] for at in range(depth)]


def all_notes(objects: Objects, tree: str) -> dict[str, str]:
    """The blobs of all notes of a tree, by the commits that they speak of."""
    return {path.replace("/", ""): entry.oid for path, entry in objects.walk(tree)}
