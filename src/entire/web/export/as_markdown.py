"""A story as Markdown. What a conversation says cannot become HTML, a link or an image of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from entire.agent.entries import ASSISTANT, RECORD, USER
from entire.cli.commands.explain.detail_facts import CUT, SessionPart, learned
from entire.cli.commands.explain.turns import outcome
from entire.cli.commit_row import CommitRow
from entire.core.text import one_line
from entire.web.export.inert import code, entities, fenced, inert, inline
from entire.web.export.story import Story
from entire.web.story import plain
from entire.web.story.changes import FileChange
from entire.web.story.edits import left_out
from entire.web.story.gather import Chapter, title
from entire.web.story.reading import SUBAGENT, Item
from entire.web.story.text import shortened

_SHA = 7
_IDS = ("Checkpoint", "Step", "Commit")


def render(story: Story) -> Iterator[str]:
    parts: list[Iterable[str]] = [_chapter(chapter) for chapter in story.chapters]
    parts += _others("Commits without a checkpoint", story.unlinked)
    parts += _others("Commits whose checkpoint is not in this clone", story.absent)
    for number, part in enumerate(parts):
        yield "\n---\n\n" if number else ""
        yield from (f"{line}\n" for line in part)


def _others(title: str, commits: Sequence[CommitRow]) -> list[Iterable[str]]:
    rows = [f"- {code(row.commit[:_SHA])} {inline(row.subject)}" for row in commits]
    return [(f"## {title}", "", *rows)] if rows else []


def _chapter(chapter: Chapter) -> Iterator[str]:
    detail = chapter.detail
    yield f"# {inline(title(chapter))}"
    yield ""
    yield from (f"- {name}: {text}" for name, text in _facts(chapter) if text)
    for part in detail.sessions:
        yield from _summary(part)
    for part, talk in zip(detail.sessions, chapter.talks, strict=True):
        yield from ("", f"## {inline(part.agent) or 'Conversation'}")
        if part.elsewhere or not (talk.items or part.cut):
            yield from (
                "",
                "The conversation is not in this clone." if part.elsewhere else "No conversation.",
            )
        yield from _items(talk.items)
        yield from ("", f"… {CUT}") if part.cut else ()
    if chapter.changes:
        yield from ("", "## Changes")
        for file in chapter.changes:
            yield from _file(file)
    yield from _continue(chapter)


def _facts(chapter: Chapter) -> Iterator[tuple[str, str]]:
    for name, text in plain.facts(chapter):
        yield name, (code(text) if name in _IDS else inline(text)) if text else ""


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
            yield fenced(shortened(entry.text, *plain.OUTPUT))
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
        body += ["", fenced(plain.diff(edit.lines), "diff")] if edit.lines else [""]
        body += [left_out(edit)] if edit.left_out_count else []
    if item.output:
        body += ["", fenced(shortened(item.output.strip("\n"), *plain.OUTPUT))]
    if not body:
        yield name
        return
    summary = entities(f"{entry.text} {one_line(entry.detail, 200)}")
    yield from _folded(f"{summary} {outcome(entry)}".strip(), body)


def _folded(summary: str, body: Iterable[str]) -> Iterator[str]:
    yield from (f"<details><summary>{summary}</summary>", *body, "", "</details>")


def _file(file: FileChange) -> Iterator[str]:
    yield from ("", f"### {inline(file.path)}", "")
    was = f", was {inline(file.original_path)}" if file.original_path != file.path else ""
    yield f"{plain.file_facts(file)}{was}"
    if file.lines:
        yield from ("", fenced(plain.diff(file.lines), "diff"))


def _continue(chapter: Chapter) -> Iterator[str]:
    commands = [part.resume_command for part in chapter.detail.sessions if part.resume_command]
    commands += [chapter.detail.rewind] if chapter.detail.rewind else []
    if commands:
        yield from ("", "## Continue", "", fenced("\n".join(map(one_line, commands)), "sh"))
