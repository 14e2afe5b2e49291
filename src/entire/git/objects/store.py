"""How objects are stored: the bytes that each takes, loose or in packs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from entire.core.value import Value
from entire.git.objects.loose import objects_dir
from entire.git.objects.reach import lines_of
from entire.git.repository import Repository

_DIGITS = "0123456789abcdef"
_CRUFT = ".mtimes"  # beside a pack of objects that nothing reaches


class ObjectStore(Value):
    """What `git count-objects` tells, in bytes of the disk."""

    loose: int
    loose_bytes: int
    packs: int
    pack_bytes: int
    cruft_bytes: int  # of these, in packs of objects that nothing reaches; git keeps them for a while
    garbage: int  # files that are no objects
    garbage_bytes: int

    @property
    def bytes(self) -> int:
        return self.loose_bytes + self.pack_bytes + self.garbage_bytes


class Loose(Value):
    """An object that is a file of its own."""

    oid: str
    bytes: int  # of the disk: whole blocks
    time: float  # when it was written, or last wanted


def look(repo: Repository) -> ObjectStore:
    rows = (line.split(": ") for line in repo.run("count-objects", "-v").out.decode().splitlines())
    told = {name: int(value) for name, value in rows if value.isdigit()}
    return ObjectStore(
        told["count"],
        told["size"] * 1024,
        told["packs"],
        told["size-pack"] * 1024,
        _cruft_bytes(os.path.join(objects_dir(repo), "pack")),
        told["garbage"],
        told["size-garbage"] * 1024,
    )


def _cruft_bytes(folder: str) -> int:
    packs = (
        file.path.removesuffix(_CRUFT) + ".pack" for file in _files(folder) if file.name.endswith(_CRUFT)
    )
    return sum(os.path.getsize(pack) for pack in packs if os.path.exists(pack))


def disk_sizes(repo: Repository, oids: Iterable[str]) -> Iterator[int | None]:
    """The bytes that objects take as they are stored, in the order asked for; None for what is not here."""
    request = "".join(f"{oid}\n" for oid in oids)
    for line in lines_of(repo, "cat-file", "--buffer", "--batch-check=%(objectsize:disk)", request=request):
        yield int(line) if line.isdigit() else None


def unreachable(repo: Repository) -> list[Loose]:
    """The loose objects that no ref, reflog or index reaches."""
    options = ("--all", "--reflog", "--indexed-objects", "--unpacked", "--missing=allow-any")
    reached = set(lines_of(repo, "rev-list", "--objects", "--no-object-names", *options))
    return [loose for loose in _loose(repo) if loose.oid not in reached]


def _loose(repo: Repository) -> Iterator[Loose]:
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
