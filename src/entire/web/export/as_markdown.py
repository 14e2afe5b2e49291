"""A story as Markdown. What a conversation says cannot become HTML, a link or an image of it. Pure."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from entire.agent.arguments import ADDED
from entire.agent.entries import ASSISTANT, RECORD, USER
from entire.cli.commands.explain.detail_facts import SessionPart, learned
from entire.cli.commands.explain.turns import outcome
from entire.cli.commit_row import CommitRow
from entire.cli.money import dollars
from entire.cli.ui.screen import duration
from entire.core import clock
from entire.core.text import count, one_line
from entire.transcript.usage import total
from entire.web.export.inert import code, entities, fenced, inert, inline
from entire.web.export.story import Story
from entire.web.story.changes import FileChange
from entire.web.story.edits import GAP, DiffLine
from entire.web.story.gather import Chapter, title
from entire.web.story.reading import SUBAGENT, Item
from entire.web.story.text import shortened

_SHA = 7
_OUTPUT = 60, 30  # lines at the start and at the end
_OWNERS = {"agent": "A", "human": "H", "unknown": "?"}


def render(story: Story) -> str:
    parts = ["\n".join(_chapter(chapter)) for chapter in story.chapters]
    parts += _others("Commits without a checkpoint", story.unlinked)
    parts += _others("Commits whose checkpoint is not in this clone", story.absent)
    return "\n\n---\n\n".join(parts) + "\n"


def _others(title: str, commits: Sequence[CommitRow]) -> list[str]:
    rows = [f"- {code(row.commit[:_SHA])} {inline(row.subject)}" for row in commits]
    return ["\n".join([f"## {title}", "", *rows])] if rows else []


def _chapter(chapter: Chapter) -> Iterator[str]:
    detail = chapter.detail
    yield f"# {inline(title(chapter))}"
    yield ""
    yield from (f"- {name}: {text}" for name, text in _facts(chapter) if text)
    for part in detail.sessions:
        yield from _summary(part)
    for part, talk in zip(detail.sessions, chapter.talks, strict=True):
        yield from ("", f"## {inline(part.agent) or 'Conversation'}")
        if part.elsewhere or not talk.items:
            yield from (
                "",
                "The conversation is not in this clone." if part.elsewhere else "No conversation.",
            )
        yield from _items(talk.items)
    if chapter.changes:
        yield from ("", "## Changes")
        for file in chapter.changes:
            yield from _file(file)
    yield from _continue(chapter)


def _facts(chapter: Chapter) -> Iterator[tuple[str, str]]:
    detail = chapter.detail
    yield "Step" if detail.temporary else "Checkpoint", code(detail.checkpoint_id[:12])
    yield "Commit", code(detail.commits[0].commit[:_SHA]) if detail.commits else ""
    yield "Time", _time(detail.created_at)
    yield "Author", inline(detail.author.partition(" <")[0])
    yield "Branch", inline(detail.branch)
    yield "Turns", str(detail.turn_count) if detail.turn_count else ""
    yield "Worked", duration(detail.seconds_worked) if detail.seconds_worked else ""
    used = total(detail.token_usage) if detail.token_usage is not None else 0
    yield "Tokens", f"{used:,}" if used else ""
    yield "Cost", dollars(detail.cost) if used and detail.cost is not None else ""
    lines = detail.line_counts
    if lines is not None and lines.added:
        yield "Lines added", _owners(lines.agent_lines, lines.human_lines, lines.unknown_lines)


def _owners(agent: int, human: int, unknown: int) -> str:
    parts = ((agent, "by agents"), (human, "by hand"), (unknown, "unknown"))
    return ", ".join(f"{number} {name}" for number, name in parts if number)


def _time(text: str) -> str:
    seconds = clock.timestamp(text)
    return "" if seconds is None else time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def _summary(part: SessionPart) -> Iterator[str]:
    if part.summary is None:
        return
    yield from ("", "## Summary")
    for text in (part.summary.intent, part.summary.outcome):
        yield from ("", inline(text)) if text else ()
    lists = (
        ("Learned", learned(part.summary)),
        ("Friction", part.summary.friction),
        ("Still open", part.summary.open_items),
    )
    for name, items in lists:
        yield from ("", f"{name}:", "", *(f"- {inline(item)}" for item in items)) if items else ()


def _items(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        entry = item.entry
        yield ""
        if entry.kind == USER:
            yield from (f"> {line}".rstrip() for line in inert(entry.text).split("\n"))
        elif entry.kind == ASSISTANT:
            yield inert(entry.text)
        elif entry.kind == RECORD:
            yield fenced(shortened(entry.text, *_OUTPUT))
        elif entry.kind == SUBAGENT:
            yield from _folded(f"Subagent: {entities(entry.text)}", _items(item.items))
        else:
            yield from _call(item)


def _call(item: Item) -> Iterator[str]:
    entry = item.entry
    name = f"**{inline(entry.text)}** {code(one_line(entry.detail, 200))}".strip()
    name += f" ({outcome(entry)})" if outcome(entry) else ""
    body: list[str] = []
    for edit in item.edits:
        body += ["", fenced(_diff(edit.lines), "diff")]
        body += [f"{count(edit.left_out_count, 'more line')}"] if edit.left_out_count else []
    if item.output:
        body += ["", fenced(shortened(item.output.strip("\n"), *_OUTPUT))]
    if not body:
        yield name
        return
    summary = entities(f"{entry.text} {one_line(entry.detail, 200)}")
    yield from _folded(f"{summary} {outcome(entry)}".strip(), body)


def _folded(summary: str, body: Iterable[str]) -> Iterator[str]:
    yield from (f"<details><summary>{summary}</summary>", *body, "", "</details>")


def _file(file: FileChange) -> Iterator[str]:
    owners = _owners(file.agent_lines, file.human_lines, file.unknown_lines)
    yield from ("", f"### {inline(file.path)}", "")
    was = f", was {inline(file.original_path)}" if file.original_path != file.path else ""
    yield f"+{file.added} −{file.removed}{f', {owners}' if owners else ''}{was}"
    if file.lines:
        yield from ("", fenced(_diff(file.lines), "diff"))


def _diff(lines: Sequence[DiffLine]) -> str:
    """Owners of lines are in a column behind the sign, if they are known: A agent, H by hand, ? unknown."""
    owned = any(line.who for line in lines)
    return "\n".join(_diff_line(line, owned) for line in lines)


def _diff_line(line: DiffLine, owned: bool) -> str:
    if line.sign == GAP:
        return f"@@ line {line.line} @@"
    owner = (_OWNERS.get(line.who, " ") + " " if line.sign == ADDED else "  ") if owned else ""
    return f"{line.sign}{owner}{line.text}"


def _continue(chapter: Chapter) -> Iterator[str]:
    commands = [part.resume_command for part in chapter.detail.sessions if part.resume_command]
    commands += [chapter.detail.rewind] if chapter.detail.rewind else []
    if commands:
        yield from ("", "## Continue", "", fenced("\n".join(map(one_line, commands)), "sh"))
