"""`entire explain` as labelled lines."""

from __future__ import annotations

import json
import time

from entire.checkpoint.model import Summary
from entire.cli.commands.explain.detail_facts import ELSEWHERE, Detail, SessionPart, intent, learned
from entire.cli.commands.explain.listing_facts import CheckpointRow, Listing, StepRow
from entire.cli.commit_row import CommitRow
from entire.cli.ui.screen import plain_time
from entire.core.text import count, extract_first_prompt, one_line, truncate
from entire.summarize.transcript_text import entry_text
from entire.transcript.usage import TokenUsage, total

_SUBJECT_LENGTH = 80
_INTENT_LENGTH = 80
_SHA = 7
_ID = 12
_SOME = 5


def unlinked(commit: str) -> list[str]:
    return [
        "No associated Entire checkpoint",
        f"Commit {commit[:_SHA]} has no Entire-Checkpoint trailer:",
        "no session contributed to it, or its message was rewritten.",
        "`entire fetch` gets links from others, `entire relink` restores lost ones.",
    ]


def listing(found: Listing) -> list[str]:
    groups = [*_step_groups(found.steps), *(_group(row) for row in found.checkpoints)]
    out = [f"Branch: {branch_name(found)}", f"Checkpoints: {len(groups)}"]
    if found.session:
        out.append(f"Filtered by session: {one_line(found.session)}")
    if not groups and found.matches is None:
        out += ["", "No checkpoints yet: one is created when the work of an agent is committed."]
    for group in groups:
        out += ["", *group]
    notes = session_notes(found)
    if found.more:
        notes.append("Older checkpoints: --limit 0")
    return out + (["", *notes] if notes else [])


def session_notes(found: Listing) -> list[str]:
    """Notes about the sessions that match the filter."""
    if found.matches is None:
        return []
    named, matches = f'"{one_line(found.session)}"', found.matches
    notes = []
    if len(matches.sessions) > 1:
        some = ", ".join(matches.sessions[:_SOME]) + (", …" if len(matches.sessions) > _SOME else "")
        notes.append(f"{len(matches.sessions)} sessions start with {named}: {some}")
    if matches.elsewhere:
        number = count(matches.elsewhere, "other checkpoint")
        notes.append(f"Not on this branch: {number} (--search-all lists them)")
    elif not found.checkpoints and not found.steps:
        notes.append("It has no checkpoints yet: one is created when its work is committed.")
    return notes


def branch_name(found: Listing) -> str:
    if found.everywhere:
        return "all branches"
    if not found.head:
        return "HEAD (no commits yet)"
    return one_line(found.branch) or f"HEAD ({found.head[:_SHA]})"


def _group(row: CheckpointRow) -> list[str]:
    head = _group_head(row.checkpoint_id, row.prompts, task=row.is_task)
    return [head, *(_commit_line(commit) for commit in row.commits)]


def _step_groups(steps: list[StepRow]) -> list[list[str]]:
    """Group steps by session."""
    by_session: dict[str, list[StepRow]] = {}
    for step in steps:
        by_session.setdefault(step.session_id, []).append(step)
    groups = []
    for session, own in by_session.items():
        task = any(step.is_task for step in own)
        head = _group_head(session, own[0].prompts, task=task, temporary=True)
        groups.append([head, *(_step_line(step) for step in own)])
    return groups


def _group_head(id: str, prompts: str, *, task: bool, temporary: bool = False) -> str:
    marks = " [Task]" * task + " [temporary]" * temporary
    prompt = one_line(extract_first_prompt(prompts))
    return (
        f"[{one_line(id)[:_ID]}]{marks} {json.dumps(prompt, ensure_ascii=False) if prompt else '(no prompt)'}"
    )


def _commit_line(commit: CommitRow) -> str:
    when = f"{commit.date[5:10]} {commit.date[11:16]}"
    return f"  {when} ({commit.commit[:_SHA]}) {truncate(one_line(commit.subject), _SUBJECT_LENGTH)}"


def _step_line(step: StepRow) -> str:
    when = time.strftime("%m-%d %H:%M", time.localtime(step.time))
    return f"  {when} ({step.commit[:_SHA]}) {truncate(one_line(step.subject), _SUBJECT_LENGTH)}"


def detail(found: Detail, *, short: bool = False) -> list[str]:
    several = len(found.sessions) > 1
    out = [f"Checkpoint: {found.checkpoint_id}{' [temporary]' * found.temporary}"]
    out.append(
        f"Sessions: {len(found.sessions)}"
        if several
        else f"Session: {one_line(found.sessions[0].session_id)}"
    )
    out += [f"Created: {plain_time(found.created_at)}", f"Author: {one_line(found.author)}"]
    out += _tokens(found.token_usage)
    if not found.temporary:
        out += ["", *_commits(found.commits)]
    if found.also:
        out.append(f"Other checkpoints of this commit: {', '.join(found.also)}")
    if found.lacks:
        out.append(f"Not stored: {', '.join(map(one_line, found.lacks))}")
    files = [file.path for file in found.files]
    for number, part in enumerate(found.sessions, 1):
        if several:
            out += ["", f"Session: {one_line(part.session_id)} ({number} of {len(found.sessions)})"]
            out += [f"Agent: {one_line(part.agent)}", *_tokens(part.token_usage)]
            files = part.files
        out += [*([] if several else [""]), *_part(part, files, short=short, full=found.full)]
    return out


def _tokens(usage: TokenUsage | None) -> list[str]:
    return [f"Tokens: {total(usage)}"] if usage is not None else []


def _commits(commits: list[CommitRow]) -> list[str]:
    if not commits:
        return ["Commits: (none found)"]
    rows = (f"  {row.commit[:_SHA]} {row.date[:10]} {one_line(row.subject)}" for row in commits)
    return [f"Commits: ({len(commits)})", *rows]


def _part(part: SessionPart, files: list[str], *, short: bool, full: bool) -> list[str]:
    summary = part.summary
    outcome = one_line(summary.outcome) if summary else ""
    wanted = one_line(intent(part))
    if not (summary and summary.intent):
        wanted = truncate(wanted, _INTENT_LENGTH)
    out = [f"Intent: {wanted or '(no prompt)'}", f"Outcome: {outcome or '(not generated)'}"]
    if short:
        return out
    out += _learned(summary) if summary else []
    out += ["", f"Files: ({len(files) or 'none'})", *(f"  {one_line(path)}" for path in files)]
    out += ["", f"Transcript ({'full session' if full else 'checkpoint scope'}):"]
    if part.elsewhere:
        return [*out, f"  ({ELSEWHERE})"]
    return out + ("\n\n".join(map(entry_text, part.entries)).split("\n") if part.entries else ["  (none)"])


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
