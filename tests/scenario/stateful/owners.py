"""Who is said to have written a line, and who did: every line of the machine's says it itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.scenario.stateful.facts import Facts
from tests.scenario.world import World

PERSON = "a person"
_AGENT = re.compile(r"byturn(\d+)of(\w\d)")
_OLD = "asitwas"  # the lines that the repository began with: a person's, before there were sessions


class Said(NamedTuple):
    """A line, and the name that is given to its owner; empty if nobody is named."""

    path: str
    text: str
    name: str
    is_explained: bool = True  # it is not unknown, or it is said why

    @property
    def truth(self) -> str:
        compact = "".join(self.text.split())
        found = _AGENT.search(compact)
        if found:
            return f"turn {found[1]} of {found[2]}"
        assert "byaperson" in compact or _OLD in compact, self.text
        return PERSON

    @property
    def is_wrong(self) -> bool:
        """Whether somebody else is named. Nobody may be, and blanks have no owner."""
        return bool(self.name and self.text.strip()) and self.name != self.truth


def is_explained(owner: dict[str, Any], kind: str) -> bool:
    return owner[kind] != "unknown" or bool(owner.get("why"))


def name_of(kind: str, session_id: str, turn: int) -> str:
    if kind == "agent":
        return f"turn {turn} of {session_id[:2]}"
    return PERSON if kind == "human" else ""


def recorded(facts: Facts, oid: str) -> Iterator[Said]:
    """What a checkpoint says about the lines of its commit, but for those that the parent has elsewhere."""
    record = json.loads(facts.blob(oid))
    names = [name_of(one["kind"], one.get("session_id", ""), one.get("turn", 0)) for one in record["owners"]]
    explained = [is_explained(one, "kind") for one in record["owners"]]
    for file in record["files"]:
        texts = facts.blob(file["blob"]).decode().split("\n")
        older = set(_older(file))
        for owner, ranges in file["lines"].items():
            for number in _numbers(ranges):
                if number not in older:
                    yield Said(file["path"], texts[number - 1], names[int(owner)], explained[int(owner)])


def _older(file: dict[str, Any]) -> Iterator[int]:
    for source in file.get("older", []):
        for first, count, _ in source["lines"]:
            yield from range(first, first + count)


def _numbers(ranges: str) -> Iterator[int]:
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def blamed(world: World, path: str) -> list[Said]:
    """What `entire blame` says about a file of HEAD's."""
    told = json.loads(world.entire("blame", path, "--json"))
    found = []
    for row in told["lines"]:
        name = name_of(row["who"], row.get("session_id") or "", row.get("turn") or 0)
        found.append(Said(path, row["text"], name, is_explained(row, "who")))
    return found
