"""How many bytes objects take on disk, loose or in packs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from entire.core.value import Value
from entire.git.objects.loose import objects_dir
from entire.git.objects.reach import lines_of
from entire.git.repository import Repository

_DIGITS = "0123456789abcdef"


class ObjectStore(Value):
    """The result of `git count-objects`, in bytes on disk."""

    loose: int
    loose_bytes: int
    packs: int
    pack_bytes: int
    garbage: int  # files that are not objects
    garbage_bytes: int
    doubled: int = 0  # loose objects that are in a pack, too

    @property
    def bytes(self) -> int:
        return self.loose_bytes + self.pack_bytes + self.garbage_bytes


class Loose(Value):
    """A loose object."""

    oid: str
    bytes: int  # on disk: whole blocks
    time: float  # when it was written or last used


def measure(repo: Repository) -> ObjectStore:
    rows = (line.split(": ") for line in repo.run("count-objects", "-v").out.decode().splitlines())
    counts = {name: int(value) for name, value in rows if value.isdigit()}
    return ObjectStore(
        counts["count"],
        counts["size"] * 1024,
        counts["packs"],
        counts["size-pack"] * 1024,
        counts["garbage"],
        counts["size-garbage"] * 1024,
        counts["prune-packable"],
    )


def disk_sizes(repo: Repository, oids: Iterable[str]) -> Iterator[int | None]:
    """Yield the bytes that objects take on disk, in the order given; None for a missing object."""
    request = "".join(f"{oid}\n" for oid in oids)
    options = ("--buffer", "--batch-check=%(objectsize:disk)")
    for line in lines_of(repo, "cat-file", *options, request=request) if request else ():
        yield int(line) if line.isdigit() else None


def unreachable(repo: Repository) -> list[Loose]:
    """Return the loose objects that no ref, reflog or index reaches, and no pack has."""
    options = ("--all", "--reflog", "--indexed-objects", "--unpacked", "--missing=allow-any")
    reached = {*lines_of(repo, "rev-list", "--objects", "--no-object-names", *options), *doubled(repo)}
    return [loose for loose in loose_objects(repo) if loose.oid not in reached]


def doubled(repo: Repository) -> Iterator[str]:
    """Yield the loose objects that are in a pack, too: our writer does not look there."""
    for line in lines_of(repo, "prune-packed", "--dry-run", "--quiet"):
        *_, prefix, name = line.split("/")  # of the file that would be removed
        yield prefix + name


def packs(repo: Repository) -> str:
    """Return what says whether the packs are the same as before; empty if objects can be elsewhere, too.

    As long as it is the same, a packed object stays packed, and takes as many bytes.
    """
    top = objects_dir(repo)
    elsewhere = "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"
    if any(name in os.environ for name in elsewhere) or os.path.lexists(f"{top}/info/alternates"):
        return ""
    rows = ["packs"]
    for file in _files(os.path.join(top, "pack")):
        if file.name.endswith((".pack", ".idx")) or file.name.startswith("multi-pack-index"):
            info = file.stat()
            rows.append(f"{file.name} {info.st_size} {info.st_ino}")
    return "\n".join(rows)


def loose_objects(repo: Repository) -> Iterator[Loose]:
    for prefix in (one + other for one in _DIGITS for other in _DIGITS):
        for file in _files(os.path.join(objects_dir(repo), prefix)):
            if len(file.name) in (38, 62):
                try:
                    info = file.stat(follow_symlinks=False)
                except FileNotFoundError:  # git packed it meanwhile
                    continue
                yield Loose(prefix + file.name, info.st_blocks * 512, info.st_mtime)


def _files(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return []
