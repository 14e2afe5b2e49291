"""A checkpoint to show."""

from __future__ import annotations

from typing import Any

from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.attribution.totals import Shares
from entire.checkpoint.model import CodeLearning, LearningsSummary, Summary
from entire.cli.commands.explain.detail_facts import Detail, SessionPart
from entire.cli.commit_row import CommitRow
from entire.cli.file_row import FileRow
from entire.cli.money import CostRow
from entire.transcript.usage import TokenUsage
from entire.web.story.changes import FileChange
from entire.web.story.edits import DiffLine, Edited
from entire.web.story.gather import Chapter, Talk
from entire.web.story.reading import SUBAGENT, Item, Prompt


def a_chapter(text: str = "text", **piece: Any) -> Chapter:
    """A checkpoint that says ``text`` wherever it can say something."""
    summary = Summary(
        intent=text,
        outcome=text,
        learnings=LearningsSummary(
            repo=[text], code=[CodeLearning(path=text, line=1, finding=text)], workflow=[text]
        ),
        friction=[text],
        open_items=[text],
    )
    part = SessionPart(
        text, text, text, text, [FileRow(text)], [text], TokenUsage(input_tokens=5), None, summary, [], text
    )
    detail = Detail(
        text,
        False,
        text,
        "2026-11-02T08:17:00Z",
        f"{text} <{text}>",
        [FileRow(text, 1, 2)],
        TokenUsage(input_tokens=5),
        [CommitRow(text, text, text, text)],
        [part],
        False,
        text,
        Shares(3, 2, 1),
        lacks=[text],
        cost=CostRow(1_000_000, 5),
        turn_count=2,
        seconds_worked=61.0,
    )
    diff = [
        DiffLine("@", "", 3),
        DiffLine(" ", text, 3),
        DiffLine("-", text),
        DiffLine("+", text, 4, "agent", text, 2),
    ]
    inside = [Item(Entry(USER, text)), Item(Entry(TOOL, text, text))]
    items = [
        Item(Entry(USER, text, time="2026-11-02T08:10:00Z"), 1),
        Item(Entry(ASSISTANT, text), 2),
        Item(Entry(TOOL, text, text, failed=True), 3, text, [Edited(text, diff, 2), Edited("b", diff)]),
        Item(Entry(TOOL, text, text, added=4, removed=2), 4),
        Item(Entry(SUBAGENT, text), 5, items=inside),
    ]
    change = FileChange(text, f"old {text}", "R", 1, 1, 1, 0, 0, diff)
    prompts = [Prompt(1, text, ""), Prompt(9, text, "")]
    return Chapter(detail, [Talk(prompts, items, **piece)], [change, change._replace(lines=[], why="binary")])
