"""Who made the changes of a step: an agent's turn, a person, another session; or nobody knows, and why."""

from __future__ import annotations

from entire.attribution.owner import BEFORE, COMMAND, UNSEEN
from entire.checkpoint.temporary.snapshots import HUMAN, UNKNOWN, Ownership, last_snapshot
from entire.core import clock, files, log
from entire.core.value import Value
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.redact import RedactionUnavailable
from entire.session import capture as captures
from entire.session import places, saves
from entire.session.capture import Capture
from entire.session.state import State, is_working
from entire.session.store import Store
from entire.strategy.owners.evidence import Facts, Judged, Reports, judge, saved
from entire.strategy.owners.reported import Again, Ending, Reported, reported
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.settle import waiting_elsewhere
from entire.transcript.cursor import number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any

    from entire.strategy.owners.chain import Event
    from entire.transcript.cursor import Turn


class Changes(Value):
    """The changes of a step, or of a commit during a turn."""

    repo: Repository
    objects: Objects
    store: Store
    state: State
    conversation: Conversation
    tip: Commit | None  # the step before
    tree: str  # the last snapshot
    touched: list[str]
    doubtful: Sequence[str] = ()  # those in `touched` that a person may have changed, too
    others: Sequence[str] = ()  # those in `touched` that are a person's, unless a command wrote them
    last: Callable[[str], bytes | None] | None = None  # reads a file as it is committed
    ending: Ending | None = None  # the subagent whose step this is


def ownership(of: Changes) -> Ownership:
    """Who made these changes.

    If there was another step since the prompt, that one has the edits. Who made changes before the session's
    first turn is unknown. If the prompt's hook did not run, we do not know what people changed before the
    turn, so who made the changes of the turn is unknown, too, and whether its commands wrote other files.
    """
    capture = captures.load(of.repo, of.state.session_id)
    unseen = capture is None and of.conversation.has_new_prompt()
    known = capture is not None and capture.edits_since == (of.tip.oid if of.tip is not None else "")
    edits = capture.edits if capture is not None and known else {}
    began = of.tip is None and not of.state.checkpoint_transcript_start
    doubtful = [*of.doubtful]
    if capture is not None and capture.foreign:
        doubtful += _edited_too(of.state, of.touched)
    again = Again()
    others = open_turns(of.repo, of.store, of.state, again)
    claimed = {path for other in others for path in other.files}
    elsewhere = waiting_elsewhere(of.store, of.state).difference(of.touched)
    found = Ownership(
        owner=UNKNOWN | {"why": UNSEEN} if unseen else turn_owner(of.state, of.conversation),
        touched=frozenset(of.touched),
        before=[_read(path, text) for path, text in sorted(edits.items()) if path not in claimed | elsewhere],
        before_owner=UNKNOWN | {"why": BEFORE} if began else HUMAN,
        doubtful=frozenset(doubtful),
    )
    if capture is not None:
        found = found.replace(base=_at_prompt(of, capture, found.before))
    if unseen and of.conversation.ran_new_commands():
        found = found.replace(others=UNKNOWN | {"why": UNSEEN})
    if unseen or of.conversation.cursor.unread:
        last = {path: UNKNOWN | {"why": COMMAND} for path in of.others}
        return found.replace(apart=claimed.difference(of.touched) | elsewhere, last=last)
    report = reported(of.repo, of.state, of.conversation, capture, again, of.ending)
    start = capture.step_transcript_start if capture is not None else None
    named = {*of.conversation.turn_files(start), *report.files}
    shared = [path for path in of.touched if path in named or path not in claimed]
    judged = _judged(of, found, capture, report, others, shared, named, claimed)
    if of.ending is not None or captures.open_tasks(of.repo, of.state.session_id):
        claimed |= named  # by the turn and its other subagents, which continue
    unexplained = {path: HUMAN for path in of.others if path not in judged.known}
    return found.replace(
        between=judged.between,
        last={**_named_earlier(of.state, of.conversation, start, judged.known), **judged.last, **unexplained},
        doubtful=frozenset(path for path in doubtful if path not in judged.known),
        apart=claimed.difference(shared) | elsewhere,
    )


def _at_prompt(of: Changes, capture: Capture, before: Sequence[Change]) -> list[Change]:
    """The files of which commits since the prompt left out lines that are still there, as HEAD had them then.

    What was changed is compared with that: the lines are not new.
    """
    then = of.objects.commit(capture.head) if capture.head else None
    if then is None or then.tree == of.tree:
        return []
    edited, found = {change.path: change.oid for change in before}, []
    for path in dict.fromkeys([*edited, *of.touched]):
        old, new = (of.objects.entry(tree, path) for tree in (then.tree, of.tree))
        if old is None or old == new:
            continue
        blob = edited.get(path)
        present = of.objects.blob(blob) if blob else of.last(path) if of.last else _present(of.repo, path)
        left_out = set((of.objects.blob(old.oid) or b"").split(b"\n"))
        left_out.difference_update((of.objects.blob(new.oid) or b"").split(b"\n") if new is not None else ())
        texts = {b"".join(line.split()) for line in left_out} - {b""}
        if any(b"".join(line.split()) in texts for line in (present or b"").split(b"\n")):
            found.append(Change(path, old.mode, old.oid))
    return found


def _judged(
    of: Changes,
    found: Ownership,
    capture: Capture | None,
    report: Reported,
    others: Sequence[OpenTurn],
    touched: list[str],
    named: set[str],
    claimed: set[str],
) -> Judged:
    """Judge by what the turn and open turns of other sessions report."""
    reports = _by_turn(of.state, of.conversation, report)
    reports += [one for other in others for one in other.reports]
    prompted = captures.taken_at(of.repo, capture) if capture is not None else 0.0
    end = last_snapshot(of.objects, of.tip)
    facts = Facts(
        owner=found.owner,
        reports=reports,
        touched=touched,
        named=named | claimed,
        tree=of.tree,
        before={change.path: change for change in (*found.base, *found.before)},
        snapshot=end.time if end is not None else 0.0,
        claimed=claimed,
        began=max(prompted, end.time if end is not None else 0.0),
        prompted=prompted,
        complete=report.complete and all(other.complete for other in others),
        commands=report.ran or any(other.ran for other in others),
        hidden=report.hidden or any(other.hidden for other in others),
        unread=report.unread or any(other.unread for other in others),
        hooked=lambda: of.conversation.has_edit_hooks(of.repo.worktree),
        last=of.last or (lambda path: _present(of.repo, path)),
        saved=_saves(of.repo, of.objects, capture),
    )
    return judge(of.repo, of.objects, facts)


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
    ran: bool  # commands
    hidden: bool  # a subagent of it runs whose transcript is not known yet
    unread: bool  # a part of it was not read


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
            reports = _by_turn(other, conversation, report)
            found.append(OpenTurn(named, reports, report.complete, report.ran, report.hidden, report.unread))
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
        "prompt_id": turns[-1].id if turns else "",
    }
    return {key: value for key, value in found.items() if value}
