"""Who wrote the lines that a commit adds: replay the snapshots of its sessions."""

from __future__ import annotations

from entire.attribution import lines_file
from entire.attribution.carried import carry, completed, merged, without
from entire.attribution.lines_file import read_owner
from entire.attribution.owner import NOBODY, REMOVED, UNKNOWN, FileLines, Lines, Owner
from entire.attribution.recorded import read, read_lines
from entire.attribution.replay import Replayed, Step, attribute
from entire.attribution.totals import calculate_attribution
from entire.checkpoint import trailers
from entire.checkpoint.model import InitialAttribution
from entire.checkpoint.temporary.snapshots import BASE, SHARED, Ownership, Snapshot, last_snapshot, row
from entire.core import log
from entire.core.errors import EntireError
from entire.core.paths import ENTIRE_DIR
from entire.core.value import Value
from entire.git import identity, reflog
from entire.git.diff import FileChange
from entire.git.identity import Author
from entire.git.objects.compare_trees import changed_paths
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects, empty_tree
from entire.git.objects.tree import Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.links import seen
from entire.strategy.turn.conversation import Conversation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from entire.transcript.cursor import Cursor


class Contribution(Value):
    """What a session contributed to a commit."""

    state: State
    conversation: Conversation
    shadow_tip: str  # its last step; empty without steps
    touched: list[str]
    unsaved: list[str]  # files of the commit that an open turn wrote: no step has them yet


class LineOwners(Value):
    """Who wrote the lines that a commit adds, for its checkpoint; empty if unknown."""

    document: bytes = b""
    attribution: InitialAttribution | None = None


def attribute_lines(
    repo: Repository,
    objects: Objects,
    sessions: Sequence[Contribution],
    head: Commit,
    changes: Mapping[str, FileChange],
    checkpoint_id: str,
) -> LineOwners:
    """Attribute the lines. On failure the checkpoint is written without owners."""
    try:
        found = owned_lines(repo, objects, sessions, head, changes, checkpoint_id)
    except EntireError as error:
        log.warn("lines not attributed", component="attribution", error=error.message)
        return LineOwners()
    return LineOwners(lines_file.encode(found.lines), calculate_attribution(found))


def owned_lines(
    repo: Repository,
    objects: Objects,
    sessions: Sequence[Contribution],
    head: Commit,
    changes: Mapping[str, FileChange],
    checkpoint_id: str,
) -> Replayed:
    """Replay the snapshots. Lines that no snapshot has were written by a person. Raises GitError.

    If the checkpoint exists already, it is the one of the commit that was amended.
    """
    parent = objects.commit(head.parents[0]) if head.parents else None
    base = parent.tree if parent is not None else empty_tree(head.tree)
    found = _rows(repo, objects, sessions)
    recorded = read(objects, checkpoint_id)
    earlier = [file for lines in recorded.documents for file in lines.files] if recorded is not None else []
    start = found[0].tree if found else _amended(repo, objects, head) if earlier else ""
    start = start or base
    prompts = {one.state.session_id: _prompts(one.conversation.whole) for one in sessions}
    steps = [Step(snapshot.tree, mark_removed(_owner(snapshot.owner), prompts)) for snapshot in found[1:]]
    last = steps[-1].tree if steps else start
    steps += _unsaved(repo, objects, sessions, last, changes, identity.parse_author(head.committer))
    paths = {*changes, *(path for one in sessions for path in one.touched)}
    others = _others(repo, objects, head, checkpoint_id)
    known = carry(repo, objects, start, [*others, *earlier])
    known = merged(known) if others else known
    replayed = attribute(repo, start, steps, base, head.tree, paths, known=known)
    if earlier and any(part.owner == NOBODY for file in replayed.lines.files for part in file.ranges):
        lines = completed(replayed.lines, carry(repo, objects, head.tree, earlier))
        replayed = replayed.replace(lines=lines)
    if others:
        lines = without(replayed.lines, carry(repo, objects, head.tree, others))
        replayed = replayed.replace(lines=lines)
    return replayed.replace(shared=shared_lines(replayed.lines, found))


def _rows(repo: Repository, objects: Objects, sessions: Sequence[Contribution]) -> list[Snapshot]:
    """The snapshots of all branches that the sessions have steps on, the branch of the last step at the end.

    A branch does not know who changed what on another one: there it was found in the work tree.
    """
    tips = {one.shadow_tip: objects.commit(one.shadow_tip) for one in sessions if one.shadow_tip}
    ordered = sorted(filter(None, tips.values()), key=lambda commit: commit.time)
    last = ordered[-1] if ordered else None
    found = foreign_row(repo, objects, last, sessions) or row(objects, last)
    for other in reversed(ordered[:-1]):
        earlier = row(objects, other)
        if earlier and found[: len(earlier)] != earlier:
            found = _joined(repo, objects, earlier, found)
    return found


def _joined(
    repo: Repository, objects: Objects, earlier: list[Snapshot], later: list[Snapshot]
) -> list[Snapshot]:
    """One row of two: what the earlier one left is there in the later one, unless that changes it."""
    end = earlier[-1].tree
    left = list(changed_paths(objects, earlier[0].tree, end, skip=ENTIRE_DIR))
    with Writer(repo, objects) as writer:

        def add(snapshot: Snapshot) -> Snapshot:
            kept = [p for p in left if objects.entry(snapshot.tree, p) == objects.entry(later[0].tree, p)]
            changes = [_change_of(path, objects.entry(end, path)) for path in kept]
            return snapshot.replace(tree=writer.tree(snapshot.tree, changes))

        return [*earlier, *map(add, later)]


def _change_of(path: str, entry: Entry | None) -> Change:
    return Change(path) if entry is None else Change(path, entry.mode, entry.oid)


def _others(repo: Repository, objects: Objects, head: Commit, checkpoint_id: str) -> list[FileLines]:
    """What other checkpoints of the same commit know about its lines, the latest last.

    Those of commits that HEAD was reset from become its own when their work is found in it.
    """
    ids = trailers.checkpoint_ids(head.message)
    if seen.reset_before(repo, head.oid)[0]:
        from entire.strategy.links.replaced import replaced

        found = replaced(repo, objects, head.oid)
        ids = [*ids, *(found.checkpoint_ids if found is not None else ())]
    ids = [one for one in dict.fromkeys(ids) if one != checkpoint_id]
    return [file for one in ids for file in read_lines(objects, one).files]


def foreign_row(
    repo: Repository, objects: Objects, tip: Commit | None, sessions: Sequence[Contribution]
) -> list[Snapshot]:
    """All snapshots up to a step of the reference, which has none: they are made from its trees."""
    if tip is None or last_snapshot(objects, tip) is not None:
        return []
    from entire.strategy.reference.steps import Known, snapshots

    return snapshots(repo, objects, tip, [Known(one.state, one.conversation) for one in sessions])


def carried_row(
    repo: Repository, objects: Objects, tip: Commit | None, session: Contribution
) -> list[Snapshot]:
    """The same for work that is carried forward: without it, the owners of its lines are unknown."""
    try:
        return foreign_row(repo, objects, tip, [session])
    except EntireError as error:
        log.warn("owners of earlier steps not known", component="attribution", error=error.message)
        return []


def shared_lines(lines: Lines, found: Sequence[Snapshot]) -> int:
    """Pure: how many lines without an owner are an agent's, where only their number is known."""
    if not any(SHARED in snapshot.owner for snapshot in found):
        return 0
    from entire.strategy.reference.steps import counted

    total = 0
    counts = counted(found)
    for file in lines.files:
        people, agent = counts.get(file.path, (0, 0))
        unknown = sum(len(part.numbers()) for part in file.ranges if part.owner.kind == UNKNOWN)
        total += max(0, min(agent, unknown - people))
    return total


def _owner(stored: dict[str, Any]) -> Owner:
    """The owner of a snapshot; NOBODY if it cannot be read, or if it is a state that a row starts from."""
    try:
        found = read_owner(stored)
    except ValueError:
        return NOBODY
    return NOBODY if found.kind == UNKNOWN and not found.why else found


class Prompts(Value):
    """The prompts of a conversation."""

    ids: frozenset[str]
    read: int | None = None  # the records that were read; None: all


def _prompts(cursor: Cursor) -> Prompts:
    return Prompts(frozenset(turn.id for turn in cursor.turns), cursor.position if cursor.unread else None)


def mark_removed(owner: Owner, prompts: Mapping[str, Prompts]) -> Owner:
    """Pure: drop the turn number and prompt line of a turn that was removed from its session's conversation.

    Another turn may have them now. Without any prompts, nothing is known.
    """
    known = prompts.get(owner.session_id)
    if known is None or not known.ids or not owner.prompt_id or owner.prompt_id in known.ids:
        return owner
    if known.read is not None and owner.prompt_line > known.read:
        return owner
    return owner.replace(turn=0, prompt_line=0, why=REMOVED)


def _amended(repo: Repository, objects: Objects, head: Commit) -> str:
    """The tree of the commit that this one amends."""
    move = reflog.move_to(repo, head.oid)
    commit = objects.commit(move.before) if move is not None and move.before else None
    return commit.tree if commit is not None else ""


def _unsaved(
    repo: Repository,
    objects: Objects,
    sessions: Sequence[Contribution],
    tree: str,
    changes: Mapping[str, FileChange],
    author: Author,
) -> list[Step]:
    """The work of turns that are still open, as snapshots that no ref keeps."""
    if not any(one.unsaved for one in sessions):
        return []
    from entire.strategy.owners.ownership import Changes, ownership

    steps: list[Step] = []
    taken = {path for one in sessions for path in (*one.touched, *one.unsaved)}
    with Writer(repo, objects) as writer:
        for one in sessions:
            if not one.unsaved:
                continue
            tip = objects.commit(one.shadow_tip) if one.shadow_tip else None
            others = [path for path in changes if path not in taken] if one.state.is_active else []
            taken.update(others)  # the first session looks at the open turns of the others, too
            committed = {path: changes[path] for path in (*one.unsaved, *others) if path in changes}
            owned = ownership(
                Changes(
                    repo,
                    objects,
                    Store(repo),
                    one.state,
                    one.conversation,
                    tip,
                    tree,
                    [*one.unsaved, *others],
                    others=others,
                    last=_reader(objects, committed),
                )
            )
            for owner, edits in _edits(owned, committed.values()):
                _, tree = writer.commit(edits, "", author.identity(), tree=tree)
                steps.append(Step(tree, _owner(owner)))
    return steps


def _reader(objects: Objects, committed: Mapping[str, FileChange]) -> Callable[[str], bytes | None]:
    def read(path: str) -> bytes | None:
        change = committed.get(path)
        return objects.blob(change.new_oid) if change is not None and change.status != "D" else None

    return read


def _edits(owned: Ownership, committed: Iterable[FileChange]) -> list[tuple[dict[str, object], list[Change]]]:
    """The changes of an open turn, in order, with their owners."""
    done = [
        Change(change.path) if change.status == "D" else Change(change.path, change.new_mode, change.new_oid)
        for change in committed
    ]
    found = [(BASE, list(owned.base))] if owned.base else []
    found += [(owned.before_owner, list(owned.before))] if owned.before else []
    found += [(owner, list(changes)) for owner, changes in owned.between]
    for change in done:
        if change.path in owned.last:
            found.append((owned.last[change.path], [change]))
    return [*found, *([(owned.owner, done)] if done else [])]
