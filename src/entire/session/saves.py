"""Files that a person saved while an agent was working, as an editor says: one small file for each save.

They are in `.entire/tmp/`, next to the captures. Git has the contents.
"""

from __future__ import annotations

from entire.core import clock, files, json_text
from entire.core.paths import TMP_DIR
from entire.core.record import Record
from entire.git.repository import Repository

_PREFIX, _SUFFIX = "edited-", ".json"
_KEPT_SECONDS = 24 * 60 * 60
_MOST = 1000


class Save(Record):
    """`edited-<nanoseconds>.json`"""

    ALWAYS = frozenset({"path", "time", "blob"})

    path: str = ""
    time: str = ""
    blob: str = ""  # the file as it was saved


def note(repo: Repository, path: str, blob: str, nanoseconds: int) -> None:
    """Note a save, and forget those that are too old to matter."""
    files.make_private_dir(repo.worktree, TMP_DIR)
    save = Save(path=path, time=clock.now_utc(), blob=blob)
    name = repo.path(TMP_DIR, f"{_PREFIX}{nanoseconds}{_SUFFIX}")
    files.write_atomic(name, json_text.encode(save.to_json()), durable=False)
    old = (nanoseconds // 1_000_000_000) - _KEPT_SECONDS
    for number in _numbers(repo):
        if number // 1_000_000_000 < old:
            files.remove(repo.path(TMP_DIR, f"{_PREFIX}{number}{_SUFFIX}"))


def since(repo: Repository, seconds: float) -> list[Save]:
    """Return the saves since a time, in order."""
    found = []
    for number in sorted(_numbers(repo))[-_MOST:]:
        if number / 1e9 < seconds:
            continue
        try:
            data = files.read(repo.path(TMP_DIR, f"{_PREFIX}{number}{_SUFFIX}"), files.SMALL)
            save = Save.from_json(json_text.decode(data)) if data is not None else None
        except (ValueError, OSError):
            continue
        if save is not None:
            found.append(save)
    return found


def _numbers(repo: Repository) -> list[int]:
    names = files.names(repo.path(TMP_DIR))
    texts = (name[len(_PREFIX) : -len(_SUFFIX)] for name in names if name.startswith(_PREFIX))
    return [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 25]
