"""One checkpoint of `entire explain` on a terminal: its facts, then the conversation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from entire.agent.entries import RECORD, TOOL, USER, Entry
from entire.agent.shown import cut_path
from entire.attribution.totals import Shares
from entire.checkpoint.model import IMPORTED
from entire.cli.commands.explain.detail_facts import (
    CUT,
    ELSEWHERE,
    Detail,
    SessionPart,
    Total,
    learned,
)
from entire.cli.commands.explain.turns import outcome, turn_times
from entire.cli.file_row import FileRow
from entire.cli.money import CostRow, cost_words
from entire.cli.ui.output import safe
from entire.cli.ui.screen import (
    Column,
    Screen,
    cut,
    duration,
    long_age,
    pad,
    plain_time,
    short_count,
    table,
    wrap,
)
from entire.core import clock
from entire.core.text import count, one_line, short_session_id
from entire.transcript.usage import TokenUsage, total

_LABEL = 12
_SHA = 7
_INDENT = "  "
_MESSAGE_LINES = 12  # of one prompt or answer, without --full
_MARKS = {USER: "❯", TOOL: " ", RECORD: "·"}


def unlinked(commit: str, by_hand: Sequence[str], screen: Screen) -> list[str]:
    why = "no session contributed to it, or its link was declined or lost"
    if by_hand:
        why = f"it was unlinked by hand from {', '.join(by_hand)}"
    return wrap(f"Commit {commit[:_SHA]} has no checkpoint: {why}.", screen.width)


def render(found: Detail, screen: Screen, root: str, *, short: bool = False) -> Iterator[str]:
    """``root`` is the work tree; paths are shown relative to it."""
    yield from _head(found, screen)
    if short:
        return
    several = len(found.sessions) > 1
    for number, part in enumerate(found.sessions, 1):
        if several:
            yield from ("", _session_head(part, f"Session {number} of {len(found.sessions)}", screen))
        yield from _summary(part, screen)
        yield ""
        yield from _conversation(part, screen, root, full=found.full)
        if not part.entries or part.cut:
            yield _missing(part, screen)
        for one in part.subagents:
            yield from ("", screen.style(f"{_INDENT}Subagent {one_line(one.tool_use_id)}", "dim"))
            its = part._replace(entries=one.entries, cut=one.cut)
            yield from _conversation(its, screen, root, full=True)
            yield from [_missing(its, screen)] if one.cut else []
        if part.resume_command:
            yield from ("", screen.style(f"{_INDENT}resume  {one_line(part.resume_command)}", "dim"))
    if found.rewind:
        yield from [""] * (not found.sessions[-1].resume_command)
        yield screen.style(f"{_INDENT}rewind  {found.rewind}", "dim")


def sums(found: Detail, total_of: Total, screen: Screen) -> list[str]:
    """The head of a commit with several checkpoints."""
    out = [
        _row("Commit", f"{row.commit[:_SHA]} {one_line(row.subject)}", screen) for row in found.commits[:1]
    ]
    out.append(_row("Checkpoints", str(total_of.checkpoint_count), screen))
    if total_of.line_counts is not None:
        out.append(_row("Lines", _share(total_of.line_counts), screen))
    if total_of.token_usage is not None and total(total_of.token_usage):
        out.append(_row("Tokens", _tokens(total_of.token_usage, total_of.cost), screen))
    return out + _files(total_of.files, screen)


def _head(found: Detail, screen: Screen) -> list[str]:
    who = list(dict.fromkeys(_who(part) for part in found.sessions))
    age = long_age(screen.now - (clock.timestamp(found.created_at) or screen.now))
    when = plain_time(found.created_at) if found.full else age
    name = "Step" if found.temporary else "Checkpoint"
    out = [_row(name, " · ".join(filter(None, [found.checkpoint_id[:_LABEL], when, *who])), screen)]
    for commit in found.commits:
        branch = f"   ({one_line(found.branch)})" if found.branch else ""
        out.append(_row("Commit", f"{commit.commit[:_SHA]} {one_line(commit.subject)}{branch}", screen))
    if found.also:
        out.append(_row("Also", f"{', '.join(found.also)}   (same commit)", screen))
    if found.line_counts is not None:
        out.append(_row("Lines", _share(found.line_counts), screen))
    if found.token_usage is not None and total(found.token_usage):
        out.append(_row("Tokens", _tokens(found.token_usage, found.cost), screen))
    if found.seconds_worked:
        took = f"{duration(found.seconds_worked)} in {count(found.turn_count, 'turn')}"
        out.append(_row("Took", took, screen))
    out += _files(found.files, screen)
    if found.lacks:
        out.append(_row("Not stored", f"  {', '.join(map(one_line, found.lacks))}", screen))
    return out


def _row(label: str, text: str, screen: Screen) -> str:
    return screen.style(pad(label, _LABEL), "dim") + cut(text, screen.width - _LABEL)


def _who(part: SessionPart) -> str:
    imported = f"imported, {part.confidence * 100:.0f} % sure" if part.kind == IMPORTED else ""
    return ", ".join(filter(None, [one_line(part.agent), one_line(part.model), imported]))


def _share(lines: Shares) -> str:
    parts = [f"{lines.agent_lines:,} agent", f"{lines.human_lines:,} human"]
    if lines.unknown_lines:
        parts.append(f"{lines.unknown_lines:,} unknown")
    added = f"{lines.added:,} added: {' · '.join(parts)}" if lines.added or not lines.total_removed else ""
    removed = f"{lines.total_removed:,} removed: {lines.agent_removed:,} agent" if lines.agent_removed else ""
    return " · ".join(filter(None, [added, removed]))


def _tokens(usage: TokenUsage, cost: CostRow | None) -> str:
    cache = usage.cache_creation_tokens + usage.cache_read_tokens
    parts = [f"{usage.input_tokens:,} in", f"{cache:,} cache", f"{usage.output_tokens:,} out"]
    if usage.subagent_tokens is not None:
        parts.append(f"{total(usage.subagent_tokens):,} subagents")
    parts.append(count(usage.api_call_count, "call"))
    if cost is not None:
        parts.append(cost_words(cost))
    return f"{total(usage):,}: {' · '.join(parts)}"


def _files(files: list[FileRow], screen: Screen) -> list[str]:
    """As many files per line as fit."""
    rows: list[str] = []
    for text in map(_file, files):
        if rows and len(rows[-1]) + 3 + len(text) <= screen.width - _LABEL:
            rows[-1] += f"   {text}"
        else:
            rows.append(text)
    return [_row("" if number else "Files", row, screen) for number, row in enumerate(rows)]


def _file(file: FileRow) -> str:
    counts = [f"+{file.added}" if file.added else "", f"−{file.removed}" if file.removed else ""]
    return " ".join(filter(None, [one_line(file.path), *counts]))


def _session_head(part: SessionPart, name: str, screen: Screen) -> str:
    parts = [f"{name}   {short_session_id(one_line(part.session_id))}", _who(part)]
    if part.token_usage is not None:
        parts.append(f"{short_count(total(part.token_usage))} tokens")
        if part.cost is not None:
            parts.append(cost_words(part.cost))
    return cut(" · ".join(filter(None, parts)), screen.width)


def _summary(part: SessionPart, screen: Screen) -> list[str]:
    if part.summary is None:
        return []
    rows = [("Intent", part.summary.intent), ("Outcome", part.summary.outcome)]
    lists = (("Learned", learned(part.summary)), ("Friction", part.summary.friction))
    for label, items in (*lists, ("Open", part.summary.open_items)):
        rows += [("" if number else label, item) for number, item in enumerate(items)]
    out: list[str] = []
    for label, text in rows:
        folded = wrap(one_line(text), screen.width - _LABEL) if text else []
        out += [_row("" if number else label, row, screen) for number, row in enumerate(folded)]
    return ["", *out] if out else []


def _missing(part: SessionPart, screen: Screen) -> str:
    text = f"… {CUT}" if part.cut else "This part of the conversation is empty."
    return screen.style(_INDENT + (f"The conversation is {ELSEWHERE}." if part.elsewhere else text), "dim")


def _conversation(part: SessionPart, screen: Screen, root: str, *, full: bool) -> Iterator[str]:
    times = turn_times(part.entries)
    for is_tool, some in groupby(enumerate(part.entries), lambda one: one[1].kind == TOOL):
        if is_tool:
            yield from _tools([entry for _, entry in some], screen, root, part.directory)
            continue
        for place, entry in some:
            yield from [""] * bool(place and entry.kind == USER)  # a new turn
            yield from _message(entry, screen, full=full)
            if entry.kind == USER and times.get(place):
                yield screen.style(f"{_INDENT * 2}{times[place]}", "dim")


def _message(entry: Entry, screen: Screen, *, full: bool) -> list[str]:
    """A prompt or an answer, wrapped next to its mark."""
    text = wrap(safe(entry.text).strip(), screen.width - 2 * len(_INDENT))
    if not full and len(text) > _MESSAGE_LINES:
        left = len(text) - _MESSAGE_LINES
        text = [*text[:_MESSAGE_LINES], f"… {count(left, 'more line')} (--full)"]
    mark = screen.style(_MARKS.get(entry.kind, "●"), "accent" if entry.kind == USER else "good")
    return [f"{_INDENT}{mark if number == 0 else ' '} {line}".rstrip() for number, line in enumerate(text)]


def _tools(calls: list[Entry], screen: Screen, *roots: str) -> list[str]:
    details = [one_line(cut_path(call.detail, *roots)) for call in calls]
    names = [one_line(call.text, screen.width // 2) for call in calls]
    columns = [
        Column(names, "dim"),
        Column(details, "dim", free=True),
        Column(
            [outcome(call) for call in calls],
            styles=["bad" if call.failed else "dim" for call in calls],
        ),
    ]
    return table(screen, columns, indent=_INDENT * 3)
