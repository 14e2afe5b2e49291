"""Which linked work a commit contains again, as a decision."""

from __future__ import annotations

from typing import Any

import pytest
from tests.strategy.model import changes_between

from entire.git.diff import FileChange
from entire.strategy.links.again import Ask, Candidate, Source, links_again, picked, reverted

OID = "0123456789abcdef0123456789abcdef01234567"


def source(id: str = "one", **facts: Any) -> Source:
    return Source(f"commit of {id}", (id,), **{"files": {"f": "agent's"}, **facts})


def links(parent: dict[str, str], head: dict[str, str], *sources: Source, **facts: Any) -> list[str]:
    """Contents are their own ids; they are alike if they begin with the same letter."""

    def alike(change: FileChange, other: str) -> bool:
        return change.new_oid[0] == other[0]

    def moved(change: FileChange) -> bool:
        return sorted(change.new_oid) == sorted(change.old_oid)

    def line(commit: str, path: str) -> list[str]:
        return [one.commit for one in sources if one.elsewhere and path in one.files]

    def telling(change: FileChange) -> bool:
        return len(change.new_oid) > 3

    candidate = Candidate("new", changes_between(parent, head), **facts)
    return links_again(candidate, sources, Ask(line, alike, moved, telling))


@pytest.mark.parametrize(
    ("parent", "head", "of", "expected"),
    [
        ({}, {"f": "agent's"}, {"elsewhere": True}, ["one"]),  # squashed, picked, reset and committed again
        ({}, {"f": "agent's"}, {}, []),  # HEAD has that commit: the file only came back
        ({}, {"g": "agent's"}, {"elsewhere": True}, []),
        ({}, {"f": "another"}, {"elsewhere": True}, []),
        ({}, {"f": "another"}, {"elsewhere": True, "replaced": True}, ["one"]),  # reset, edited, committed
        ({}, {"f": "other"}, {"elsewhere": True, "replaced": True}, []),
        ({"f": "agent's"}, {"f": "s'tnega"}, {}, ["one"]),  # only in another order
        ({"f": "agent's"}, {"f": "person's"}, {}, []),
        ({"f": "agent's"}, {}, {"elsewhere": True}, []),  # deleted
    ],
)
def test_by_content(
    parent: dict[str, str], head: dict[str, str], of: dict[str, Any], expected: list[str]
) -> None:
    assert links(parent, head, source(**of)) == expected
    assert links(parent, head, source(**of), linked=("one",)) == []


def test_by_the_same_change() -> None:
    assert links({"f": "1"}, {"f": "2"}, source(patch="p"), patch="p", copied=True) == ["one"]
    assert links({"f": "1"}, {"f": "2"}, source(patch="p"), patch="p") == [], "too little"
    assert links({"f": "1"}, {"f": "longer"}, source(patch="p"), patch="p") == ["one"]
    assert links({"f": "1"}, {"f": "2"}, source(patch="p"), patch="q") == []
    assert links({"f": "1"}, {"f": "2"}, source(), patch="") == []


@pytest.mark.parametrize(
    ("head", "facts", "expected"),
    [
        ({"f": "agent's"}, {}, []),  # one of two files, which may be the same by chance
        ({"f": "agent's", "g": "another"}, {}, ["one"]),  # something of each
        ({"f": "agent's"}, {"copied": True}, ["one"]),  # the reflog says so
        ({"g": "new"}, {}, []),  # too little
        ({"g": "new", "f": "another"}, {}, []),
        ({"g": "new"}, {"copied": True}, []),
        ({"g": "new", "f": "agent's"}, {}, ["one"]),
    ],
)
def test_the_same_by_chance(head: dict[str, str], facts: dict[str, Any], expected: list[str]) -> None:
    files = {"f": "agent's", "g": "new"}
    assert links({}, head, source(elsewhere=True, files=files), **facts) == expected


def test_two_of_many_files() -> None:
    files = {"f": "agent's", "g": "agent's, too", "h": "elsewhere"}
    head = {"f": "agent's", "g": "agent's, too", "mine": "mine"}
    assert links({}, head, source(elsewhere=True, files=files)) == ["one"]


def test_commits_that_led_to_a_file_count_too() -> None:
    last = source("last", elsewhere=True)
    first = source("first", elsewhere=True, files={"f": "agent's first"})
    other = source("other", elsewhere=True, files={"g": "agent's"})
    assert links({}, {"f": "agent's"}, last, first, other) == ["last", "first"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f'Revert "x"\n\nThis reverts commit {OID}.\n', OID),
        (f'Revert "x"\n\nThis reverts commit {OID}, reversing\nchanges made to {OID}.\n', OID),
        ("This reverts commit that one.\n", ""),
        (f"Say that it\nreverts commit {OID}.\n", ""),
    ],
)
def test_what_a_revert_names(message: str, expected: str) -> None:
    assert reverted(message) == expected


def test_what_a_cherry_pick_names() -> None:
    assert picked(f"x\n\n(cherry picked from commit {OID})\n") == OID
    assert picked("x\n") == ""
