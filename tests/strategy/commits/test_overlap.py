from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategy.model import NO_OID, alike, changes_between

from entire.git.diff import FileChange
from entire.strategy.commits.overlap import overlapping, renamed
from entire.strategy.links.made_from import share_lines

OURS = "def ours():\n    return 'what the session wrote'\n"
PART = "def ours():\n"
OTHER = "something else entirely\n"


def never(change: FileChange, kept: str) -> bool:
    raise AssertionError("nothing has to be read")


# status, committed, on the shadow branch → whether the file is the session's work
TABLE = [
    ("M", OTHER, OURS, True),  # existed before: the user edited the session's work
    ("M", OURS, OURS, True),
    ("M", OTHER, None, True),
    ("T", OTHER, OURS, True),
    ("D", NO_OID, OURS, True),
    ("D", NO_OID, None, True),
    ("A", OURS, OURS, True),  # the session's content is preserved
    ("A", PART, OURS, True),  # some of its hunks
    ("A", OTHER, OURS, False),  # reverted and replaced
    ("A", OURS, None, False),  # not on the branch: only an open turn may claim it
]


@pytest.mark.parametrize(("status", "committed", "kept", "expected"), TABLE)
def test_whether_a_committed_file_is_the_sessions_work(
    status: str, committed: str, kept: str | None, expected: bool
) -> None:
    changes = {"X": FileChange("X", status, "old", committed)}
    shadow = {} if kept is None else {"X": kept}
    assert overlapping(["X"], changes, shadow, alike=alike) == (["X"] if expected else [])
    assert overlapping(["X"], changes, shadow, alike=alike, by_name=["X"]) == ["X"]
    assert overlapping(["Y"], changes, {"Y": OURS}, alike=alike) == []
    assert overlapping(["X"], {}, shadow, alike=alike, by_name=["X"]) == []


def test_contents_are_read_only_where_ids_cannot_tell() -> None:
    changes = changes_between({"M": "1", "D": "1"}, {"M": "2", "A": OURS, "N": OURS})
    assert overlapping(["M", "D", "A", "N"], changes, {"M": "3", "A": OURS}, alike=never) == ["M", "D", "A"]


@pytest.mark.parametrize(
    ("parent", "head", "shadow", "expected"),
    [
        ({}, {"new": OURS}, {"old": OURS}, {"old": "new"}),  # never committed under the old name
        ({"old": "1"}, {"new": OURS}, {"old": OURS}, {"old": "new"}),  # the old one is deleted
        ({}, {"new": OURS, "old": OURS}, {"old": OURS}, {}),  # a copy
        ({"old": "1"}, {"new": OURS, "old": "2"}, {"old": OURS}, {}),
        ({"new": "1"}, {"new": OURS}, {"old": OURS}, {}),  # was there before
        ({}, {"new": PART}, {"old": OURS}, {}),  # by content only
        ({}, {"new": OURS}, {"old": OURS, "new": OURS}, {}),  # the session made both
        ({}, {"new": OURS}, {}, {}),
    ],
)
def test_files_that_were_committed_under_another_name(
    parent: dict[str, str], head: dict[str, str], shadow: dict[str, str], expected: dict[str, str]
) -> None:
    assert renamed(["old"], changes_between(parent, head), shadow) == expected


@pytest.mark.parametrize(
    ("committed", "kept", "expected"),
    [
        (b"", b"", False),
        (b"\n\n", b"\n\n", False),
        (b"", b"hello\n", False),
        (b"hello\n", b"", False),
        (b"hello\n", b"world\n", False),
        (b"hello\n", b"hello\n", True),
        (b"  hello  \r\n", b"hello\n", True),
        (b"a\nb\n", b"a\nc\n", True),  # half of its lines
        (b"a\nb\nc\n", b"a\nd\ne\n", False),  # one of three, and no distinctive line
        (b"one telling line\nx\ny\nz\n", b"one telling line\nq\n", False),
        (
            b"one telling line\nx\ny\nz\nanother telling one\n",
            b"another telling one\none telling line\n",
            True,
        ),
        (b"}\n{\n)\nx\ny\nz\nu\n", b"}\n{\n)\n", False),  # brackets are there by chance
    ],
)
def test_whether_a_new_file_was_made_from_the_sessions(committed: bytes, kept: bytes, expected: bool) -> None:
    assert share_lines(committed, kept) == expected


LINES = st.lists(
    st.one_of(
        st.sampled_from([b"}", b"", b"a telling line", b"another one of those"]), st.binary(max_size=14)
    )
)
TEXTS = LINES.map(b"\n".join)


def has_words(text: bytes) -> bool:
    return any(line.strip() for line in text.split(b"\n"))


@given(TEXTS)
def test_a_text_shares_lines_with_itself(text: bytes) -> None:
    assert share_lines(text, text) == has_words(text)


@given(LINES, st.data())
def test_any_hunks_of_a_file_are_recognised(lines: list[bytes], data: st.DataObject) -> None:
    part = b"\n".join(data.draw(st.lists(st.sampled_from(lines or [b""]))))
    assert share_lines(part, b"\n".join(lines)) == has_words(part)


@given(TEXTS, TEXTS)
def test_only_common_lines_count(committed: bytes, kept: bytes) -> None:
    common = {line.strip() for line in committed.split(b"\n")} & {line.strip() for line in kept.split(b"\n")}
    assert common - {b""} or not share_lines(committed, kept)


@given(TEXTS, TEXTS, TEXTS)
def test_more_lines_of_the_sessions_never_take_away(committed: bytes, kept: bytes, more: bytes) -> None:
    assert not share_lines(committed, kept) or share_lines(committed, kept + b"\n" + more)


@given(TEXTS, TEXTS)
def test_order_blank_lines_and_line_ends_do_not_matter(committed: bytes, kept: bytes) -> None:
    other = b"\r\n\r\n".join(reversed(committed.split(b"\n")))
    assert share_lines(other, kept) == share_lines(committed, kept)


PATHS = st.sampled_from(["a", "b", "c", "d/e", "é f"])
TREES = st.dictionaries(PATHS, st.sampled_from(["1\n", "2\n", "one two three\nfour five six\n"]))
TOUCHED = st.lists(PATHS, unique=True)


@given(TOUCHED, TREES, TREES, TREES, st.booleans())
def test_only_files_of_the_session_and_of_the_commit_count(
    touched: list[str], parent: dict[str, str], head: dict[str, str], shadow: dict[str, str], by_name: bool
) -> None:
    changes = changes_between(parent, head)
    found = overlapping(touched, changes, shadow, alike=alike, by_name=touched if by_name else ())
    assert found == [path for path in touched if path in found]
    assert set(found) <= set(touched) & set(changes)
    must = {path for path in touched if path in changes}
    assert {path for path in must if changes[path].status != "A"} <= set(found)
    assert {path for path in must if shadow.get(path) == changes[path].new_oid} <= set(found)
    assert set(overlapping(touched, changes, shadow, alike=alike)) <= set(found)


@given(TOUCHED, TREES, TREES, TREES)
def test_a_rename_leads_from_the_sessions_file_to_a_new_one_with_its_content(
    touched: list[str], parent: dict[str, str], head: dict[str, str], shadow: dict[str, str]
) -> None:
    changes = changes_between(parent, head)
    for old, new in renamed(touched, changes, shadow).items():
        assert old in touched
        assert new not in shadow
        assert (changes[new].status, changes[new].new_oid) == ("A", shadow[old])
        assert old not in head or head[old] == parent.get(old)
