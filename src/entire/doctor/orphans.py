"""Find shadow branches that no session claims, and those that were set aside."""

from __future__ import annotations

from entire.checkpoint.names import ORPHANED_REFS
from entire.core.text import count
from entire.doctor.finding import Finding
from entire.git import refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.clean.branches import Branch, Fate, list_fates

UNCLAIMED = "unclaimed_shadow_branch"
SET_ASIDE = "put_aside_branches"


def examine(repo: Repository, objects: Objects, store: Store) -> list[Finding]:
    found = [
        _unclaimed(branch) for branch, fate in list_fates(repo, objects, store) if fate == Fate.UNCLAIMED
    ]
    aside = [ref.name for ref in refs.listing(repo, ORPHANED_REFS)]
    if aside:
        found.append(
            Finding(
                SET_ASIDE,
                f"{count(len(aside), 'shadow branch', 'shadow branches')} set aside",
                "no session claimed them when a new session started there, or after a reset",
                "see what is in them with `git log <ref>`; delete them with `entire clean --force`",
                names=aside,
            )
        )
    return found


def _unclaimed(branch: Branch) -> Finding:
    return Finding(
        UNCLAIMED,
        f"{branch.name} has {count(branch.steps, 'step')} that no session claims",
        "the session's state is lost, or the session continued elsewhere",
        f"see them with `git log -p {branch.name}`; set them aside with `entire clean --force`",
        session_id=branch.sessions[0] if len(branch.sessions) == 1 else "",
        ref=branch.name,
        names=branch.sessions,
    )
