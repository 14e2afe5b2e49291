from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategy.model import changes_between

from entire.git.diff import FileChange
from entire.strategy.commits.carry_forward import Versions, remaining
from entire.strategy.commits.overlap import renamed

# before the commit, committed, on the shadow branch, on disk, in a stash → whether it is carried
TABLE = [
    # not in the commit
    (None, None, "ours", "ours", False, True),
    (None, None, "ours", "edited", False, True),
    ("old", "old", "ours", "ours", False, True),
    ("old", "old", None, None, False, True),  # the session deleted it: not committed yet
    ("old", "old", "ours", "old", False, False),  # reverted
    (None, None, "ours", None, False, False),  # discarded
    (None, None, "ours", None, True, True),  # only stashed
    ("old", "old", "ours", "old", True, True),
    # committed as the session left it
    (None, "ours", "ours", "ours", False, False),
    ("old", "ours", "ours", "ours", False, False),
    ("old", "ours", "ours", "edited", False, False),  # what came later is the user's
    # committed, but not as the session left it
    (None, "part", "ours", "ours", False, True),  # `git add -p`: the rest waits for the next commit
    ("old", "part", "ours", "ours", False, True),
    ("old", "part", "ours", "edited", False, True),
    ("old", "edited", "ours", "edited", False, False),  # edited by the user, then all of it
    (None, "other", "ours", "other", False, False),  # replaced by the user
    ("old", "part", "ours", None, False, False),  # the rest was discarded
    (None, "part", "ours", "part", True, True),  # `git stash --keep-index`: the rest is stashed
    # deleted by the commit, or nothing to compare with
    ("old", None, "ours", None, False, False),
    ("old", None, None, None, False, False),
    ("old", "new", None, "newer", False, False),
]


@pytest.mark.parametrize(("parent", "head", "shadow", "disk", "stashed", "carried"), TABLE)
def test_whether_a_file_is_carried(
    parent: str | None,
    head: str | None,
    shadow: str | None,
    disk: str | None,
    stashed: bool,
    carried: bool,
) -> None:
    changes = changes_between(_tree(parent), _tree(head))
    versions = Versions(_tree(shadow), _tree(head), _tree(disk), {"f"} if stashed else (), {})
    assert remaining(["f"], changes, versions) == (["f"] if carried else [])


def _tree(content: str | None) -> dict[str, str]:
    return {} if content is None else {"f": content}


def test_a_renamed_file_is_not_carried_under_its_old_name() -> None:
    changes = changes_between({}, {"new": "ours"})
    versions = Versions({"old": "ours"}, {"new": "ours"}, {"new": "ours"}, (), {"old": "new"})
    assert remaining(["old"], changes, versions) == []


def test_a_copy_is_not_a_rename() -> None:
    head, shadow = {"copy": "the same"}, {"mine": "the same"}
    changes = changes_between({}, head)
    moved = renamed([], changes, shadow)  # "mine" is still there
    versions = Versions(shadow, head, head | shadow, (), moved)
    assert remaining(["mine"], changes, versions) == ["mine"]


class Facts(NamedTuple):
    """A commit, and where a session's files are after it."""

    touched: list[str]
    changes: Mapping[str, FileChange]
    versions: Versions

    def remaining(self, touched: list[str] | None = None) -> list[str]:
        return remaining(self.touched if touched is None else touched, self.changes, self.versions)


PATHS = ("a", "b", "c", "d")
CONTENTS = st.sampled_from([None, "1", "2", "3"])


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    """Every path is in any of the versions with any content; what the commit changes follows from that."""

    def tree() -> dict[str, str]:
        return {path: content for path in PATHS if (content := draw(CONTENTS)) is not None}

    parent, head, shadow = tree(), tree(), tree()
    changes = changes_between(parent, head)
    touched = draw(st.permutations(draw(st.lists(st.sampled_from(PATHS), unique=True))))
    stashed = draw(st.sets(st.sampled_from(PATHS)))
    disk = tree()
    moved = renamed([path for path in touched if path not in disk], changes, shadow)
    return Facts(touched, changes, Versions(shadow, head, disk, stashed, moved))


@given(facts())
def test_every_file_is_committed_or_carried_or_reverted_or_renamed(given_facts: Facts) -> None:
    versions, carried = given_facts.versions, given_facts.remaining()
    for path in given_facts.touched:
        undone = path not in given_facts.changes and versions.disk.get(path) == versions.head.get(path)
        accounted = [
            path in carried and path not in given_facts.changes,
            path in given_facts.changes,
            path in versions.renamed and path not in given_facts.changes,
            undone and path not in versions.stashed and path not in versions.renamed,
        ]
        assert accounted.count(True) == 1


@given(facts())
def test_work_that_is_only_on_disk_is_never_dropped(given_facts: Facts) -> None:
    versions = given_facts.versions
    for path in given_facts.touched:
        only_on_disk = path in versions.shadow and versions.disk.get(path) == versions.shadow[path]
        if only_on_disk and versions.head.get(path) != versions.shadow[path]:
            deleted = path in given_facts.changes and given_facts.changes[path].status == "D"
            assert path in given_facts.remaining() or deleted


@given(facts())
def test_nothing_is_carried_that_was_committed_exactly_or_deleted(given_facts: Facts) -> None:
    for path in given_facts.remaining():
        change = given_facts.changes.get(path)
        assert change is None or change.new_oid != given_facts.versions.shadow.get(path)
        assert change is None or change.status != "D"


@given(facts())
def test_the_order_is_kept_and_nothing_is_added(given_facts: Facts) -> None:
    carried = given_facts.remaining()
    assert carried == [path for path in given_facts.touched if path in carried]


@given(facts())
def test_carrying_twice_is_carrying_once(given_facts: Facts) -> None:
    carried = given_facts.remaining()
    assert given_facts.remaining(carried) == carried
    # Nor does a next commit of other files change anything, however often.
    assert Facts(carried, {}, given_facts.versions).remaining() == carried


@given(facts())
def test_committing_everything_on_disk_leaves_only_what_is_stashed(given_facts: Facts) -> None:
    versions, carried = given_facts.versions, given_facts.remaining()
    after = versions.replace(head=versions.disk)
    left = Facts(carried, changes_between(versions.head, versions.disk), after).remaining()
    assert set(left) <= set(versions.stashed)
