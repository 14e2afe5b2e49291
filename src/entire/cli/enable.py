"""`entire enable`"""

from __future__ import annotations

import os
import shutil

import click

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.checkpoint.metadata_branch import ensure_metadata_branch
from entire.cli import output
from entire.cli.options import Command, flag
from entire.core import settings as settings_files
from entire.core.errors import EntireError, UsageError
from entire.core.paths import ENTIRE_DIR
from entire.core.settings import LOCAL_FILE, PROJECT_FILE, STRATEGY_NAME_MANUAL_COMMIT, Settings
from entire.git import hook_files, identity, refs, repository
from entire.git.objects import Objects
from entire.git.repository import Repository
from entire.lifecycle import setup


@click.command("enable", cls=Command, epilog="Example: entire enable --agent claude-code")
@click.option("--agent", "agents", multiple=True, metavar="NAME", help="Agent to listen to; can be repeated.")
@click.option("--strategy", default="", metavar="NAME", help="When to save and how to link: manual-commit.")
@flag("--local", help="Write .entire/settings.local.json (yours alone).")
@flag("--project", help="Write .entire/settings.json (the team's).")
@flag("--force", "-f", help="Install the hooks anew.")
@flag("--skip-push-sessions", help="Do not push checkpoints along with the code.")
@flag("--telemetry", default=None, help="Recorded in the settings; nothing is ever sent.")
@flag("--absolute-git-hook-path", help="Let git hooks call this very program (for GUI clients without PATH).")
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
    local_dev: bool,
    ignore_untracked: bool,
) -> None:
    """Turn entire on in this repository."""
    if local and project:
        raise UsageError(
            "--local and --project exclude each other", "leave both out to write the team's settings"
        )
    if strategy not in ("", STRATEGY_NAME_MANUAL_COMMIT):
        raise EntireError(
            f"unknown strategy: {strategy!r}", f"known strategies: {STRATEGY_NAME_MANUAL_COMMIT}"
        )
    repo = repository.open_repository()
    chosen = _choose(repo, agents)
    _check_ground(repo)
    for agent in chosen:
        agent.install(repo.worktree, force=force)
        output.line(_row(agent.TYPE, agent.CONFIG_FILE))
    settings = _write_settings(
        repo,
        local=local,
        skip_push=skip_push_sessions,
        telemetry=telemetry,
        absolute=absolute_git_hook_path,
    )
    setup.ensure_entire_gitignore(repo)
    installed = hook_files.install_git_hook(repo, setup.hook_command(settings))
    chained = f"  ({', '.join(installed.chained)} also calls yours)" if installed.chained else ""
    output.line(_row("git hooks", _shown(repo, installed.directory)) + chained)
    with Objects(repo) as objects:
        ensure_metadata_branch(repo, objects, identity.get_git_author_from_repo(repo))
    _last_words(repo)


def _check_ground(repo: Repository) -> None:
    """Find out what would stop us before anything is written."""
    folder = repo.path(ENTIRE_DIR)
    if os.path.lexists(folder) and (os.path.islink(folder) or not os.path.isdir(folder)):
        raise EntireError(f"{ENTIRE_DIR} is not a folder", "move it away, then enable again")
    for name in (PROJECT_FILE, LOCAL_FILE):
        _load(repo, name)
    hooks = hook_files.get_hooks_dir(repo)
    if os.path.lexists(hooks) and not os.path.isdir(hooks):
        raise EntireError(f"git's hooks directory is none: {hooks}", "see `git config core.hooksPath`")
    if refs.resolve(repo, "refs/heads/entire") is not None:
        raise EntireError(
            "there is a branch named `entire`, where entire/checkpoints/v1 must go",
            "rename it: git branch -m entire <another name>",
        )


def _choose(repo: Repository, names: tuple[str, ...]) -> list[Agent]:
    """The agents that were named, else those that are used here, else the default one."""
    if any(not name.strip() for name in names):
        raise EntireError("missing agent name", _known())
    if names:
        return [registry.by_name(name) for name in dict.fromkeys(names)]
    present = [agent for agent in registry.every() if agent.is_present(repo.worktree)]
    return present or [registry.by_name(registry.DEFAULT)]


def _known() -> str:
    names = (f"{name} (default)" if name == registry.DEFAULT else name for name in registry.NAMES)
    return f"known agents: {', '.join(names)}"


def _write_settings(
    repo: Repository, *, local: bool, skip_push: bool, telemetry: bool | None, absolute: bool
) -> Settings:
    """Turn on in the file that was asked for; a local "off" is lifted in any case, or enabling would not."""
    name = LOCAL_FILE if local else PROJECT_FILE
    settings = _load(repo, name)
    settings.enabled = True
    settings.strategy = settings.strategy or STRATEGY_NAME_MANUAL_COMMIT
    if skip_push:
        settings.strategy_options = settings.strategy_options | {"push_sessions": False}
    if os.environ.get("ENTIRE_TELEMETRY_OPTOUT"):
        settings.telemetry = False
    elif telemetry is not None:
        settings.telemetry = telemetry
    if absolute:
        settings.absolute_git_hook_path = True
    settings_files.save(repo.worktree, name, settings)
    if not local:
        own = settings_files.load_file(repo.worktree, LOCAL_FILE)
        if own is not None and not own.enabled:
            own.enabled = True
            settings_files.save(repo.worktree, LOCAL_FILE, own)
    output.line(_row("settings", name))
    return settings_files.load(repo.worktree).settings


def _load(repo: Repository, name: str) -> Settings:
    try:
        return settings_files.load_file(repo.worktree, name) or Settings()
    except ValueError as error:
        raise EntireError(
            f"{name} cannot be read: {error}", "repair or remove it, then enable again"
        ) from error


def _row(what: str, where: str) -> str:
    return f"{output.style('✓', 'good')} {what:<13} {output.safe(where)}"


def _shown(repo: Repository, path: str) -> str:
    relative = os.path.relpath(path, repo.worktree)
    return path if relative.startswith("..") else relative


def _last_words(repo: Repository) -> None:
    if refs.resolve(repo, "HEAD") is None:
        output.line("On. This repository has no commits yet: checkpoints start after the first one.")
    else:
        output.line("On. Work as usual; the next commit remembers its conversation.   entire status")
    if shutil.which("entire") is None:
        output.line(
            "`entire` is not on PATH: hooks cannot call it. Install it with pipx or `uv tool install`."
        )
