"""Read what checkpoints recorded about the files that blamed lines come from, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from entire.attribution import rewritten
from entire.attribution.owner import FileLines, Older, Owner
from entire.attribution.recorded import Recorded, owner_at
from entire.attribution.rewritten import Rewritten
from entire.core.value import Value
from entire.git.objects.batch import Batch
from entire.git.objects.read import Objects, empty_tree
from entire.git.repository import Repository

Place = tuple[str, str]  # a commit, and a path in it


class Source(Value):
    """A checkpoint's record of a file, and the positions of the file's lines in it."""

    checkpoint_id: str
    file: FileLines
    places: Mapping[int, int] | None  # None: unchanged

    def owner(self, line: int) -> Owner | None:
        place = self._place(line)
        return None if place is None else owner_at(self.file, place)

    def older(self, line: int) -> tuple[Older, int] | None:
        """Return where the commit's parent has the line; None if it is a new one."""
        place = self._place(line)
        return None if place is None else self.file.older_of(place)

    def _place(self, line: int) -> int | None:
        return line if self.places is None else self.places.get(line)


def gather(
    repo: Repository, objects: Objects, places: Iterable[Place], recorded: Mapping[str, Sequence[Recorded]]
) -> dict[Place, list[Source]]:
    """Return the sources of each place, the best first. ``recorded`` is by commit, the latest first."""
    found: dict[Place, list[Source]] = {}
    moved: list[tuple[Place, str, Rewritten]] = []
    wanted = list(dict.fromkeys(places))
    batch = _read_ahead(repo, objects, wanted)
    for place in wanted:
        content = _content(batch, place)
        candidates = [(one, file) for one in recorded[place[0]] for file in _files(one, content)]
        found[place] = [
            Source(one.checkpoint_id, file, None) for one, file in candidates if file.blob == content.blob
        ]
        alone = len(recorded[place[0]]) == 1
        moved += [
            (place, one.checkpoint_id, content.replace(recorded=file, alone=alone))
            for one, file in candidates
            if file.blob != content.blob
        ]
    lines = rewritten.places(repo, objects, [content for _, _, content in moved])
    for (place, checkpoint_id, content), kept in zip(moved, lines, strict=True):
        found[place].append(Source(checkpoint_id, content.recorded, kept))
    return found


def _read_ahead(repo: Repository, objects: Objects, places: Sequence[Place]) -> Batch:
    """Prefetch the commits, their parents, and the folders that lead to the files, level by level."""
    batch = Batch(repo, objects, [])
    batch.prefetch(oid for oid, _ in places)
    commits = {place: commit for place in places if (commit := batch.commit(place[0])) is not None}
    batch.prefetch(commit.parents[0] for commit in commits.values() if commit.parents)
    folders = [(commit.tree, place[1]) for place, commit in commits.items()]
    while folders:
        batch.prefetch(tree for tree, _ in folders)
        steps = ((batch.tree(tree), *path.partition("/")) for tree, path in folders)
        inside = ((entries.get(name), rest) for entries, name, _, rest in steps)
        folders = [(entry.oid, rest) for entry, rest in inside if entry is not None and entry.is_tree]
    return batch


def _files(one: Recorded, content: Rewritten) -> list[FileLines]:
    return one.files(content.path, content.blob) if content.blob else []


def _content(objects: Objects, place: Place) -> Rewritten:
    """Return a file's content in a commit."""
    commit = objects.commit(place[0])
    parent = objects.commit(commit.parents[0]) if commit is not None and commit.parents else None
    entry = objects.entry(commit.tree, place[1]) if commit is not None else None
    return Rewritten(
        commit.tree if commit is not None else "",
        parent.tree if parent is not None else empty_tree(place[0]),
        place[1],
        entry.oid if entry is not None else "",
        FileLines("", "", ()),
        False,
    )
