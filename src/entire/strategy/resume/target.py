"""Resolve the name given to `entire resume`: a branch, a checkpoint or a session."""

from __future__ import annotations

from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import CHECKPOINTS_BRANCH, TRAILS_BRANCH, is_shadow_branch
from entire.core import prefix as prefixes
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import refs
from entire.git.fetch import ORIGIN
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.git.worktree import checkout
from entire.session.find import NoSession
from entire.strategy import sessions

BRANCH = "branch"
ORIGINS_BRANCH = "branch of origin"
CHECKPOINT = "checkpoint"
SESSION = "session"

_EXAMPLES = 5
_LIST_HINT = "`entire resume` lists sessions, `git branch --all` branches"


class Target(Value):
    kind: str
    name: str  # the branch, or the full id
    checkpoint_id: str = ""  # for a session: its latest, or empty


def find(index: Index, name: str) -> Target:
    """Resolve a name or an abbreviated id. Raises EntireError if it is unknown or ambiguous."""
    found = _branch(index.repo, name) or _checkpoint(index, name)
    if found is not None:
        return found
    known = sessions.list_sessions(index)
    try:
        one = sessions.get_session(known, name)
    except NoSession as error:
        near = prefixes.near([*_branches(index.repo), *(other.state.session_id for other in known)], name)
        message = f'no branch, checkpoint or session named "{name[:60]}"'
        raise EntireError(message, f"did you mean {' or '.join(near)}?" if near else _LIST_HINT) from error
    done = index.parts_of_session(one.state.session_id)
    return Target(SESSION, one.state.session_id, done[-1].checkpoint_id if done else "")


def _branch(repo: Repository, name: str) -> Target | None:
    if is_shadow_branch(name) or name in (CHECKPOINTS_BRANCH, TRAILS_BRANCH):
        raise EntireError(
            f"{name} is an internal branch of entire", "name the branch that you want to work on"
        )
    if checkout.is_local(repo, name):
        return Target(BRANCH, name)
    for origins in (name, name.removeprefix("origin/")):
        if checkout.is_local(repo, origins):
            return Target(BRANCH, origins)
        if checkout.is_on_origin(repo, origins):
            return Target(ORIGINS_BRANCH, origins)
    return None


def _checkpoint(index: Index, name: str) -> Target | None:
    found = index.starting(name)
    if len(found) > 1:
        more = ", …" if len(found) > _EXAMPLES else ""
        message = f'{len(found)} checkpoints start with "{name}"'
        raise EntireError(message, f"one of {', '.join(found[:_EXAMPLES])}{more}")
    if found:
        return Target(CHECKPOINT, found[0])
    # May be one that was not fetched yet.
    return Target(CHECKPOINT, name) if is_checkpoint_id(name) else None


def _branches(repo: Repository) -> list[str]:
    """Local branches and origin's, without our own."""
    kinds = (BRANCHES, ORIGIN)
    names = (ref.name.removeprefix(kind) for kind in kinds for ref in refs.listing(repo, kind))
    return [name for name in dict.fromkeys(names) if name != "HEAD" and not name.startswith("entire/")]
