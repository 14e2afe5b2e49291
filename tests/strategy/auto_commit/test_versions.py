"""The agent's version of a file, for every order of changes that matters."""

from __future__ import annotations

import pytest

from entire.git.objects.tree import FILE_MODE, Entry
from entire.strategy.auto_commit.versions import OTHERS, OWN, UNKNOWN, Version, agents_version


def entry(text: str) -> Entry | None:
    """A file of two lines; each letter stands for one."""
    return Entry(FILE_MODE, text) if text else None


def merge(ours: Entry, base: Entry, theirs: Entry) -> Entry | None:
    """Line by line."""
    lines = []
    for mine, old, other in zip(ours.oid, base.oid, theirs.oid, strict=True):
        if mine != old != other and mine != other:
            return None
        lines.append(other if other != old else mine)
    return entry("".join(lines))


@pytest.mark.parametrize(
    ("head", "versions", "expected", "mixed"),
    [
        ("ab", [("ab", OTHERS), ("aX", OWN)], "aX", False),
        ("ab", [("ab", OTHERS), ("Mb", OTHERS), ("MX", OWN)], "aX", False),
        ("ab", [("ab", OTHERS), ("aX", OWN), ("MX", OTHERS)], "aX", False),
        ("ab", [("ab", OTHERS), ("aX", OWN), ("MX", OTHERS), ("MY", OWN)], "aY", False),
        ("ab", [("ab", OTHERS), ("aM", OTHERS), ("aX", OWN)], "aX", True),
        ("ab", [("ab", OTHERS), ("aX", UNKNOWN)], "aX", True),
        ("ab", [("ab", OTHERS), ("Mb", OTHERS)], "ab", False),
        ("ab", [("ab", OTHERS), ("Mb", OTHERS), ("", OWN)], "", True),
        ("ab", [("ab", OTHERS), ("", OWN)], "", False),
        ("", [("", OTHERS), ("XY", OWN)], "XY", False),
        ("", [("", OTHERS), ("MN", OTHERS), ("MX", OWN)], "MX", True),
        ("cb", [("ab", OTHERS), ("aX", OWN)], "cX", False),
        ("aX", [("ab", OTHERS), ("aX", OWN)], "aX", False),
    ],
)
def test_agents_version(head: str, versions: list[tuple[str, str]], expected: str, mixed: bool) -> None:
    row = [Version(entry(text), whose) for text, whose in versions]
    assert agents_version(entry(head), row, merge) == (entry(expected), mixed)
