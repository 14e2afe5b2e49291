"""Root works in a user's repository: what it creates there belongs to the user. Only loaded then."""

from __future__ import annotations

import os
import stat

from entire.core.value import Value

# What git creates for us: our refs with their logs, and objects.
_IN_GIT_DIR = ("entire-sessions", "refs", "logs/refs", "objects", "packed-refs")
_IN_WORK_TREE = (".entire",)


class Owner(Value):
    """The owner of a repository."""

    user: int
    group: int
    worktree: str
    common_dir: str

    def take(self, place: str | int, path: str) -> None:
        """Give a file or folder that was just created to the owner, if it is in the repository."""
        if not path.startswith((f"{self.worktree}/", f"{self.common_dir}/")):
            return
        try:
            os.chown(place, self.user, self.group)
        except OSError:
            pass  # a file system without owners

    def take_all(self) -> None:
        """Give everything that root has left in our places to the owner."""
        places = [os.path.join(self.common_dir, name) for name in _IN_GIT_DIR]
        for path in (*places, *(os.path.join(self.worktree, name) for name in _IN_WORK_TREE)):
            try:
                self._take_below(path)
            except OSError:
                continue  # it does not exist, or was removed meanwhile

    def _take_below(self, path: str) -> None:
        """The same below a folder, without following links, which could lead anywhere (I6)."""
        above = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._take_entry(os.path.basename(path), above)
        finally:
            os.close(above)
        if os.path.islink(path) or not os.path.isdir(path):
            return
        for _, folders, names, folder in os.fwalk(path, follow_symlinks=False):
            for name in (*folders, *names):
                self._take_entry(name, folder)

    def _take_entry(self, name: str, folder: int) -> None:
        try:
            info = os.lstat(name, dir_fd=folder)
            alone = stat.S_ISDIR(info.st_mode) or info.st_nlink == 1  # not a hard link to something else
            if info.st_uid == 0 and alone:
                os.chown(name, self.user, self.group, dir_fd=folder, follow_symlinks=False)
        except OSError:
            pass


def owner_of(worktree: str, common_dir: str) -> Owner | None:
    """Return the owner; None if that is root, too."""
    info = os.stat(common_dir)
    return Owner(info.st_uid, info.st_gid, worktree, common_dir) if info.st_uid else None
