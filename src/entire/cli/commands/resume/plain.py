"""`entire resume` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.resume.facts import Choices, Choosable, Continued, Resumed, elsewhere, status_to_text
from entire.cli.ui.screen import command_line, plain_age
from entire.core import clock
from entire.core.text import count, one_line, truncate_description

_SHA = 7


def render(found: Resumed, cwd: str) -> list[str]:
    out = [f"Checkpoint: {id}" for id in found.checkpoint_ids]
    if found.commit:
        out.append(f"Commit: {found.commit[:_SHA]} {one_line(found.subject)}")
    if found.newer_commits:
        out.append(f"Note: {count(found.newer_commits, 'newer commit')} without checkpoint")
    if branch := elsewhere(found):
        out.append(f"Note: from branch {one_line(branch)}")
    out += map(one_line, found.notes)
    for session in found.sessions:
        out.append(_session(session))
        if session.backup:
            out.append(f"Backup: {one_line(session.backup)}")
    out += [
        f"Left out: {one_line(one.session_id, 60)} [{one_line(one.agent_type, 60)}] {one.reason}"
        for one in found.left_out
    ]
    if found.sessions:
        out += ["", "To continue, run:", *_commands(found, cwd)]
    return out


def _session(session: Continued) -> str:
    about = f' "{one_line(session.prompt)}"' if session.prompt else ""
    return f"Session: {session.session_id} [{one_line(session.agent)}] {status_to_text(session)}{about}"


def _commands(found: Resumed, cwd: str) -> list[str]:
    """Commands to copy: without any text next to them that others wrote (I6)."""
    out = [f"  {command_line(session.command, found.directory, cwd)}" for session in found.sessions]
    if len(out) > 1:
        out[-1] += "  # most recent"
    return out


def choices(found: Choices, now: float, cwd: str) -> list[str]:
    out = [f"Branch: {one_line(found.branch) or 'HEAD'}", f"Sessions: {len(found.sessions)}"]
    for session in found.sessions:
        out += ["", *_choosable(session, now), f"  {command_line(session.command, found.directory, cwd)}"]
    return out


def _choosable(session: Choosable, now: float) -> list[str]:
    then = clock.timestamp(session.last_active)
    facts = [
        one_line(session.agent),
        plain_age(now - then) if then is not None else "",
        one_line(session.branch),
        count(len(session.files), "file") if session.files else "",
    ]
    prompt = truncate_description(one_line(session.prompt))
    out = [f"[{session.session_id}] {', '.join(filter(None, facts))}"]
    return out + ([f'  "{prompt}"'] if prompt else [])
