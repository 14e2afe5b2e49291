"""`entire explain` as labelled lines, for programs."""

from __future__ import annotations

import json
import time

from entire.agent.entries import TOOL, USER, Entry
from entire.checkpoint.model import Summary
from entire.cli.explain_detail import Detail, SessionPart, intent
from entire.cli.explain_list import CheckpointRow, CommitRow, Listing, StepRow
from entire.cli.output import safe
from entire.core.text import extract_first_prompt, one_line, truncate
from entire.transcript.usage import TokenUsage, total

_SUBJECT_LENGTH = 80
_INTENT_LENGTH = 80
_SHA = 7
_ID = 12


def unlinked(commit: str) -> list[str]:
    return [
        "No associated Entire checkpoint",
        f"Commit {commit[:_SHA]} has no Entire-Checkpoint trailer:",
        "no session took part in it, or its message was rewritten.",
    ]


def listing(found: Listing) -> list[str]:
    groups = [*_step_groups(found.steps), *(_group(row) for row in found.checkpoints)]
    out = [f"Branch: {branch_name(found)}", f"Checkpoints: {len(groups)}"]
    if found.session:
        out.append(f"Filtered by session: {one_line(found.session)}")
    if not groups:
        out += ["", "No checkpoints here yet: they are made when you commit work of an agent's session."]
    for group in groups:
        out += ["", *group]
    if found.more:
        out += ["", "Older checkpoints: --limit 0"]
    return out


def branch_name(found: Listing) -> str:
    if not found.head:
        return "HEAD (no commits yet)"
    return one_line(found.branch) or f"HEAD ({found.head[:_SHA]})"


def _group(row: CheckpointRow) -> list[str]:
    head = _group_head(row.checkpoint_id, row.prompts, task=row.is_task)
    return [head, *(_commit_line(commit) for commit in row.commits)]


def _step_groups(steps: list[StepRow]) -> list[list[str]]:
    """Steps of a session belong together."""
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
    out += [f"Created: {_time(found.created_at)}", f"Author: {one_line(found.author)}"]
    out += _tokens(found.token_usage)
    if not found.temporary:
        out += ["", *_commits(found.commits)]
    files = [file.path for file in found.files]
    for number, part in enumerate(found.sessions, 1):
        if several:
            out += ["", f"Session: {one_line(part.session_id)} ({number} of {len(found.sessions)})"]
            out += [f"Agent: {one_line(part.agent)}", *_tokens(part.token_usage)]
            files = part.files
        out += [*([] if several else [""]), *_part(part, files, short=short, full=found.full)]
    return out


def _time(text: str) -> str:
    return one_line(text)[:19].replace("T", " ")


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
    return out + ("\n\n".join(map(entry, part.entries)).split("\n") if part.entries else ["  (none)"])


def entry(one: Entry) -> str:
    """An entry of the condensed form."""
    if one.kind == TOOL:
        detail = one_line(one.detail)
        return f"[Tool] {one_line(one.text)}" + (f": {detail}" if detail else "")
    return f"[{'User' if one.kind == USER else 'Assistant'}] {safe(one.text)}"


def _learned(summary: Summary) -> list[str]:
    learnings = summary.learnings
    code = [f"{item.path}: {item.finding}" for item in learnings.code] if learnings else []
    lists = [
        ("Learnings", [*learnings.repo, *code, *learnings.workflow] if learnings else []),
        ("Friction", summary.friction),
        ("Open items", summary.open_items),
    ]
    out: list[str] = []
    for name, items in lists:
        if items:
            out += ["", f"{name}:", *(f"  - {one_line(item)}" for item in items)]
    return out
