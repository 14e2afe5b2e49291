"""Pass an agent's events on to the session and the strategy. Nothing else dispatches them.

Each handler imports what it needs, so that a prompt does not load the modules of a turn's end.
"""

from __future__ import annotations

from entire.agent.events import Event, Kind
from entire.core import clock, limits, log
from entire.core.errors import Locked
from entire.core.plain import is_plain, uncut
from entire.core.value import Value
from entire.git.repository import Repository
from entire.lifecycle import heal
from entire.session import capture as captures
from entire.session import cursors
from entire.session.phase import Action, PhaseEvent
from entire.session.state import State, transition_and_log
from entire.session.store import Store
from entire.strategy.turn.unseen import begin_unseen, note_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from entire.agent.protocol import Agent
    from entire.core.settings import Settings
    from entire.git.worktree.status import PendingStatus, Status
    from entire.strategy.protocol import Strategy


_STORED = ("model", "subagent_type", "subagent_task", "tool_name")


class Call(Value):
    """One call of an agent's hook."""

    strategy: Strategy
    settings: Settings
    repo: Repository
    agent: Agent
    event: Event
    reading: PendingStatus | None = None  # what differs from HEAD, if someone has asked git already


def handle(call: Call) -> str:
    """Handle an event. Returns a message for the user, or an empty text."""
    return _HANDLERS[call.event.kind](call.replace(event=_cleaned(call.event)))


def _cleaned(event: Event) -> Event:
    """Redact what is stored as it was sent. Prompts and tool input are redacted where they are stored."""
    found = {name: text for name in _STORED if not is_plain(text := getattr(event, name))}
    if not found:
        return event
    found |= {name: uncut(found[name]) for name in ("model", "subagent_type") if name in found}
    from entire.redact import redact_local

    return event.replace(**{name: redact_local(text) for name, text in found.items()})


def _session_start(call: Call) -> str:
    strategy, repo, event = call.strategy, call.repo, call.event
    from entire.lifecycle import greeting
    from entire.strategy.links import seen

    store = Store(repo)
    with store.lock():
        if event.model:
            store.store_model_hint(event.session_id, event.model)
        state = store.load(event.session_id)
        actions: tuple[str, ...] = ()
        if state is not None:
            actions = transition_and_log(state, PhaseEvent.SESSION_START)
            store.save(state)
        heal.after(strategy, repo, store, event.session_id)
        heal.sweep(repo, store)
    if seen.is_due(repo):
        limits.leave_rest()  # links to keep
    open_turn = Action.WARN_STALE_SESSION in actions
    waits = strategy.why_not_here(repo, call.settings)
    return greeting.message(
        repo, store, event.session_id, open_turn=open_turn, committing=strategy.MAKES_COMMITS, waits=waits
    )


def _turn_start(call: Call) -> str:
    strategy, repo, agent, event = call.strategy, call.repo, call.agent, call.event
    store = Store(repo)
    noted = note_session(repo, store, event, agent.TYPE)
    if event.unhooked and not noted:
        _end_unhooked(call, store)
    reading = _reading(call, ignored=bool(noted))
    from entire.setup import ensure
    from entire.strategy.turn.start import start_turn

    ensure.ensure_setup(repo)
    with store.lock() as lock:
        heal.before(strategy, repo, store, event.session_id)
        now = _before(reading.up_to_date(lock), repo, event)
        state = start_turn(strategy, repo, store, event, agent.TYPE, now, noted)
        if state.ignored_folders:
            limits.leave_rest()
        note = _refusal(store, state)
        heal.after(strategy, repo, store, event.session_id)
    if not noted:
        _save_elsewhere(repo, store, event.session_id)  # of a turn that was interrupted
    return note


def _reading(call: Call, *, ignored: bool = False) -> PendingStatus:
    """The status that git computes; of a session's first prompt, with the ignored files."""
    if call.reading is not None and not ignored:
        return call.reading
    from entire.git.worktree.status import PendingStatus

    return PendingStatus(call.repo, ignored=ignored)


def _before(now: Status, repo: Repository, event: Event) -> Status:
    """What differed from HEAD before a tool wrote its files, if the event is about one."""
    if not event.written:
        return now
    from entire.core.paths import to_relative

    written = {to_relative(path, repo.worktree) for path in event.written}
    return now.replace(changed=[entry for entry in now.changed if entry.path not in written])


def _tool_use(call: Call) -> str:
    """The agent works: if no hook saw its turn begin, it begins before the files that it has just written.

    Unless the transcript shows the turn already: then nobody knows what people did before it.
    """
    store = Store(call.repo)
    state = store.load(call.event.session_id)
    if state is not None and not state.is_active:
        with store.lock():
            state = store.load(call.event.session_id)
            if state is not None and begin_unseen(call.repo, store, state):
                store.save(state)
    return "" if state is not None and state.is_active else _turn_start(call)


def _refusal(store: Store, state: State) -> str:
    """What the agent should know of the last turn: its work could not be committed. Said once."""
    if not state.refused:
        return ""
    complaint, state.refused = state.refused, ""
    store.save(state)
    if not state.files_touched:  # someone has committed it since
        return ""
    return f"entire: the work of the last turn is not committed yet, because git commit failed:\n{complaint}"


def _turn_end(call: Call) -> str:
    strategy, repo, agent, event = call.strategy, call.repo, call.agent, call.event
    reading = _reading(call)
    from entire import redact
    from entire.strategy.turn.end import end_turn
    from entire.transcript import flush

    store = Store(repo)
    known_bytes = cursors.load(store, event.session_id).read_bytes
    if flush.has_grown(event.transcript_path, known_bytes):
        redact.load()  # while git looks at the work tree, and the agent may still write
    flush.wait_for_message(event.transcript_path, event.last_message, known_bytes)
    flush.wait_for_text(event.transcript_path, event.awaited, known_bytes)
    flush.note_missing(event.transcript_path)
    with store.lock() as lock:
        now = reading.up_to_date(lock)
        state = store.load(event.session_id)
        if state is None:
            # Enabled in the middle of the turn, or the prompt's hook failed: start here.
            from entire.strategy.turn.start import initialize_session

            state = initialize_session(strategy, repo, store, None, event, agent.TYPE, now)
        if event.transcript_path:
            state.transcript_path = event.transcript_path
            state.transcript_sources = list(event.transcript_sources)
        begin_unseen(repo, store, state)
        moved = _head_before(repo, state) != now.head
        state = end_turn(strategy, repo, store, state, now, late=False)
        heal.complete(strategy, repo, store)
        if event.unhooked:
            _link_unhooked(call, store, state, now.head, moved)
        strategy.note_quiet(repo, store)
    note = strategy.finish(repo, call.settings, store, event.session_id, now, ended=True)
    _save_elsewhere(repo, store, event.session_id)
    return note


def _link_unhooked(call: Call, store: Store, state: State, head: str, moved: bool) -> None:
    """Link commits that the agent made without hooks. The lock is held."""
    if _may_be_unlinked(store, state, head, moved):
        from entire.strategy.links import unhooked

        unhooked.link(call.strategy, call.repo, store, state.session_id, head, in_turn=moved)


def _may_be_unlinked(store: Store, state: State, head: str, moved: bool) -> bool:
    """Whether HEAD moved in the turn, or since commands were run."""
    if head == (state.unhooked_base or state.attribution_base_commit):
        return False
    turns = cursors.load(store, state.session_id).turns
    return moved or any(
        turn.ran_commands and turn.position >= state.unhooked_transcript_start for turn in turns
    )


def _end_unhooked(call: Call, store: Store) -> None:
    """End a turn that no hook saw end, if HEAD moved in it: its commits are linked before the next begins."""
    repo, state = call.repo, store.load_or_set_aside(call.event.session_id)
    if state is None or state.worktree_id != repo.worktree_id or state.unhooked_base == _head(repo):
        return
    if not state.is_active and not begin_unseen(repo, store, state):
        return
    with store.lock():
        state = store.load(call.event.session_id)
        if state is None or not (begin_unseen(repo, store, state) or state.is_active):
            return
        from entire.git.worktree import status
        from entire.strategy.turn.end import end_turn

        now = status.read(repo)
        moved = _head_before(repo, state) != now.head
        state = end_turn(call.strategy, repo, store, state, now)
        _link_unhooked(call, store, state, now.head, moved)


def _save_elsewhere(repo: Repository, store: Store, session_id: str) -> bool:
    """If the turn that ended named files outside of the work tree, they may be in other repositories."""
    if cursors.load(store, session_id).turn_outside(repo.worktree, repo.git_dir) is None:
        return False
    from entire.lifecycle import other_repositories

    other_repositories.save(repo, store, session_id)
    return True


def _head(repo: Repository) -> str:
    """HEAD, from its reflog if possible: that takes no process."""
    from entire.git import reflog
    from entire.git.objects.read import Objects

    if found := reflog.tip(repo):
        return found
    with Objects(repo) as objects:
        commit = objects.commit("HEAD")
    return commit.oid if commit is not None else ""


def _head_before(repo: Repository, state: State) -> str:
    """HEAD at the prompt. The session's base may be newer: commits of people have moved it."""
    capture = captures.load(repo, state.session_id)
    return (capture.head if capture is not None else "") or state.base_commit


def _compaction(call: Call) -> str:
    """The agent shortens its context, and perhaps its transcript: save what an open turn has done so far."""
    strategy, repo, event = call.strategy, call.repo, call.event
    store = Store(repo)
    with store.lock():
        state = store.load(event.session_id)
        if state is None:
            return ""
        state.model_name = event.model or state.model_name
        state.transcript_path = event.transcript_path or state.transcript_path
        begin_unseen(repo, store, state)
        if Action.SAVE_STEP in transition_and_log(state, PhaseEvent.COMPACTION):
            from entire.git.worktree import status
            from entire.strategy.turn.end import save_open_turn

            save_open_turn(strategy, repo, store, state, status.read(repo))
        else:
            store.save(state)
    return ""


def _session_end(call: Call) -> str:
    strategy, repo, event, store = call.strategy, call.repo, call.event, Store(call.repo)
    state = store.load(event.session_id) if event.unhooked else None
    before = _head_before(repo, state) if state is not None else ""
    after = end_session(strategy, repo, event.session_id)
    head = _head(repo) if before and after is not None else ""
    if after is not None and head and _may_be_unlinked(store, after, head, before != head):
        try:
            with store.lock():
                _link_unhooked(call, store, after, head, before != head)
        except Locked as error:  # the session's next event looks again
            log.warn("the agent's commits are not linked yet", component="checkpoint", error=error.message)
    return strategy.finish(repo, call.settings, store, event.session_id)


def end_session(
    strategy: Strategy, repo: Repository, session_id: str, *, save_turn: bool = True
) -> State | None:
    """End a session, and its parts in other repositories. Returns the state as saved."""
    from entire.lifecycle import ending

    store, state = Store(repo), ending.end_session(strategy, repo, session_id, save_turn=save_turn)
    if state is not None and save_turn and _save_elsewhere(repo, store, session_id):
        state = store.load(session_id)
    if state is not None and state.parts:
        from entire.lifecycle import other_repositories

        other_repositories.end(repo, state)
    return state


def _task_start(call: Call) -> str:
    repo, event = call.repo, call.event
    from entire.strategy.turn import task

    store = Store(repo)
    with store.lock():
        if event.tool_use_id and store.load(event.session_id) is not None:
            task.start_task(repo, event)
    return ""


def _task_end(call: Call) -> str:
    """A subagent's call returned, or the subagent is done. Its step is saved once, at the later one."""
    strategy, repo, event = call.strategy, call.repo, call.event
    from entire.strategy.turn import task
    from entire.transcript import flush

    store = Store(repo)
    flush.wait_for_message(event.subagent_transcript, event.last_message)
    with store.lock():
        state = store.load(event.session_id)
        capture = task.find_task(repo, event)
        if state is None or capture is None:
            return ""
        if not event.finished:
            task.launched(repo, capture, event.subagent_id)
        elif event.kind == Kind.TASK_END or capture.agent_id:
            task.end_task(strategy, repo, store, state, capture, event.subagent_id, event.subagent_transcript)
    return strategy.finish(repo, call.settings, store, event.session_id)


def _todo(call: Call) -> str:
    strategy, repo, event = call.strategy, call.repo, call.event
    store = Store(repo)
    if not event.tool_use_id or store.load(event.session_id) is None:
        return ""
    reading = _reading(call)
    from entire.strategy.turn import todo
    from entire.transcript import flush

    if flush.has_grown(event.transcript_path, 0) and not captures.open_tasks(repo, event.session_id):
        flush.wait_for_text(event.transcript_path, event.awaited)  # or what it wrote would be a person's
    with store.lock() as lock:
        now = reading.up_to_date(lock)
        state = store.load(event.session_id)
        if state is not None:
            todo.save_todo(strategy, repo, store, state, event, now)
    return strategy.finish(repo, call.settings, store, event.session_id)


def _waiting(call: Call) -> str:
    store = Store(call.repo)
    with store.lock():
        state = store.load(call.event.session_id)
        if state is not None:
            state.waiting_since = clock.now_local()
            store.save(state)
    return ""


_HANDLERS: dict[str, Callable[[Call], str]] = {
    Kind.SESSION_START: _session_start,
    Kind.TURN_START: _turn_start,
    Kind.TURN_END: _turn_end,
    Kind.COMPACTION: _compaction,
    Kind.SESSION_END: _session_end,
    Kind.TASK_START: _task_start,
    Kind.TASK_END: _task_end,
    Kind.SUBAGENT_END: _task_end,
    Kind.TODO: _todo,
    Kind.WAITING: _waiting,
    Kind.TOOL_USE: _tool_use,
}
