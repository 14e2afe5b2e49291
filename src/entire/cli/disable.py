"""`entire disable`"""

from __future__ import annotations

import os
import shutil

import click

from entire.agent import registry
from entire.checkpoint.temporary import delete_shadow_branch
from entire.checkpoint.temporary_read import list_shadow_branches
from entire.cli import output
from entire.cli.options import Command, flag
from entire.core import settings as settings_files
from entire.core.errors import EntireError
from entire.core.paths import ENTIRE_DIR
from entire.core.settings import LOCAL_FILE, PROJECT_FILE, Settings
from entire.git import hook_files, repository
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.session.store import Store


@click.command("disable", cls=Command, epilog="Example: entire disable --uninstall")
@flag("--project", help="Write .entire/settings.json (for the team) instead of your local settings.")
@flag("--uninstall", help="Remove every hook, setting, session state and shadow branch. Checkpoints stay.")
@flag("--force", "-f", help="With --uninstall: do not ask.")
def command(project: bool, uninstall: bool, force: bool) -> None:
    """Turn entire off in this repository."""
    repo = repository.open_repository()
    if uninstall:
        _uninstall(repo, force)
        return
    name = PROJECT_FILE if project else LOCAL_FILE
    settings = settings_files.load_file(repo.worktree, name) or Settings()
    settings.enabled = False
    settings_files.save(repo.worktree, name, settings)
    output.line(f"Off ({name}). Hooks stay in place and do nothing.   entire enable")


def _uninstall(repo: Repository, force: bool) -> None:
    plan = _plan(repo)
    if not plan:
        output.line("Nothing is installed here.")
        return
    if not force:
        output.line("This removes:")
        for item in plan:
            output.line(f"  {output.safe(item)}")
        output.line("Checkpoints (entire/checkpoints/v1) and your files stay.")
        if not click.confirm("Go on?", default=False):
            output.line("Cancelled.")
            return
    for agent in registry.every():
        agent.uninstall(repo.worktree)
    hook_files.remove_git_hook(repo)
    for ref in list_shadow_branches(repo):
        delete_shadow_branch(repo, ref.name.removeprefix(BRANCHES), ref.oid)
    shutil.rmtree(Store(repo).directory, ignore_errors=True)
    shutil.rmtree(repo.path(ENTIRE_DIR), ignore_errors=True)
    left = [item for item in _plan(repo) if item]
    if left:
        raise EntireError(f"could not remove: {', '.join(left)}", "check the permissions and try again")
    output.line("Uninstalled. Checkpoints stay on entire/checkpoints/v1.")


def _plan(repo: Repository) -> list[str]:
    """What there is to remove."""
    items = [
        f"{agent.TYPE} hooks in {agent.CONFIG_FILE}"
        for agent in registry.every()
        if agent.installed(repo.worktree)
    ]
    if hook_files.any_installed(repo):
        items.append(f"git hooks in {hook_files.get_hooks_dir(repo)}")
    branches = len(list_shadow_branches(repo))
    if branches:
        items.append(f"{branches} shadow branch{'es' if branches > 1 else ''}")
    if os.path.isdir(Store(repo).directory):
        items.append(f"{len(Store(repo).all())} session states")
    if os.path.isdir(repo.path(ENTIRE_DIR)):
        items.append(f"{ENTIRE_DIR}/")
    return items
