"""Restore conversations: write transcripts of checkpoints to where the agents look for them.

`survey` changes nothing and says which version is newer; `apply` writes, once the user agreed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core import clock, files
from entire.core.paths import real_parent
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.strategy.restore import find
from entire.strategy.restore.compare import CHECKPOINT_NEWER, LOCAL_NEWER, NEW, UNCHANGED, Compared, compare
from entire.strategy.restore.model import LeftOut, Plan, Restorable, Restored, Subagent

__all__ = ["CHECKPOINT_NEWER", "LOCAL_NEWER", "NEW", "UNCHANGED"]
__all__ += ["LeftOut", "Plan", "Restorable", "Restored", "apply", "keep_copy", "plan", "survey"]


def plan(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> list[Restorable]:
    """The sessions of these checkpoints that can be restored, newest last."""
    return survey(repo, objects, checkpoint_ids).restorables


def survey(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> Plan:
    """The same, and those that cannot. A session in several checkpoints is taken from the latest one."""
    found: dict[str, Restorable] = {}
    left_out: dict[str, LeftOut] = {}
    for checkpoint_id in dict.fromkeys(checkpoint_ids):
        for one in find.find(repo, objects, checkpoint_id):
            if isinstance(one, LeftOut):
                left_out[one.session_id] = one
            elif one.session_id not in found or _time(found[one.session_id]) <= _time(one):
                found[one.session_id] = one
    rest = [one for session_id, one in left_out.items() if session_id not in found]
    return Plan(sorted(found.values(), key=_time), rest)


def _time(one: Restorable) -> float:
    return clock.timestamp(one.created_at) or 0.0


def apply(restorables: Iterable[Restorable]) -> list[Restored]:
    """Write the transcripts in this order, over newer local ones too; unchanged ones are skipped.

    The states of sessions that are known here are updated and saved. The caller holds the lock.
    """
    return [_apply(one) for one in restorables]


def _apply(one: Restorable) -> Restored:
    agent = registry.by_type(one.agent_type)
    assert agent is not None
    backup = _restore(agent, one) if one.status != UNCHANGED else ""
    for subagent in one.subagents:
        _apply_subagent(agent, subagent)
    return Restored(
        one.session_id,
        one.agent_type,
        one.path,
        backup,
        agent.resume_command(one.session_id),
        one.prompt,
        one.created_at,
    )


def _restore(agent: Agent, one: Restorable) -> str:
    """Write a session's transcript. Returns the path of a backup, or nothing."""
    local = files.read(one.path)
    if local is None:
        backup, path = "", real_parent(one.path)  # the agent's folder may be behind a link of the user's
        files.make_dir(os.path.dirname(path), 0o700)
        files.write_blocks(path, one.blocks())
    else:
        backup = _write(one.path, local, compare(agent, local, one.load()))
    agent.adopt_transcript(one.session_id, one.path)
    one.update_state(lambda: agent.layout().end(files.read_or_empty(one.path)))
    return backup


def _apply_subagent(agent: Agent, subagent: Subagent) -> None:
    """Write a subagent's transcript, unless the local one is the same or newer: these are not confirmed."""
    local = files.read(subagent.path)
    compared = compare(agent, local, subagent.load())
    if compared.status in (NEW, CHECKPOINT_NEWER):
        _write(subagent.path, local, compared)


def _write(path: str, local: bytes | None, compared: Compared) -> str:
    """Replace a file. Returns the path of a backup, if some of the old content would be lost."""
    path = real_parent(path)
    files.make_dir(os.path.dirname(path), 0o700)
    backup = keep_copy(path, local) if local is not None and not compared.keeps else ""
    files.write_atomic(path, compared.content)
    return backup


def keep_copy(path: str, content: bytes) -> str:
    """Write a backup next to a transcript, under a name that agents ignore. Returns its path."""
    backup = f"{path}.{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}.bak"
    files.write_atomic(real_parent(backup), content)
    return backup
