"""Notes of ours on the user's commits: what a commit message cannot say any more."""

from __future__ import annotations

from entire.git import refs
from entire.git.objects import Objects
from entire.git.repository import Repository

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


def merge_notes(repo: Repository, theirs: str) -> None:
    """Take in notes of another clone: of each commit every line of either."""
    ours = repo.run("rev-parse", "--verify", "--quiet", NOTES_REF, ok=(0, 1)).out
    if not ours.strip():
        refs.update(repo, refs.Update(NOTES_REF, None, theirs))
        return
    repo.run("notes", f"--ref={NOTES_REF}", "merge", "--quiet", "--strategy=cat_sort_uniq", theirs)
