"""What is ours, who holds what, what is too much: decisions as tables and by properties."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from entire.care.copies import is_over
from entire.care.files import FileKind, _in_git_dir, _in_worktree
from entire.care.flood import flood
from entire.care.holding import Holding
from entire.care.refs import Kind, kind_of
from entire.care.shares import Part, Share, by_ref, by_session, held_only_by
from entire.git.objects.store import ObjectStore
from entire.git.upkeep import Overdue, Upkeep, overdue
from entire.session.state import State


@pytest.mark.parametrize(
    ("ref", "kind"),
    [
        ("refs/heads/main", None),
        ("refs/heads/entire/feature", None),
        ("refs/heads/entire/checkpoints/v2", None),
        ("refs/heads/entire/checkpoints/v1", Kind.CHECKPOINTS),
        ("refs/heads/entire/trails/v1", Kind.TRAILS),
        ("refs/heads/entire/1234567-e3b0c4", Kind.SHADOW),
        ("refs/heads/entire/1234567", Kind.SHADOW),
        ("refs/remotes/origin/entire/checkpoints/v1", Kind.SEEN),
        ("refs/remotes/a/b/entire/trails/v1", Kind.SEEN),
        ("refs/remotes/origin/entire/1234567-e3b0c4", None),  # pushed by another clone: not ours to count
        ("refs/remotes/origin/main", None),
        ("refs/notes/entire", Kind.NOTES),
        ("refs/notes/commits", None),
        ("refs/entire/orphaned/1234567-e3b0c4/0123456789ab", Kind.SET_ASIDE),
        ("refs/entire/rewind/e3b0c4/000001", Kind.REWIND),
        ("refs/entire/undone/e3b0c4/000001", Kind.REWIND),
        ("refs/entire/seen/origin/notes/entire", Kind.SEEN),
        ("refs/entire/something/new", Kind.OTHER),
        ("refs/entire-fetch-tmp/x", Kind.OTHER),
        ("refs/stash", None),
        ("refs/tags/entire/checkpoints/v1", None),
    ],
)
def test_kinds_of_refs(ref: str, kind: str | None) -> None:
    assert kind_of(ref) == kind


NAMES = st.frozensets(st.sampled_from("abcd"))
PARTS = st.lists(
    st.builds(Part, NAMES.filter(bool), NAMES, st.integers(1, 9), st.integers(0, 10**6)), max_size=12
)


@given(PARTS)
def test_shares_add_up(parts: list[Part]) -> None:
    total = sum(part.bytes for part in parts)
    by_both = (by_ref(parts), [part.refs for part in parts]), (by_session(parts), [p.sessions for p in parts])
    for shares, holders in by_both:
        unique = sum(share.unique for share in shares.values())
        others = sum(part.bytes for part, held in zip(parts, holders, strict=True) if len(held) != 1)
        assert unique + others == total
    assert held_only_by(parts, "abcd") == total
    assert sum(held_only_by(parts, [name]) for name in "abcd") == sum(
        share.unique for share in by_ref(parts).values()
    )


@given(
    st.lists(st.tuples(st.sampled_from("ABCDE"), NAMES.filter(bool), NAMES), max_size=30),
    st.sets(st.sampled_from("ABCDE")),
)
def test_holding_is_what_was_added(
    added: list[tuple[str, frozenset[str], frozenset[str]]], yours: set[str]
) -> None:
    holding = Holding()
    expected: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for oid, refs, sessions in added:
        holding.add(oid, refs, sessions)
        before = expected.get(oid, (frozenset(), frozenset()))
        expected[oid] = (before[0] | refs, before[1] | sessions)
    holding.give_back(yours)
    sizes = [None if oid == "E" else ord(oid) for oid in holding.objects]
    own, parts, missing = holding.sized(sizes)
    there = {oid: holders for oid, holders in expected.items() if oid != "E"}
    assert missing == ("E" in expected)
    assert own.bytes == sum(ord(oid) for oid in there if oid in yours)
    for part in parts:
        same = [oid for oid, holders in there.items() if holders == part[:2] and oid not in yours]
        assert (part.objects, part.bytes) == (len(same), sum(map(ord, same)))
    assert sum(part.objects for part in parts) + own.objects == len(there)


def test_a_share_is_of_both() -> None:
    parts = [
        Part(frozenset("ab"), frozenset("x"), 1, 10),
        Part(frozenset("a"), frozenset("xy"), 2, 3),
        Part(frozenset("b"), frozenset(), 1, 100),
    ]
    assert by_ref(parts) == {"a": Share(3, 10), "b": Share(100, 10)}
    assert by_session(parts) == {"x": Share(10, 3), "y": Share(0, 3)}
    assert held_only_by(parts, {"a"}) == 3
    assert held_only_by(parts, {"a", "b"}) == 113


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("entire-sessions/one.json", (FileKind.STATES, "one")),
        ("entire-sessions/one.model", (FileKind.STATES, "one")),
        ("entire-sessions/one.cursor", (FileKind.CURSORS, "one")),
        ("entire-sessions/ended/one.json", (FileKind.ARCHIVE, "one")),
        ("entire-sessions/ended/one.cursor", (FileKind.ARCHIVE, "one")),
        ("entire-sessions/lock", (FileKind.OTHER, "")),
        ("entire-sessions/promised.main", (FileKind.OTHER, "")),
        ("entire-sessions/-bad.json", (FileKind.OTHER, "")),
        ("entire-index/index.db", (FileKind.INDEX, "")),
        ("entire-rewind-0011/files/a.json", (FileKind.OTHER, "")),
    ],
)
def test_files_in_the_git_directory(rest: str, expected: tuple[str, str]) -> None:
    assert _in_git_dir(rest.split("/")) == expected


@pytest.mark.parametrize(
    ("kind", "rest", "expected"),
    [
        (FileKind.COPIES, "one/full.jsonl", (FileKind.COPIES, "one")),
        (FileKind.COPIES, "one/tasks/x/agent.jsonl", (FileKind.COPIES, "one")),
        (FileKind.COPIES, "stray", (FileKind.OTHER, "")),
        (FileKind.COPIES, ".gitignore", (FileKind.OTHER, "")),
        (FileKind.LOGS, "entire.log", (FileKind.LOGS, "")),
    ],
)
def test_files_in_a_worktree(kind: str, rest: str, expected: tuple[str, str]) -> None:
    assert _in_worktree(kind, rest.split("/")) == expected


NOW = 1_800_000_000.0
LONG_AGO, LATELY = "2020-01-01T00:00:00Z", "2027-01-14T00:00:00Z"  # the latter a day before


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, True),
        ({"phase": "ended"}, True),
        ({"last_interaction_time": LATELY}, False),
        ({"phase": "active"}, False),
        ({"files_touched": ["a"]}, False),
        ({"checkpoint_count": 1}, False),
        ({"turn_checkpoint_ids": ["0123456789ab"]}, False),
        ({"condensed_branches": {"entire/1234567": "t"}}, False),
        ({"places": {"other": {}}}, False),
    ],
)
def test_sessions_that_are_over(values: dict[str, Any], expected: bool) -> None:
    state = State(**({"phase": "idle", "last_interaction_time": LONG_AGO} | values))
    assert is_over(state, NOW) == expected


def store(loose: int = 0, packs: int = 1) -> ObjectStore:
    return ObjectStore(loose, loose * 4096, packs, 0, 0, 0)


@pytest.mark.parametrize(
    ("loose", "packs", "limits", "complaint", "expected"),
    [
        (6700, 50, (6700, 50), "", ""),
        (6701, 1, (6700, 50), "", ""),  # the next commit packs them
        (13400, 1, (6700, 50), "", ""),
        (13401, 1, (6700, 50), "", Overdue.SWAMPED),
        (0, 51, (6700, 50), "", ""),
        (6701, 1, (0, 0), "", Overdue.OFF),
        (0, 51, (0, 0), "", Overdue.OFF),
        (6700, 50, (0, 0), "", ""),
        (6701, 1, (6700, 50), "too many unreachable", Overdue.STOPPED),
        (100, 1, (6700, 50), "too many unreachable", ""),
        (300, 1, (100, 50), "", Overdue.SWAMPED),
    ],
)
def test_what_is_too_much(
    loose: int, packs: int, limits: tuple[int, int], complaint: str, expected: str
) -> None:
    how = Upkeep(*limits, 0, complaint, None)
    assert overdue(store(loose, packs), how) == expected
    found = flood(store(loose, packs), how)
    assert (found is not None) == bool(expected)
    assert found is None or complaint in found.cause
