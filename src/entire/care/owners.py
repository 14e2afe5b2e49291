"""Which sessions own the objects that our commits add, judged by their paths."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from entire.checkpoint.committed.slots import MOST_SESSIONS
from entire.checkpoint.ids import is_checkpoint_id
from entire.core import json_text
from entire.core.paths import METADATA_DIR, METADATA_FILE, valid_session_id
from entire.core.value import Value
from entire.git.objects.read import SMALL, Objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    Entries = list[tuple[str, str]]  # path and object
    Owners = frozenset[str]  # sessions

NOBODY: Owners = frozenset()
_STEP_FILES = METADATA_DIR + "/"


class Recorded(Value):
    """What checkpoints record of a session."""

    agent: str
    last: str  # when the latest one was created
    checkpoints: int


def of_step(session: str, entries: Entries) -> Iterator[tuple[str, Owners]]:
    """Assign files in a session's folder to that session, and the rest to the session of the step."""
    own = frozenset({session}) if session else NOBODY
    for path, oid in entries:
        named = path.removeprefix(_STEP_FILES).split("/")[0] if path.startswith(_STEP_FILES) else ""
        yield oid, frozenset({named}) if named and valid_session_id(named) else own


class Records:
    """Tracks which session has which numbered folder, commit by commit, oldest first."""

    def __init__(self, objects: Objects, missing: Collection[str] = ()) -> None:
        self._objects = objects
        self._missing = missing  # objects of a partial clone
        self._slots: dict[str, dict[str, Owners]] = {}  # by checkpoint and number
        self._known: set[tuple[str, str]] = set()  # checkpoints and their sessions
        self._all: tuple[object, Owners] = None, NOBODY  # the sessions of the last checkpoint
        self.sessions: dict[str, Recorded] = {}

    def of(self, entries: Entries) -> Iterator[tuple[str, Owners]]:
        """Assign files to sessions: shared files of a checkpoint to all of them, folders above to none."""
        metadata = ((path, oid) for path, oid in entries if path.endswith("/" + METADATA_FILE))
        self._learn([(path.split("/"), oid) for path, oid in metadata if oid not in self._missing])
        for path, oid in entries:
            yield oid, self._owners(path.split("/", 3))

    def _learn(self, places: list[tuple[list[str], str]]) -> None:
        """Read the sessions' metadata. In early versions, a checkpoint's root is its only session."""
        slots = [place for place in places if len(place[0]) == 4 and place[0][2].isdigit()]
        numbered = {"".join(parts[:2]) for parts, _ in slots}
        roots = [(parts, "".join(parts[:2]), oid) for parts, oid in places if len(parts) == 3]
        slots += [(parts, oid) for parts, id, oid in roots if id not in numbered and id not in self._slots]
        wanted: dict[str, list[tuple[str, str]]] = {}
        counts: dict[str, int] = {}
        for parts, oid in slots:
            id = "".join(parts[:2])
            counts[id] = counts.get(id, 0) + 1
            if counts[id] <= MOST_SESSIONS and is_checkpoint_id(id):
                wanted.setdefault(oid, []).append((id, parts[2]))
        for named, blob in zip(wanted.values(), self._objects.read_many(wanted, SMALL), strict=True):
            if blob is not None:
                for id, slot in named:
                    self._take(id, slot, blob.data)

    def _take(self, checkpoint_id: str, slot: str, data: bytes) -> None:
        try:
            metadata = json_text.decode(data)
        except ValueError:
            return
        session = metadata.get("session_id") if isinstance(metadata, dict) else None
        if not isinstance(session, str) or not valid_session_id(session):
            return
        slots = self._slots.setdefault(checkpoint_id, {})
        if len(slots) >= MOST_SESSIONS:
            return
        is_new = (checkpoint_id, session) not in self._known
        self._known.add((checkpoint_id, session))
        slots[slot] = frozenset({session})
        before = self.sessions.get(session, Recorded("", "", 0))
        self.sessions[session] = Recorded(
            str(metadata.get("agent") or "") or before.agent,
            max(str(metadata.get("created_at") or ""), before.last),
            before.checkpoints + is_new,
        )

    def _owners(self, parts: list[str]) -> Owners:
        slots = self._slots.get("".join(parts[:2]), {}) if len(parts) > 1 else {}
        if len(parts) > 2 and parts[2] in slots:
            return slots[parts[2]]
        if not slots:
            return NOBODY
        if self._all[0] is not slots:
            self._all = slots, frozenset().union(*slots.values())
        return self._all[1]
