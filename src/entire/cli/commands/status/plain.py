"""`entire status` as labelled lines."""

from __future__ import annotations

from entire.cli.commands.status.facts import (
    GitHooks,
    LastError,
    Reason,
    Session,
    SettingsFile,
    Status,
    Worktree,
)
from entire.cli.ui.output import safe
from entire.cli.ui.screen import plain_age
from entire.core import clock
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.core.text import count, one_line, truncate_description

_ID_LENGTH = 7
_ACTIVE_AFTER_SECONDS = 60  # an earlier interaction is not worth showing


def render(status: Status, now: float, *, detailed: bool = False) -> list[str]:
    if status.repository is None:
        hint = "" if status.reason == Reason.NOT_A_REPOSITORY else f" ({safe(status.problems[0].fix)})"
        return [f"✕ {safe(status.problems[0].text)}{hint}"]
    if not status.set_up:
        return ["○ not set up (run `entire enable`)"]
    out = [f"{'Enabled' if status.enabled else 'Disabled'} ({safe(status.strategy)})"]
    if status.disabled_by:
        out.append(f"Disabled in: {one_line(status.disabled_by)} (run `entire enable`)")
    if detailed:
        out += ["", *(_settings(file) for file in status.settings), *_git_hooks(status.git_hooks)]
    if status.worktrees:
        out += ["", "Active Sessions:"]
        for number, worktree in enumerate(status.worktrees):
            out += [""] * (number > 0) + _worktree(worktree, now)
    notes = [*_next(status), *_unpushed(status), *_waiting(status), *_unlinked(status)]
    notes += [f"Problem: {safe(problem.text)} ({safe(problem.fix)})" for problem in status.problems]
    if status.last_error is not None:
        notes.append(_error(status.last_error, now))
    return out + (["", *notes] if notes else [])


def _next(status: Status) -> list[str]:
    commit = status.next_commit
    if commit is None:
        return []
    files, sessions = count(len(commit.paths), "file"), count(len(commit.session_ids), "session")
    if not status.makes_commits:
        return [f"Next commit: links {files} from {sessions}"]
    if status.is_committed_soon:
        return [f"Next commit: {files} from {sessions}, when the agent stops"]
    failed = [f"Automatic commit failed: {one_line(text)}" for text in status.refusals]
    return [f"Not committed yet: {files} from {sessions}", *failed]


def _unpushed(status: Status) -> list[str]:
    return [f"Unpushed checkpoints: {status.unpushed_checkpoints}"] if status.unpushed_checkpoints else []


def _waiting(status: Status) -> list[str]:
    return (
        [f"Commits that have no checkpoint yet: {status.waiting_commits}"] if status.waiting_commits else []
    )


def _unlinked(status: Status) -> list[str]:
    found = [(one.commit[:_ID_LENGTH], one.session_id[:_ID_LENGTH]) for one in status.unlinked]
    return [f"Committed without a link: {oid} (entire link {oid} {id})" for oid, id in found]


def _git_hooks(hooks: GitHooks | None) -> list[str]:
    if hooks is None:
        return []
    places = ", ".join(f"{hook.name} {hook.place}" for hook in hooks.hooks)
    return [f"Git hooks, {one_line(hooks.directory)} ({places})"]


def _settings(file: SettingsFile) -> str:
    name = {PROJECT_FILE: "Project", LOCAL_FILE: "Local"}.get(file.name, "Main worktree")
    if file.error:
        return f"{name}, unreadable ({one_line(file.error)})"
    strategy = f" ({safe(file.strategy)})" if file.strategy else ""
    return f"{name}, {'enabled' if file.enabled else 'disabled'}{strategy}"


def _worktree(worktree: Worktree, now: float) -> list[str]:
    branch = f" ({safe(worktree.branch)})" if worktree.branch else ""
    out = [f"  {one_line(worktree.path)}{branch}"]
    for session in worktree.sessions:
        out += _session(session, now)
    return out


def _session(session: Session, now: float) -> list[str]:
    start = clock.timestamp(session.started_at)
    last = clock.timestamp(session.last_interaction_time)
    ages = f"started {plain_age(now - start)}" if start is not None else "started (unknown)"
    if last is not None and start is not None and last - start > _ACTIVE_AFTER_SECONDS:
        ages += f", active {plain_age(now - last)}"
    ended = clock.timestamp(session.ended_at)
    if ended is not None:
        ages += f", ended {plain_age(now - ended)}"
    out = [f"    [{one_line(session.agent)}] {session.session_id[:_ID_LENGTH]:<9} {ages}"]
    prompt = truncate_description(one_line(session.first_prompt or session.last_prompt))
    return out + ([f'      "{prompt}"'] if prompt else [])


def _error(error: LastError, now: float) -> str:
    age = plain_age(now - (clock.timestamp(error.time) or now))
    return f"Last error ({age}): {one_line(error.text)}"
