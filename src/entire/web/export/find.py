"""Which checkpoints a story is about."""

from __future__ import annotations

from typing import NamedTuple

from entire.checkpoint import trailers
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import NOTES_REF
from entire.checkpoint.temporary.steps import session_steps
from entire.cli.commands.explain import find
from entire.cli.commands.explain.find import Found
from entire.cli.commit_row import CommitRow, commit_row
from entire.cli.find_commit import find_commit
from entire.core.errors import EntireError
from entire.git import history
from entire.session.find import NoSession
from entire.strategy.sessions import Session, get_session, list_sessions
from entire.strategy.turn.shadow import branch_of

MOST = 200  # checkpoints in one file
_RANGE = ".."


class Chosen(NamedTuple):
    """What a story is about, oldest first."""

    found: list[Found]
    unlinked: list[CommitRow] = []  # commits of a range that have no checkpoint
    session: str = ""  # the id of the session, if it is about one: its parts of the checkpoints
    name: str = ""  # for the name of the file
    absent: list[CommitRow] = []  # commits of a range whose checkpoints are not all in this clone
    missing: list[str] = []  # these checkpoints


def choose(index: Index, name: str) -> Chosen:
    """What ``name`` stands for: a checkpoint, a step, a commit, a range or a session. Raises EntireError."""
    if _RANGE in name:
        return _range(index, name)
    found = find.anything(index, name)
    if found is None:
        return _session(index, name)
    if found.unlinked:
        raise EntireError(
            f"commit {found.unlinked[:7]} has no checkpoint", "`entire explain` lists commits that have one"
        )
    if found.step is not None:
        return Chosen([found], name=found.step.commit_hash[:7])
    return Chosen([Found(id) for id in (*found.also, found.checkpoint_id)], name=found.checkpoint_id)


def _range(index: Index, name: str) -> Chosen:
    old, _, new = name.partition(_RANGE)
    if new.startswith("."):
        raise EntireError(f"cannot export {name[:60]}", "a range is written as `main..feature`")
    start, end = (find_commit(index.repo, index.objects, side or "HEAD").oid for side in (old, new))
    commits = history.log_of(index.repo, history.oldest_first(index.repo, start, end), NOTES_REF)
    own = {commit.oid: trailers.checkpoint_ids(commit.message) for commit in commits}
    ids = dict.fromkeys(id for linked in own.values() for id in linked)
    stored = index.trees(ids)
    found = [Found(id) for id in ids if id in stored]
    missing = [id for id in ids if id not in stored]
    if not found:
        raise _nothing(name, missing)
    _check_number(len(found))
    unlinked = [commit_row(commit) for commit in commits if not own[commit.oid]]
    absent = [commit_row(commit) for commit in commits if not stored.keys() >= set(own[commit.oid])]
    return Chosen(found, unlinked, name=f"{start[:7]}-{end[:7]}", absent=absent, missing=missing)


def _nothing(name: str, missing: list[str]) -> EntireError:
    if missing:
        return EntireError(f"the checkpoints of {name[:60]} are not in this clone", "run `entire fetch`")
    return EntireError(f"no commit in {name[:60]} has a checkpoint", "see `entire explain`")


def _session(index: Index, name: str) -> Chosen:
    try:
        session: Session = get_session(list_sessions(index), name)
    except NoSession:
        raise find.not_found(index, name) from None
    state = session.state
    found = [Found(one.checkpoint_id) for one in index.parts_of_session(state.session_id)]
    if session.local and state.base_commit:
        steps = session_steps(index.objects, branch_of(state), state.session_id)
        found += [Found(step=one.info, base=state.base_commit) for one in reversed(list(steps))]
    if not found:
        raise EntireError(f"session {state.session_id} has no checkpoint yet", "commit its work first")
    _check_number(len(found))
    return Chosen(found, session=state.session_id, name=state.session_id[:8])


def _check_number(number: int) -> None:
    if number > MOST:
        raise EntireError(f"{number} checkpoints are too many for one file", f"choose at most {MOST}")
