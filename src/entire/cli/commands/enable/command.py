"""`entire enable`"""

from __future__ import annotations

import os
import shutil
import time
from typing import NamedTuple

import click

from entire.agent import plugins, resolve
from entire.agent import registry as agent_registry
from entire.agent.protocol import Agent
from entire.checkpoint.metadata_branch import ensure_metadata_branch
from entire.checkpoint.names import ORIGIN_CHECKPOINTS_REF
from entire.cli.commands.enable import agents as agent_choice
from entire.cli.commands.enable import hooks, screen
from entire.cli.commands.enable import strategies as strategy_choice
from entire.cli.commands.enable.screen import Report, Row
from entire.cli.ui import ask, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import Screen, terminal
from entire.core import settings as settings_files
from entire.core.errors import EntireError, UsageError
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.core.text import count, one_line
from entire.git import identity, refs, repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings, sparse
from entire.remote import from_origin
from entire.session.store import Store
from entire.setup import entire_dir, git_hooks, trust
from entire.setup.bytecode import ensure_bytecode
from entire.setup.enable import (
    Files,
    Known,
    Raw,
    check_obstacles,
    decide_settings,
    default_agents,
    is_complete,
    survey_agents,
)
from entire.strategy import registry

_FETCH_SECONDS = 20.0
_WHY_LENGTH = 100


class Choices(NamedTuple):
    """What to enable, and how."""

    agents: list[Agent]
    dropped: list[Agent]  # to remove our hooks from
    found: list[str]  # names, if none were given
    target: str  # settings file, empty for the default
    wanted: Raw  # settings
    force: bool


@click.command("enable", cls=Command, epilog=f"Example: entire enable --agent {agent_registry.DEFAULT}")
@click.option("--agent", "agents", multiple=True, metavar="NAME", help="Agent to enable; can be repeated.")
@click.option(
    "--strategy",
    default="",
    metavar="NAME",
    help=f"Strategy: {' or '.join(registry.MODULES)}.",
)
@flag("--local", help="Write .entire/settings.local.json (only for you).")
@flag("--project", help="Write .entire/settings.json (for the team).")
@flag("--force", "-f", help="Reinstall the hooks.")
@flag("--skip-push-sessions", help="Do not push checkpoints with `git push`.")
@flag("--telemetry", default=None, help="Stored in the settings; entire never sends anything.")
@flag("--absolute-git-hook-path", help="Use an absolute path in git hooks (for GUI clients without PATH).")
@flag("--yes", "-y", help="Do not ask: enable the agents that were found.")
@flag("--local-dev", help="Accepted for compatibility.", hidden=True)
@flag("--ignore-untracked", help="Accepted for compatibility.", hidden=True)
def command(
    agents: tuple[str, ...],
    strategy: str,
    local: bool,
    project: bool,
    force: bool,
    skip_push_sessions: bool,
    telemetry: bool | None,
    absolute_git_hook_path: bool,
    yes: bool,
    local_dev: bool,
    ignore_untracked: bool,
) -> None:
    """Enable entire in this repository."""
    if local and project:
        raise UsageError(
            "--local and --project cannot be used together", "without either, the team's settings are written"
        )
    if strategy and not registry.is_known(strategy):
        known_names = ", ".join(registry.MODULES)
        raise EntireError(registry.unavailable(strategy), f"available strategies: {known_names}")
    repo = repository.open_repository()
    named = agent_choice.by_names(repo, agents)
    if not named:
        resolve.discover(repo)
    check_obstacles(repo)
    wanted = _wanted(strategy, skip_push_sessions, telemetry, absolute_git_hook_path)
    target = LOCAL_FILE if local else PROJECT_FILE if project else ""
    known = survey_agents(repo.worktree)
    asking = not named and not yes and len(known) > 1 and ask.is_interactive()
    plain = not (named or wanted or target or force)
    new = [one for one in known if one.found and not one.installed]
    if plain and is_complete(repo) and not (asking and new):
        _show(_already(repo, known))
        return
    chosen = named or (agent_choice.pick(known) if asking else default_agents(known))
    if not chosen:
        output.write_line("Cancelled. Nothing changed.")
        return
    if plain and not yes and not _settings_files(repo) and ask.is_interactive():
        name = strategy_choice.pick()
        if name is None:
            output.write_line("Cancelled. Nothing changed.")
            return
        wanted = wanted | {"strategy": name}
    dropped = [one.agent for one in known if asking and one.installed and one.agent not in chosen]
    found = [] if named else [one.agent.TYPE for one in known if one.found]
    _show(_enable(repo, Choices(chosen, dropped, found, target, wanted, force)))


def _wanted(strategy: str, skip_push: bool, telemetry: bool | None, absolute: bool) -> Raw:
    """The settings given on the command line."""
    if os.environ.get("ENTIRE_TELEMETRY_OPTOUT"):
        telemetry = False
    named = {
        "strategy": registry.current_name(strategy) or None,
        "strategy_options": {"push_sessions": False} if skip_push else None,
        "absolute_git_hook_path": absolute or None,
        "telemetry": telemetry,
    }
    return {key: value for key, value in named.items() if value is not None}


def _enable(repo: Repository, choices: Choices) -> Report:
    ensure_bytecode()
    before = own_settings.load(repo).settings.strategy
    with Store(repo).lock():
        plugins.remember(repo, [agent.NAME for agent in choices.agents])
        sparse.put_back(repo, [agent.CONFIG_FILE for agent in choices.agents])
        sparse.put_back(repo, [PROJECT_FILE, entire_dir.IGNORE_FILE])
        added = {agent.NAME for agent in choices.agents if agent.install(repo.worktree, force=choices.force)}
        rows = [_agent_row(agent, agent.NAME in added) for agent in choices.agents]
        for agent in choices.dropped:
            agent.uninstall(repo.worktree)
            rows.append(Row(agent.TYPE, agent.CONFIG_FILE, "removed"))
        rows.append(_write_settings(repo, choices))
        entire_dir.ensure_entire_gitignore(repo.worktree)
        command = git_hooks.hook_command(own_settings.load(repo).settings)
        installed = git_hooks.install_git_hook(repo, command)
        with Objects(repo) as objects:
            created = ensure_metadata_branch(repo, objects, identity.get_git_author_from_repo(repo))
    unfetched = _fetch_links(repo) if created else []
    rows.append(hooks.row(repo, installed))
    works = all(hook.works for hook in installed.hooks)
    hints = trust.reminders(choices.agents, added, repo, Store(repo))
    closing = [*_closing(repo, works), *_switched(repo, before), *unfetched, *hints]
    return Report(choices.found, rows, hooks.advice(repo, installed), closing)


def _fetch_links(repo: Repository) -> list[str]:
    """In a new clone with origin's checkpoints: get the notes that link commits, too. Return what failed."""
    if refs.resolve(repo, ORIGIN_CHECKPOINTS_REF) is None:
        return []
    try:
        from_origin.fetch_notes(repo, _FETCH_SECONDS)
    except EntireError as error:
        why = one_line(error.message, _WHY_LENGTH)
        return [f"! Links of amended and squashed commits were not fetched: {why}   entire fetch"]
    return []


def _agent_row(agent: Agent, added: bool) -> Row:
    return Row(agent.TYPE, agent.CONFIG_FILE, "" if added else "already installed")


def _write_settings(repo: Repository, choices: Choices) -> Row:
    root = repo.worktree
    before = Files(settings_files.read_file(root, PROJECT_FILE), settings_files.read_file(root, LOCAL_FILE))
    after = decide_settings(before, choices.target, choices.wanted, own_settings.inherited(repo))
    written = []
    for name, old, new in zip((PROJECT_FILE, LOCAL_FILE), before, after, strict=True):
        if new is not None and new != old:
            settings_files.write_file(root, name, new)
            written += [name] if new or old else []
    team_kept = written == [LOCAL_FILE] and not choices.target
    note = "only for you; use --project for the team" if team_kept else ""
    return Row("settings", ", ".join(written or _settings_files(repo)), note)


def _settings_files(repo: Repository) -> list[str]:
    return [name for name in (PROJECT_FILE, LOCAL_FILE) if os.path.exists(repo.path(name))]


def _already(repo: Repository, known: list[Known]) -> Report:
    """Already enabled: show what is in place."""
    rows = [Row(one.agent.TYPE, one.agent.CONFIG_FILE) for one in known if one.installed]
    rows.append(Row("settings", ", ".join(_settings_files(repo))))
    return Report([], rows, [], ["Already enabled.   entire status", *_strategy_note(repo)])


def _closing(repo: Repository, works: bool) -> list[str]:
    settings = own_settings.load(repo).settings
    strategy = registry.get(settings.strategy)
    commits = strategy.MAKES_COMMITS and not strategy.why_not_here(repo, settings)
    on = screen.ON_COMMITTING if commits else screen.ON
    first = on if works else screen.NOT_LINKED
    if refs.resolve(repo, "HEAD") is None:
        first = screen.ON_WITHOUT_COMMITS
    program = [] if shutil.which("entire") else [screen.NO_PROGRAM]
    return [first, *program, *_strategy_note(repo)]


def _switched(repo: Repository, before: str) -> list[str]:
    """After a change of strategy: what happens to the work that waits."""
    now = registry.get(own_settings.load(repo).settings.strategy)
    waiting = {path for state in Store(repo).in_worktree(repo.worktree_id) for path in state.files_touched}
    if now.NAME == registry.get(before).NAME or not waiting:
        return []
    what = "the session's next turn commits" if now.MAKES_COMMITS else "your commit links"
    verb, them = ("waits", "it") if len(waiting) == 1 else ("wait", "them")
    return [f"{count(len(waiting), 'file')} {verb} for a commit: {what} {them}."]


def _strategy_note(repo: Repository) -> list[str]:
    note = registry.note(own_settings.load(repo).settings.strategy)
    return [f"! {note}"] if note else []


def _show(report: Report) -> None:
    here = terminal() if output.on_terminal() else Screen(10_000, time.time())
    output.write_line("\n".join(screen.render(report, here)))
