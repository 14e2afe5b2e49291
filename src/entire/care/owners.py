"""Which sessions own the objects that our commits add, judged by their paths."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from entire.checkpoint.committed.slots import MOST_SESSIONS
from entire.checkpoint.ids import is_checkpoint_id
from entire.core import json_text
from entire.core.paths import METADATA_DIR, METADATA_FILE, valid_session_id
from entire.core.value import Value
from entire.git.objects.read import LARGEST, SMALL, Object, Objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    Entries = list[tuple[str, str]]  # path and object
    Owners = frozenset[str]  # sessions

NOBODY: Owners = frozenset()
_STEP_FILES = METADATA_DIR + "/"
_METADATA = "/" + METADATA_FILE
_METADATA_BYTES = SMALL // 2  # each byte of a hostile document can take 25 in memory


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


def checkpoints_in(entries: Entries) -> set[str]:
    """Return the checkpoints that these files and folders belong to."""
    ids = {"".join(path.split("/", 2)[:2]) for path, _ in entries if "/" in path}
    return {id for id in ids if is_checkpoint_id(id)}


class Records:
    """Tracks which session has which numbered folder, commit by commit, oldest first."""

    def __init__(self, objects: Objects, missing: Collection[str] = ()) -> None:
        self._objects = objects
        self._missing = missing  # objects of a partial clone
        self._slots: dict[str, dict[str, Owners]] = {}  # by checkpoint and number
        self._known: dict[str, set[str]] = {}  # the sessions that a checkpoint ever had
        self._all: tuple[object, Owners] = None, NOBODY  # the sessions of the last checkpoint
        self._ahead: dict[str, Object | None] = {}  # metadata that was read together
        self.sessions: dict[str, Recorded] = {}

    def recall(self, checkpoint_id: str, slots: dict[str, str], sessions: Iterable[str]) -> None:
        """Continue with what earlier commits said of a checkpoint."""
        self._slots[checkpoint_id] = {slot: frozenset({session}) for slot, session in slots.items()}
        self._known[checkpoint_id] = set(sessions)

    def knows(self, checkpoint_id: str) -> bool:
        return checkpoint_id in self._slots

    def forget(self) -> None:
        """Forget the checkpoints: they will be recalled."""
        self._slots, self._known, self._ahead = {}, {}, {}

    def known(self) -> Iterator[tuple[str, dict[str, str], list[str]]]:
        """Yield each checkpoint with its folders' sessions, and with all that it ever had."""
        for id, slots in self._slots.items():
            yield id, {slot: next(iter(own)) for slot, own in slots.items()}, sorted(self._known[id])

    def read_ahead(self, commits: Iterable[Entries]) -> None:
        """Read the metadata that these commits add in one exchange with git, instead of one for each."""
        wanted = [oid for entries in commits for path, oid in entries if path.endswith(_METADATA)]
        wanted = [oid for oid in dict.fromkeys(wanted) if oid not in self._missing]
        self._ahead, size = {}, 0
        for oid, found in zip(wanted, self._objects.read_many(wanted, _METADATA_BYTES), strict=True):
            size += len(found.data) if found is not None else 0
            if size > LARGEST:  # the rest is read one by one
                return
            self._ahead[oid] = found

    def of(self, entries: Entries) -> Iterator[tuple[str, Owners]]:
        """Assign files to sessions: shared files of a checkpoint to all of them, folders above to none."""
        metadata = ((path, oid) for path, oid in entries if path.endswith(_METADATA))
        self._learn([(path.split("/"), oid) for path, oid in metadata if oid not in self._missing])
        self._all = None, NOBODY  # a checkpoint may have a session more
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
        for oid, named in wanted.items():
            blob = self._ahead[oid] if oid in self._ahead else self._objects.read(oid, _METADATA_BYTES)
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
        known = self._known.setdefault(checkpoint_id, set())
        is_new = session not in known
        known.add(session)
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
