"""What agents other than Claude Code send and write. The samples say which."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from tools.fuzz.agent_samples import SAMPLES
from tools.fuzz.target import Target, json_like, lines_like

from entire.agent import conversation, registry
from entire.agent.protocol import Agent
from entire.core import json_text
from entire.core.errors import EntireError
from entire.core.paths import valid_session_id, valid_tool_id
from entire.redact import redact_jsonl
from entire.transcript import cut, reader
from entire.transcript.cursor import Cursor


def _call(name: str, dice: random.Random) -> tuple[str, bytes]:
    return dice.choice(SAMPLES[name].verbs), json_like(SAMPLES[name].payload)(dice)


def _payload(agent: Agent, case: tuple[str, bytes], folder: Path) -> None:
    verb, data = case
    try:
        payload = json_text.decode(data)
    except ValueError:
        return
    if not isinstance(payload, dict):
        return
    agent.is_foreign(payload)
    event = agent.parse_event(verb, payload)
    if event is not None:
        assert valid_session_id(event.session_id)
        assert not event.tool_use_id or valid_tool_id(event.tool_use_id)
        assert not event.subagent_id or valid_tool_id(event.subagent_id)
    agent.answer(event, "note")


def _portions(name: str, dice: random.Random) -> list[bytes]:
    """A transcript that grows, and what is beside it."""
    make = lines_like(*SAMPLES[name].records)
    first = make(dice)
    return [first, first + make(dice)]


def _read(agent: Agent, portions: list[bytes], folder: Path) -> None:
    transcript, copy = folder / "transcript.jsonl", folder / "copy" / "full.jsonl"
    context = reader.ReadContext(agent, redact_jsonl, "1")
    cursor = Cursor(path=str(transcript), rules="1")
    for content in portions:
        transcript.write_bytes(content)
        transcript.with_suffix(".settings.json").write_bytes(content)
        if not reader.usable(cursor, str(transcript), str(copy), context):
            cursor = Cursor(path=str(transcript), rules="1")
        reader.advance(cursor, str(copy), context)
        agent.session_usage(str(transcript))
        cursor = Cursor.from_json(json_text.decode(json_text.encode_line(cursor.to_json())))


def _shown(agent: Agent, data: bytes, folder: Path) -> None:
    """What commands show of a stored transcript."""
    conversation.entries(data, agent.TYPE)
    conversation.prompt_at(agent.TYPE, ["one"], 2, lambda oid: data, {})
    cut.after_id(agent, data, "e1")
    cut.after_result(agent, data, "toolu_1")


def _config(agent: Agent, data: bytes, folder: Path) -> None:
    path = folder / agent.CONFIG_FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    agent.has_edit_hooks(str(folder))
    agent.missing_hooks(str(folder))
    if agent.install(str(folder)):
        assert agent.installed(str(folder))
        assert agent.install(str(folder)) == 0
    agent.uninstall(str(folder))
    assert not agent.installed(str(folder))


def _targets(name: str) -> list[Target]:
    agent, samples = registry.by_name(name), SAMPLES[name]
    return [
        Target(f"{name}: payload", partial(_call, name), partial(_payload, agent), (EntireError,), 0.3),
        Target(
            f"{name}: transcript", partial(_portions, name), partial(_read, agent), share=0.1, on_disk=True
        ),
        Target(f"{name}: shown transcript", lines_like(*samples.records), partial(_shown, agent), share=0.3),
        Target(
            f"{name}: settings",
            json_like(samples.config),
            partial(_config, agent),
            (EntireError,),
            share=0.1,
            on_disk=True,
        ),
    ]


TARGETS = [target for name in SAMPLES for target in _targets(name)]
