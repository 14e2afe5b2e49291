"""A fetched branch without git: trees, files and commits that never were on disk."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator

from tools.fuzz import dice as roll
from tools.fuzz import samples
from tools.fuzz.target import json_like, lines_like

from entire.git.objects.read import LARGEST, Object, Objects

_ID = "a1b2c3d4e5f6"
_NAMES = ("0", "1", "00", "metadata.json", "full.jsonl", "prompt.txt", "a1", "b2c3d4e5f6", "..", "", ".git")
_MODES = (b"100644", b"100644", b"40000", b"040000", b"120000", b"160000", b"100755", b"0")


class Memory(Objects):
    """Objects by id, and refs by name."""

    def __init__(self) -> None:
        self.stored: dict[str, Object] = {}
        self._trees = {}

    def read_many(self, names: Iterable[str], limit: int = LARGEST) -> Iterator[Object | None]:
        found = (self.stored.get(name) for name in names)
        return (one if one is not None and len(one.data) <= limit else None for one in found)

    def read(self, name: str, limit: int = LARGEST) -> Object | None:
        return next(iter(self.read_many([name], limit)))

    def sizes(self, oids: Iterable[str]) -> dict[str, int]:
        return {oid: len(self.stored[oid].data) for oid in oids if oid in self.stored}

    def close(self) -> None:
        pass

    def add(self, kind: str, data: bytes) -> str:
        oid = hashlib.sha1(kind.encode() + data).hexdigest()
        self.stored[oid] = Object(oid, kind, data)
        return oid

    def blob_of(self, data: bytes) -> str:
        return self.add("blob", data)

    def tree_of(self, entries: Iterable[tuple[bytes, str, str]]) -> str:
        """Of (mode, name, id)."""
        parts = (b"%b %b\0" % (mode, name.encode("utf-8", "surrogatepass")) + bytes.fromhex(oid)
                 for mode, name, oid in entries)  # fmt: skip
        return self.add("tree", b"".join(parts))


class Writing:
    """What a merge writes."""

    def __init__(self, objects: Memory) -> None:
        self._objects = objects

    def blob(self, data: bytes) -> str:
        return self._objects.blob_of(data)


def checkpoint(dice: random.Random, objects: Memory) -> str:
    """A checkpoint's tree: what belongs there, changed, missing or replaced."""
    entries = [(b"100644", "metadata.json", objects.blob_of(json_like(samples.SUMMARY)(dice)))]
    entries += [(b"40000", str(number), _session(dice, objects)) for number in range(dice.randrange(3))]
    return objects.tree_of(_disturbed(dice, objects, entries))


def _session(dice: random.Random, objects: Memory) -> str:
    contents = {
        "metadata.json": json_like(samples.METADATA)(dice),
        "prompt.txt": roll.text(dice).encode("utf-8", "surrogatepass"),
        "full.jsonl": lines_like(*samples.RECORDS)(dice),
        "full.jsonl.001": lines_like(*samples.RECORDS)(dice),
        "lines.json": json_like(samples.LINES)(dice),
    }
    entries = [(b"100644", name, objects.blob_of(content)) for name, content in contents.items()]
    return objects.tree_of(_disturbed(dice, objects, entries))


def _disturbed(
    dice: random.Random, objects: Memory, entries: list[tuple[bytes, str, str]]
) -> list[tuple[bytes, str, str]]:
    roll_ = dice.random()
    if roll_ < 0.2 and entries:
        del entries[dice.randrange(len(entries))]
    elif roll_ < 0.4:
        oid = dice.choice(list(objects.stored) or [samples.OID])
        entries.append((dice.choice(_MODES), dice.choice(_NAMES), dice.choice((oid, samples.OID))))
    elif roll_ < 0.5 and entries:
        at = dice.randrange(len(entries))
        entries[at] = (dice.choice(_MODES), *entries[at][1:])
    return entries


def branch(dice: random.Random, objects: Memory) -> str:
    """The root tree of a checkpoints branch with one checkpoint."""
    inside = checkpoint(dice, objects)
    if dice.random() < 0.02:
        inside = _deep(dice, objects, inside)
    shard = objects.tree_of(_disturbed(dice, objects, [(b"40000", _ID[2:], inside)]))
    return objects.tree_of(_disturbed(dice, objects, [(b"40000", _ID[:2], shard)]))


def _deep(dice: random.Random, objects: Memory, tree: str) -> str:
    """Folders in folders, as deep as git lets them be."""
    for _ in range(dice.choice((10, 400, 2000))):
        tree = objects.tree_of([(b"40000", "0", tree)])
    return tree
