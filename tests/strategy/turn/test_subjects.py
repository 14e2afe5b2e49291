from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.strategy.turn.subjects import (
    format_incremental_message,
    format_subagent_end_message,
    step_subject,
)

TOOL = "toolu_01ABCDEFGHIJ"
LONG = "x" * 61


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("Please add hello.txt", "Add hello.txt"),
        ("please can you add hello.txt?", "Add hello.txt"),
        ("Could you please fix the bug?", "Fix the bug"),
        ("I want you to write tests", "Write tests"),
        ("I'd like you to write tests", "Write tests"),
        ("I need you to write tests", "Write tests"),
        ("let's go", "Go"),
        ("Let's go", "Go"),
        ("Would you would you?", "Would you"),
        ("PLEASE stop", "PLEASE stop"),  # only the spellings that people use
        ("pleased to meet you", "Pleased to meet you"),
        ("why??", "Why?"),
        ("  fix\n\tit  ", "Fix it"),
        ("élan", "Élan"),
        ("1 + 1", "1 + 1"),
        ("", "Claude Code session updates"),
        (" \n ", "Claude Code session updates"),
        ("?", "Claude Code session updates"),
        ("a" * 80, "A" + "a" * 71),
        ("a" * 71 + " b", "A" + "a" * 70),
        ("日" * 100, "日" * 72),
    ],
)
def test_a_step_is_named_for_what_was_asked(prompt: str, subject: str) -> None:
    assert step_subject(prompt, "Claude Code") == subject


@given(st.text())
def test_every_prompt_gives_a_subject_on_one_line(prompt: str) -> None:
    subject = step_subject(prompt, "Claude Code")
    assert subject
    assert subject.strip() == subject
    assert not set(subject) & set("\n\r\t")


@given(st.lists(st.sampled_from(["Please ", "can you ", "Could you ", "I need you to ", "let's "])))
def test_politeness_is_no_part_of_it_however_much_there_is(polite: list[str]) -> None:
    assert step_subject("".join(polite) + "add a file", "Claude Code") == "Add a file"


@pytest.mark.parametrize(
    ("agent_type", "description", "message"),
    [
        ("dev", "Write the tests", "Completed 'dev' agent: Write the tests (toolu_01ABCD)"),
        ("dev", "", "Completed 'dev' agent (toolu_01ABCD)"),
        ("", "Write the tests", "Completed agent: Write the tests (toolu_01ABCD)"),
        ("", "", "Task: toolu_01ABCD"),
        ("dev", LONG, f"Completed 'dev' agent: {'x' * 57}... (toolu_01ABCD)"),
        ("dev", "two\nlines", "Completed 'dev' agent: two lines (toolu_01ABCD)"),
    ],
)
def test_a_subagents_step(agent_type: str, description: str, message: str) -> None:
    assert format_subagent_end_message(agent_type, description, TOOL) == message


@pytest.mark.parametrize(
    ("todo", "message"),
    [
        ("Write the tests", "Write the tests (toolu_01ABCD)"),
        (LONG, f"{'x' * 57}... (toolu_01ABCD)"),
        ("y" * 60, f"{'y' * 60} (toolu_01ABCD)"),
        ("two\n lines", "two lines (toolu_01ABCD)"),
        ("", "Checkpoint #7: toolu_01ABCD"),
    ],
)
def test_an_incremental_step(todo: str, message: str) -> None:
    assert format_incremental_message(todo, 7, TOOL) == message


@given(st.text(), st.text(), st.text(max_size=30), st.integers(0))
def test_messages_are_short_and_name_the_call(first: str, second: str, tool: str, number: int) -> None:
    incremental = format_incremental_message(first, number, tool)
    assert tool[:12] in incremental
    assert len(incremental) <= 60 + len(" ()") + 12 or not first
    assert tool[:12] in format_subagent_end_message(first, second, tool)
