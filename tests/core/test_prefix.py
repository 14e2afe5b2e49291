from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core.prefix import matching, near, shortener

IDS = ["9f01de000000", "a3b2c4d5e6f7", "a3b2c4d5ffff", "a3b2c5000000"]
HEX = st.text("0123456789abcdef", min_size=12, max_size=12)


@pytest.mark.parametrize(
    ("prefix", "found"),
    [
        ("9", [IDS[0]]),
        ("A3B2C4", IDS[1:3]),
        ("a3b2c4d5e6f7", [IDS[1]]),
        ("", []),
        ("zzz", []),
        ("a3b2c4d5e6f7f", []),
    ],
)
def test_names_that_begin_so(prefix: str, found: list[str]) -> None:
    assert matching(IDS, prefix) == found


def test_a_whole_name_is_meant_itself() -> None:
    assert matching(["one", "one-more"], "one") == ["one"]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("a3b3c4d5e", "a3b2c4d5e6f7"),  # mistyped
        ("9f10de", "9f01de000000"),  # two letters exchanged
        ("a3b2c50", "a3b2c5000000"),
        ("A3B2C4D5EE", "a3b2c4d5e6f7"),
    ],
)
def test_names_that_may_be_meant(wrong: str, meant: str) -> None:
    assert near(IDS, wrong)[0] == meant


@pytest.mark.parametrize("wrong", ["zzz", "", "\x1b[2J", "x" * 5000])
def test_nothing_is_near(wrong: str) -> None:
    assert near(IDS, wrong) == []


def test_commands_that_may_be_meant() -> None:
    commands = ["enable", "disable", "status", "explain", "session", "logs"]
    assert [near(commands, wrong)[:1] for wrong in ("statsu", "sesion", "exp", "log", "xyzzy")] == [
        ["status"],
        ["session"],
        ["explain"],
        ["logs"],
        [],
    ]


def test_ids_are_as_short_as_they_are_unique() -> None:
    assert [shortener(IDS)(id) for id in IDS] == ["9f01de", "a3b2c4d5e", "a3b2c4d5f", "a3b2c5"]
    assert shortener(IDS[1:2])(IDS[1]) == "a3b2c4"
    assert [shortener(["one", "one-more"], 2)(id) for id in ("one", "one-more")] == ["one", "one-"]


@given(st.lists(HEX, unique=True, max_size=30))
def test_a_short_id_finds_its_own(ids: list[str]) -> None:
    shorten = shortener(sorted(ids))
    for id in ids:
        assert matching(ids, shorten(id)) == [id]
