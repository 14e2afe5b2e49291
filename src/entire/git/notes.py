"""Read git notes from a tree: what a commit message can no longer say."""

from __future__ import annotations

from entire.git.objects.read import Objects

_FANOUT = 3  # git splits many notes into folders by two digits
_MANY = 128


def read_note(objects: Objects, tree: str, commit: str) -> str:
    """Return the note of a commit; empty if it has none."""
    found = objects.file(tree, note_path(objects, tree, commit))
    return "" if found is None else found.decode("utf-8", "replace")


def note_path(objects: Objects, tree: str, commit: str) -> str:
    """Return the path of a commit's note, or of a new one: in folders if they exist or notes are many."""
    paths = ["/".join([*_folders(commit, depth), commit[2 * depth :]]) for depth in range(_FANOUT + 1)]
    for path in paths:
        if objects.entry(tree, path) is not None:
            return path
    return paths[0 if len(objects.tree(tree)) < _MANY else 1]


def _folders(commit: str, depth: int) -> list[str]:
    return [commit[2 * at : 2 * at + 2] for at in range(depth)]


def all_notes(objects: Objects, tree: str) -> dict[str, str]:
    """Return the blobs of all notes in a tree, by commit."""
    return {path.replace("/", ""): entry.oid for path, entry in objects.walk(tree)}
