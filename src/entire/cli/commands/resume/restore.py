"""Restoring the conversations of checkpoints, after asking where needed."""

from __future__ import annotations

from collections.abc import Callable

from entire.checkpoint.contents import fetch_contents
from entire.cli.commands.resume import ask
from entire.cli.commands.resume.ask import Options
from entire.cli.commands.resume.facts import Continued, Resumed, command_of, continued
from entire.core.errors import EntireError
from entire.core.text import one_line
from entire.git import refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import checkout
from entire.session.store import Store
from entire.strategy.restore import apply
from entire.strategy.restore.apply import LOCAL_NEWER, UNCHANGED, Plan, Restorable
from entire.strategy.resume import branch as resume
from entire.strategy.resume.candidates import Candidate


def restore(
    repo: Repository,
    objects: Objects,
    checkpoint_ids: list[str],
    options: Options,
    *,
    only: str = "",
    switch: Callable[[], None] = lambda: None,
) -> Resumed:
    """Restore all sessions of these checkpoints, or ``only`` one, which is overwritten only if forced.

    ``switch`` checks out their branch, unless the user declines.
    """
    facts = Resumed(refs.get_current_branch_name(repo), directory=repo.worktree)
    known, trouble = _bring(repo, objects, checkpoint_ids)
    if not known:
        switch()
        return facts._replace(
            notes=[f"Checkpoint {', '.join(checkpoint_ids)} is not in this repository{trouble}."]
        )
    found = _plan(repo, objects, known, only)
    facts = facts._replace(
        checkpoint_ids=known,
        created_at=found.restorables[-1].created_at if found.restorables else "",
        held_on=_branch_of(repo, found.restorables),
        left_out=found.left_out,
    )
    if not found.restorables:
        switch()
        return facts._replace(notes=["No conversation could be restored."])
    chosen = _choose(repo, objects, known, found.restorables, options, keep=bool(only) and not options.force)
    if chosen is None:
        return facts._replace(declined=True, notes=["Nothing restored."])
    switch()
    with Store(repo).lock():
        done = {one.session_id: one for one in apply.apply(chosen)}
    return facts._replace(sessions=[continued(one, done.get(one.session_id)) for one in found.restorables])


def only_here(repo: Repository, one: Candidate) -> Resumed:
    """A session that is in no checkpoint: it can be resumed as it is."""
    session = Continued(
        one.session_id,
        one.agent_type,
        UNCHANGED,
        written=False,
        prompt=one.prompt,
        created_at=one.last_active,
        transcript=one.transcript,
        backup="",
        command=command_of(one.agent_type, one.session_id),
    )
    branch = refs.get_current_branch_name(repo)
    return Resumed(branch, held_on=one.branch, sessions=[session], directory=repo.worktree)


def _bring(repo: Repository, objects: Objects, checkpoint_ids: list[str]) -> tuple[list[str], str]:
    """The checkpoints that are here, after trying to fetch missing ones; and why some are not."""
    known = resume.stored(objects, checkpoint_ids)
    try:
        if len(known) < len(checkpoint_ids):
            resume.fetch_checkpoints(repo)
            known = resume.stored(objects, checkpoint_ids)
        fetch_contents(repo, objects, known)
    except EntireError as error:
        return known, f", and cannot be fetched: {one_line(error.message, 200)}"
    return known, ", nor on origin"


def _plan(repo: Repository, objects: Objects, checkpoint_ids: list[str], only: str) -> Plan:
    found = apply.survey(repo, objects, checkpoint_ids)
    if not only:
        return found
    return Plan(
        [one for one in found.restorables if one.session_id == only],
        [one for one in found.left_out if one.session_id == only],
    )


def _branch_of(repo: Repository, found: list[Restorable]) -> str:
    """The branch of the most recent one, if it exists: a checkpoint can contain any name (I6)."""
    branch = found[-1].branch if found else ""
    return branch if checkout.is_local(repo, branch) or checkout.is_on_origin(repo, branch) else ""


def _choose(
    repo: Repository,
    objects: Objects,
    checkpoint_ids: list[str],
    found: list[Restorable],
    options: Options,
    *,
    keep: bool,
) -> list[Restorable] | None:
    """The conversations to write; None if cancelled."""
    newer = [one for one in found if one.status == LOCAL_NEWER]
    others = [one for one in found if one.status != LOCAL_NEWER]
    changes = any(one.status != UNCHANGED for one in (others if keep else found))
    # With --json we cannot ask: the caller has decided.
    authors = resume.foreign_authors(repo, objects, checkpoint_ids) if changes and not options.json else []
    if not ask.may_adopt(authors, options):
        return None
    return found if not keep and ask.may_overwrite(newer, options) else others
