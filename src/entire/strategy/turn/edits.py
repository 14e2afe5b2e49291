"""What people changed between two turns: stored at the prompt, apart from the agent's work."""

from __future__ import annotations

import os

from entire.attribution.owner import BEFORE, UNSEEN
from entire.checkpoint.temporary.snapshots import HUMAN, UNKNOWN, Ownership, last_snapshot
from entire.checkpoint.temporary.write import WriteTemporaryResult
from entire.core import clock, files, log
from entire.core.paths import is_infrastructure
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content
from entire.git.worktree.status import Status
from entire.redact import RedactionUnavailable
from entire.session import capture as captures
from entire.session import places, saves
from entire.session.capture import ABSENT, Capture
from entire.session.state import PromptAttribution, State, is_working
from entire.session.store import Store
from entire.strategy.owners.evidence import Facts, Reports, judge, saved
from entire.strategy.owners.reported import Again, Ending, Reported, reported
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.shadow import tip_of
from entire.strategy.turn.to_store import to_store
from entire.transcript.cursor import number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any

    from entire.strategy.owners.chain import Event
    from entire.transcript.cursor import Turn


def note_edits(repo: Repository, state: State, now: Status, capture: Capture) -> None:
    """Store the files that differ from the last step, and note them in the capture."""
    with Objects(repo) as objects:
        tip = tip_of(objects, state)
        base = tip or objects.commit(now.head)
        capture.edits_since = tip.oid if tip is not None else ""
        stored = to_store(repo, objects, tip, state.files_touched, now, [], [])
        if base is None or not (stored.paths or stored.settled):
            return
        modes = {entry.path: entry.mode for entry in now.changed if entry.mode}
        with Writer(repo, objects) as writer:
            changes = [*stored.settled, *content.snapshot(repo, writer, stored.paths, modes)]
        capture.edits = {c.path: _written(c) for c in changes if not _is_there(objects, base, c)}


def _is_there(objects: Objects, base: Commit, change: Change) -> bool:
    entry = objects.entry(base.tree, change.path)
    return change.oid is None if entry is None else (entry.oid, entry.mode) == (change.oid, change.mode)


def _written(change: Change) -> str:
    return ABSENT if change.oid is None else f"{change.mode} {change.oid}"


def edited_later(repo: Repository, state: State, paths: list[str]) -> list[str]:
    """The files that were written after the agent's last record: not, or not only, by the agent.

    For a turn whose end no hook has seen: the work tree may have changed since.
    """
    try:
        last = os.stat(state.transcript_path).st_mtime_ns
    except OSError:
        return []
    return [path for path in paths if _written_at(repo.path(path)) > last]


def _written_at(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0


def ownership(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    conversation: Conversation,
    tip: Commit | None,
    tree: str,
    touched: list[str],
    doubtful: Sequence[str] = (),
    last: Callable[[str], bytes | None] | None = None,
    ending: Ending | None = None,
) -> Ownership:
    """Who made the changes of a step that follows ``tip``, and the snapshot ``tree``.

    If there was another step since the prompt, that one has the edits. Who made changes before the session's
    first turn is unknown. If the prompt's hook did not run, we do not know what people changed before the
    turn, so who made the changes of the turn is unknown, too. ``last`` reads a file as it is committed.
    ``ending``: the subagent whose step this is.
    """
    capture = captures.load(repo, state.session_id)
    unseen = capture is None and conversation.has_new_prompt()
    known = capture is not None and capture.edits_since == (tip.oid if tip is not None else "")
    edits = capture.edits if capture is not None and known else {}
    began = tip is None and not state.checkpoint_transcript_start
    if capture is not None and capture.foreign:
        doubtful = [*doubtful, *_edited_too(state, touched)]
    owner = UNKNOWN | {"why": UNSEEN} if unseen else turn_owner(state, conversation)
    again = Again()
    others = open_turns(repo, store, state, again)
    claimed = {path for other in others for path in other.files}
    before = [_read(path, text) for path, text in sorted(edits.items()) if path not in claimed]
    found = Ownership(
        owner=owner,
        touched=frozenset(touched),
        before=before,
        before_owner=UNKNOWN | {"why": BEFORE} if began else HUMAN,
        doubtful=frozenset(doubtful),
    )
    if unseen or conversation.cursor.unread:
        return found.replace(apart=claimed.difference(touched))
    start = capture.step_transcript_start if capture is not None else None
    report = reported(repo, state, conversation, capture, again, ending)
    named = {*conversation.turn_files(start), *report.files}
    shared = [path for path in touched if path in named or path not in claimed]
    facts = Facts(
        owner=owner,
        reports=[
            *_by_turn(state, conversation, report),
            *(reports for other in others for reports in other.reports),
        ],
        touched=shared,
        named=named | claimed,
        tree=tree,
        before={change.path: change for change in before},
        began=_began(repo, objects, tip, capture),
        complete=report.complete and all(other.complete for other in others),
        hooked=lambda: conversation.has_edit_hooks(repo.worktree),
        last=last or (lambda path: _present(repo, path)),
        saved=_saves(repo, objects, capture),
    )
    judged = judge(repo, objects, facts)
    return found.replace(
        between=judged.between,
        last={**_named_earlier(state, conversation, start, judged.known), **judged.last},
        doubtful=frozenset(path for path in doubtful if path not in judged.known),
        apart=claimed.difference(shared),
    )


def _began(repo: Repository, objects: Objects, tip: Commit | None, capture: Capture | None) -> float:
    """When the last snapshot before the changes was taken: at the prompt, or at a step since."""
    prompt = captures.taken_at(repo, capture) if capture is not None else 0.0
    end = last_snapshot(objects, tip)
    return max(prompt, end.time if end is not None else 0.0)


def _present(repo: Repository, path: str) -> bytes | None:
    try:
        return files.read(repo.path(path))
    except (OSError, ValueError):  # a link, or too large
        return None


def _by_turn(state: State, conversation: Conversation, found: Reported) -> list[Reports]:
    """The reports with their owners. A prompt that was queued began another turn, without a hook."""
    turns = conversation.cursor.turns
    owners = {number: owner_of(state, conversation, turns[:number]) for number in found.turns}
    return [Reports(owners[number], reports) for number, reports in sorted(found.turns.items())]


def _named_earlier(
    state: State, conversation: Conversation, start: int | None, known: Collection[str]
) -> dict[str, dict[str, Any]]:
    """The owners of files that only a turn before the last one names, where nothing more is known."""
    if start is None or conversation.turn_at(start) >= len(conversation.cursor.turns):
        return {}
    turns = conversation.cursor.turns
    return {
        path: owner_of(state, conversation, turns[:number])
        for path, number in conversation.named_by_one(start).items()
        if number < len(turns) and path not in known
    }


def _saves(repo: Repository, objects: Objects, capture: Capture | None) -> dict[str, list[Event]]:
    """What a person's editor said since the prompt."""
    began = clock.timestamp(capture.timestamp) if capture is not None else None
    found: dict[str, list[Event]] = {}
    for save in saves.since(repo, began) if began is not None else ():
        data, moment = objects.blob(save.blob) if save.blob else None, clock.timestamp(save.time)
        if data is not None and moment is not None:
            found.setdefault(save.path, []).append(saved(moment, data))
    return found


class OpenTurn(Value):
    """A turn of another session that has not ended."""

    files: list[str]  # that its transcript names
    reports: list[Reports]
    complete: bool


def open_turns(repo: Repository, store: Store, state: State, again: Again) -> list[OpenTurn]:
    """The open turns of other sessions in the same worktree, as far as they have been read."""
    found = []
    for other in store.live():
        here = other.session_id != state.session_id and places.visit(other, state.worktree_id)
        if here and other.is_active and is_working(other) and places.is_home(other):
            conversation = Conversation(repo, store, other)
            try:
                conversation.read()
                conversation.save()
            except RedactionUnavailable as error:
                log.warn("transcript not read", session_id=other.session_id, error=error.message)
                continue
            capture = captures.load(repo, other.session_id)
            start = capture.step_transcript_start if capture is not None else None
            report = reported(repo, other, conversation, capture, again)
            named = conversation.turn_files(start)
            found.append(OpenTurn(named, _by_turn(other, conversation, report), report.complete))
    return found


def _edited_too(state: State, touched: list[str]) -> list[str]:
    """The files that people had changed before a prompt that the reference saw: it counted their lines."""
    counted = state.pending_prompt_attribution
    return touched if counted is None else [path for path in touched if path in counted.user_added_per_file]


def _read(path: str, text: str) -> Change:
    mode, _, oid = text.partition(" ")
    return Change(path, mode, oid) if oid else Change(path)


def turn_owner(state: State, conversation: Conversation) -> dict[str, Any]:
    """The current or last turn, as an owner of lines."""
    known = not conversation.cursor.unread  # the current turn may be in the part that is not read yet
    return owner_of(state, conversation, conversation.cursor.turns if known else [])


def owner_of(state: State, conversation: Conversation, turns: Sequence[Turn]) -> dict[str, Any]:
    """The last of these turns, as an owner of lines."""
    found = {
        "kind": "agent",
        "session_id": state.session_id,
        "turn": len(turns),
        "agent": state.agent_type,
        "model": conversation.cursor.model or state.model_name,
        "prompt_line": number_of(turns[-1].position) if turns else 0,
    }
    return {key: value for key, value in found.items() if value}


def note_prompt(repo: Repository, state: State, saved: WriteTemporaryResult) -> None:
    """Note in the state how many lines people had changed when this step's turn started (not saved)."""
    number = state.checkpoint_count
    if state.pending_prompt_attribution is not None:  # the reference counted them at the prompt
        state.pending_prompt_attribution.checkpoint_number = number
        state.prompt_attributions = [*state.prompt_attributions, state.pending_prompt_attribution]
        state.pending_prompt_attribution = None
        return
    if not saved.people_tree:
        state.prompt_attributions = [*state.prompt_attributions, PromptAttribution(checkpoint_number=number)]
        return
    from entire.attribution.prompts import calculate_prompt_attribution
    from entire.git import diff

    found = PromptAttribution(checkpoint_number=number)
    try:
        user = diff.line_counts(repo, saved.before, saved.people_tree)
        user = {path: counts for path, counts in user.items() if not is_infrastructure(path)}
        agent = diff.line_counts(repo, state.base_commit, saved.before, list(user)) if number > 1 else {}
        found = calculate_prompt_attribution(number, user, agent)
    except GitError as error:  # an object is missing: the step is saved, and counts without these lines
        log.warn("lines not counted", component="attribution", error=error.message)
    state.prompt_attributions = [*state.prompt_attributions, found]
