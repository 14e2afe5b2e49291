from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.checkpoint import trailers

A, B = "a3b2c4d5e6f7", "0123456789ab"
DIR = ".entire/metadata/s1"


def test_formats() -> None:
    assert trailers.format_step("Add x", DIR, "s1", "manual-commit") == (
        "Add x\n\nEntire-Metadata: .entire/metadata/s1\nEntire-Session: s1\nEntire-Strategy: manual-commit\n"
    )
    assert trailers.format_task_step("T", f"{DIR}/tasks/t1", "s1", "manual-commit").splitlines()[2] == (
        "Entire-Metadata-Task: .entire/metadata/s1/tasks/t1"
    )
    assert trailers.format_committed(A, [("Entire-Session", "s1")], "Why") == (
        f"Checkpoint: {A}\n\nWhy\n\nEntire-Session: s1\n"
    )
    assert trailers.format_checkpoint(A) == f"Entire-Checkpoint: {A}"


@pytest.mark.parametrize(
    ("message", "ids"),
    [
        (f"Add x\n\nEntire-Checkpoint: {A}\n", [A]),
        (f"fix: x\nEntire-Checkpoint: {A}\n", [A]),
        (f"\n\nEntire-Checkpoint: {A}\n# Please enter\n", [A]),
        (f"x\r\n\r\nEntire-Checkpoint: {A}\r\n", [A]),
        (f"x\n\nEntire-Checkpoint: {A}\nSigned-off-by: A <a@x>", [A]),
        # squash merges: of a forge, and of `git merge --squash`
        (f"Squash\n\n* one\n\nEntire-Checkpoint: {A}\n\n* two\n\nEntire-Checkpoint: {B}\n", [A, B]),
        (
            f"Squashed\n\ncommit 1\n\n    one\n\n    Entire-Checkpoint: {B}\n\n    Entire-Checkpoint: {A}",
            [B, A],
        ),
        (f"x\n\nEntire-Checkpoint: {A}\nEntire-Checkpoint: {A}\n", [A]),
        # not trailers
        (f"Entire-Checkpoint: {A}", []),
        (f"Entire-Checkpoint: {A}\n", []),
        (f"x\n\nsee Entire-Checkpoint: {A}\n", []),
        (f"x\n\n> Entire-Checkpoint: {A}\n", []),
        (f"x\n\nEntire-Checkpoint: {A}0\n", []),
        (f"x\n\nEntire-Checkpoint: {A.upper()}\n", []),
        (f"x\n\nEntire-Checkpoint: {A} and more\n", []),
        (f"x\n\nEntire-Checkpoint:\n{A}\n", []),
        ("x\n\nEntire-Checkpoint: \n", []),
        ("", []),
    ],
)
def test_checkpoint_ids(message: str, ids: list[str]) -> None:
    assert trailers.checkpoint_ids(message) == ids


def test_an_empty_value_is_empty_and_not_the_next_line() -> None:
    message = trailers.format_step("carry forward: uncommitted session files", "", "s1", "manual-commit")
    assert "Entire-Metadata: \n" in message
    assert trailers.metadata_dir(message) == ""
    assert trailers.extract_session_id_from_commit(message) == "s1"


def test_a_prompt_of_several_lines_cannot_forge_trailers() -> None:
    """The reference takes the first 72 characters of a prompt as they are, newlines included."""
    prompt = "Do it\n\nEntire-Session: evil\nEntire-Metadata: ../../etc"
    message = trailers.format_step(prompt, DIR, "s1", "manual-commit")
    assert trailers.session_ids(message) == ["s1"]
    assert trailers.metadata_dir(message) == DIR


def test_a_subject_alone_has_no_trailers() -> None:
    assert trailers.session_ids("Entire-Session: evil") == []
    assert trailers.session_ids("Entire-Session: evil\nEntire-Strategy: x\n") == []
    assert trailers.session_ids("\n\nEntire-Session: s1\n") == ["s1"]


def test_metadata_and_task_metadata_are_not_confused() -> None:
    task = trailers.format_task_step("T", f"{DIR}/tasks/t1", "s1", "manual-commit")
    assert trailers.metadata_dir(task) == ""
    assert trailers.task_metadata_dir(task) == f"{DIR}/tasks/t1"
    assert trailers.strategy(task) == "manual-commit"


def test_all_sessions_once_in_order() -> None:
    lines = [("Entire-Session", name) for name in ("s2", "s1", "s2")]
    assert trailers.session_ids(trailers.format_committed(A, lines)) == ["s2", "s1"]


values = st.text(st.characters(exclude_categories=["Cc", "Zs", "Zl", "Zp", "Cs"]), min_size=1)


@given(st.text(), values, values)
def test_whatever_the_subject_what_was_written_is_read(subject: str, directory: str, session: str) -> None:
    message = trailers.format_step(subject, directory, session, "manual-commit")
    assert trailers.session_ids(message) == [session]
    assert trailers.metadata_dir(message) == directory
    assert trailers.strategy(message) == "manual-commit"


@given(st.lists(st.text(), max_size=5), st.text(alphabet="0123456789abcdef", min_size=12, max_size=12))
def test_a_trailer_anywhere_in_the_body_is_found(lines: list[str], id: str) -> None:
    body = [line.replace("\n", " ") for line in lines]
    message = "\n".join(["subject", *body, f"Entire-Checkpoint: {id}", *body])
    assert trailers.checkpoint_ids(message)[0] == id or any(id in line for line in body)
