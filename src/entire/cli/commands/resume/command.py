"""`entire resume`"""

from __future__ import annotations

import os
import time
from functools import partial

import click

from entire.checkpoint.index.index import Index
from entire.cli.commands.resume import branch, plain, restore
from entire.cli.commands.resume import screen as resume_screen
from entire.cli.commands.resume.ask import Manner
from entire.cli.commands.resume.facts import Choices, Choosable, Resumed, choosable
from entire.cli.ui import ask, complete, guard, json_output, output, reading, screen
from entire.cli.ui.ask import Choice
from entire.cli.ui.options import Command, flag
from entire.core.errors import EntireError
from entire.git import refs, repository
from entire.strategy.resume import candidates
from entire.strategy.resume import target as resume_target
from entire.strategy.resume.target import BRANCH, CHECKPOINT, ORIGINS_BRANCH, SESSION, Target

_EXAMPLES = "Examples: entire resume · entire resume feature/login · entire resume a3b2c4 --force"


@click.command("resume", cls=Command, epilog=_EXAMPLES)
@click.argument("name", metavar="[BRANCH]", default="", shell_complete=complete.branches)
@flag("--force", "-f", "--yes", "-y", help="Ask nothing; write over what is newer here (a backup is kept).")
@flag("--json", help="Print the facts for programs; ask nothing.")
def command(name: str, force: bool, json: bool) -> None:
    """Go on with a conversation: that of a branch, or one to choose.

    BRANCH is checked out, and the conversations of its newest checkpoint are put where their agents look for
    them. The beginning of the id of a checkpoint or of a session does without checking anything out.
    """
    repo = repository.open_repository()
    if guard.is_off(repo):
        return
    manner = Manner(force, json)
    with reading.open_index(repo) as index:
        target = resume_target.find(index, name) if name else _choose(index, manner)
        found = _resume(index, target, manner) if target is not None else None
    if found is not None:
        _show(found, manner)


def _resume(index: Index, target: Target, manner: Manner) -> Resumed | None:
    if target.kind in (BRANCH, ORIGINS_BRANCH):
        return branch.go_on(index, target.name, manner, origins=target.kind == ORIGINS_BRANCH)
    if target.kind == CHECKPOINT:
        return restore.restore(index.repo, index.objects, [target.name], manner)
    return _session(index, target, manner)


def _session(index: Index, target: Target, manner: Manner) -> Resumed:
    """One session: from its latest checkpoint, unless this machine has more of it."""
    done = [target.checkpoint_id] if target.checkpoint_id else []
    done = done or [one.checkpoint_id for one in index.parts_of_session(target.name)]
    if done:
        return restore.restore(index.repo, index.objects, done[-1:], manner, only=target.name)
    for one in candidates.candidates(index):
        if one.session_id == target.name:
            return restore.only_here(index.repo, one)
    raise EntireError(f"nothing is left of the conversation of session {target.name}")


def _choose(index: Index, manner: Manner) -> Target | None:
    """Let a person choose a session; where there is none to ask, list them."""
    found = [choosable(one) for one in candidates.candidates(index)]
    if manner.json or not ask.possible():
        _list(Choices(refs.get_current_branch_name(index.repo), found, index.repo.worktree), manner)
        return None
    if not found:
        output.line("There is no conversation to go on with yet. Start your agent.")
        return None
    chosen = ask.choose("Go on with which?", _choices(found))
    at = next((one for one in found if chosen is not None and one.session_id == chosen.key), None)
    return Target(SESSION, at.session_id, at.checkpoint_id) if at is not None else None


def _choices(found: list[Choosable]) -> list[Choice]:
    here = screen.here()._replace(colour=False)
    rows = resume_screen.labels(found, here._replace(width=here.width - 2))
    return [
        Choice(one.session_id, row, partial(resume_screen.preview, one, here))
        for one, row in zip(found, rows, strict=True)
    ]


def _list(found: Choices, manner: Manner) -> None:
    if manner.json:
        output.line(json_output.encode(found))
    else:
        output.line("\n".join(plain.choices(found, time.time(), os.getcwd())))


def _show(found: Resumed, manner: Manner) -> None:
    if manner.json:
        output.line(json_output.encode(found))
    elif output.on_terminal():
        output.line("\n".join(resume_screen.lines(found, screen.here(), os.getcwd())))
    else:
        output.line("\n".join(plain.lines(found, os.getcwd())))
