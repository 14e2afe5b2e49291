"""`entire enable`"""

from __future__ import annotations

import os
import shutil
import time
from typing import NamedTuple

import click

from entire.agent.protocol import Agent
from entire.checkpoint.metadata_branch import ensure_metadata_branch
from entire.cli.commands.enable import agents as enable_agents
from entire.cli.commands.enable import check, hooks
from entire.cli.commands.enable import screen as enable_screen
from entire.cli.commands.enable import settings as enable_settings
from entire.cli.commands.enable.agents import Known
from entire.cli.commands.enable.screen import Report, Row
from entire.cli.commands.enable.settings import Files, Raw
from entire.cli.ui import ask, output, screen
from entire.cli.ui.options import Command, flag
from entire.core import settings as settings_files
from entire.core.errors import EntireError, UsageError
from entire.core.settings import LOCAL_FILE, PROJECT_FILE, STRATEGIES
from entire.git import identity, refs, repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.setup import entire_dir, git_hooks
from entire.setup.bytecode import ensure_bytecode


class Choices(NamedTuple):
    """What was asked for."""

    agents: list[Agent]
    dropped: list[Agent]  # had our hooks, and shall not
    found: list[str]  # by name, where nobody named any
    target: str  # settings file, empty for the usual one
    wanted: Raw  # settings
    force: bool


@click.command("enable", cls=Command, epilog="Example: entire enable --agent claude-code")
@click.option("--agent", "agents", multiple=True, metavar="NAME", help="Agent to listen to; can be repeated.")
@click.option(
    "--strategy", default="", metavar="NAME", help=f"When to save and how to link: {' or '.join(STRATEGIES)}."
)
@flag("--local", help="Write .entire/settings.local.json (yours alone).")
@flag("--project", help="Write .entire/settings.json (the team's).")
@flag("--force", "-f", help="Install the hooks anew.")
@flag("--skip-push-sessions", help="Do not push checkpoints along with the code.")
@flag("--telemetry", default=None, help="Recorded in the settings; nothing is ever sent.")
@flag("--absolute-git-hook-path", help="Let git hooks call this very program (for GUI clients without PATH).")
@flag("--yes", "-y", help="Ask nothing: take the agents that are found.")
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
    """Turn entire on in this repository."""
    if local and project:
        raise UsageError(
            "--local and --project exclude each other", "leave both out to write the team's settings"
        )
    if strategy and strategy not in STRATEGIES:
        raise EntireError(f"unknown strategy: {strategy!r}", f"known strategies: {', '.join(STRATEGIES)}")
    repo = repository.open_repository()
    named = enable_agents.by_names(agents)
    check.check_ground(repo)
    wanted = _wanted(strategy, skip_push_sessions, telemetry, absolute_git_hook_path)
    target = LOCAL_FILE if local else PROJECT_FILE if project else ""
    known = enable_agents.survey(repo.worktree)
    asking = not named and not yes and len(known) > 1 and ask.possible()
    plain = not (named or wanted or target or force)
    new = [one for one in known if one.found and not one.installed]
    if plain and check.complete(repo) and not (asking and new):
        _show(_already(repo, known))
        return
    chosen = named or (enable_agents.pick(known) if asking else enable_agents.usual(known))
    if not chosen:
        output.line("Cancelled. Nothing was changed.")
        return
    dropped = [one.agent for one in known if asking and one.installed and one.agent not in chosen]
    found = [] if named else [one.agent.TYPE for one in known if one.found]
    _show(_enable(repo, Choices(chosen, dropped, found, target, wanted, force)))


def _wanted(strategy: str, skip_push: bool, telemetry: bool | None, absolute: bool) -> Raw:
    """The settings that the command line names."""
    if os.environ.get("ENTIRE_TELEMETRY_OPTOUT"):
        telemetry = False
    named = {
        "strategy": strategy or None,
        "strategy_options": {"push_sessions": False} if skip_push else None,
        "absolute_git_hook_path": absolute or None,
        "telemetry": telemetry,
    }
    return {key: value for key, value in named.items() if value is not None}


def _enable(repo: Repository, choices: Choices) -> Report:
    ensure_bytecode()
    with Store(repo).lock():
        rows = [_install(repo, agent, choices.force) for agent in choices.agents]
        for agent in choices.dropped:
            agent.uninstall(repo.worktree)
            rows.append(Row(agent.TYPE, agent.CONFIG_FILE, "removed"))
        rows.append(_write_settings(repo, choices))
        entire_dir.ensure_entire_gitignore(repo.worktree)
        command = git_hooks.hook_command(settings_files.load(repo.worktree).settings)
        installed = git_hooks.install_git_hook(repo, command)
        with Objects(repo) as objects:
            ensure_metadata_branch(repo, objects, identity.get_git_author_from_repo(repo))
    rows.append(hooks.row(repo, installed))
    works = all(hook.works for hook in installed.hooks)
    return Report(choices.found, rows, hooks.advice(repo, installed), _closing(repo, works))


def _install(repo: Repository, agent: Agent, force: bool) -> Row:
    added = agent.install(repo.worktree, force=force)
    return Row(agent.TYPE, agent.CONFIG_FILE, "" if added else "already installed")


def _write_settings(repo: Repository, choices: Choices) -> Row:
    root = repo.worktree
    before = Files(settings_files.read_file(root, PROJECT_FILE), settings_files.read_file(root, LOCAL_FILE))
    after = enable_settings.decide(before, choices.target, choices.wanted)
    written = []
    for name, old, new in zip((PROJECT_FILE, LOCAL_FILE), before, after, strict=True):
        if new is not None and new != old:
            settings_files.write_file(root, name, new)
            written += [name] if new or old else []
    team_kept = written == [LOCAL_FILE] and not choices.target
    note = "yours alone; --project writes the team's" if team_kept else ""
    return Row("settings", ", ".join(written or _settings_files(repo)), note)


def _settings_files(repo: Repository) -> list[str]:
    return [name for name in (PROJECT_FILE, LOCAL_FILE) if os.path.exists(repo.path(name))]


def _already(repo: Repository, known: list[Known]) -> Report:
    """Nothing to do: say what is on, and where it is set."""
    rows = [Row(one.agent.TYPE, one.agent.CONFIG_FILE) for one in known if one.installed]
    rows.append(Row("settings", ", ".join(_settings_files(repo))))
    return Report([], rows, [], ["Already on.   entire status"])


def _closing(repo: Repository, works: bool) -> list[str]:
    first = enable_screen.ON if works else enable_screen.NOT_LINKED
    if refs.resolve(repo, "HEAD") is None:
        first = enable_screen.ON_WITHOUT_COMMITS
    return [first] + [enable_screen.NO_PROGRAM] * (shutil.which("entire") is None)


def _show(report: Report) -> None:
    here = screen.here() if output.on_terminal() else screen.Screen(10_000, time.time())
    output.line("\n".join(enable_screen.lines(report, here)))
