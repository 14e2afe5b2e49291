"""Conversations in pieces are the same as in one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent import registry, shown
from entire.agent.entries import ASSISTANT, RECORD, TOOL, USER, Entry
from entire.agent.room import Room
from entire.web.story.reading import SUBAGENT, Conversation, Item, Prompt, prompts_of

DATA = Path(__file__).parents[2] / "data"
RECORDED = [
    (agent.TYPE, path)
    for agent in registry.every()
    for path in sorted((DATA / agent.NAME.replace("-", "_") / "transcripts").rglob("*.json*"))
    if path.stat().st_size > 1000
]

NOW = "2026-11-02T08:00:00.000Z"


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def said(text: str) -> dict[str, Any]:
    return {"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}}


def asked(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": text}} | more


def called(id: str, name: str, **given: Any) -> dict[str, Any]:
    return {
        "type": "assistant",
        "message": {"content": [{"type": "tool_use", "id": id, "name": name, "input": given}]},
    }


def result(id: str, report: Any = None, *, failed: bool = False) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": id, "content": "ok", "is_error": failed}
    return {
        "type": "user",
        "message": {"role": "user", "content": [block]},
        "toolUseResult": report,
        "timestamp": NOW,
    }


def of(*records: dict[str, Any], start: int = 0, **more: Any) -> Conversation:
    return Conversation(lines(*records), "Claude Code", start, **more)


@pytest.mark.parametrize(("kind", "path"), RECORDED, ids=lambda one: str(one).rpartition("data/")[2])
def test_pieces_of_recorded_conversations_make_up_the_whole(kind: str, path: Path) -> None:
    data = path.read_bytes()
    conversation = Conversation(data, kind)
    whole = conversation.piece()
    assert [item.entry.replace(detail="") for item in whole.items] == [
        entry.replace(detail="") for entry in shown.conversation(data, kind, Room())
    ]
    found: list[Item] = []
    start, pieces = 0, 0
    while True:
        piece = conversation.piece(start, 300)
        found += piece.items
        pieces += 1
        if not piece.next:
            break
        assert piece.next > start
        start = piece.next
    assert [(item.entry.kind, item.entry.text, item.position) for item in found] == [
        (item.entry.kind, item.entry.text, item.position) for item in whole.items
    ]
    assert pieces > 1 or sum(len(item.entry.text) for item in found) < 3000
    assert conversation.first_prompts(10**6, 10**9) == (prompts_of(whole.items), False)


def test_a_piece_knows_the_outcome_of_its_last_call() -> None:
    conversation = of(
        asked("go"),
        called("t1", "Bash", command="make"),
        result("t1", {"stdout": "done\n", "stderr": ""}),
        said("it is made"),
    )
    first = conversation.piece(0, 1)
    assert (first.next, [item.entry.kind for item in first.items]) == (1, [USER])
    second = conversation.piece(1, 1)
    assert [(item.entry.text, item.output, item.entry.failed) for item in second.items] == [
        ("Bash", "done\n", False)
    ]
    assert conversation.piece(second.next).items[0].entry.kind == ASSISTANT


def test_edits_are_diffs() -> None:
    report = {"type": "update", "filePath": "/w/a.py", "originalFile": "x\n", "content": "y\n"}
    conversation = of(
        asked("go"),
        called("t1", "Write", file_path="/w/a.py", content="y\n"),
        result("t1", report),
        directory="/w",
    )
    [_, item] = conversation.piece().items
    assert (item.entry.kind, item.entry.detail) == (TOOL, "a.py")
    [edit] = item.edits
    assert (edit.path, [line.sign + line.text for line in edit.lines]) == ("a.py", ["-x", "+y"])


def test_subagents_are_where_their_result_is() -> None:
    inside = [Item(Entry(USER, "Look for it")), Item(Entry(ASSISTANT, "Found"))]
    conversation = of(
        asked("go"),
        called("t1", "Task", description="Search"),
        result("t1"),
        said("ok"),
        below={"t1": inside},
    )
    found = conversation.piece().items
    assert [item.entry.kind for item in found] == [USER, TOOL, SUBAGENT, ASSISTANT]
    assert (found[2].entry.text, found[2].items) == ("Look for it", inside)


def test_a_part_starts_where_the_checkpoint_does() -> None:
    conversation = of(asked("old"), said("old answer"), asked("new"), said("new answer"), start=2)
    assert [item.entry.text for item in conversation.piece().items] == ["new", "new answer"]
    assert conversation.first_prompts(9, 10**6)[0] == [Prompt(2, "new", "")]


def test_the_records_of_an_unknown_agent_are_shown_as_they_are() -> None:
    data = lines({"role": "user", "content": "go"}, {"step": 1}) + b"\nnot JSON\n"
    conversation = Conversation(data, "Somebody Else")
    assert [(item.entry.kind, item.entry.text) for item in conversation.piece().items] == [
        (USER, "go"),
        (RECORD, '{"step": 1}'),
        (RECORD, "not JSON"),
    ]
    assert conversation.first_prompts(9, 10**6)[0] == [Prompt(0, "go", "")]
    assert [item.position for item in conversation.piece(1).items] == [1, 3]


def test_hostile_records_are_skipped() -> None:
    data = b'{"a":' + b"[" * 600_000 + b"\n" + b"not json\n[]\n" + lines(asked("hello"))
    assert [item.entry.text for item in Conversation(data, "Claude Code").piece().items] == ["hello"]


def test_a_piece_ends_where_a_page_would_decode_too_much() -> None:
    """A call that writes a large file shows little, but all of it has been decoded."""
    files = [called(f"t{number}", "Write", file_path="a.py", content="x" * 5000) for number in range(9)]
    conversation = of(asked("Write"), *files)
    piece = conversation.piece(0, 150_000, 10_000)
    assert [item.position for item in piece.items] == [0, 1]
    assert piece.next == 2
    later = conversation.piece(piece.next, 150_000, 10_000)
    assert [item.position for item in later.items] == [2, 3]
    assert conversation.taken < 30_000, "results are not looked for in all that follows"
    assert len(conversation.piece(0, 150_000).items) == 10


def test_records_that_cannot_be_decoded_count_too() -> None:
    conversation = Conversation(b"x" * 1000 + b"\n" + (b"x" * 1000 + b"\n") * 99, "Claude Code")
    piece = conversation.piece(0, 150_000, 10_000)
    assert (piece.items, piece.next) == ([], 10)
    assert conversation.first_prompts(9, 10_000) == ([], True)
    assert conversation.taken < 20_000


def test_of_prompts_in_lists_only_the_beginning_is_kept() -> None:
    conversation = of(*(asked(f"\n Question {number} " + "x" * 5000) for number in range(7)))
    [first], more = conversation.first_prompts(1, 10**6)
    assert (first.text[:10], len(first.text), more) == ("Question 0", 200, True)
    some, count = conversation.some_prompts(2, 3)
    assert ([one.position for one in some], count) == ([2, 3, 4], 7)
    assert {len(one.text) for one in some} == {200}
    assert [conversation.place_of_prompt(number) for number in (1, 3, 99)] == [0, 2, 6]
    assert of(said("Hello")).place_of_prompt(1) == 0


def test_edits_that_there_is_no_room_for_are_counted() -> None:
    calls = [called(str(number), "Write", file_path="/a.py", content="a\nb\n") for number in range(3)]
    found = of(asked("go"), *calls, room=Room(lines=5)).piece().items[1:]
    edits = [edit for item in found for edit in item.edits]
    assert [(len(edit.lines), edit.left_out_count) for edit in edits] == [(2, 0), (2, 0), (0, 2)]
