from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.attribution.conftest import turn

from entire.attribution import lines_file
from entire.attribution.owner import NOBODY, PERSON, UNKNOWN, FileLines, LeftOut, Lines, Older, Owned, Owner
from entire.git.patch import MAX_FILE_LINES

BLOB = "b" * 40
LINES = Lines(
    (
        FileLines(
            "src/login.py", BLOB, (Owned(1, 40, turn(2)), Owned(41, 41, PERSON), Owned(50, 51, turn(2)))
        ),
        FileLines("caf\udce9 no utf-8", BLOB, (Owned(7, 7, NOBODY),)),
    ),
    (LeftOut("logo.png", "binary"),),
)


def test_the_file() -> None:
    assert (
        lines_file.encode(LINES).decode()
        == f"""\
{{
  "version": 1,
  "owners": [
    {{
      "kind": "agent",
      "session_id": "8f76b0e8",
      "turn": 2,
      "agent": "Claude Code",
      "model": "claude-opus-4-8",
      "prompt_line": 20,
      "prompt_id": "prompt-2"
    }},
    {{
      "kind": "human"
    }},
    {{
      "kind": "unknown",
      "why": "earlier"
    }}
  ],
  "files": [
    {{
      "path": "src/login.py",
      "blob": "{BLOB}",
      "lines": {{
        "0": "1-40,50-51",
        "1": "41"
      }}
    }},
    {{
      "path": "caf\\udce9 no utf-8",
      "blob": "{BLOB}",
      "lines": {{
        "2": "7"
      }}
    }}
  ],
  "left_out": [
    {{
      "path": "logo.png",
      "why": "binary"
    }}
  ]
}}
"""
    )
    assert lines_file.decode(lines_file.encode(LINES)) == LINES


def test_a_large_file_with_few_owners_is_small() -> None:
    owners = [turn(1), PERSON, turn(2)]
    ranges = tuple(Owned(1 + 500 * n, 500 * (n + 1), owners[n % 3]) for n in range(20))
    assert len(lines_file.encode(Lines((FileLines("src/generated.py", BLOB, ranges),)))) < 1024


_OWNERS = st.one_of(
    st.builds(turn, st.integers(1, 3), st.sampled_from(["8f76b0e8", "2c01ab9d"])),
    st.sampled_from([PERSON, NOBODY]),
)


@st.composite
def _ranges(draw: st.DrawFn) -> tuple[Owned, ...]:
    found: list[Owned] = []
    line = 0
    for gap, size, owner in draw(
        st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), _OWNERS), min_size=1, max_size=9)
    ):
        first = line + gap + 1
        line = first + size - 1
        found.append(Owned(first, line, owner))
    return tuple(found)


_FILES = st.builds(FileLines, st.text(), st.just(BLOB), _ranges())


@given(st.lists(_FILES, max_size=4), st.lists(st.builds(LeftOut, st.text(), st.text()), max_size=2))
def test_what_is_written_is_read(files: list[FileLines], left_out: list[LeftOut]) -> None:
    lines = Lines(tuple(files), tuple(left_out))
    assert lines_file.decode(lines_file.encode(lines)) == lines


def document(**change: Any) -> bytes:
    loaded = json.loads(lines_file.encode(LINES)) | change
    return json.dumps({key: value for key, value in loaded.items() if value is not None}).encode()


def test_what_is_not_known_is_passed_over() -> None:
    loaded = json.loads(lines_file.encode(LINES))
    loaded["owners"][0]["mood"] = loaded["files"][0]["language"] = loaded["more"] = {"x": [1]}
    del loaded["left_out"]
    assert lines_file.decode(json.dumps(loaded).encode()) == Lines(LINES.files)
    loaded["owners"][1]["kind"] = "committee"
    found = lines_file.decode(json.dumps(loaded).encode())
    assert found is not None
    assert found.files[0].ranges[1].owner == Owner("unknown")


def _file(lines: Any) -> list[dict[str, Any]]:
    return [{"path": "f", "blob": BLOB, "lines": lines}]


@pytest.mark.parametrize(
    "data",
    [
        None,
        b"",
        b"null",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        document(version=2),
        document(version="1"),
        document(owners=None),
        document(owners={}),
        document(owners=["human"]),
        document(owners=[{"kind": 1}]),
        document(owners=[{"kind": "agent", "turn": True}]),
        document(owners=[{"kind": "agent", "turn": 1.5}]),
        document(files=None),
        document(files=[1]),
        document(files=[{"path": 1, "lines": {}}]),
        document(left_out=[1]),
        *(
            document(files=_file(lines))
            for lines in (
                None,
                ["1-2"],
                {"0": 1},
                {"3": "1"},
                {"-1": "1"},
                {"x": "1"},
                {"0": ""},
                {"0": "0"},
                {"0": "2-1"},
                {"0": "1-2,2"},
                {"0": "1-5", "1": "3"},
                {"0": "1,"},
                {"0": " 1"},
                {"0": "٣"},
                {"0": "1" * 5000},
            )
        ),
    ],
)
def test_an_invalid_file_is_ignored(data: bytes | None) -> None:
    assert lines_file.decode(data) is None


def test_a_file_without_end_is_not_read() -> None:
    assert lines_file.decode(b" " * (17 << 20) + lines_file.encode(LINES)) is None


def test_what_the_parent_has_and_why_an_owner_is_unknown() -> None:
    older = (
        Older(1, 2, 7, "old.py", "c" * 40),
        Older(5, 1, 1, "old.py", "c" * 40),
        Older(6, 1, 3, "b", "d" * 40),
    )
    owned = Owned(1, 6, Owner(UNKNOWN, why="command"))
    lines = Lines((FileLines("new.py", "b" * 40, (owned,), older),))
    data = lines_file.encode(lines)
    assert lines_file.decode(data) == lines
    stored = json.loads(data)
    assert stored["owners"] == [{"kind": "unknown", "why": "command"}]
    assert stored["files"][0]["older"][0] == {
        "path": "old.py",
        "blob": "c" * 40,
        "lines": [[1, 2, 7], [5, 1, 1]],
    }
    broken: list[object] = [
        [[1, 2, 7], [2, 1, 9]],
        [[0, 1, 1]],
        [[1, 1]],
        [[1, 1, True]],
        [[1, 1, 1, 1]],
        [1],
        {},
    ]
    for wrong in broken:
        stored["files"][0]["older"][0]["lines"] = wrong
        assert lines_file.decode(json.dumps(stored).encode()) is None


def test_what_the_parent_has_in_several_files_is_in_order() -> None:
    older = tuple(Older(line, 1, line, f"old_{line % 3}.py", "c" * 40) for line in range(1, 30))
    file = FileLines("new.py", "b" * 40, (Owned(1, 40, Owner(UNKNOWN)),), older)
    found = lines_file.decode(lines_file.encode(Lines((file,))))
    assert found == Lines((file,))
    assert [found.files[0].older_of(line) for line in range(31)] == [
        None,
        *((one, one.parent) for one in older),
        None,
    ]


def test_a_file_with_too_many_ranges_of_the_parent() -> None:
    spans = [[2 * line + 1, 1, 1] for line in range(MAX_FILE_LINES + 1)]
    item = {"path": "f", "blob": "b" * 40, "lines": {}, "older": [{"path": "f", "blob": "", "lines": spans}]}
    document = {"version": 1, "owners": [], "files": [item]}
    assert lines_file.decode(json.dumps(document).encode()) is None
    spans.pop()
    assert lines_file.decode(json.dumps(document).encode()) is not None


class Counted(tuple[Older, ...]):
    """Counts how often it is asked."""

    asked = 0

    def __getitem__(self, place: Any) -> Any:
        Counted.asked += 1
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[Older]:
        for one in super().__iter__():
            Counted.asked += 1
            yield one


def test_one_of_many_ranges_of_the_parent_is_found_without_looking_at_all() -> None:
    older = Counted(Older(2 * line, 1, line, "f", "") for line in range(1, 4001))
    file = FileLines("f", "", (), older)
    Counted.asked = 0
    assert file.older_of(7000) == (older[3499], 3500)
    assert file.older_of(7001) is None
    assert Counted.asked < 50


def test_a_file_of_too_many_parts_is_not_parsed() -> None:
    """A stranger's file of a few megabytes would take a hundred in memory."""
    empty = b'{"version":1,"owners":[],"files":[],"more":[%b{}]}'
    assert lines_file.decode(empty % b"") is not None
    tracemalloc.start()
    assert lines_file.decode(empty % (b"{}," * 1_300_000)) is None
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
