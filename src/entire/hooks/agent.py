"""Hooks that agents call: JSON on standard input, one event per call."""

from __future__ import annotations

import os
import sys

from entire.agent import registry
from entire.agent.events import Kind
from entire.core import files, json_text, log
from entire.core.errors import EntireError
from entire.core.paths import STATE_DIR, valid_session_id
from entire.core.settings import Settings
from entire.git.repository import Repository
from entire.git.worktree.status import PendingStatus
from entire.hooks import watchdog
from entire.strategy import registry as strategies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.agent.events import Event
    from entire.agent.protocol import Agent

# A payload can contain whole files that the agent writes, but never this much.
MAX_PAYLOAD_BYTES = 256 * 1024 * 1024

_END = (Kind.TURN_END, Kind.COMPACTION, Kind.SESSION_END)
_LOOKS = (Kind.TURN_START, Kind.TURN_END)  # at the work tree, first of all


def run(repo: Repository, settings: Settings, agent_name: str, verb: str) -> None:
    agent = registry.by_name(agent_name)
    payload = _payload()
    if agent.is_foreign(payload):
        log.debug("another agent's call is ignored", agent=agent.NAME)
        return
    event, note = None, ""
    try:
        event = agent.parse_event(verb, payload)
        note = _handle(repo, settings, agent, event) if event is not None else ""
    finally:  # some agents want an answer to every call
        sys.stdout.write(agent.answer(event, note))


def refuse(agent_name: str, verb: str, text: str) -> None:
    """Answer a call without doing anything; if a session starts, it shows why."""
    agent = registry.by_name(agent_name)
    event = agent.parse_event(verb, _payload())
    note = text if event is not None and event.kind == Kind.SESSION_START else ""
    sys.stdout.write(agent.answer(event, note))


def limit_of(event: Event) -> str:
    """Pure: which time limit holds for it."""
    return "stop" if event.kind in _END else "prompt"


def _handle(repo: Repository, settings: Settings, agent: Agent, event: Event) -> str:
    log.add_context(agent=agent.NAME, session_id=event.session_id)
    watchdog.allow(limit_of(event), event.seconds)
    looks = event.kind in _LOOKS and _is_known(repo, event.session_id)
    reading = PendingStatus(repo) if looks else None  # git runs while Python imports
    from entire.lifecycle import agent_events

    call = agent_events.Call(strategies.get(settings.strategy), settings, repo, agent, event, reading)
    return agent_events.handle(call)


def _is_known(repo: Repository, session_id: str) -> bool:
    """Whether a session has had a prompt; the first one asks git for more."""
    state = os.path.join(repo.common_dir, STATE_DIR, f"{session_id}.json")
    return valid_session_id(session_id) and os.path.exists(state)


def _payload() -> dict[str, Any]:
    data = files.read_stdin(MAX_PAYLOAD_BYTES)
    if not data.strip() or len(data) > MAX_PAYLOAD_BYTES:
        raise EntireError("the hook's input is too large" if data.strip() else "the hook's input is empty")
    try:
        payload = json_text.decode(data)
    except ValueError as error:
        raise EntireError(f"the hook's input is not valid JSON: {error}") from error
    if not isinstance(payload, dict):
        raise EntireError("the hook's input is not a JSON object")
    return payload
