"""`entire explain` as labelled lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from entire.agent.shown import cut_path
from entire.checkpoint.index.links import BriefCommit
from entire.checkpoint.model import IMPORTED, Summary
from entire.cli.commands.explain.detail_facts import CUT, ELSEWHERE, Detail, SessionPart, intent, learned
from entire.cli.commands.explain.listing_facts import BriefRow, Listing, StepRow
from entire.cli.commands.explain.turns import outcome, turn_times
from entire.cli.commit_row import CommitRow
from entire.cli.money import CostRow, dollars
from entire.cli.ui.screen import plain_time
from entire.core.text import count, first_prompt, one_line, truncate
from entire.summarize.transcript_text import entry_text
from entire.transcript.usage import TokenUsage, total

_quoted = json.JSONEncoder(ensure_ascii=False).encode
_SUBJECT_LENGTH = 80
_INTENT_LENGTH = 80
_SHA = 7
_ID = 12
_SOME = 5


def unlinked(commit: str, by_hand: Sequence[str]) -> list[str]:
    if by_hand:
        return [
            "No associated Entire checkpoint",
            f"Commit {commit[:_SHA]} was unlinked by hand from {', '.join(by_hand)}.",
            f"`entire link {commit[:_SHA]} {by_hand[-1]}` restores the link.",
        ]
    return [
        "No associated Entire checkpoint",
        f"Commit {commit[:_SHA]} has no Entire-Checkpoint trailer or note:",
        "no session contributed to it, or its link was declined, or lost when its message was rewritten.",
        "`entire fetch` gets links from others, `entire relink` restores lost ones.",
    ]


def listing(found: Listing[BriefRow]) -> list[str]:
    groups = [*_step_groups(found.steps), *(_group(row) for row in found.checkpoints)]
    out = [f"Branch: {branch_name(found)}", f"Checkpoints: {len(groups)}"]
    if found.session:
        out.append(f"Filtered by session: {one_line(found.session)}")
    if not groups and found.session_matches is None:
        out += ["", nothing(found)]
    for group in groups:
        out.append("")
        out += group
    notes = session_notes(found)
    if found.more:
        notes.append("Older checkpoints: --limit 0")
    return out + (["", *notes] if notes else [])


def nothing(found: Listing[Any]) -> str:
    """Why the list is empty."""
    if found.narrowed:
        return "No checkpoint matches." + ("" if found.everywhere else " --search-all looks in every branch.")
    return "No checkpoints yet: one is created when the work of an agent is committed."


def session_notes(found: Listing[Any]) -> list[str]:
    """Notes about the sessions that match the filter."""
    if found.session_matches is None:
        return []
    named, matches = f'"{one_line(found.session)}"', found.session_matches
    notes = []
    if len(matches.session_ids) > 1:
        some = ", ".join(matches.session_ids[:_SOME]) + (", …" if len(matches.session_ids) > _SOME else "")
        notes.append(f"{len(matches.session_ids)} sessions start with {named}: {some}")
    if matches.elsewhere_count:
        number = count(matches.elsewhere_count, "other checkpoint")
        notes.append(f"Not on this branch: {number} (--search-all lists them)")
    elif not found.checkpoints and not found.steps:
        notes.append("It has no checkpoints yet: one is created when its work is committed.")
    return notes


def branch_name(found: Listing[Any]) -> str:
    if found.everywhere:
        return "all branches"
    if not found.head:
        return "HEAD (no commits yet)"
    return one_line(found.branch) or f"HEAD ({found.head[:_SHA]})"


def _group(row: BriefRow) -> list[str]:
    head = _group_head(row.checkpoint_id, row.prompt, task=row.is_task, imported=row.imported)
    return [head, *map(_commit_line, row.commits)]


def _step_groups(steps: list[StepRow]) -> list[list[str]]:
    """Group steps by session."""
    by_session: dict[str, list[StepRow]] = {}
    for step in steps:
        by_session.setdefault(step.session_id, []).append(step)
    groups = []
    for session, own in by_session.items():
        prompt = first_prompt(own[0].prompts)
        task = any(step.is_task for step in own)
        head = _group_head(one_line(session), prompt, task=task, temporary=True)
        groups.append([head, *(_step_line(step) for step in own)])
    return groups


def _group_head(id: str, prompt: str, *, task: int, temporary: int = 0, imported: int = 0) -> str:
    marks = " [Task]" * task + " [temporary]" * temporary + " [imported]" * imported
    return f"[{id[:_ID]}]{marks} {_quoted(prompt) if prompt else '(no prompt)'}"


def _commit_line(commit: BriefCommit) -> str:
    oid, date, subject = commit
    return f"  {plain_time(date)[5:16]} ({oid[:_SHA]}) {truncate(subject, _SUBJECT_LENGTH)}"


def _step_line(step: StepRow) -> str:
    when = plain_time(step.created_at)[5:16]
    return f"  {when} ({step.commit[:_SHA]}) {truncate(one_line(step.subject), _SUBJECT_LENGTH)}"


def detail(found: Detail, *, short: bool = False) -> Iterator[str]:
    several = len(found.sessions) > 1
    yield f"Checkpoint: {found.checkpoint_id}{' [temporary]' * found.temporary}"
    yield (
        f"Sessions: {len(found.sessions)}"
        if several
        else f"Session: {one_line(found.sessions[0].session_id)}"
    )
    yield f"Created: {plain_time(found.created_at)}"
    yield f"Author: {one_line(found.author)}"
    yield from [] if several else _imported(found.sessions[0])
    yield from tokens(found.token_usage, found.cost)
    if not found.temporary:
        yield from ["", *_commits(found.commits)]
    if found.also:
        yield f"Other checkpoints of this commit: {', '.join(found.also)}"
    if found.lacks:
        yield f"Not stored: {', '.join(map(one_line, found.lacks))}"
    files = [file.path for file in found.files]
    for number, part in enumerate(found.sessions, 1):
        yield ""
        if several:
            yield f"Session: {one_line(part.session_id)} ({number} of {len(found.sessions)})"
            yield from [f"Agent: {one_line(part.agent)}", *_imported(part)]
            yield from tokens(part.token_usage, part.cost)
            files = [file.path for file in part.files]
        yield from _part(part, files, short=short, full=found.full)


def tokens(usage: TokenUsage | None, cost: CostRow | None) -> list[str]:
    if usage is None:
        return []
    out = [f"Tokens: {total(usage)}"]
    return [*out, f"Cost: {dollars(cost)}"] if cost is not None and total(usage) else out


def _imported(part: SessionPart) -> list[str]:
    return [f"Imported: {part.confidence * 100:.0f} % sure"] if part.kind == IMPORTED else []


def _commits(commits: list[CommitRow]) -> list[str]:
    if not commits:
        return ["Commits: (none found)"]
    rows = (f"  {row.commit[:_SHA]} {plain_time(row.date)[:10]} {one_line(row.subject)}" for row in commits)
    return [f"Commits: ({len(commits)})", *rows]


def _part(part: SessionPart, files: list[str], *, short: bool, full: bool) -> Iterator[str]:
    summary = part.summary
    outcome = one_line(summary.outcome) if summary else ""
    wanted = one_line(intent(part))
    if not (summary and summary.intent):
        wanted = truncate(wanted, _INTENT_LENGTH)
    yield from (f"Intent: {wanted or '(no prompt)'}", f"Outcome: {outcome or '(not generated)'}")
    if short:
        return
    yield from _learned(summary) if summary else []
    yield from ("", f"Files: ({len(files) or 'none'})", *(f"  {one_line(path)}" for path in files))
    yield from ("", f"Transcript ({'full session' if full else 'checkpoint scope'}):")
    if part.elsewhere:
        yield f"  ({ELSEWHERE})"
        return
    yield from _entries(part) if part.entries or part.cut else ["  (none)"]
    for one in part.subagents:
        yield from ("", f"Subagent {one_line(one.tool_use_id)}:")
        yield from _entries(part._replace(entries=one.entries, cut=one.cut))


def _entries(part: SessionPart) -> Iterator[str]:
    """Each with all its lines."""
    times = turn_times(part.entries)
    for place, entry in enumerate(part.entries):
        yield from [""] if place else []
        yield (
            entry_text(entry.replace(detail=cut_path(entry.detail, part.directory)))
            + (f" ({outcome(entry)})" if outcome(entry) else "")
            + (f"\n  ({times[place]})" if place in times else "")
        )
    if part.cut:
        yield from ("", f"  ({CUT})")


def _learned(summary: Summary) -> list[str]:
    lists = [
        ("Learnings", learned(summary)),
        ("Friction", summary.friction),
        ("Open items", summary.open_items),
    ]
    out: list[str] = []
    for name, items in lists:
        if items:
            out += ["", f"{name}:", *(f"  - {one_line(item)}" for item in items)]
    return out
