"""`entire status` on a terminal."""

from __future__ import annotations

from entire.cli.commands.status.facts import (
    GitHooks,
    LastError,
    Session,
    SettingsFile,
    Status,
    Worktree,
)
from entire.cli.commands.status.problems import Problem
from entire.cli.ui.output import safe
from entire.cli.ui.screen import Column, Screen, cut, pad, short_age, short_count, table
from entire.core import clock
from entire.core.paths import LOGS_DIR
from entire.core.text import count, one_line, short_session_id
from entire.setup.facts import Place

_NO_SESSIONS = "No open sessions. Start your agent; your next commit will be linked to it."
_NO_SESSIONS_COMMITTING = "No open sessions. Start your agent; each of its turns becomes a commit."
_ID_LENGTH = 8
_SECOND_LINE = 14  # column after the session ids
_PLACES = {
    Place.FREE: "missing",
    Place.FOREIGN: "replaced",
    Place.CALLED: "called by a hook manager",
    Place.KEPT: "not calling entire",
}


def render(status: Status, screen: Screen, *, detailed: bool = False) -> list[str]:
    if status.repository is None:
        return [_outside(status.problems[0], screen)]
    if not status.set_up:
        return ["Not set up here.   entire enable"]
    out = [cut(_head(status), screen.width)]
    if detailed:
        out += _details(status, screen)
    for worktree in status.worktrees:
        out += ["", _place(worktree, screen), *_sessions(worktree.sessions, screen)]
    if status.enabled and not status.worktrees:
        text = _NO_SESSIONS_COMMITTING if status.makes_commits else _NO_SESSIONS
        out += ["", screen.style(cut(text, screen.width), "dim")]
    after = [*_next(status), *_unpushed(status), *_waiting(status), *_unlinked(status)]
    if after:
        out += ["", *(cut(line, screen.width) for line in after)]
    notes = [_warning(f"git commit failed: {one_line(text)}", screen) for text in status.refusals]
    notes += [_problem(problem, screen) for problem in status.problems]
    if status.last_error is not None:
        notes += _error(status.last_error, screen)
    return out + (["", *notes] if notes else [])


def _outside(problem: Problem, screen: Screen) -> str:
    text = one_line(problem.text)
    return cut(f"{text[:1].upper()}{text[1:]}.   {one_line(problem.fix)}", screen.width)


def _head(status: Status) -> str:
    if status.enabled:
        return " · ".join(filter(None, ["On", safe(status.strategy), ", ".join(status.agents)]))
    why = f" · disabled in {one_line(status.disabled_by)}" if status.disabled_by else ""
    return f"Off{why}   entire enable"


def _details(status: Status, screen: Screen) -> list[str]:
    """The settings files and the git hooks."""
    rows = [(one_line(file.name), _settings(file)) for file in status.settings]
    if status.git_hooks is not None:
        rows.append((_hooks_place(status), _hooks_state(status.git_hooks)))
    return table(
        screen, [Column([name for name, _ in rows], "dim"), Column([text for _, text in rows], free=True)]
    )


def _settings(file: SettingsFile) -> str:
    """What a file sets: on or off, the strategy, and the names of other keys."""
    if file.error:
        return f"unreadable: {one_line(file.error)}"
    known = {"enabled": "on" if file.enabled else "off", "strategy": safe(file.strategy)}
    first = [text for key, text in known.items() if key in file.keys]
    return " · ".join(first + [one_line(key) for key in file.keys if key not in known])


def _hooks_place(status: Status) -> str:
    assert status.git_hooks is not None
    directory = one_line(status.git_hooks.directory)
    return directory.removeprefix(f"{status.repository}/")


def _hooks_state(hooks: GitHooks) -> str:
    by_place: dict[str, list[str]] = {}
    for hook in hooks.hooks:
        by_place.setdefault(hook.place, []).append(hook.name)
    ours = by_place.pop(Place.OURS, [])
    states = [f"{count(len(ours), 'hook')} installed"] if ours else []
    states += [f"{_PLACES[place]}: {', '.join(names)}" for place, names in by_place.items()]
    return " · ".join(states + ["shared with other repositories"] * hooks.shared)


def _place(worktree: Worktree, screen: Screen) -> str:
    """The branch, and the path of another worktree."""
    branch = one_line(worktree.branch)
    if worktree.current:
        return cut(branch or "HEAD detached", screen.width)
    path = cut(one_line(worktree.path), max(20, screen.width - len(branch) - 3))
    return "   ".join(filter(None, [cut(branch, screen.width), screen.style(path, "dim")]))


def _sessions(sessions: list[Session], screen: Screen) -> list[str]:
    """Two lines per session: the agent and the prompt, then the work since the last commit."""
    rows = table(
        screen,
        [
            Column([f"{_mark(one)} {short_session_id(one.session_id)}" for one in sessions], "accent"),
            Column([one_line(session.agent) for session in sessions], keep=False),
            Column([_activity(session, screen.now) for session in sessions], "dim"),
            Column([_about(session) for session in sessions], free=True),
        ],
    )
    out = []
    for row, session in zip(rows, sessions, strict=True):
        out.append(row)
        done = _done(session, screen.width - _SECOND_LINE)
        if done:
            out.append(pad("", _SECOND_LINE) + screen.style(done, "dim"))
    return out


def _mark(session: Session) -> str:
    return "●" if session.working else "·" if session.ended_at else "○"


def _about(session: Session) -> str:
    return one_line(session.last_prompt or session.first_prompt)


def _activity(session: Session, now: float) -> str:
    quiet = "ended" if session.ended_at else "interrupted" if session.interrupted else "idle"
    word = "waiting for you" if session.waiting else "working" if session.working else quiet
    then = clock.timestamp(session.ended_at or session.last_interaction_time or session.started_at)
    return word if then is None else f"{word} {short_age(now - then)}"


def _done(session: Session, cells: int) -> str:
    work = f"{count(len(session.files), 'file')} in {count(session.step_count, 'step')}"
    tokens = f"{short_count(session.tokens)} tokens" if session.tokens else ""
    if not session.files and not session.step_count:
        return tokens
    long = " · ".join(filter(None, [f"{work} since the last commit", tokens]))
    return long if len(long) <= cells else cut(" · ".join(filter(None, [work, tokens])), cells)


def _next(status: Status) -> list[str]:
    commit = status.next_commit
    if commit is None:
        return []
    files, sessions = count(len(commit.paths), "file"), count(len(commit.session_ids), "session")
    if status.is_committed_soon:
        return [f"{files} from {sessions} will be committed when the agent stops."]
    if status.makes_commits:
        wait = "waits" if len(commit.paths) == 1 else "wait"
        return [f"{files} from {sessions} {wait} for a commit: by the session's next turn, or by you."]
    if not commit.paths:
        return ["The staged changes are not from a session: your next commit will not be linked."]
    return [f"Your next commit will link {files} from {sessions}."]


def _unpushed(status: Status) -> list[str]:
    """Empty if pushing them is turned off."""
    number = status.unpushed_checkpoints
    if not number or not status.push:
        return []
    return [f"{count(number, 'checkpoint')} not pushed yet."]


def _waiting(status: Status) -> list[str]:
    """The next prompt, commit or push completes them."""
    number = status.waiting_commits
    if not number:
        return []
    return [
        f"{count(number, 'commit')} {'has' if number == 1 else 'have'} no checkpoint yet.   entire doctor"
    ]


def _unlinked(status: Status) -> list[str]:
    found = [(one.commit[:_ID_LENGTH], short_session_id(one.session_id)) for one in status.unlinked]
    return [f"{oid} has files of a session, but no link.   entire link {oid} {id}" for oid, id in found]


def _problem(problem: Problem, screen: Screen) -> str:
    return _warning(f"{one_line(problem.text)}   {one_line(problem.fix)}", screen)


def _error(error: LastError, screen: Screen) -> list[str]:
    age = short_age(screen.now - (clock.timestamp(error.time) or screen.now))
    where = screen.style(f"  {LOGS_DIR}/entire.log", "dim")
    return [_warning(f"A hook failed {age} ago: {one_line(error.text)}", screen), where]


def _warning(text: str, screen: Screen) -> str:
    return f"{screen.style('!', 'bad')} {cut(text, screen.width - 2)}"
