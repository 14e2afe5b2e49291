"""Whether it is soon counted what a checkpoint took. If not, a page shows everything else first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from entire.checkpoint.committed import slots
from entire.checkpoint.committed.read import session_folders
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.index.index import Index
from entire.checkpoint.segments_read import part_ids
from entire.git.errors import GitError
from entire.git.objects.read import SMALL
from entire.numbers import counted

_MOST_BYTES = 4_000_000  # of transcripts
_MOST_CHECKPOINTS = 50  # which read them from the start, and count together
_MOST_SEGMENTS = 2000


def is_soon_counted(index: Index, checkpoint_id: str) -> bool:
    """Whether it is known, or the transcripts that have to be read are short."""
    unread = counted.unread(index, checkpoint_id)
    if len(unread) > _MOST_CHECKPOINTS:
        return False
    segments = _segments(index, unread)
    if len(segments) > _MOST_SEGMENTS:
        return False
    try:
        sizes = index.objects.sizes(segments)
    except GitError:  # in a partial clone, git tried to fetch them
        return True
    return sum(sizes.get(oid, 0) for oid in segments) <= _MOST_BYTES  # each as often as it is read


def _segments(index: Index, ids: Sequence[str]) -> list[str]:
    """The segments of all transcripts; of too many, only some."""
    trees = index.trees(ids).items()
    stored = (slots.read(index.objects, checkpoint_path(id), tree, SMALL) for id, tree in trees)
    folders = (folder for one in stored for folder in session_folders(one))
    oids = (oid for folder in folders for oid in part_ids(index.objects, folder))
    return [*islice(oids, _MOST_SEGMENTS + 1)]
