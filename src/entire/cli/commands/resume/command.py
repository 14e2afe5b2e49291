"""`entire resume`"""

from __future__ import annotations

import os
import shlex
import time
from functools import partial

import click

from entire.agent.protocol import Agent
from entire.checkpoint.index.index import Index
from entire.cli import clients, complete, reading
from entire.cli.commands.resume import branch, plain, restore, screen
from entire.cli.commands.resume.ask import Options
from entire.cli.commands.resume.facts import Choices, Choosable, Resumed, choosable
from entire.cli.ui import ask, json_output, output
from entire.cli.ui.ask import Choice
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core.errors import EntireError, UsageError
from entire.git import refs, repository
from entire.git.repository import Repository
from entire.strategy.resume import candidates
from entire.strategy.resume import target as resume_target
from entire.strategy.resume.target import BRANCH, CHECKPOINT, ORIGINS_BRANCH, SESSION, Target

_EXAMPLES = "Examples: entire resume · entire resume feature/login · entire resume a3b2c4 --force"


@click.command("resume", cls=Command, epilog=_EXAMPLES)
@click.argument("name", metavar="[BRANCH]", default="", shell_complete=complete.branches)
@flag("--force", "-f", "--yes", "-y", help="Do not ask; overwrite newer conversations (a backup is kept).")
@flag("--run", help="Start the agent's client with the conversation, instead of printing its command.")
@click.option(
    "--with",
    "other",
    default="",
    metavar="AGENT",
    shell_complete=complete.agents,
    help="Continue the conversation in another agent.",
)
@flag("--document", help="With --with: hand over a summary as the first prompt, not the messages.")
@flag("--json", help="Print JSON; do not ask.")
def command(name: str, force: bool, run: bool, other: str, document: bool, json: bool) -> None:
    """Resume the latest conversation of a branch, or choose one from a list.

    Checks out BRANCH and restores the conversations of its latest checkpoint to where their agents look for
    them. Instead of BRANCH, pass the id of a checkpoint or a session (a prefix is enough): nothing is checked
    out then.
    """
    if run and json:
        raise UsageError("--run and --json cannot be used together", "--json prints the command to run")
    if document and not other:
        raise UsageError("--document needs --with", "name the agent that continues: --with AGENT")
    repo = repository.open_repository()
    options = Options(force, json)
    agent = _other(repo, other)
    if (name or _may_ask(options)) and reading.is_disabled(repo, json=json):
        return
    with reading.open_index(repo) as index:
        reading.warn_disconnected(index)
        target = resume_target.find(index, name) if name else _choose(index, options)
        found = _resume(index, target, options) if target is not None else None
    words: list[str] = []
    if found is not None and found.sessions and agent is not None and found.sessions[-1].agent != agent.TYPE:
        from entire.cli.commands.resume import handover

        found, words = handover.hand_over(repo, found, agent, as_document=document)
    if found is not None:
        _show(found, options)
        if run and words:
            clients.start(words, found.directory)
        if run:
            _start(found)


def _other(repo: Repository, name: str) -> Agent | None:
    """The agent that continues, if it is another one."""
    if not name:
        return None
    from entire.cli.commands.enable import agents as choice

    return choice.by_names(repo, [name])[0]


def _start(found: Resumed) -> None:
    """Become the client of the most recent conversation."""
    commands = [one.command for one in found.sessions if one.command]
    if not commands:
        raise EntireError("no conversation was restored, so no agent was started")
    clients.start(shlex.split(commands[-1]), found.directory or os.getcwd())


def _resume(index: Index, target: Target, options: Options) -> Resumed | None:
    if target.kind in (BRANCH, ORIGINS_BRANCH):
        return branch.resume_branch(index, target.name, options, on_origin=target.kind == ORIGINS_BRANCH)
    if target.kind == CHECKPOINT:
        return restore.restore(index.repo, index.objects, [target.name], options)
    return _session(index, target, options)


def _session(index: Index, target: Target, options: Options) -> Resumed:
    """Resume one session: from its latest checkpoint, unless it is newer here."""
    done = [target.checkpoint_id] if target.checkpoint_id else []
    done = done or [one.checkpoint_id for one in index.parts_of_session(target.name)]
    if done:
        return restore.restore(index.repo, index.objects, done[-1:], options, only=target.name)
    for one in candidates.candidates(index):
        if one.session_id == target.name:
            return restore.only_here(index.repo, one)
    raise EntireError(f"no transcript found for session {target.name}")


def _choose(index: Index, options: Options) -> Target | None:
    """Show a menu of sessions; if that is not possible, list them."""
    found = [choosable(one) for one in candidates.candidates(index)]
    if not _may_ask(options):
        _list(Choices(refs.get_current_branch_name(index.repo), found, index.repo.worktree), options)
        return None
    if not found:
        output.write_line("No conversation to resume yet. Start your agent.")
        return None
    chosen = ask.choose("Resume which session?", _choices(found))
    at = next((one for one in found if chosen is not None and one.session_id == chosen.key), None)
    return Target(SESSION, at.session_id, at.checkpoint_id) if at is not None else None


def _may_ask(options: Options) -> bool:
    return not options.json and ask.is_interactive()


def _choices(found: list[Choosable]) -> list[Choice]:
    here = terminal()._replace(colour=False)
    rows = screen.labels(found, here._replace(width=here.width - 2))
    return [
        Choice(one.session_id, row, partial(screen.preview, one, here))
        for one, row in zip(found, rows, strict=True)
    ]


def _list(found: Choices, options: Options) -> None:
    if options.json:
        output.write_line(json_output.encode(found))
    else:
        output.write_line("\n".join(plain.choices(found, time.time(), os.getcwd())))


def _show(found: Resumed, options: Options) -> None:
    if options.json:
        output.write_line(json_output.encode(found))
    elif output.on_terminal():
        output.write_line("\n".join(screen.render(found, terminal(), os.getcwd())))
    else:
        output.write_line("\n".join(plain.render(found, os.getcwd())))
