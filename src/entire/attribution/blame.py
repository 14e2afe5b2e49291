"""Who wrote the lines of a file: git blame → commit → checkpoint → owner.

Each commit, checkpoint and file is read once, however many lines there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from entire.attribution import older, recorded, sources
from entire.attribution.owner import Older, Owner
from entire.attribution.recorded import Recorded
from entire.attribution.sources import Source
from entire.checkpoint import overview, trailers
from entire.checkpoint.committed import slots
from entire.checkpoint.contents import fetch_contents_if_possible
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import NOTES_REF
from entire.core.paths import LINES_FILE, METADATA_FILE
from entire.core.value import Value
from entire.git import blame as git_blame
from entire.git import history
from entire.git.blame import Blamed
from entire.git.history import LoggedCommit
from entire.git.objects.read import SMALL

# Why a line has no known owner.
NOT_COMMITTED = "not_committed"
NO_CHECKPOINT = "no_checkpoint"
UNLINKED = "unlinked"  # the user removed the link to the checkpoint
CHECKPOINT_MISSING = "checkpoint_missing"  # the checkpoint is not in this repository
NO_LINES = "no_lines"  # the checkpoint was written by a program that does not record lines
LEFT_OUT = "left_out"  # the file was too large to track
NOT_RECORDED = "not_recorded"  # for example, a line that was added when the commit was rewritten

_MOST_MOVES = 20  # of one line


class Origin(Value):
    """Where a line comes from."""

    commit: LoggedCommit | None
    checkpoint_id: str = ""
    owner: Owner | None = None
    missing: str = ""  # why there is no owner
    older: tuple[Older, int] | None = None  # where the commit's parent has the line
    unlinked: bool = False  # the user removed the link

    @property
    def who(self) -> str:
        return self.owner.kind if self.owner is not None else self.missing

    @property
    def why(self) -> str:
        if self.owner is not None:
            return self.owner.why
        return UNLINKED if self.unlinked else ""


class Line(Value):
    line: int
    text: bytes
    original_path: str
    original_line: int
    origin: Origin


def blame(index: Index, path: str, lines: str = "", commit: str = "") -> list[Line]:
    """Return the lines of a file with their origins; ``lines`` is a range of `git blame -L`.

    ``commit``: in this one, not in the work tree.

    A line that was moved, or got another layout, is looked up where the commit's parent has it.
    """
    asked = rows = git_blame.blame(index.repo, path, lines, commit=commit)
    found = origins(index, rows)
    fresh = set(range(len(rows)))
    for _ in range(_MOST_MOVES):
        unlinked = [place in fresh and one.missing == NO_CHECKPOINT for place, one in enumerate(found)]
        others = older.unlinked(index.repo, index.objects, rows, unlinked)
        known = [one.older or other for one, other in zip(found, others, strict=True)]
        moved = older.before(index.repo, index.objects, rows, known)
        if not moved:
            break
        fresh = set(moved)
        again = dict(zip(moved, origins(index, list(moved.values())), strict=True))
        rows = [moved.get(place, row) for place, row in enumerate(rows)]
        found = [again.get(place, one.replace(older=None)) for place, one in enumerate(found)]
    return [
        Line(shown.line, shown.text, row.original_path, row.original_line, one)
        for shown, row, one in zip(asked, rows, found, strict=True)
    ]


def origins(index: Index, rows: Sequence[Blamed]) -> list[Origin]:
    """Return where the lines come from, by the commits that `git blame` names."""
    repo, objects = index.repo, index.objects
    commits = {
        found.oid: found
        for found in history.log_of(repo, {row.commit for row in rows if row.commit}, NOTES_REF)
    }
    ids = {oid: trailers.checkpoint_ids(commit.message)[::-1] for oid, commit in commits.items()}
    fetch_contents_if_possible(repo, objects, [id for linked in ids.values() for id in linked])
    read = read_recorded(index, [id for linked in ids.values() for id in linked])
    records = {oid: [read[id] for id in linked if id in read] for oid, linked in ids.items()}
    places = ((row.commit, row.original_path) for row in rows if row.commit in commits)
    found = sources.gather(repo, objects, places, records)

    def origin(row: Blamed) -> Origin:
        if row.commit not in commits:
            return Origin(None, missing=NOT_COMMITTED)
        here = found[row.commit, row.original_path]
        return _origin(row, commits[row.commit], ids[row.commit], records[row.commit], here)

    return [origin(row) for row in rows]


def read_recorded(index: Index, checkpoint_ids: Sequence[str]) -> dict[str, Recorded]:
    """Read what those checkpoints that exist recorded about lines."""
    trees = index.trees(checkpoint_ids)
    batch = overview.read_ahead(index.repo, index.objects, trees.values(), (METADATA_FILE, LINES_FILE)).batch
    stored = ((id, slots.read(batch, checkpoint_path(id), tree, SMALL)) for id, tree in trees.items())
    return {id: recorded.read_stored(batch, id, one) for id, one in stored}


def _origin(
    row: Blamed,
    commit: LoggedCommit,
    ids: Sequence[str],
    records: Sequence[Recorded],
    here: Sequence[Source],
) -> Origin:
    """Pure."""
    for source in here:
        owner = source.owner(row.original_line)
        if owner is not None:
            return Origin(commit, source.checkpoint_id, owner, older=source.older(row.original_line))
    if not ids:
        return Origin(commit, missing=NO_CHECKPOINT, unlinked=bool(trailers.unlinked_ids(commit.message)))
    if not records:
        return Origin(commit, ids[0], missing=CHECKPOINT_MISSING)
    missing = NOT_RECORDED
    if not any(one.documents for one in records):
        missing = NO_LINES
    elif any(one.left_out(row.original_path) for one in records):
        missing = LEFT_OUT
    return Origin(commit, records[0].checkpoint_id, missing=missing)
