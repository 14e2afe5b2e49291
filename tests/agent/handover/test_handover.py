"""What is handed over to another agent: messages that take turns, and a document of a bounded size."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agent.recordings import conversation as shown

from entire.agent import registry
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.handover import document, messages, writer
from entire.agent.handover.document import Origin
from entire.agent.handover.messages import Message

ORIGIN = Origin("Claude Code", "8f76", "main", ["a1b2c3d4e5f6"], ["a.py"], ["b.py"])
TALK = [
    Entry(USER, "Write it"),
    Entry(ASSISTANT, "I will."),
    Entry(TOOL, "Write", "a.py"),
    Entry(ASSISTANT, "Done."),
    Entry(USER, "More"),
    Entry(USER, "and more"),
]


def same(text: str) -> str:
    return text


def test_messages_take_turns() -> None:
    found = messages.of(TALK, same)
    assert found.messages == [
        Message(True, "Write it"),
        Message(False, "I will.\n\n[called Write: a.py]\n\nDone."),
        Message(True, "More\n\nand more"),
        Message(False, "(no answer)"),
    ]
    assert (found.prompts, found.calls, found.left_out) == (["Write it", "More", "and more"], 1, 0)
    assert not messages.is_answered(found)
    assert messages.of([Entry(ASSISTANT, "Hello")], same).messages[0].is_user
    assert messages.of([], same).messages == []


def test_secrets_do_not_leave() -> None:
    found = messages.of(
        [Entry(USER, "key X"), Entry(TOOL, "run", "X")], lambda text: text.replace("X", "REDACTED")
    )
    assert "X" not in str(found)


entries = st.lists(
    st.builds(
        Entry,
        st.sampled_from([USER, ASSISTANT, TOOL]),
        st.text(max_size=30) | st.integers(1, 60_000).map(lambda size: "x" * size),
        st.text(max_size=300),
    ),
    max_size=40,
)


@pytest.mark.property
@given(entries, st.integers(2_000, 60_000))
def test_the_size_is_bounded_whatever_was_said(given: list[Entry], most: int) -> None:
    found = messages.of(given, same, most)
    assert [one.is_user for one in found.messages] == [at % 2 == 0 for at in range(len(found.messages))]
    assert sum(len(one.text) for one in found.messages) <= most + 50_000
    text = document.write(found, ORIGIN)
    assert len(text) <= document.MOST + 10


def test_long_messages_are_cut_and_counted() -> None:
    talk = [Entry(USER, "x" * 20_000), Entry(ASSISTANT, "y" * 15_000), Entry(ASSISTANT, "z" * 15_000)]
    found = messages.of(talk, same)
    assert (found.shortened, [len(one.text) for one in found.messages]) == (1, [20_000, 20_005])
    assert "[…]" in found.messages[1].text
    many = [Entry(kind, "x" * 30_000) for _ in range(20) for kind in (USER, ASSISTANT)]
    found = messages.of(many, same)
    assert found.left_out
    assert found.shortened == len(found.messages)


def test_the_middle_is_left_out() -> None:
    talk = [
        Entry(kind, f"{kind} {number} {'x' * 1000}") for number in range(50) for kind in (USER, ASSISTANT)
    ]
    found = messages.of(talk, same, 10_000)
    assert found.left_out > 80
    assert found.messages[0].text.startswith("user 0")
    assert f"({found.left_out} messages after this are left out.)" in found.messages[0].text
    assert found.messages[-1].text.startswith("assistant 49")
    assert len(found.messages) + found.left_out == 100
    text = document.write(messages.of(talk, same), ORIGIN)
    assert "more in between" in text
    assert "user 0" in text
    assert "user 49" in text


def test_the_document() -> None:
    text = document.write(messages.of(TALK, same), ORIGIN)
    parts = ["# Hand-over of a coding session", "begun with Claude Code", "- branch: main", "> Write it"]
    parts += [
        "`entire explain a1b2c3d4e5f6 --full`",
        "- a.py",
        "  - b.py",
        "was not answered",
        "Where it stopped",
    ]
    assert [part for part in parts if part not in text] == []
    done = document.write(messages.of(TALK[:4], same), ORIGIN._replace(uncommitted=[]))
    assert "all work is committed" in done
    many = ORIGIN._replace(files=[f"{number}.py" for number in range(5000)])
    assert "… and 4900 more" in document.write(messages.of(TALK, same), many)
    hostile = ORIGIN._replace(agent="\x1b[2JX", branch="a\nb", files=["\x1b]0;x\x07"])
    assert "\x1b" not in document.write(messages.of(TALK, same), hostile)


@pytest.mark.parametrize(
    "name", [name for name in registry.AGENTS if writer.writer_of(registry.by_name(name))]
)
def test_an_agent_reads_what_it_writes(name: str) -> None:
    agent = registry.by_name(name)
    native = writer.writer_of(agent)
    assert native is not None
    said = messages.of(TALK, same).messages
    content = native.new_transcript(said, native.new_session_id(), "/repo")
    layout = agent.layout()
    records = [record for piece in layout.split(content)[1] if (record := layout.decode(piece)) is not None]
    found = [row[:2] for row in shown(agent, records)]
    assert found == [("user" if one.is_user else "assistant", one.text) for one in said]
    assert [agent.prompt_of(record) for record in records if agent.prompt_of(record)] == [
        "Write it",
        "More\n\nand more",
    ]
    assert all(json.loads(line) for line in content.splitlines())


def test_who_can_write_sessions_of_others() -> None:
    can = {name for name in registry.AGENTS if writer.writer_of(registry.by_name(name)) is not None}
    assert can == {"claude-code", "codex", "gemini", "qwen", "opencode", "pi"}
