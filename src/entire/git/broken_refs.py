"""Refs that git cannot read, and the values that a ref had before. Only used when something is damaged."""

from __future__ import annotations

import os
from collections.abc import Iterator

from entire.core import files, sharing
from entire.core.pattern import HEX, made_of
from entire.core.value import Value
from entire.git import refs
from entire.git.errors import RefChanged
from entire.git.repository import Repository

_MOST = 1000  # earlier values to look at


class RawRef(Value):
    """A ref as it is stored, whatever it points to."""

    name: str
    text: str  # a commit's id, or what is in the file instead
    valid: bool  # git can read it, although the object may be missing


def find(repo: Repository, name: str) -> RawRef | None:
    """Return a ref; None if it does not exist."""
    for ref in refs.listing(repo, name):
        if ref.name == name:
            return RawRef(name, ref.oid, True)
    content = files.read(_file(repo, name))
    return None if content is None else RawRef(name, content.decode("utf-8", "replace").strip(), False)


def is_torn(repo: Repository, name: str) -> bool:
    """Whether a ref's file is not valid: most of git then takes it for one that does not exist."""
    content = files.read(_file(repo, name))
    text = (content or b"").decode("utf-8", "replace").strip()
    return content is not None and not made_of(text, HEX, 40, 64) and not text.startswith("ref:")


def unreadable(repo: Repository, *folders: str) -> list[RawRef]:
    """Return the refs below these prefixes that git ignores because their files are not valid."""
    valid = {ref.name for ref in refs.listing(repo, *folders)}
    names = (name for folder in folders for name in _names(repo, folder) if name not in valid)
    found = (find(repo, name) for name in names)
    return [ref for ref in found if ref is not None and not ref.valid]


def _names(repo: Repository, folder: str) -> Iterator[str]:
    if os.path.isfile(_file(repo, folder)):
        yield folder
    for place, _, names in os.walk(_file(repo, folder)):
        for name in sorted(names):
            if not name.endswith(".lock"):
                yield os.path.relpath(os.path.join(place, name), repo.common_dir)


def replace(repo: Repository, ref: RawRef, new: str | None) -> None:
    """Move a ref from this value, or delete it. Raises RefChanged."""
    if not ref.valid:
        _replace_file(_file(repo, ref.name), new)
        again = find(repo, ref.name)
        if again is None or again.text == new:
            return
        ref = again  # an older value, which the file hid
    refs.update(repo, refs.Update(ref.name, ref.text, new))


def _replace_file(path: str, new: str | None) -> None:
    """Replace a ref's file by hand, under git's lock: git refuses one that is not valid."""
    lock = f"{path}.lock"
    try:
        descriptor = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666)
    except FileExistsError as error:
        raise RefChanged(f"another git process has locked {path}") from error
    with open(descriptor, "w") as file:
        sharing.adapt(descriptor, path)
        file.write(f"{new}\n" if new is not None else "")
    if new is not None:
        os.replace(lock, path)
        return
    files.remove(path)
    files.remove(lock)


def earlier(repo: Repository, name: str) -> list[str]:
    """Return the ids that a ref had before, newest first, as far as git keeps them."""
    log = files.read_or_empty(os.path.join(repo.common_dir, "logs", *name.split("/")))
    found: dict[str, None] = {}
    for line in reversed(log.decode("utf-8", "replace").splitlines()[-_MOST:]):
        old, _, rest = line.partition(" ")
        found |= dict.fromkeys((rest.partition(" ")[0], old))
    found |= dict.fromkeys(_packed(repo, name))
    return [oid for oid in found if made_of(oid, HEX, 40, 64) and oid.strip("0")]


def forget_lost(repo: Repository, name: str) -> None:
    """Remove the earlier values of a ref that point to something missing: `git gc` fails because of them."""
    options = ("--stale-fix", "--expire=never", "--expire-unreachable=never")
    repo.run("reflog", "expire", *options, name, ok=(0, 1, 128, 255))


def _packed(repo: Repository, name: str) -> list[str]:
    """Return the value of a ref in `packed-refs`, which its file hides."""
    lines = files.read_or_empty(os.path.join(repo.common_dir, "packed-refs")).split(b"\n")
    end = b" " + os.fsencode(name)
    return [line.removesuffix(end).decode("ascii", "replace") for line in lines if line.endswith(end)]


def _file(repo: Repository, name: str) -> str:
    return os.path.join(repo.common_dir, *name.split("/"))
