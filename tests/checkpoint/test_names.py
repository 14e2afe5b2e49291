from __future__ import annotations

import pytest

from entire.checkpoint import ids, names


def test_ids_are_twelve_digits_and_differ() -> None:
    made = {ids.new_checkpoint_id() for _ in range(100)} | {ids.new_turn_id() for _ in range(100)}
    assert len(made) == 200
    assert all(ids.is_checkpoint_id(made_id) for made_id in made)


@pytest.mark.parametrize(
    "text",
    ["", "a3b2c4d5e6f", "a3b2c4d5e6f70", "A3B2C4D5E6F7", "a3b2c4d5e6g7", "a3b2c4d5e6f7\n", "../2c4d5e6f7"],
)
def test_other_text_is_no_id(text: str) -> None:
    assert not ids.is_checkpoint_id(text)


def test_path_is_sharded_by_the_first_two_digits() -> None:
    assert ids.checkpoint_path("a3b2c4d5e6f7") == "a3/b2c4d5e6f7"
    assert ids.checkpoint_path("a3") == "a3"


@pytest.mark.parametrize(("worktree", "digits"), [("", "e3b0c4"), ("wt1", "d1627d"), ("feature-x", "c791eb")])
def test_worktree_hash(worktree: str, digits: str) -> None:
    assert names.hash_worktree_id(worktree) == digits


def test_shadow_branch_name() -> None:
    assert names.shadow_branch_name_for_commit("1" * 40, "") == "entire/1111111-e3b0c4"
    assert names.shadow_branch_name_for_commit("abc", "wt1") == "entire/abc-d1627d"
    assert names.shadow_ref("1" * 64, "") == "refs/heads/entire/1111111-e3b0c4"


@pytest.mark.parametrize(
    ("name", "parsed"),
    [
        ("entire/1111111-e3b0c4", ("1111111", "e3b0c4")),
        ("entire/1111111", ("1111111", "")),
        ("entire/-e3b0c4", ("-e3b0c4", "")),
        ("entire/1111111-", ("1111111-", "")),
        ("entire/a-b-c", ("a-b", "c")),
        ("main", None),
        ("xentire/1111111-e3b0c4", None),
    ],
)
def test_parse_shadow_branch_name(name: str, parsed: tuple[str, str] | None) -> None:
    assert names.parse_shadow_branch_name(name) == parsed


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("entire/1111111-e3b0c4", True),
        ("entire/ABCDEF0", True),
        ("entire/" + "a" * 40, True),
        (names.CHECKPOINTS_BRANCH, False),
        (names.TRAILS_BRANCH, False),
        ("entire/111111", False),
        ("entire/1111111-e3b0c", False),
        ("entire/feature", False),
        ("entire/1111111-e3b0c4\n", False),
        ("x/entire/1111111", False),
    ],
)
def test_only_these_are_shadow_branches(name: str, ours: bool) -> None:
    assert names.is_shadow_branch(name) is ours
