"""The folder `.entire` of a work tree, and which of its files are ours."""

from __future__ import annotations

import os

from entire.core import files, links
from entire.core.paths import ENTIRE_DIR, LOGS_DIR, METADATA_DIR, TMP_DIR
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.git.repository import Repository

_IGNORED = ("tmp/", "settings.local.json", "metadata/", "logs/")
IGNORE_FILE = f"{ENTIRE_DIR}/.gitignore"
_FILES = (PROJECT_FILE, LOCAL_FILE, f"{ENTIRE_DIR}/current_session")
_FOLDERS = (METADATA_DIR, TMP_DIR, LOGS_DIR)


def missing_entries(root: str) -> list[str]:
    """Return the entries that `.entire/.gitignore` lacks."""
    present = {line.strip() for line in _ignored(root).splitlines()}
    return [entry for entry in _IGNORED if entry not in present]


def ensure_entire_gitignore(root: str) -> None:
    """Add missing entries to `.entire/.gitignore`; other entries are kept."""
    missing = missing_entries(root)
    if not missing:
        return
    text = _ignored(root)
    if text and not text.endswith("\n"):
        text += "\n"
    _write_ignored(root, text + "".join(entry + "\n" for entry in missing))


def linked(repo: Repository) -> list[str]:
    """Return our folders and files that are symbolic links, the topmost ones: nothing is written there."""
    names = (PROJECT_FILE, LOCAL_FILE, IGNORE_FILE)
    found = links.own(repo.worktree, repo.common_dir)
    found += [path for name in names if os.path.islink(path := repo.path(name))]
    return [path for path in found if not any(path.startswith(f"{above}/") for above in found)]


def has_ours(root: str) -> bool:
    named = len(missing_entries(root)) < len(_IGNORED)
    folder = os.path.join(root, ENTIRE_DIR)
    is_empty = os.path.isdir(folder) and not os.path.islink(folder) and not os.listdir(folder)  # after a kill
    return (
        named or is_empty or any(os.path.lexists(os.path.join(root, name)) for name in (*_FILES, *_FOLDERS))
    )


def remove(root: str) -> None:
    """Remove our files. If others added files, these stay, and so does the folder."""
    folder = os.path.join(root, ENTIRE_DIR)
    if os.path.islink(folder):
        return  # the target is not ours
    import shutil

    for name in _FOLDERS:
        if os.path.isdir(os.path.join(root, name)) and not os.path.islink(os.path.join(root, name)):
            shutil.rmtree(os.path.join(root, name))
    for name in _FILES:
        files.remove(os.path.join(root, name))
    others = [line for line in _ignored(root).splitlines(keepends=True) if line.strip() not in _IGNORED]
    if "".join(others).strip():
        _write_ignored(root, "".join(others))
    else:
        files.remove(os.path.join(root, IGNORE_FILE))
    if os.path.isdir(folder) and not os.listdir(folder):
        os.rmdir(folder)


def _ignored(root: str) -> str:
    """Read `.entire/.gitignore`; empty if it is a link, whose content is not ours to copy."""
    path = os.path.join(root, IGNORE_FILE)
    data = b"" if os.path.islink(path) else files.read(path)
    return (data or b"").decode("utf-8", "surrogateescape")


def _write_ignored(root: str, text: str) -> None:
    path = os.path.join(root, IGNORE_FILE)
    links.check(path)
    files.make_dir(os.path.dirname(path), 0o755)
    files.write_atomic(path, text.encode("utf-8", "surrogateescape"), 0o644, root=root)
