"""Records of running ref updates: which lock files a killed one left behind.

While git moves one of our refs, a small file names the ref and its new value. We and that git process have
the file locked, so the kernel knows when both are gone, whatever happens to process ids: also in containers,
which have host names and process ids of their own. A lock that such an update left on a ref would block every
later one; it is removed when an update meets it. If another kernel wrote the record, the update may still be
running there: then `entire doctor` and `entire status` name the lock. All other lock files stay: those of
other programs, of other refs, of packed refs. Git locks packed refs whenever it deletes a ref, so a deletion
that is killed leaves that lock, too: `entire doctor` names it.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time

from entire.core import files, json_text, log, sharing
from entire.core.errors import EntireError
from entire.core.paths import OWN_REF_PREFIXES, UPDATES_DIR
from entire.core.value import Value
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_UPDATE_SECONDS = 60  # no update takes longer
_SETTLED_SECONDS = 5  # nor does one leave a lock empty for this long
_BOOT_ID = "/proc/sys/kernel/random/boot_id"  # on Linux: the same in all containers, another after a restart


class LockFacts(Value):
    """A lock file on a ref, and the record of an update of that ref that ended."""

    began: float  # when the update began
    made: float  # when the lock was made
    now: float
    content: bytes
    new: str  # the value that the update would have written; empty to delete the ref


def is_left(facts: LockFacts) -> bool:
    """Pure: whether the update left the lock. Another process may have made it since, and be using it."""
    if not 0 <= facts.made - facts.began <= _UPDATE_SECONDS:
        return False
    if facts.content:
        return facts.content.decode("utf-8", "replace").strip() == facts.new
    return facts.now - facts.made >= _SETTLED_SECONDS


class MakerFacts(Value):
    """Who wrote a record that nobody has locked."""

    same_host: bool
    same_boot: bool | None  # None if unknown
    age: float  # seconds


def is_gone(facts: MakerFacts) -> bool:
    """Pure: whether the update has ended. A free lock shows that, if it was taken in this kernel."""
    if facts.same_boot is None:
        return facts.same_host
    return facts.same_boot or (facts.same_host and facts.age >= _UPDATE_SECONDS)  # restarted, or a namesake


class Elsewhere(Value):
    """A lock file of an update that may be running on another machine."""

    path: str
    host: str
    pid: int


class _Left(Value):
    """A record that nobody has locked."""

    path: str
    began: float
    age: float
    refs: dict[str, str]
    host: str
    pid: int
    gone: bool


class Recorded:
    """Records an update while it runs."""

    def __init__(self, repo: Repository, values: dict[str, str]) -> None:
        self._repo = repo
        self._refs = {ref: new for ref, new in values.items() if ref.startswith(OWN_REF_PREFIXES)}
        self._path, self._descriptor = "", -1
        self._failed = False

    def __enter__(self) -> Recorded:
        folder = _folder(self._repo)
        try:
            if self._refs and os.path.isdir(os.path.dirname(folder)):
                files.make_dir(folder)
                self._write(os.path.join(folder, os.urandom(6).hex()))
        except (OSError, EntireError) as error:
            log.debug("update not recorded", error=str(error))
        return self

    def _write(self, path: str) -> None:
        """Lock and fill the record before it gets its name: nobody finds it empty."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        self._path = f"{path}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
        self._descriptor = os.open(self._path, flags, 0o600)
        sharing.adapt(self._descriptor, self._path)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.set_inheritable(self._descriptor, True)  # git holds the lock, too
        maker = {"host": os.uname().nodename, "boot": _boot_id(), "pid": os.getpid()}
        os.write(self._descriptor, json_text.encode(maker | {"refs": self._refs}))
        os.rename(self._path, path)
        self._path = path

    def remove_left(self) -> int:
        """Remove the lock files that this update left, after git has failed; return how many there were."""
        self._failed = True
        return _remove(_locks(self._repo, self._began(), self._refs)) if self._path else 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path and not (self._failed and self._has_lock()):
            files.remove(self._path)
        if self._descriptor >= 0:
            os.close(self._descriptor)

    def _has_lock(self) -> bool:
        """Whether a lock is still there, perhaps of this update: then its record stays."""
        self.remove_left()
        return _is_needed(self._repo, self._began(), self._refs)

    def _began(self) -> float:
        return os.fstat(self._descriptor).st_mtime


def left_locks(repo: Repository) -> list[str]:
    """Return the lock files on our refs that killed updates left."""
    return [
        lock for record in _unlocked(repo) if record.gone for lock in _locks(repo, record.began, record.refs)
    ]


def locks_elsewhere(repo: Repository) -> list[Elsewhere]:
    """Return the lock files that updates on other machines left, or use; no update takes that long."""
    return [
        Elsewhere(lock, record.host, record.pid)
        for record in _unlocked(repo)
        if not record.gone and record.age >= _UPDATE_SECONDS
        for lock in _locks(repo, record.began, record.refs)
    ]


def remove_left(repo: Repository) -> int:
    """Remove the lock files that killed updates left, and all records that explain none; return how many."""
    removed = 0
    for record in _unlocked(repo):
        if record.gone:
            removed += _remove(_locks(repo, record.began, record.refs))
        ended = record.gone or record.age >= _UPDATE_SECONDS
        if ended and not _is_needed(repo, record.began, record.refs):
            files.remove(record.path)
    return removed


def packed_lock(repo: Repository) -> str:
    """Return the lock file on packed refs if a killed update may have left it; empty otherwise."""
    path = packed_lock_path(repo)
    if not os.path.lexists(path):
        return ""
    records = [record for record in _unlocked(repo) if record.gone or record.age >= _UPDATE_SECONDS]
    return path if any(_may_be_of(repo, record.began, record.refs) for record in records) else ""


def _is_needed(repo: Repository, began: float, refs: dict[str, str]) -> bool:
    """Whether a lock is there that the update may have left, even if it is too early to say."""
    if _locks(repo, began, refs, settled=False):
        return True
    return _may_be_of(repo, began, refs, settled=False)


def _may_be_of(repo: Repository, began: float, refs: dict[str, str], *, settled: bool = True) -> bool:
    """Whether the lock on packed refs can be of this update, which deleted something."""
    if all(refs.values()):
        return False
    try:
        made = os.lstat(packed_lock_path(repo)).st_mtime
    except OSError:
        return False
    now = time.time() if settled else made + _SETTLED_SECONDS
    return is_left(LockFacts(began, made, now, b"", ""))


def _remove(locks: list[str]) -> int:
    removed = [path for path in locks if files.remove(path)]
    for path in removed:
        log.warn("lock of a killed update removed", component="checkpoint", path=path)
    return len(removed)


def _unlocked(repo: Repository) -> list[_Left]:
    """The records of updates that ended without removing them, as far as we can know that."""
    folder = _folder(repo)
    found = (_read_unlocked(os.path.join(folder, name)) for name in sorted(files.names(folder)))
    return [record for record in found if record is not None]


def _read_unlocked(path: str) -> _Left | None:
    """A record that nobody has locked; without refs if it is empty or damaged. None if it is in use."""
    descriptor = files.open_regular(path)
    if descriptor is None:
        return None
    try:
        began = os.fstat(descriptor).st_mtime
        age = time.time() - began
        if path.endswith(".tmp") and age < _UPDATE_SECONDS:
            return None  # it is about to be locked
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        value = json_text.decode(os.read(descriptor, 1 << 20))
    except OSError:
        return None
    except (ValueError, RecursionError):
        value = None
    finally:
        os.close(descriptor)
    found = value if isinstance(value, dict) else {}
    host, boot, pid = (found.get(key) for key in ("host", "boot", "pid"))
    maker = MakerFacts(host == os.uname().nodename, boot == _boot_id() if boot and _boot_id() else None, age)
    return _Left(
        path,
        began,
        age,
        _own_refs(found.get("refs")),
        host if isinstance(host, str) else "",
        pid if isinstance(pid, int) else 0,
        is_gone(maker),
    )


def _own_refs(refs: object) -> dict[str, str]:
    return {
        ref: new
        for ref, new in (refs.items() if isinstance(refs, dict) else ())
        if isinstance(new, str) and ref.startswith(OWN_REF_PREFIXES) and ".." not in ref
    }


def _boot_id() -> str:
    try:
        found = files.read(_BOOT_ID, 100) or b""  # the kernel refuses to be asked for much more
    except OSError:
        return ""
    return found.decode("utf-8", "replace").strip()


def _locks(repo: Repository, began: float, refs: dict[str, str], *, settled: bool = True) -> list[str]:
    locks = [(ref, _lock_of(repo, ref)) for ref in refs]
    return [path for ref, path in locks if _is_left(path, began, refs[ref], settled=settled)]


def _is_left(path: str, began: float, new: str, *, settled: bool) -> bool:
    try:
        info = os.lstat(path)
        if not stat.S_ISREG(info.st_mode):
            return False
        content = files.read(path) or b""
    except OSError:
        return False
    now = time.time() if settled else info.st_mtime + _SETTLED_SECONDS
    return is_left(LockFacts(began, info.st_mtime, now, content, new))


def packed_lock_path(repo: Repository) -> str:
    return os.path.join(repo.common_dir, "packed-refs.lock")


def _lock_of(repo: Repository, ref: str) -> str:
    return os.path.join(repo.common_dir, f"{ref}.lock")


def _folder(repo: Repository) -> str:
    return os.path.join(repo.common_dir, UPDATES_DIR)
