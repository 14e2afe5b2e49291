"""Read the owners of lines from committed checkpoints."""

from __future__ import annotations

from bisect import bisect_right

from entire.attribution import lines_file
from entire.attribution.owner import FileLines, Lines, Owner
from entire.attribution.totals import Shares, shares
from entire.checkpoint.committed.read import find_stored
from entire.checkpoint.committed.slots import MOST_SESSIONS, Stored
from entire.checkpoint.model import InitialAttribution
from entire.core.paths import LINES_FILE
from entire.core.value import Value
from entire.git.objects.read import SMALL, Objects


class Recorded(Value):
    """One checkpoint. Each of its sessions records the whole commit; the latest is first."""

    checkpoint_id: str
    documents: tuple[Lines, ...]

    def files(self, path: str, blob: str) -> list[FileLines]:
        """Return the records of a file: those with the same content first, then those with the same name."""
        files = [file for lines in self.documents for file in lines.files]
        same = [file for file in files if file.blob == blob]
        return [*same, *(file for file in files if file.path == path and file.blob != blob)]

    def left_out(self, path: str) -> bool:
        return any(one.path == path for lines in self.documents for one in lines.left_out)


def read(objects: Objects, checkpoint_id: str) -> Recorded | None:
    """Read a checkpoint; None if it does not exist."""
    found = find_stored(objects, checkpoint_id)
    return None if found is None else read_stored(objects, checkpoint_id, found[1])


def read_lines(objects: Objects, checkpoint_id: str) -> Lines:
    """Read what a checkpoint knows about its commit; nothing if it does not exist."""
    found = read(objects, checkpoint_id)
    return found.documents[0] if found is not None and found.documents else Lines(())


def read_stored(objects: Objects, checkpoint_id: str, stored: Stored) -> Recorded:
    """The same for a checkpoint that was already found."""
    slots = [
        stored.slot_entries(objects, index, SMALL) for index in range(min(len(stored.slots), MOST_SESSIONS))
    ]
    blobs = [slot[LINES_FILE].oid for slot in slots if LINES_FILE in slot]
    documents = (lines_file.decode(objects.blob(oid)) for oid in dict.fromkeys(reversed(blobs)))
    return Recorded(checkpoint_id, tuple(lines for lines in documents if lines is not None))


def read_shares(objects: Objects, checkpoint_id: str, measured: InitialAttribution | None) -> Shares | None:
    """Who wrote the added lines; from the reference's numbers if no owners are recorded."""
    recorded = read(objects, checkpoint_id)
    if recorded is not None and recorded.documents:
        found = shares(recorded.documents[0])
        if measured is None:
            return found
        return found.replace(agent_removed=measured.agent_removed, total_removed=measured.total_removed)
    if measured is None:
        return None
    human = measured.human_added + measured.human_modified
    return Shares(
        measured.agent_lines, human, max(0, measured.total_committed - measured.agent_lines - human)
    )


def owner_at(file: FileLines, line: int) -> Owner | None:
    """Return the owner of a line, counted from 1; None if the commit did not add it."""
    index = bisect_right(file.ranges, line, key=lambda part: part.first) - 1
    found = file.ranges[index] if index >= 0 else None
    return found.owner if found is not None and line <= found.last else None
