"""The sessions that can be resumed here."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.checkpoint.index.index import Index
from entire.core import clock
from entire.core.paths import valid_session_id
from entire.core.value import Value
from entire.git import history, refs
from entire.git.objects.read import Objects
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.restore.find import Slot, slots_of

_CHECKPOINTS = 50  # of this branch to search


class Candidate(Value):
    session_id: str
    agent_type: str
    branch: str  # empty if unknown
    last_active: str
    prompt: str
    files: list[str]
    checkpoint_id: str  # the latest on this branch, or empty
    transcript: str = ""  # path on this machine; empty if it has to be restored first

    @property
    def resume_command(self) -> str:
        """The agent's command, or ours if the transcript has to be restored first."""
        agent = registry.by_type(self.agent_type) if self.transcript else None
        return agent.resume_command(self.session_id) if agent else f"entire resume {self.session_id}"


def candidates(index: Index) -> list[Candidate]:
    """Sessions of this machine and of this branch's checkpoints, newest first."""
    found: dict[str, Candidate] = {}
    for slot in _of_branch(index):
        session_id = slot.metadata.session_id
        known = registry.by_type(slot.metadata.agent) is not None
        if session_id not in found and known and valid_session_id(session_id):
            found[session_id] = _from_checkpoint(index.objects, slot)
    for state in Store(index.repo).all():
        one = _from_state(state, found.get(state.session_id))
        if one is not None:
            found[state.session_id] = one
    return sorted(found.values(), key=lambda one: clock.timestamp(one.last_active) or 0.0, reverse=True)


def _of_branch(index: Index) -> list[Slot]:
    branch, default = refs.get_current_branch_name(index.repo), history.get_default_branch(index.repo)
    links = index.links_of_branch(branch, default, _CHECKPOINTS)
    ids = list(dict.fromkeys(id for link in links for id in link.checkpoint_ids))
    slots = [slot for id in ids[:_CHECKPOINTS] for slot in slots_of(index.objects, id)]
    return sorted(slots, key=lambda slot: clock.timestamp(slot.metadata.created_at) or 0.0, reverse=True)


def _from_checkpoint(objects: Objects, slot: Slot) -> Candidate:
    return Candidate(
        slot.metadata.session_id,
        slot.metadata.agent,
        slot.metadata.branch,
        slot.metadata.created_at,
        slot.prompt(objects),
        slot.metadata.files_touched,
        slot.checkpoint_id,
    )


def _from_state(state: State, stored: Candidate | None) -> Candidate | None:
    """Combine a state with its checkpoint; the state wins. None without a transcript to resume."""
    agent_type = registry.type_of_file(state.agent_type, state.transcript_path)
    if registry.by_type(agent_type) is None:
        return stored
    here = os.path.isfile(state.transcript_path)
    if not here and stored is None:
        return None
    return Candidate(
        state.session_id,
        agent_type,
        state.branch or (stored.branch if stored else ""),
        state.last_interaction_time or state.started_at,
        state.last_prompt or state.first_prompt or (stored.prompt if stored else ""),
        state.files_touched or (stored.files if stored else []),
        stored.checkpoint_id if stored else "",
        state.transcript_path if here else "",
    )
