"""Root works in a user's repository: what it creates there belongs to the user. Only loaded then."""

from __future__ import annotations

import os
import stat
import time

from entire.core import files
from entire.core.value import Value

# What git creates for us: our refs with their logs, and objects. And what the scripts of our hooks create.
_IN_COMMON_DIR = ("entire-sessions", "entire-index", "refs", "logs/refs", "objects", "packed-refs")
_IN_GIT_DIR = "ENTIRE_"  # and more
_IN_WORK_TREE = (".entire",)
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_ALONE = 2  # links to a folder without folders in it, on most file systems; others say 1
_DEEPEST = 40  # neither our files nor our refs are deeper
_SLACK_SECONDS = 5  # file systems round times


class Owner(Value):
    """The owner of a repository."""

    user: int
    group: int
    worktree: str
    git_dir: str
    common_dir: str
    began: float  # on the clock of `time.monotonic`

    def take(self, place: str | int, path: str) -> None:
        """Give a file or folder that was just created to the owner, if it is in the repository."""
        if not path.startswith((f"{self.worktree}/", f"{self.common_dir}/")):
            return
        try:
            os.chown(place, self.user, self.group)
        except OSError:
            pass  # a file system without owners

    def take_all(self) -> None:
        """Give everything that root has left in our places to the owner, at the cost of what is new.

        Whatever creates a file changes its folder. So only folders that changed since we began are looked at,
        and those that are root's: a killed process left them.
        """
        since = self._now() - (time.monotonic() - self.began) - _SLACK_SECONDS
        places = [os.path.join(self.common_dir, name) for name in _IN_COMMON_DIR]
        ours = (name for name in files.names(self.git_dir) if name.startswith(_IN_GIT_DIR))
        places += [os.path.join(self.git_dir, name) for name in ours]
        for path in (*places, *(os.path.join(self.worktree, name) for name in _IN_WORK_TREE)):
            try:
                above = os.open(os.path.dirname(path), _FOLDER)
            except OSError:
                continue  # it does not exist, or was removed meanwhile
            try:
                self._take_below(os.path.basename(path), above, since)
            finally:
                os.close(above)

    def _now(self) -> float:
        """The time that new files get: a server's clock may differ from ours."""
        folder = os.path.join(self.common_dir, _IN_COMMON_DIR[0])
        folder = folder if os.path.isdir(folder) and not os.path.islink(folder) else self.common_dir
        path = os.path.join(folder, f"clock.{os.getpid()}-00000000.tmp")
        try:
            files.write_atomic(path, b"", durable=False)
            return os.lstat(path).st_mtime
        except OSError:
            return time.time()
        finally:
            files.remove(path)

    def _take_below(self, name: str, above: int, since: float, depth: int = 0) -> None:
        """Take an entry of a folder, and what is below it, without following links (I6)."""
        before = self._take_entry(name, above)
        if before is None or not stat.S_ISDIR(before.st_mode) or depth > _DEEPEST:
            return
        changed = before.st_mtime >= since or not before.st_uid
        if not changed and before.st_nlink == _ALONE:
            return
        try:
            folder = os.open(name, _FOLDER, dir_fd=above)
        except OSError:
            return
        try:
            with os.scandir(folder) as entries:
                below = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
            for entry, is_folder in below:
                if is_folder:
                    self._take_below(entry, folder, since, depth + 1)
                elif changed:
                    self._take_entry(entry, folder)
        except OSError:
            pass  # removed meanwhile
        finally:
            os.close(folder)

    def _take_entry(self, name: str, folder: int) -> os.stat_result | None:
        """Take one; return what it was before."""
        try:
            info = os.lstat(name, dir_fd=folder)
            alone = stat.S_ISDIR(info.st_mode) or info.st_nlink == 1  # not a hard link to something else
            if info.st_uid == 0 and alone:
                os.chown(name, self.user, self.group, dir_fd=folder, follow_symlinks=False)
        except OSError:
            return None
        return info


def owner_of(worktree: str, git_dir: str, common_dir: str) -> Owner | None:
    """Return the owner; None if that is root, too."""
    info = os.stat(common_dir)
    where = (worktree, git_dir, common_dir)
    return Owner(info.st_uid, info.st_gid, *where, time.monotonic()) if info.st_uid else None
