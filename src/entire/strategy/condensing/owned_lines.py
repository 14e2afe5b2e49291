"""Whose the lines are that a commit adds: the snapshots of its sessions, replayed."""

from __future__ import annotations

from entire.attribution import lines_file
from entire.attribution.lines_file import read_owner
from entire.attribution.owner import NOBODY, FileLines, Owner
from entire.attribution.recorded import read
from entire.attribution.replay import Replayed, Step, attribute
from entire.attribution.totals import calculate_attribution
from entire.checkpoint.model import InitialAttribution
from entire.checkpoint.temporary.snapshots import Ownership, row
from entire.core import log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import identity, reflog
from entire.git.diff import FileChange
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects, empty_tree
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.session.state import State
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.edits import ownership

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any


class Contribution(Value):
    """What a session has to do with a commit, as far as lines are concerned."""

    state: State
    conversation: Conversation
    shadow_tip: str  # its last step; empty if there is none
    touched: list[str]
    unsaved: list[str]  # of the commit's files, those of an open turn: no step has them yet


class LineOwners(Value):
    """Who owns the lines that a commit adds, for its checkpoint; empty where that is unknown."""

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
    """Never a reason not to write a checkpoint."""
    try:
        found = owned_lines(repo, objects, sessions, head, changes, checkpoint_id)
    except EntireError as error:
        log.warn("lines have no owners", component="attribution", error=error.message)
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
    """Replay everything since the row began. What no snapshot has is a person's. Raises GitError.

    A checkpoint that is there already is that of the commit before it was amended.
    """
    parent = objects.commit(head.parents[0]) if head.parents else None
    base = parent.tree if parent is not None else empty_tree(head.tree)
    tips = [objects.commit(one.shadow_tip) for one in sessions if one.shadow_tip]
    tip = max(filter(None, tips), key=lambda commit: commit.time, default=None)
    found = row(objects, tip)
    recorded = read(objects, checkpoint_id)
    told = [file for lines in recorded.documents for file in lines.files] if recorded is not None else []
    start = found[0].tree if found else _amended(repo, objects) if told else ""
    start = start or base
    steps = [Step(snapshot.tree, _owner(snapshot.owner)) for snapshot in found[1:]]
    last = steps[-1].tree if steps else start
    steps += _unsaved(repo, objects, sessions, last, changes, identity.parse_author(head.committer))
    paths = {*changes, *(path for one in sessions for path in one.touched)}
    known = [file for file in told if _is_in(objects, start, file)]
    return attribute(repo, start, steps, base, head.tree, paths, known=known)


def _owner(told: dict[str, Any]) -> Owner:
    """Nobody, where it cannot be read."""
    try:
        return read_owner(told)
    except ValueError:
        return NOBODY


def _amended(repo: Repository, objects: Objects) -> str:
    """The tree of the commit that was there before this one."""
    moves = reflog.moves(repo, 2)
    commit = objects.commit(moves[-1].oid) if len(moves) > 1 else None
    return commit.tree if commit is not None else ""


def _is_in(objects: Objects, tree: str, file: FileLines) -> bool:
    entry = objects.entry(tree, file.path)
    return entry is not None and entry.oid == file.blob


def _unsaved(
    repo: Repository,
    objects: Objects,
    sessions: Sequence[Contribution],
    tree: str,
    changes: Mapping[str, FileChange],
    author: Author,
) -> list[Step]:
    """What turns did that are still open: made into snapshots that nobody needs afterwards."""
    steps: list[Step] = []
    with Writer(repo, objects) as writer:
        for one in sessions:
            if not one.unsaved:
                continue
            tip = objects.commit(one.shadow_tip) if one.shadow_tip else None
            whose = ownership(repo, one.state, one.conversation, tip, one.unsaved)
            for owner, edits in _edits(whose, (changes[path] for path in one.unsaved if path in changes)):
                _, tree = writer.commit(edits, "", author.identity(), tree=tree)
                steps.append(Step(tree, _owner(owner)))
    return steps


def _edits(whose: Ownership, committed: Iterable[FileChange]) -> list[tuple[dict[str, object], list[Change]]]:
    before = list(whose.before)
    done = [
        Change(change.path) if change.status == "D" else Change(change.path, change.new_mode, change.new_oid)
        for change in committed
    ]
    return [(whose.before_owner, before)] * bool(before) + [(whose.owner, done)] * bool(done)
