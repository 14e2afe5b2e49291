"""Remove everything that we added to a repository, and nothing else (I8). Checkpoints stay."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import NamedTuple

from entire.agent import plugins, registry
from entire.agent.external import PREFIX
from entire.agent.protocol import Agent
from entire.checkpoint.index.file import folder_of
from entire.checkpoint.names import OWN_REFS
from entire.core import files, links
from entire.core.errors import EntireError
from entire.git import refs
from entire.git.hooks_dir import get_hooks_dir
from entire.git.objects.read import Objects
from entire.git.refs import BRANCHES, Ref, Update
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.remote.shared_refs import SEEN_REFS
from entire.session.leftovers import temporary_files
from entire.session.state import State
from entire.session.store import Store
from entire.setup import backups, entire_dir, git_hooks
from entire.setup.hooks_dir import is_shared
from entire.strategy.clean.branches import Branch, Fate, check_not_checked_out, list_fates

_REFS = (OWN_REFS, "refs/entire-fetch-tmp/")
_GIT_FILES = ("ENTIRE_*", "entire-*")  # in the git directory of a worktree


class AgentHooks(NamedTuple):
    root: str  # of the worktree
    agent: Agent

    @property
    def path(self) -> str:
        return os.path.join(self.root, self.agent.CONFIG_FILE)

    @property
    def outside(self) -> str:
        """The file that a link out of the work tree leads to, which only the user edits; usually empty."""
        return os.path.realpath(self.path) if links.leads_out(self.root, self.path) else ""


class Plan(NamedTuple):
    """What we added, and will remove."""

    agents: list[AgentHooks]
    hook_dirs: list[str]
    shared_hook_dirs: list[str]  # that other repositories use too
    branches: list[Branch]  # shadow branches
    unclaimed: int  # shadow branches that no session refers to
    refs: list[Ref]  # orphaned shadow branches, safety snapshots, fetched tips
    sessions: list[State]
    state_dir: str  # empty if missing
    folders: list[str]  # `.entire` of each worktree
    git_files: list[str]
    replaced_hooks: list[str]  # backups of the user's hooks that others have replaced since; they stay
    index_dir: str = ""  # empty if missing

    @property
    def empty(self) -> bool:
        things = (self.agents, self.hook_dirs, self.branches, self.refs, self.folders, self.git_files)
        return not (any(things) or self.state_dir or self.index_dir)

    @property
    def snapshots(self) -> int:
        """The number of shadow branches and refs with work that no session refers to."""
        return self.unclaimed + sum(not ref.name.startswith(SEEN_REFS) for ref in self.refs)

    @property
    def unfinished(self) -> list[State]:
        """Sessions with work that is in no checkpoint yet."""
        return [state for state in self.sessions if state.has_work]


def gather(repo: Repository, *, shared_hooks: bool = False) -> Plan:
    """Find everything we added, in all worktrees. Hooks shared with other repositories only if asked for."""
    places = list(worktrees.every(repo))
    store = Store(repo)
    looked_in, own, shared = _hook_dirs(places)
    with Objects(repo) as objects:
        fates = [(branch, fate) for branch, fate in list_fates(repo, objects, store) if fate != Fate.FOREIGN]
    hook_dirs = own + shared if shared_hooks else own
    return Plan(
        [
            AgentHooks(place.worktree, agent)
            for place in places
            for agent in registry.every()
            if agent.installed(place.worktree)
        ],
        hook_dirs,
        shared,
        [branch for branch, _ in fates],
        sum(fate == Fate.UNCLAIMED for _, fate in fates),
        refs.listing(repo, *_REFS),
        store.all(),
        store.directory if os.path.isdir(store.directory) else "",
        [place.worktree for place in places if entire_dir.has_ours(place.worktree)],
        _git_files(repo, places, store),
        [
            path
            for folder in looked_in
            for name in git_hooks.MANAGED_GIT_HOOK_NAMES
            for path in backups.abandoned(folder, name)
        ],
        index if os.path.isdir(index := folder_of(repo)) else "",
    )


def _git_files(repo: Repository, places: list[Repository], store: Store) -> list[str]:
    """Return our files in the git directories, which a kill may have left there.

    The one that all worktrees share may belong to none of them, and some worktrees may be gone.
    """
    folders = [glob.escape(folder) for folder in (repo.common_dir, *(place.git_dir for place in places))]
    folders.append(os.path.join(glob.escape(repo.common_dir), "worktrees", "*"))
    found = (path for folder in folders for name in _GIT_FILES for path in glob.glob(f"{folder}/{name}"))
    temporary = worktrees.each(places, lambda place: temporary_files(place, store))
    return sorted({path for path in chain(found, *temporary) if os.path.isfile(path)})


def _hook_dirs(places: list[Repository]) -> tuple[list[str], list[str], list[str]]:
    """Return git's hooks directories, and which contain our hooks: this repository's own, and shared ones."""
    found: dict[str, bool] = {}
    for place, directory in worktrees.each(places, lambda place: (place, get_hooks_dir(place))):
        for folder in (directory, os.path.join(place.common_dir, "hooks")):
            if folder not in found:
                found[folder] = folder == directory and is_shared(place, folder)
    ours = [folder for folder in found if git_hooks.any_installed(folder)]
    own = [folder for folder in ours if not found[folder]]
    return list(found), own, [folder for folder in ours if found[folder]]


def apply(repo: Repository, plan: Plan) -> list[EntireError]:
    """Remove everything, what calls us first. Return what failed and why; the rest is removed anyway."""
    failed: list[EntireError] = []

    def attempt(action: Callable[[], object]) -> None:
        try:
            action()
        except EntireError as error:
            failed.append(error)
        except OSError as error:
            failed.append(EntireError(f"{error.filename}: {error.strerror}"))
        except Exception as error:  # whatever it is, the rest must not stay
            failed.append(EntireError(f"{type(error).__name__}: {error}"))

    failed += _not_asked(repo)
    for hooks in plan.agents:
        attempt(partial(hooks.agent.uninstall, hooks.root))
    for folder in plan.hook_dirs:
        attempt(partial(_remove_hooks, repo, folder))
    attempt(partial(_delete_refs, repo, plan))
    for path in plan.git_files:
        attempt(partial(files.remove, path))
    for root in plan.folders:
        attempt(partial(entire_dir.remove, root))
    for folder in filter(None, (plan.index_dir, plan.state_dir)):
        attempt(partial(_remove_folder, folder))
    return failed


def _not_asked(repo: Repository) -> list[EntireError]:
    """Agents whose program alone can remove their hooks, and may not be run."""
    return [
        EntireError(
            f"the hooks of {plugin.type} may still be there: external agents are turned off here",
            f"remove them yourself: {PREFIX}{plugin.name} uninstall-hooks",
        )
        for plugin in plugins.refused(repo)
    ]


def _remove_folder(folder: str) -> None:
    links.check(folder)
    shutil.rmtree(folder)


def _remove_hooks(repo: Repository, folder: str) -> None:
    git_hooks.remove_git_hook(folder, repo.worktree)
    if folder != os.path.join(repo.common_dir, "hooks") and not os.listdir(folder):
        os.rmdir(folder)  # we created it


def _delete_refs(repo: Repository, plan: Plan) -> None:
    check_not_checked_out(repo, [branch.name for branch in plan.branches])
    branches = [Update(BRANCHES + branch.name, branch.tip, None) for branch in plan.branches]
    refs.update(repo, *branches, *(Update(ref.name, ref.oid, None) for ref in plan.refs))
    for prefix in _REFS:  # git leaves the empty folder
        folder = os.path.join(repo.common_dir, prefix)
        if os.path.isdir(folder) and not os.listdir(folder):
            os.rmdir(folder)
