"""Problems with the setup, each with its fix."""

from __future__ import annotations

import os
import shutil
from typing import NamedTuple

from entire import redact
from entire.checkpoint import repairs
from entire.checkpoint.metadata_branch import is_metadata_disconnected
from entire.core import links
from entire.core.links import HINT
from entire.core.paths import ENTIRE_DIR, transcript_copy
from entire.core.settings import Loaded, Settings
from entire.git import ref_updates
from entire.git.objects.read import Objects
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.setup import git_hooks, trust
from entire.setup.facts import Hook, Place, names
from entire.strategy import registry
from entire.strategy.reference.recovered import is_lost


class Problem(NamedTuple):
    text: str
    fix: str  # a command, or what to do


def of_settings(loaded: Loaded) -> list[Problem]:
    fix = "fix or remove the file"
    found = [Problem(f"cannot read settings: {text}", fix) for text in loaded.problems]
    if note := registry.note(loaded.settings.strategy):
        found.append(Problem(note, "entire doctor"))
    return found + [Problem(*problem) for problem in redact.problems(loaded.settings.redaction)]


def of_setup(repo: Repository, settings: Settings, hooks: list[Hook], agents: list[str]) -> list[Problem]:
    """What prevents recording although entire is on."""
    old = [hook for hook in git_hooks.not_current(repo, git_hooks.hook_command(settings)) if hook.works]
    found = of_hooks(hooks, old)
    found += [Problem(f"nothing is recorded: {path} is a symbolic link", HINT) for path in _links(repo)]
    for lock in ref_updates.locks_elsewhere(repo):
        text = (
            f"nothing is recorded: a process on {lock.host or 'another machine'} left {lock.path}, or uses it"
        )
        found.append(Problem(text, "entire doctor"))
    if not agents:
        found.append(Problem("no agent is enabled", "entire enable"))
    if not settings.absolute_git_hook_path and shutil.which("entire") is None:
        fix = "install it with pipx or `uv tool install`"
        found.append(Problem("hooks cannot find `entire` on PATH", fix))
    with Objects(repo) as objects:
        if is_metadata_disconnected(repo, objects):
            text = "local checkpoints and those on origin have no common history"
            found.append(Problem(text, "entire doctor"))
    if repaired := repairs.listed(repo):
        what = ", ".join(dict.fromkeys(one.ref.removeprefix(BRANCHES) for one in repaired))
        found.append(Problem(f"damaged refs were repaired: {what}", "entire doctor"))
    if not os.access(repo.common_dir, os.W_OK):
        found.append(Problem("cannot record anything: .git is read-only", f"make {repo.common_dir} writable"))
    folder = repo.path(ENTIRE_DIR)
    if os.path.isdir(folder) and not os.access(folder, os.W_OK):
        text = f"cannot record conversations, nor write a log: {ENTIRE_DIR} is read-only"
        found.append(Problem(text, f"make {folder} writable"))
    return found


def of_agents(repo: Repository, store: Store) -> list[Problem]:
    """Agents that perhaps do not run our hooks."""
    return [Problem(trust.complaint(agent), agent.TRUST_HINT) for agent in trust.silent_agents(repo, store)]


def of_transcripts(repo: Repository, states: list[State]) -> list[Problem]:
    """Sessions with work that waits for a commit, and of whose conversation nothing is left."""
    waiting = [state for state in states if state.has_work and state.worktree_id == repo.worktree_id]
    gone = [s for s in waiting if s.transcript_path and not os.access(s.transcript_path, os.R_OK)]
    if not gone:
        return []
    with Objects(repo) as objects:
        lost = [s for s in gone if is_lost(objects, s, repo.path(transcript_copy(s.session_id)))]
    then = "its next checkpoint will have the prompts only"
    return [
        Problem(
            f"the transcript of session {s.session_id} is gone, or cannot be read here: {then}",
            f"put it back: {s.transcript_path}",
        )
        for s in lost
    ]


def _links(repo: Repository) -> list[str]:
    return links.own(repo.worktree, repo.common_dir)


def of_hooks(hooks: list[Hook], old: list[Hook]) -> list[Problem]:
    """Pure: one line for all hooks with the same problem."""
    rows = (
        (Place.FREE, "git hooks are missing", "entire enable"),
        (Place.FOREIGN, "git hooks were replaced", "entire enable"),
        (Place.KEPT, "git hooks do not call entire", "`entire enable` shows the lines to add"),
    )
    found = [
        Problem(f"{text}: {names(at)}", fix)
        for place, text, fix in rows
        if (at := [hook for hook in hooks if hook.place == place])
    ]
    if old:
        found.append(Problem(f"git hooks are out of date: {names(old)}", "entire enable"))
    return found
