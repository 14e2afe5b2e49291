"""Restoring conversations: transcripts of checkpoints, put where the agents look for them.

First a plan, which changes nothing and tells what is ahead of what; once somebody agreed, it is applied.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core import clock, files
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.strategy.restore import find
from entire.strategy.restore.compare import CHECKPOINT_NEWER, LOCAL_NEWER, NEW, UNCHANGED, Compared, compare
from entire.strategy.restore.model import LeftOut, Plan, Restorable, Restored, Subagent

__all__ = ["CHECKPOINT_NEWER", "LOCAL_NEWER", "NEW", "UNCHANGED"]
__all__ += ["LeftOut", "Plan", "Restorable", "Restored", "apply", "keep_copy", "plan", "survey"]


def plan(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> list[Restorable]:
    """What can be restored of these checkpoints, the most recent last."""
    return survey(repo, objects, checkpoint_ids).restorables


def survey(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> Plan:
    """The same, and what cannot. A session that several checkpoints have is taken from the latest of them."""
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
    """Write them, newer local ones too; what is unchanged stays as it is. In the same order.

    Sessions that have a state here go on from what was written. The lock is held.
    """
    return [_apply(one) for one in restorables]


def _apply(one: Restorable) -> Restored:
    agent = registry.by_type(one.agent_type)
    assert agent is not None
    backup = ""
    if one.status != UNCHANGED:
        local = files.read(one.path)
        compared = compare(agent, local, one.load())
        backup = _write(one.path, local, compared)
        agent.adopt_transcript(one.session_id, one.path)
        one.follow(agent.layout().end(compared.content))
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


def _apply_subagent(agent: Agent, subagent: Subagent) -> None:
    """Unless what is here is the same or newer: nobody is asked about these."""
    local = files.read(subagent.path)
    compared = compare(agent, local, subagent.load())
    if compared.status in (NEW, CHECKPOINT_NEWER):
        _write(subagent.path, local, compared)


def _write(path: str, local: bytes | None, compared: Compared) -> str:
    """Replace a file; returns where the one that was there is kept, if anything of it would be gone."""
    files.make_dir(os.path.dirname(path), 0o700)
    backup = keep_copy(path, local) if local is not None and not compared.keeps else ""
    files.write_atomic(path, compared.content)
    return backup


def keep_copy(path: str, content: bytes) -> str:
    """Keep what a transcript holds in a file beside it, which agents do not take for one; returns it."""
    backup = f"{path}.{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}.bak"
    files.write_atomic(backup, content)
    return backup
