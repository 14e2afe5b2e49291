"""List the files of ignored folders that a session found, such as `node_modules/`, in the background.

The reference's rewind deletes every untracked file that a state does not list. A state is read by every hook,
so the list has a limit: the smallest folders come first, and a folder is listed whole or not at all.
"""

from __future__ import annotations

from entire.core import log
from entire.core.errors import EntireError
from entire.git.repository import Repository
from entire.git.worktree.ignored import files_below
from entire.session.state import State
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MOST_FILES = 1000
_MOST_FOLDERS = 1000  # arguments of a command


def list_files(repo: Repository, store: Store, state: State, wait: float) -> None:
    """Add them to the state, and save it."""
    folders = state.ignored_folders[:_MOST_FOLDERS]
    try:
        found = by_folder(files_below(repo, folders), folders)
        with store.lock(wait=wait):
            now = store.load(state.session_id)
            if now is None:
                return
            listed, left_out = chosen(found, MOST_FILES - len(now.untracked_files_at_start))
            now.untracked_files_at_start = [*dict.fromkeys((*now.untracked_files_at_start, *listed))]
            now.ignored_folders = []
            store.save(now)
    except (EntireError, OSError) as error:
        log.warn("ignored files not listed", session_id=state.session_id, error=str(error))
        return
    if left_out:
        log.info(
            "ignored folders not listed: too many files", session_id=state.session_id, folders=left_out[:20]
        )


def by_folder(paths: Iterable[str], folders: Sequence[str]) -> dict[str, list[str]]:
    """Pure: the files of each folder, one more than the limit at most."""
    found: dict[str, list[str]] = {folder: [] for folder in folders}
    for path in paths:
        end = path.find("/")
        while end >= 0 and path[: end + 1] not in found:
            end = path.find("/", end + 1)
        if end >= 0 and len(found[path[: end + 1]]) <= MOST_FILES:
            found[path[: end + 1]].append(path)
    return found


def chosen(found: Mapping[str, Sequence[str]], most: int) -> tuple[list[str], list[str]]:
    """Pure: the files to list, smallest folders first, and the folders that are too many."""
    listed: list[str] = []
    left_out: list[str] = []
    for folder in sorted(found, key=lambda name: (len(found[name]), name)):
        if len(listed) + len(found[folder]) <= most:
            listed += found[folder]
        else:
            left_out.append(folder)
    return sorted(listed), left_out
