"""What crashes leave behind: unreadable session states, and temporary files."""

from __future__ import annotations

import os
import re
import stat
import time

from entire.agent import registry
from entire.core import files
from entire.core.paths import ENTIRE_DIR, METADATA_DIR, TMP_DIR, valid_session_id
from entire.core.value import Value
from entire.git.repository import Repository
from entire.session.store import ENDED_DIR, BrokenState, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SURE_SECONDS = 3600  # no write takes this long

_BROKEN = re.compile(r"(.+)\.json\.broken-[0-9a-f]+\Z")
_TEMPORARY = re.compile(r".+\.[0-9]+-[0-9a-f]{8}\.tmp\Z|\.[0-9a-f]+-[0-9a-f]{12}\.entire-tmp\Z")
_STATE = re.compile(r".+\.json\.tmp\Z")  # the reference's


class Unreadable(Value):
    path: str
    session_id: str  # from the file's name
    error: str  # empty if the file was set aside already


def unreadable_states(store: Store) -> list[Unreadable]:
    """Return state files that cannot be read, and those that were set aside for that reason."""
    found = []
    for path in _entries(store.directory, os.path.join(store.directory, ENDED_DIR)):
        name = os.path.basename(path)
        set_aside = _BROKEN.match(name)
        if set_aside is not None:
            found.append(Unreadable(path, set_aside[1], ""))
        elif name.endswith(".json") and (error := _error(store, path)):
            found.append(Unreadable(path, name.removesuffix(".json"), error))
    return found


def _error(store: Store, path: str) -> str:
    session_id = os.path.basename(path).removesuffix(".json")
    if not valid_session_id(session_id):
        return "has a name that is not a session id"
    try:
        store.load(session_id)
    except BrokenState as error:
        return error.message.removeprefix(f"session state {session_id} ")
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return ""


def temporary_files(repo: Repository, store: Store) -> list[str]:
    """Return temporary files of killed writes, judged by name and age."""
    return [*own_temporary_files(repo, store), *_temporary(_TEMPORARY, *_places_of_others(repo, store))]


def own_temporary_files(repo: Repository, store: Store) -> list[str]:
    """Return those in folders where nobody else writes."""
    folders = [store.directory, *_folders(store.directory), repo.path(TMP_DIR)]
    folders += [repo.path(METADATA_DIR), *_folders(repo.path(METADATA_DIR))]
    return [*_temporary(_STATE, store.directory), *_temporary(_TEMPORARY, *folders)]


def _temporary(name: re.Pattern[str], *folders: str) -> list[str]:
    return [path for path in _entries(*folders) if name.match(os.path.basename(path)) and _is_old(path)]


def _places_of_others(repo: Repository, store: Store) -> list[str]:
    """Folders where we write files that are not ours alone: settings, hooks, transcripts."""
    agents = {folder for agent in registry.every() for folder in agent.PROTECTED_DIRS}
    transcripts = {os.path.dirname(state.transcript_path) for state in store.all() if state.transcript_path}
    own = [repo.path(ENTIRE_DIR), repo.git_dir, os.path.join(repo.common_dir, "hooks")]
    return [*own, *map(repo.path, sorted(agents)), *sorted(transcripts)]


def _is_old(path: str) -> bool:
    try:
        info = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(info.st_mode) and time.time() - info.st_mtime > SURE_SECONDS


def _folders(folder: str) -> list[str]:
    return [path for path in _entries(folder) if os.path.isdir(path) and not os.path.islink(path)]


def _entries(*folders: str) -> Iterator[str]:
    """Yield the files in these folders, without following symbolic links (I6)."""
    for folder in folders:
        if os.path.realpath(folder) != os.path.normpath(folder):
            continue
        yield from (os.path.join(folder, name) for name in sorted(files.names(folder)))
