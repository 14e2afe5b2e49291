"""Who may use the files that we create.

A repository can be shared by several users (`core.sharedRepository`). Git then opens every file that it makes
to the group, and so do we: a lock or a state that only its creator can open would stop everybody else. And
what root creates in a user's repository (`sudo git commit`) belongs to that user.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.core.ownership import Owner

_SET_GID = 0o2000


class _Policy:
    """What this process does. Usually nothing: files are private."""

    folders: tuple[str, ...] = ()
    bits = 0
    exact = False
    owner: Owner | None = None


def share(bits: int, exact: bool, *folders: str) -> None:
    """Share what is created below these folders, too: add these bits, or set exactly these."""
    _Policy.bits, _Policy.exact, _Policy.folders = bits, exact, (*_Policy.folders, *folders)


def give_to(owner: Owner | None) -> None:
    """Give what is created in a repository to its owner, the first repository if there are several."""
    _Policy.owner = _Policy.owner or owner


def is_with_others() -> bool:
    """Whether other users, or the owner if this is root, have to use what this process creates."""
    return bool(_Policy.bits) or _Policy.owner is not None


def finish() -> None:
    """Give what git has created for us to the owner; call this at the end."""
    if _Policy.owner is not None:
        _Policy.owner.take_all()


def adapt(place: str | int, path: str) -> None:
    """Set permissions and owner of a new file or folder, given by path or descriptor, if necessary."""
    if _Policy.bits and path.startswith(_Policy.folders):
        try:
            mode = os.stat(place).st_mode
            wanted = shared_mode(mode, _Policy.bits, _Policy.exact)
            if wanted != stat.S_IMODE(mode):
                os.chmod(place, wanted)
        except OSError:
            pass  # another user's: then it has been set already
    if _Policy.owner is not None:
        _Policy.owner.take(place, path)


def shared_mode(mode: int, bits: int, exact: bool) -> int:
    """Pure: the permissions that git sets in a shared repository, for a file or folder with this mode."""
    is_folder, mode = stat.S_ISDIR(mode), stat.S_IMODE(mode)
    bits = bits if mode & 0o200 else bits & ~0o222
    bits |= (bits & 0o444) >> 2 if mode & 0o100 else 0
    mode = (mode & ~0o777) | bits if exact else mode | bits
    return mode | _SET_GID if is_folder and mode & 0o060 else mode


def make_dirs(path: str, mode: int) -> None:
    """Create a folder and those above it, unless they exist."""
    if not _Policy.bits and _Policy.owner is None:
        os.makedirs(path, mode, exist_ok=True)
    elif not os.path.isdir(path):
        make_dirs(os.path.dirname(path), mode)
        os.makedirs(path, mode, exist_ok=True)
        adapt(path, path)
