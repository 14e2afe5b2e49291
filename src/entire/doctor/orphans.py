"""Shadow branches that no session claims, and those that were put aside."""

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
PUT_ASIDE = "put_aside_branches"


def examine(repo: Repository, objects: Objects, store: Store) -> list[Finding]:
    found = [
        _unclaimed(branch) for branch, fate in list_fates(repo, objects, store) if fate == Fate.UNCLAIMED
    ]
    aside = [ref.name for ref in refs.listing(repo, ORPHANED_REFS)]
    if aside:
        found.append(
            Finding(
                PUT_ASIDE,
                f"{count(len(aside), 'shadow branch').replace('branchs', 'branches')} put aside",
                "no session claimed them any more when something new was begun in their place, or on reset",
                "`git log <ref>` shows what they hold; `entire clean --force` deletes them",
                items=aside,
            )
        )
    return found


def _unclaimed(branch: Branch) -> Finding:
    return Finding(
        UNCLAIMED,
        f"{branch.name} holds {count(branch.steps, 'step')} that no session claims",
        "the state of the session is lost, or it went on elsewhere",
        f"`git log -p {branch.name}` shows what they hold; `entire clean --force` puts them aside",
        session_id=branch.sessions[0] if len(branch.sessions) == 1 else "",
        ref=branch.name,
        items=branch.sessions,
    )
