"""Owners of lines in steps of the reference, which has no snapshots: only trees, and counts per prompt.

A step's tree has what its agent did in the files that the session touched, and what people did in others. For
each prompt, the state counts the lines that people had added to each file since the step before. Where both
added lines to a file, the counts do not say which: these lines are unknown, but counted (`shared`).
"""

from __future__ import annotations

from entire.agent.conversation import end
from entire.checkpoint.segments_read import read_transcript
from entire.checkpoint.temporary.read import first_parents, read_step
from entire.checkpoint.temporary.snapshots import BASE, HUMAN, SHARED, UNKNOWN, Snapshot, last_snapshot, row
from entire.core.paths import is_infrastructure, session_metadata_dir
from entire.core.value import Value
from entire.git import diff
from entire.git.objects.compare_trees import changed_paths
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.session.state import PromptAttribution, State
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.edits import owner_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
    from entire.checkpoint.temporary.snapshots import Owner

_MOST = 1000


class Known(Value):
    """A session whose steps are on the branch."""

    state: State
    conversation: Conversation


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
    with Writer(repo, objects) as writer:
        for commit in reversed(steps):
            found += _of_step(repo, objects, writer, found[-1].tree, commit, sessions)
    return found


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
    repo: Repository, objects: Objects, writer: Writer, tree: str, commit: Commit, sessions: Sequence[Known]
) -> Iterator[Snapshot]:
    """Yield a snapshot for each owner of the step's changes."""
    step = read_step(commit)
    known = next(
        (one for one in sessions if step is not None and one.state.session_id == step.session_id), None
    )
    changed = [p for p in changed_paths(objects, tree, commit.tree) if not is_infrastructure(p)]
    owners = _owners(repo, objects, tree, commit, changed, step, known) if step is not None else {}
    groups = [HUMAN, UNKNOWN, *(owner for owner in owners.values() if owner not in (HUMAN, UNKNOWN))]
    for owner in _distinct(groups):
        changes = [_change(objects, commit, path) for path in changed if owners.get(path, UNKNOWN) == owner]
        if changes:
            tree = writer.tree(tree, changes)
            yield Snapshot(tree, "", owner)


def _distinct(owners: list[Owner]) -> list[Owner]:
    return [owner for place, owner in enumerate(owners) if owner not in owners[:place]]


def _change(objects: Objects, commit: Commit, path: str) -> Change:
    entry = objects.entry(commit.tree, path)
    return Change(path) if entry is None else Change(path, entry.mode, entry.oid)


def _owners(
    repo: Repository,
    objects: Objects,
    tree: str,
    commit: Commit,
    changed: list[str],
    step: TemporaryCheckpointInfo,
    known: Known | None,
) -> dict[str, Owner]:
    """Who owns the changes to each file."""
    agent = _agent(objects, commit, step, known)
    if known is None:
        return dict.fromkeys(changed, agent)
    number = _number(objects, commit, step)
    counted = next((p for p in known.state.prompt_attributions if p.checkpoint_number == number), None)
    people = (counted or PromptAttribution()).user_added_per_file
    asked = [path for path in changed if people.get(path, 0) > 0 and path in known.state.files_touched]
    added = diff.line_counts(repo, tree, commit.tree, asked) if asked else {}
    began = number == 1 and not known.state.checkpoint_transcript_start
    before = UNKNOWN if began else HUMAN  # as in our own steps: what was there before the session is unknown
    owners: dict[str, Owner] = {}
    for path in changed:
        theirs, every = people.get(path, 0), added[path].added if path in added else 0
        if path not in known.state.files_touched:
            owners[path] = before if theirs else HUMAN
        elif not theirs:
            owners[path] = agent
        elif theirs >= every:
            owners[path] = before
        else:
            owners[path] = UNKNOWN | {SHARED: {path: [theirs, every - theirs]}}
    return owners


def _agent(objects: Objects, commit: Commit, step: TemporaryCheckpointInfo, known: Known | None) -> Owner:
    """The turn that a step belongs to: the last one that its copy of the transcript has."""
    if known is None:
        return {"kind": "agent", "session_id": step.session_id}
    entry = objects.entry(commit.tree, session_metadata_dir(step.session_id))
    kind = known.state.agent_type
    stored = read_transcript(objects, entry.oid, kind) if entry is not None and entry.is_tree else None
    turns = known.conversation.cursor.turns
    length = end(stored, kind) if stored is not None else 0
    return owner_of(known.state, known.conversation, [turn for turn in turns if turn.position < length])


def _number(objects: Objects, commit: Commit, step: TemporaryCheckpointInfo) -> int:
    """Which of its session's steps this is, as the state counts them: subagents' steps do not count."""
    found = 0
    if step.is_task_checkpoint:
        return found
    for place, other in enumerate(first_parents(objects, commit.oid)):
        one = read_step(other)
        found += one is not None and one.session_id == step.session_id and not one.is_task_checkpoint
        if place >= _MOST:
            break
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
