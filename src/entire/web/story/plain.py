"""Parts of a story as plain text: for those with so many small things that tags would outweigh them. Pure."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from entire.agent.arguments import ADDED
from entire.agent.entries import ASSISTANT, RECORD, USER
from entire.cli.commands.explain.detail_facts import CUT, SessionPart, learned
from entire.cli.commands.explain.turns import outcome
from entire.cli.money import dollars
from entire.cli.ui.screen import duration
from entire.core import clock
from entire.core.text import one_line
from entire.transcript.usage import total
from entire.web.story.changes import FileChange
from entire.web.story.edits import GAP, DiffLine, left_out
from entire.web.story.gather import Chapter
from entire.web.story.reading import SUBAGENT, Item
from entire.web.story.text import cut, shortened

OUTPUT = 60, 30  # lines of an output that are shown: at its start and at its end
_SHA = 7
_SHORT_ID = 12
_OWNERS = {"agent": "A", "human": "H", "unknown": "?"}


def facts(chapter: Chapter) -> Iterator[tuple[str, str]]:
    """What is known about it, by name; empty if it is not known."""
    detail = chapter.detail
    yield "Step" if detail.temporary else "Checkpoint", detail.checkpoint_id[:_SHORT_ID]
    yield "Commit", detail.commits[0].commit[:_SHA] if detail.commits else ""
    yield "Time", _time(detail.created_at)
    yield "Author", detail.author.partition(" <")[0]
    yield "Branch", detail.branch
    yield "Turns", str(detail.turn_count) if detail.turn_count else ""
    yield "Worked", duration(detail.seconds_worked) if detail.seconds_worked else ""
    used = total(detail.token_usage) if detail.token_usage is not None else 0
    yield "Tokens", f"{used:,}" if used else ""
    yield "Cost", dollars(detail.cost) if used and detail.cost is not None else ""
    lines = detail.line_counts
    if lines is not None and lines.added:
        yield "Lines added", owners(lines.agent_lines, lines.human_lines, lines.unknown_lines)


def facts_line(chapter: Chapter) -> str:
    return " · ".join(f"{name} {one_line(text)}" for name, text in facts(chapter) if text)


def talks(chapter: Chapter) -> str:
    """Summaries and conversations. Prompts begin with `>`, calls of tools with `*`."""
    return "\n".join(_talks(chapter))


def changes(chapter: Chapter) -> str:
    """Files with their diffs."""
    rows = [line for file in chapter.changes for line in _file(file)]
    rows += [] if chapter.changes else [one_line(file.path) for file in chapter.detail.files]
    return "\n".join([*rows, *(f"Not stored: {one_line(path)}" for path in chapter.detail.lacks)])


def owners(agent: int, human: int, unknown: int) -> str:
    parts = ((agent, "by agents"), (human, "by hand"), (unknown, "unknown"))
    return ", ".join(f"{number} {name}" for number, name in parts if number)


def file_facts(file: FileChange) -> str:
    """`+2 −1, 2 by agents`"""
    whose = owners(file.agent_lines, file.human_lines, file.unknown_lines)
    return f"+{file.added} −{file.removed}{f', {whose}' if whose else ''}"


def diff(lines: Sequence[DiffLine]) -> str:
    """Owners of lines are in a column behind the sign, if they are known: A agent, H by hand, ? unknown."""
    owned = any(line.who for line in lines)
    return "\n".join(_diff_line(line, owned) for line in lines)


def _diff_line(line: DiffLine, owned: bool) -> str:
    if line.sign == GAP:
        return f"@@ line {line.line} @@"
    owner = (_OWNERS.get(line.who, " ") + " " if line.sign == ADDED else "  ") if owned else ""
    return f"{line.sign}{owner}{line.text}"


def _time(text: str) -> str:
    seconds = clock.timestamp(text)
    return "" if seconds is None else time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def _talks(chapter: Chapter) -> Iterator[str]:
    for part in chapter.detail.sessions:
        yield from _summary(part)
    for part, talk in zip(chapter.detail.sessions, chapter.talks, strict=True):
        yield from (one_line(part.agent) or "Conversation", "")
        if part.elsewhere or not (talk.items or part.cut):
            yield "It is not in this clone." if part.elsewhere else "No conversation is recorded."
        yield from _items(talk.items, "")
        yield from [f"… {CUT}"] if part.cut else []
        yield ""


def _summary(part: SessionPart) -> Iterator[str]:
    if part.summary is None:
        return
    yield one_line(part.summary.intent)
    lists = (learned(part.summary), part.summary.friction, part.summary.open_items)
    for name, found in zip(("Learned", "Friction", "Still open"), lists, strict=True):
        yield from (f"{name}: {one_line(item)}" for item in found)
    yield ""


def _items(items: Iterable[Item], indent: str) -> Iterator[str]:
    for item in items:
        entry = item.entry
        if entry.kind == USER:
            yield from (f"{indent}> {line}" for line in _text(f"{_time(entry.time)}\n{entry.text}".lstrip()))
        elif entry.kind in (ASSISTANT, RECORD):
            yield from (f"{indent}{line}" for line in _text(entry.text))
        elif entry.kind == SUBAGENT:
            yield f"{indent}* Subagent: {one_line(entry.text)}"
            yield from _items(item.items, f"{indent}  ")
        else:
            yield from (f"{indent}{line}" for line in _call(item))


def _text(text: str) -> list[str]:
    kept, rest = cut(text)
    return [*kept.split("\n"), *([f"… {rest:,} more characters"] if rest else [])]


def _call(item: Item) -> Iterator[str]:
    entry = item.entry
    yield f"* {one_line(entry.text)} {one_line(entry.detail, 200)} {outcome(entry)}".rstrip()
    for edit in item.edits:
        yield from diff(edit.lines).split("\n") if edit.lines else ()
        yield from [left_out(edit)] if edit.left_out_count else []
    yield from shortened(item.output.strip("\n"), *OUTPUT).split("\n") if item.output else ()


def _file(file: FileChange) -> Iterator[str]:
    was = f", was {one_line(file.original_path)}" if file.original_path != file.path else ""
    yield f"{one_line(file.path)} {file_facts(file)}{was}"
    yield from [diff(file.lines)] if file.lines else []
