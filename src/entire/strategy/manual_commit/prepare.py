"""The prepare-commit-msg hook: add the trailer, unless the user declines."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.paths import TEMPLATE_FILE
from entire.core.settings import Settings
from entire.git import message, sequence
from entire.git.diff import Staged
from entire.git.environment import commit_index
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store

PREPARE_WAIT_SECONDS = 2.0  # the user is waiting for the editor


def prepare_commit_msg(repo: Repository, settings: Settings, path: str, source: str, commit: str) -> None:
    """Link the commit to the sessions whose work it contains.

    ``source`` and ``commit`` are the hook's arguments: where the message comes from, and which commit it is
    taken from (`HEAD` to amend).
    """
    index = Staged(repo, commit_index())  # git runs while Python imports
    objects = Objects(repo).begin()
    from entire.checkpoint import trailers
    from entire.checkpoint.ids import new_checkpoint_id
    from entire.core import log
    from entire.strategy.manual_commit import link

    text = message.read(path)
    replaying = (source == "message" and sequence.is_revert(text)) or sequence.in_progress(repo)
    if not link.may_link(source, bool(trailers.checkpoint_ids(text)), replaying):
        return
    store = Store(repo)
    amending = source == "commit" and commit == "HEAD"
    with store.lock(wait=PREPARE_WAIT_SECONDS), objects:
        sessions, amended = link.gather_sessions(repo, objects, store, index, amending=amending)
    declined = bool(sessions) and source == "message" and not _wanted(repo, settings, sessions[0])
    decision = link.decide(link.Facts(source, bool(sessions), amended, declined))
    if decision.edit == link.Edit.NOTHING:
        return
    checkpoint_id = decision.checkpoint_id or new_checkpoint_id()
    if source == "template":
        files.write_atomic(os.path.join(repo.git_dir, TEMPLATE_FILE), text.encode("utf-8", "surrogateescape"))
    store.promise(repo.worktree_id, checkpoint_id)
    link.add_link(repo, path, text, decision.edit, checkpoint_id, sessions[0] if sessions else None)
    log.info("commit linked", component="checkpoint", checkpoint_id=checkpoint_id, source=source)


def _wanted(repo: Repository, settings: Settings, session: State) -> bool:
    """Ask the user, if the settings say so and there is a terminal."""
    if settings.commit_linking != "prompt":
        return True
    from entire.core import terminal

    if not terminal.has_tty():
        return True
    agent = session.agent_type or UNKNOWN_AGENT
    answer = terminal.ask(f"Link this commit to the {agent} session? [Y/n/always] ")
    if answer == "a":
        _always_link(repo)
    return answer != "n"


def _always_link(repo: Repository) -> None:
    from entire.core import settings as files

    local = files.read_file(repo.worktree, files.LOCAL_FILE) or {}
    files.write_file(repo.worktree, files.LOCAL_FILE, local | {"commit_linking": "always"})
