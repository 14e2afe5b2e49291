"""What is searched of work that is not committed yet: sessions with a state, and steps on shadow branches.

Only redacted text is taken: our copy of the transcript, and what hooks have not read yet through the engine
that redacts the copy.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator

from entire import redact
from entire.agent import registry
from entire.agent.conversation import MOST_SHOWN
from entire.agent.protocol import Reader
from entire.checkpoint.errors import NoTranscript
from entire.checkpoint.index.file import Database
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.rows import decode, fact, remember, writing
from entire.checkpoint.temporary.listing import list_all_steps
from entire.checkpoint.temporary.read import (
    TemporaryCheckpointInfo,
    get_transcript_from_commit,
    list_shadow_branches,
)
from entire.core import clock, files
from entire.core.paths import session_metadata_dir, transcript_copy, valid_session_id
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.identity import get_git_author_from_repo, parse_author
from entire.git.objects.read import LARGEST
from entire.git.repository import Repository
from entire.search import turns
from entire.search.database import PartRow, Writer, forget_session
from entire.search.stored import TASKS, Doc, of_subagent, turn_doc
from entire.search.tables import FACTS, FILES, TURN
from entire.session import cursors, places
from entire.session.state import State
from entire.session.store import Store
from entire.transcript.cursor import Mark
from entire.transcript.layout import Record

Written = tuple[PartRow, list[Doc]]

_MOST_WASTED = 200  # documents that lead nowhere


class Live(Value):
    """A session's work that is not committed, to be read when it is needed."""

    session_id: str
    state: State | None
    steps: list[TemporaryCheckpointInfo]  # newest first
    place: str  # the worktree of the agent
    start: int  # the position from which no checkpoint has it
    seen: str  # changes whenever there is more, or less, to read


def sessions(index: Index) -> list[Live]:
    """Return the sessions that may have text in no checkpoint."""
    repo = index.repo
    steps: dict[str, list[TemporaryCheckpointInfo]] = {}
    if list_shadow_branches(repo):
        for step in list_all_steps(repo, index.objects):
            steps.setdefault(step.session_id, []).append(step)
    states = {state.session_id: state for state in Store(repo).live()}
    return [
        _live(repo, id, states.get(id), steps.get(id, []))
        for id in dict.fromkeys([*states, *steps])
        if valid_session_id(id)
    ]


def _live(repo: Repository, id: str, state: State | None, steps: list[TemporaryCheckpointInfo]) -> Live:
    place = (places.home_path(state) or state.worktree_path) if state is not None else ""
    place = place or repo.worktree
    paths = [os.path.join(place, transcript_copy(id)), state.transcript_path if state is not None else ""]
    start = state.checkpoint_transcript_start if state is not None else 0
    tips = [step.commit_hash for step in steps]
    seen = [*map(_stamp, paths), start, tips, redact.rules_version()]
    return Live(id, state, steps, place, start, json.dumps(seen))


def _stamp(path: str) -> list[int]:
    try:
        found = os.stat(path) if path else None
    except OSError:
        found = None
    return [found.st_size, found.st_mtime_ns] if found is not None else []


class Change(Value):
    """What to do with the database: replace these sessions, or write everything again."""

    sessions: list[str]
    rebuild: bool


def compare(before: dict[str, str], now: dict[str, str], wasted: int, kept: int) -> Change:
    """Pure: both are what was seen of each session; documents that lead nowhere, and the others.

    If a session is gone, its words must not stay.
    """
    changed = [id for id, seen in now.items() if before.get(id) != seen]
    if not before.keys() <= now.keys() or (changed and wasted > _MOST_WASTED + kept):
        return Change(list(now), True)
    return Change(changed, False)


def update(database: Database, index: Index, progress: Callable[[str, int], None]) -> None:
    """Write what changed."""
    now = {live.session_id: live for live in sessions(index)}
    change = database.run(lambda db: _compare(db, now))
    if not change.sessions and not change.rebuild:
        return
    author = get_git_author_from_repo(index.repo)
    user = f"{author.name} <{author.email}>"
    found: dict[str, Written] = {}
    for number, id in enumerate(change.sessions, 1):
        found[id] = (_row(index, now[id], user), _read(index, now[id]))
        progress("sessions", number)
    if change.rebuild or database.run(lambda db: _is_shorter(db, now, found)):
        database.renew()
        missing = now.keys() - found.keys()
        found |= {id: (_row(index, now[id], user), _read(index, now[id])) for id in missing}
    database.run(lambda db: _replace(db, now, found))


def _read(index: Index, live: Live) -> list[Doc]:
    try:
        return read(index, live)
    except redact.RedactionUnavailable:  # what cannot be redacted is not written
        return []


def _compare(db: sqlite3.Connection, now: dict[str, Live]) -> Change:
    before = {name: _known(seen)[0] for name, seen in db.execute("SELECT name, value FROM facts")}
    [kept] = db.execute("SELECT count(*) FROM docs").fetchone()
    [last] = db.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'docs'").fetchone()
    return compare(before, {id: live.seen for id, live in now.items()}, last - kept, kept)


def _known(value: str) -> tuple[str, int]:
    """What was seen of a session, and where it began. Raises DatabaseError for anything else."""
    found = decode(value)
    if not isinstance(found, list) or len(found) != 2:
        raise sqlite3.DatabaseError("unreadable session")
    return str(found[0]), int(found[1])


def _is_shorter(db: sqlite3.Connection, now: dict[str, Live], found: dict[str, Written]) -> bool:
    """Whether something is gone: a checkpoint has it now, or a rewind took it back."""
    rows = "SELECT count(*) FROM docs JOIN parts ON parts.id = docs.part WHERE session = ?"
    for id, (_, docs) in found.items():
        known = fact(db, id)
        moved = bool(known) and _known(known)[1] != now[id].start
        if moved or db.execute(rows, (id,)).fetchone()[0] > len(docs):
            return True
    return False


def _replace(db: sqlite3.Connection, now: dict[str, Live], found: dict[str, Written]) -> None:
    with writing(db):
        writer = Writer(db)
        for id, (row, docs) in found.items():
            forget_session(db, id)
            if docs:
                writer.part(row, docs)
            remember(db, id, json.dumps([now[id].seen, now[id].start]))


def _row(index: Index, live: Live, user: str) -> PartRow:
    state = live.state or State(session_id=live.session_id)
    newest = live.steps[0].timestamp if live.steps else 0
    time = clock.timestamp(state.last_interaction_time) or clock.timestamp(state.started_at) or newest
    known = (live.session_id, _agent_type(live), state.model_name, state.branch, time)
    return PartRow("", "", 0, *known, _author(index, live) or user, files=_files(state))


def _files(state: State) -> list[str]:
    """Return the files that a session changed, as a checkpoint would name them."""
    try:
        return [redact.redact_name(path) for path in state.files_touched]
    except redact.RedactionUnavailable:  # what cannot be redacted is not written
        return []


def _author(index: Index, live: Live) -> str:
    commit = index.objects.commit(live.steps[0].commit_hash) if live.steps else None
    found = parse_author(commit.author) if commit is not None else None
    return f"{found.name} <{found.email}>" if found is not None else ""


def _agent_type(live: Live) -> str:
    return live.state.agent_type if live.state is not None else ""


def read(index: Index, live: Live) -> list[Doc]:
    """Return the documents of a session's uncommitted part."""
    agent = registry.reader(_agent_type(live))
    records = list(_records(index, live, agent))
    begun = clock.timestamp(live.state.started_at) if live.state is not None else None
    asked = turns.of_records(records, agent)
    docs = [
        turn_doc(turn, TURN, number, _step_of(live, turn, asked[number + 1 : number + 2]), begun or 0.0)
        for number, turn in enumerate(asked)
    ]
    if live.state is not None and live.state.files_touched:
        texts = {FILES: "\n".join(_files(live.state))}
        docs.append(Doc(FACTS, 0, live.steps[0].commit_hash if live.steps else "", begun or 0.0, texts))
    return docs + list(_subagents(index, live))


def _step_of(live: Live, turn: turns.Turn, following: list[turns.Turn]) -> str:
    """Pure: the first step after a turn began, if it was made before the next one."""
    if turn.time is None:
        return ""
    until = following[0].time if following else None
    after = [step for step in live.steps if step.timestamp >= int(turn.time) and not step.is_task_checkpoint]
    found = after[-1] if after else None
    return found.commit_hash if found is not None and (until is None or found.timestamp <= until) else ""


def _records(index: Index, live: Live, agent: Reader) -> Iterator[Record]:
    """Yield the records that no checkpoint has: of our copy, of the agent's file, or of the last step."""
    layout, start = agent.layout(), live.start
    cursor = cursors.load(Store(index.repo), live.session_id)
    copy = _copy(live)
    old = cursor.rules != redact.rules_version()
    if not copy and live.steps:
        copy, old = _of_step(index, live), True
    for piece in layout.some(layout.closed(copy), start, MOST_SHOWN):
        record = layout.decode(piece)
        if record is not None:
            yield _redacted(record) if old else record
    path = live.state.transcript_path if live.state is not None else ""
    if not copy or cursor.path == path:
        yield from _unread(path, agent, cursor.mark if copy else Mark(), 0 if copy else start)


def _copy(live: Live) -> bytes:
    try:
        return files.read(os.path.join(live.place, transcript_copy(live.session_id)), LARGEST) or b""
    except OSError:
        return b""


def _of_step(index: Index, live: Live) -> bytes:
    try:
        folder = session_metadata_dir(live.session_id)
        return get_transcript_from_commit(index.objects, live.steps[0].commit_hash, folder, _agent_type(live))
    except (NoTranscript, GitError):
        return b""


def _unread(path: str, agent: Reader, mark: Mark, start: int) -> Iterator[Record]:
    """Yield what no hook has read yet, redacted."""
    descriptor = files.open_regular(path) if path else None
    if descriptor is None:
        return
    try:
        mark = Mark.from_json(mark.to_json())
        if agent.layout().continues(descriptor, mark):
            for number, record in enumerate(agent.layout().records(descriptor, mark)):
                if number >= start:
                    yield _redacted(record)
    finally:
        os.close(descriptor)


def _redacted(record: Record) -> Record:
    data = json.dumps(record).encode()
    clean = redact.redact_json(data)
    found = record if clean is data else json.loads(clean)
    return found if isinstance(found, dict) else {}


def _subagents(index: Index, live: Live) -> Iterator[Doc]:
    """Yield the subagents' conversations that the last step has."""
    if not live.steps:
        return
    newest = live.steps[0]
    entry = index.objects.entry(newest.tree_hash, f"{session_metadata_dir(live.session_id)}/{TASKS}")
    if entry is None or not entry.is_tree:
        return
    for path, blob in index.objects.walk(entry.oid):
        if path.endswith(".jsonl"):
            data = redact.redact_jsonl(index.objects.blob(blob.oid) or b"")
            yield from of_subagent(data, _agent_type(live), blob.oid, newest.timestamp)
