"""Hooks that were there before ours: renamed, called by ours, restored byte for byte (I8)."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.errors import EntireError
from entire.core.files import read_or_empty
from entire.core.paths import real_parent
from entire.setup import managers, scripts
from entire.setup.facts import LEGACY_SUFFIX, is_ours

_SHELLS = (b"#!/bin/sh", b"#!/usr/bin/sh", b"#!/usr/bin/env sh", b"#!/bin/bash", b"#!/usr/bin/env bash")


def backup_of(directory: str, name: str) -> str:
    return os.path.join(directory, name + scripts.BACKUP_SUFFIX)


def make_backup(path: str, backup: str) -> None:
    """Rename a hook to make room for ours. An older backup gets a number, unless it is obsolete."""
    if os.path.lexists(backup) and not _is_obsolete(backup, path):
        number = 1
        while os.path.lexists(f"{backup}.{number}"):
            number += 1
        os.rename(backup, f"{backup}.{number}")
    os.replace(path, backup)


def restore(path: str, backup: str, root: str) -> None:
    """Remove our hook at ``path`` and restore the backup. Lines that others added are kept at its end.

    ``root`` is the work tree, as for `files.write_atomic`: a team can track its hooks.
    """
    before, after = scripts.around(read_or_empty(path))
    added = before.removeprefix(scripts.SHEBANG.encode()) + after
    if not os.path.lexists(backup):
        if added.strip():
            _rewrite(path, before + after, root)
        else:
            files.remove(path)
    elif added.strip():
        _rewrite(backup, _joined(path, backup, added), root)
        os.replace(backup, path)
    else:
        os.replace(backup, path)


def _joined(path: str, backup: str, added: bytes) -> bytes:
    earlier = read_or_empty(backup)
    if os.path.islink(backup) or not earlier.startswith(_SHELLS):
        raise EntireError(
            f"{path} has lines that entire did not write, and the hook it calls is not a shell script",
            "move these lines elsewhere, then try again",
        )
    return earlier + (b"" if earlier.endswith(b"\n") else b"\n") + added


def _rewrite(path: str, content: bytes, root: str) -> None:
    mode = os.stat(path).st_mode & 0o7777
    files.write_atomic(real_parent(path), content, mode, root=root)
    os.chmod(path, mode)  # the umask may have cleared bits


def remove_copies(directory: str, name: str, place: str) -> None:
    """Remove copies of our hook, except at ``place``. Hook managers make them when they install theirs.

    Without us, a manager would have renamed the hook that was there before: that one takes the copy's place.
    """
    path, backup = os.path.join(directory, name), backup_of(directory, name)
    for copy in _copies(directory, name):
        if copy == place or not is_ours(read_or_empty(copy)):
            continue
        # Where our hook still is, the backup belongs to it.
        taken = is_ours(read_or_empty(path)) or is_ours(read_or_empty(place))
        if os.path.lexists(backup) and not taken and not _is_obsolete(backup, path):
            os.replace(backup, copy)
        else:
            files.remove(copy)


def has_copies(directory: str, name: str) -> bool:
    return any(is_ours(read_or_empty(copy)) for copy in _copies(directory, name))


def _copies(directory: str, name: str) -> tuple[str, ...]:
    path = os.path.join(directory, name)
    return path + ".old", path + LEGACY_SUFFIX, os.path.join(directory, "old-hooks", name)


def _is_obsolete(backup: str, path: str) -> bool:
    """Whether a hook has the backup's content, or was written by the same hook manager."""
    earlier, now = read_or_empty(backup), read_or_empty(path)
    manager = managers.of_script(earlier)
    return earlier == now or (manager is not None and manager == managers.of_script(now))


def abandoned(directory: str, name: str) -> list[str]:
    """Return backups of the user's hooks that others have replaced since: only the user can restore them."""
    path, backup = os.path.join(directory, name), backup_of(directory, name)
    older = [left for left in _all_backups(directory, name) if left != backup]
    replaced = os.path.lexists(path) and not is_ours(read_or_empty(path)) and not has_copies(directory, name)
    lost = replaced and os.path.lexists(backup) and not _is_obsolete(backup, path)
    return [backup, *older] if lost else older


def restorable(directory: str, name: str) -> bool:
    """Whether there is a backup that we restore, or do not need."""
    backup = backup_of(directory, name)
    return os.path.lexists(backup) and backup not in abandoned(directory, name)


def _all_backups(directory: str, name: str) -> list[str]:
    """Return the paths of a hook's backup and of older ones."""
    stem = name + scripts.BACKUP_SUFFIX
    found = sorted(files.names(directory))
    return [os.path.join(directory, left) for left in found if left == stem or left.startswith(stem + ".")]
