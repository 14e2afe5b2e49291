"""Owners of lines in steps of the reference, which has no snapshots: only trees, and counts per prompt.

A step's tree has what its agent did in the files that the session touched, and what people did in others. For
each prompt, the state counts the lines that people had added to each file since the step before. Where both
added lines to a file, the counts do not say which: these lines are unknown, but counted (`shared`).
"""

from __future__ import annotations

from itertools import islice

from entire.attribution.owner import BEFORE, COUNTED
from entire.checkpoint.temporary.read import first_parents, read_step
from entire.checkpoint.temporary.snapshots import BASE, HUMAN, SHARED, UNKNOWN, Snapshot, last_snapshot, row
from entire.core.errors import EntireError
from entire.core.paths import is_infrastructure
from entire.core.value import Value
from entire.git import diff
from entire.git.objects.compare_trees import changed_paths
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.session.state import PromptAttribution, State
from entire.session.store import Store
from entire.strategy.owners.ownership import owner_of
from entire.strategy.reference.step_lengths import step_lengths
from entire.strategy.turn.conversation import Conversation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from entire.checkpoint.temporary.snapshots import Owner

_MOST = 1000
_BEFORE = UNKNOWN | {"why": BEFORE}
_COUNTED = UNKNOWN | {"why": COUNTED}


class Known(Value):
    """A session whose steps are on the branch."""

    state: State
    conversation: Conversation | None = (
        None  # of sessions that do not take part in the commit, nothing is read
    )


def snapshots(repo: Repository, objects: Objects, tip: Commit, sessions: Sequence[Known]) -> list[Snapshot]:
    """Return the snapshots up to a step, oldest first; those of the reference's steps are made here."""
    steps: list[Commit] = []
    for commit in first_parents(objects, tip.oid):
        if last_snapshot(objects, commit) is not None or len(steps) >= _MOST:
            break
        steps.append(commit)
    found = row(objects, objects.commit(steps[-1].parents[0]) if steps and steps[-1].parents else None)
    if not found and steps:
        found = [Snapshot(_start(objects, steps[-1], sessions), "", BASE)]
    known = {one.state.session_id: one for one in sessions}
    facts = _facts(repo, objects, tip, steps, known)
    with Writer(repo, objects) as writer:
        for commit in reversed(steps):
            found += _of_step(repo, objects, writer, found[-1].tree, commit, facts.get(commit.oid))
    return found


class _Facts(Value):
    """What is known about a step."""

    number: int  # which of its session's steps this is, as the state counts them; 0 for a subagent's
    agent: Owner
    state: State


def _facts(
    repo: Repository, objects: Objects, tip: Commit, steps: Sequence[Commit], known: Mapping[str, Known]
) -> dict[str, _Facts]:
    """Gather them for all steps, newest first, at once. Nobody knows a step of a session without a state."""
    store, every = Store(repo), dict(known)
    numbers = _numbers(objects, tip)
    of_session: dict[str, list[Commit]] = {}
    for commit in steps:
        step = read_step(commit)
        if step is not None:
            of_session.setdefault(step.session_id, []).append(commit)
    found: dict[str, _Facts] = {}
    for session_id, commits in of_session.items():
        one = every.get(session_id) or _other(store, session_id)
        if one is None:
            continue
        lengths = step_lengths(objects, commits, session_id, one.state.agent_type) if one.conversation else {}
        for commit in commits:
            agent = _agent(one, lengths.get(commit.oid, 0))
            found[commit.oid] = _Facts(numbers.get(commit.oid, 0), agent, one.state)
    return found


def _other(store: Store, session_id: str) -> Known | None:
    """A session that does not take part in the commit, or has ended."""
    try:
        state = store.load(session_id)
    except EntireError:
        return None
    return Known(state) if state is not None else None


def _start(objects: Objects, first: Commit, sessions: Sequence[Known]) -> str:
    """The tree that the branch began with: of the commit that attribution starts from."""
    step = read_step(first)
    ids = [step.session_id] if step is not None else []
    states = sorted((one.state for one in sessions), key=lambda state: state.session_id not in ids)
    for state in states:
        commit = objects.commit(state.attribution_base_commit)
        if commit is not None:
            return commit.tree
    return first.tree


def _of_step(
    repo: Repository, objects: Objects, writer: Writer, tree: str, commit: Commit, facts: _Facts | None
) -> Iterator[Snapshot]:
    """Yield a snapshot for each owner of the step's changes."""
    changed = [p for p in changed_paths(objects, tree, commit.tree) if not is_infrastructure(p)]
    owners = _owners(repo, tree, commit, changed, facts) if facts is not None else {}
    first = [HUMAN, _BEFORE, _COUNTED]
    groups = [*first, *(owner for owner in owners.values() if owner not in first)]
    for owner in _distinct(groups):
        changes = [_change(objects, commit, path) for path in changed if owners.get(path, _COUNTED) == owner]
        if changes:
            tree = writer.tree(tree, changes)
            yield Snapshot(tree, "", owner)


def _distinct(owners: list[Owner]) -> list[Owner]:
    return [owner for place, owner in enumerate(owners) if owner not in owners[:place]]


def _change(objects: Objects, commit: Commit, path: str) -> Change:
    entry = objects.entry(commit.tree, path)
    return Change(path) if entry is None else Change(path, entry.mode, entry.oid)


def _owners(
    repo: Repository, tree: str, commit: Commit, changed: list[str], facts: _Facts
) -> dict[str, Owner]:
    """Who owns the changes to each file."""
    agent, number, state = facts.agent, facts.number, facts.state
    counted = next((p for p in state.prompt_attributions if p.checkpoint_number == number), None)
    people = (counted or PromptAttribution()).user_added_per_file
    asked = [path for path in changed if people.get(path, 0) > 0 and path in state.files_touched]
    added = diff.line_counts(repo, tree, commit.tree, asked) if asked else {}
    began = number == 1 and not state.checkpoint_transcript_start
    before = _BEFORE if began else HUMAN  # as in our own steps: what was there before the session is unknown
    owners: dict[str, Owner] = {}
    for path in changed:
        theirs, every = people.get(path, 0), added[path].added if path in added else 0
        if path not in state.files_touched:
            owners[path] = before if theirs else HUMAN
        elif not theirs:
            owners[path] = agent
        elif theirs >= every:
            owners[path] = before
        else:
            owners[path] = _COUNTED | {SHARED: {path: [theirs, every - theirs]}}
    return owners


def _agent(known: Known, length: int) -> Owner:
    """The turn that a step belongs to: the last one that its copy of the transcript has."""
    if known.conversation is None:
        return {"kind": "agent", "session_id": known.state.session_id, "agent": known.state.agent_type}
    turns = known.conversation.cursor.turns
    return owner_of(known.state, known.conversation, [turn for turn in turns if turn.position < length])


def _numbers(objects: Objects, tip: Commit) -> dict[str, int]:
    """Number the steps of each session, as its state counts them: subagents' steps do not count."""
    found: dict[str, int] = {}
    last: dict[str, int] = {}
    for commit in reversed(list(islice(first_parents(objects, tip.oid), _MOST))):
        step = read_step(commit)
        if step is not None and not step.is_task_checkpoint:
            last[step.session_id] = found[commit.oid] = last.get(step.session_id, 0) + 1
    return found


def counted(found: Sequence[Snapshot]) -> dict[str, tuple[int, int]]:
    """Pure: by file, the lines of people and of agents that are known by their number only."""
    totals: dict[str, tuple[int, int]] = {}
    for snapshot in found:
        shared = snapshot.owner.get(SHARED)
        for path, numbers in shared.items() if isinstance(shared, dict) else ():
            if isinstance(numbers, list) and len(numbers) == 2 and all(isinstance(n, int) for n in numbers):
                people, agent = totals.get(path, (0, 0))
                totals[path] = (people + max(0, numbers[0]), agent + max(0, numbers[1]))
    return totals
