"""Read in any number of steps, a transcript gives the same as read at once."""

from __future__ import annotations

import json
import operator
import shutil
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transcript.rows import Session, answer, comparable, joined, prompt, spawned

from entire.transcript import lines
from entire.transcript.usage import TokenUsage

DATA = Path(__file__).parents[1] / "data" / "claude_code" / "transcripts"
SECRET = "ghp_Zx8vQ2mT7rLw4KpN9sBc3HdF6jGy1aEu5oXi"

numbers = st.integers(0, 50)
texts = st.sampled_from(
    ["Do it", "né — \u2028 🎉", "a\nb", f"use {SECRET}", "<system-reminder>x</system-reminder>"]
)
ordinary = st.one_of(
    texts.map(prompt),
    st.builds(
        answer,
        st.sampled_from(["m1", "m2", "m3"]),
        numbers,
        given=numbers,
        made=numbers,
        read=numbers,
        edits=st.sampled_from(["", "/repo/a.py", "/repo/b.py", "rel/ative"]),
        text=texts,
    ),
)
odd = st.sampled_from(
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"type":"user"}\r', b"\x00", b'{"a":1}{"b":2}', b" ", b"\x85"]
)


@st.composite
def transcripts(draw: st.DrawFn) -> tuple[bytes, dict[str, bytes]]:
    """A transcript, complete or not, and those of its subagents. Every subagent is mentioned once."""
    rows = draw(st.lists(st.one_of(ordinary, ordinary, odd, st.just(b"SUBAGENT")), max_size=14))
    below: dict[str, bytes] = {}
    for index, content in enumerate(rows):
        if content == b"SUBAGENT":
            name = f"a{index}"
            rows[index] = spawned(name)
            answers = draw(st.lists(st.tuples(st.sampled_from(["m1", "n1"]), numbers), max_size=4))
            parts = [answer(key, output, edits=f"/repo/{name}.py") for key, output in answers]
            below[name] = joined(*parts)
    end = draw(st.sampled_from([b"", b'{"type":"user","mess', b"{}"]))
    return joined(*rows) + end, below


def parts(data: bytes, shares: list[float]) -> list[bytes]:
    """Longer and longer beginnings of ``data``, the last one all of it."""
    return [data[: int(len(data) * share)] for share in sorted(shares)] + [data]


def at_once(folder: Path, data: bytes, below: dict[str, bytes]) -> tuple[Session, list[str]]:
    session = Session(folder)
    session.write(data)
    for name, content in below.items():
        session.subagent(name, content)
    return session, session.hook().files


@given(transcripts(), st.lists(st.floats(0, 1), max_size=6), st.integers(1, 400))
def test_any_steps_give_the_same(
    tmp_path: Path, made: tuple[bytes, dict[str, bytes]], shares: list[float], block: int
) -> None:
    shutil.rmtree(tmp_path)
    data, below = made
    whole, files = at_once(tmp_path / "whole", data, below)
    steps = Session(tmp_path / "steps")
    found: list[str] = []
    with mock.patch.object(lines, "BLOCK", block):
        for index, part in enumerate(parts(data, shares)):
            steps.write(part)
            for name, content in below.items():
                steps.subagent(name, parts(content, shares)[index])
            found += steps.hook().files
    assert steps.rebuilt == 1
    assert comparable(steps.cursor()) == comparable(whole.cursor())
    assert steps.copied() == whole.copied()
    assert SECRET.encode() not in whole.copied()
    assert set(found) == set(files)


@given(transcripts(), st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=6))
def test_crashes_between_copy_and_cursor_change_nothing(
    tmp_path: Path, made: tuple[bytes, dict[str, bytes]], steps: list[tuple[float, bool]]
) -> None:
    shutil.rmtree(tmp_path)
    data, below = made
    whole, _ = at_once(tmp_path / "whole", data, below)
    session = Session(tmp_path / "steps")
    for share, crash in sorted(steps):
        session.write(data[: int(len(data) * share)])
        session.hook(crash=crash)
    session.write(data)
    for name, content in below.items():
        session.subagent(name, content)
    session.hook()
    assert comparable(session.cursor()) == comparable(whole.cursor())
    assert session.copied() == whole.copied() == session.copy.read_bytes()


@given(transcripts(), st.integers(0, 16))
def test_what_was_counted_and_what_is_pending_is_the_whole(
    tmp_path: Path, made: tuple[bytes, dict[str, bytes]], counted: int
) -> None:
    shutil.rmtree(tmp_path)
    whole, _ = at_once(tmp_path / "whole", *made)
    again, _ = at_once(tmp_path / "again", made[0], made[1])
    again.saved.unlink()
    again.hook(counted)
    cursor = again.cursor()
    total = whole.cursor().total_usage()
    assert cursor.total_usage() == total
    before, after = _flat(cursor.counted), _flat(cursor.pending_usage())
    both = [a + b for a, b in zip(before, after, strict=True)]
    assert all(map(operator.ge, both, _flat(total)))
    assert all(map(operator.le, both, _most(*made)))  # nothing is counted twice
    if counted == 0:
        assert cursor.counted is None


def _most(data: bytes, below: dict[str, bytes]) -> list[int]:
    """What is counted at most: of each answer, the largest numbers that one of its records has.

    This is the total, unless a later record of an answer counts less: what a checkpoint has counted cannot be
    taken back.
    """
    of_subagents = [sum(some) for some in zip(*map(_largest, below.values()), strict=True)] or _largest(b"")
    return [*_largest(data), *of_subagents, *of_subagents]


_NAMES = {
    "input_tokens": "input_tokens",
    "cache_creation_input_tokens": "cache_creation_tokens",
    "cache_read_input_tokens": "cache_read_tokens",
    "output_tokens": "output_tokens",
}


def _largest(data: bytes) -> list[int]:
    answers: dict[str, dict[str, int]] = {}
    for line in data.splitlines():
        try:
            message = json.loads(line).get("message", {})
        except (ValueError, AttributeError):  # not JSON, or not an object
            continue
        if isinstance(message, dict) and "usage" in message:
            most = answers.setdefault(message["id"], {"api_call_count": 1})
            for name, number in message["usage"].items():
                most[_NAMES[name]] = max(most.get(_NAMES[name], 0), number)
    return [sum(one.get(name, 0) for one in answers.values()) for name in sorted(TokenUsage.ALWAYS)]


def _flat(usage: TokenUsage | None) -> list[int]:
    own = usage or TokenUsage()
    below = own.subagent_tokens or TokenUsage()
    names = sorted(TokenUsage.ALWAYS)
    models = [below.models.get("opus", {}).get(name, 0) for name in names]
    return [*(getattr(part, name) for part in (own, below) for name in names), *models]


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.iterdir()))
def test_a_recorded_session_line_by_line(tmp_path: Path, name: str) -> None:
    for folder in ("whole", "steps"):
        shutil.copytree(DATA / name, tmp_path / folder)
    whole, steps = Session(tmp_path / "whole"), Session(tmp_path / "steps")
    whole.hook()
    data = steps.transcript.read_bytes()
    for end in [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]:
        steps.write(data[: end - 1])  # all but the newline: not there yet
        steps.hook()
        steps.write(data[:end])
        assert steps.hook().grew
    assert steps.rebuilt == 1
    assert comparable(steps.cursor()) == comparable(whole.cursor())
    assert steps.copied() == whole.copied()
