"""What every agent sends and writes, made from real calls and transcripts that are changed at random."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from tools.fuzz import recordings
from tools.fuzz.target import Target, json_like, lines_like
from tools.fuzz.targets.agent import check_config, check_payload, check_shown, grown, read_portions

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core.errors import EntireError

_SESSION, _SUBAGENT = "01a1de28-63c1-7fa1-9a92-8b2a0a14877d", "a1"


def _call(dice: random.Random, name: str) -> tuple[str, bytes]:
    """A call of the agent, sometimes with another verb; sometimes one that another agent makes."""
    calls = recordings.calls(name)
    verb, payload = dice.choice(calls)
    if dice.random() < 0.1:
        _, payload = dice.choice(recordings.calls(dice.choice(recordings.names())))
    other = dice.choice(calls)[0] if dice.random() < 0.2 else verb
    return other, json_like(payload)(dice)


def _portions(dice: random.Random, name: str) -> list[bytes]:
    make = lines_like(*recordings.records(name))
    return grown(dice, make(dice), make)


@contextmanager
def _at(home: Path) -> Iterator[None]:
    """Let the user's home folder be another one."""
    before = dict(os.environ)
    os.environ["HOME"] = str(home)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _at_home(agent: Agent, content: bytes, home: Path) -> None:
    """What an agent keeps is looked up, read, and taken over after a restore."""
    with _at(home):
        path = agent.transcript_path("/repo", _SESSION)
        assert path.startswith(str(home))
        for place in filter(None, (path, agent.subagent_path(path, _SUBAGENT))):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            Path(place).write_bytes(content)
        assert agent.transcript_path("/repo", _SESSION).startswith(str(home))
        agent.prepare_transcript(_SESSION, path)
        used = agent.session_usage(path)
        assert used is None or all(number >= 0 for number in used)
        with suppress(EntireError):
            agent.adopt_transcript(_SESSION, path)


def _targets(agent: Agent) -> list[Target]:
    name = agent.NAME
    command = {"type": "command", "command": f"entire hooks {name} stop"}
    settings = {"hooks": {"Stop": [{"hooks": [command]}], "stop": [command]}}
    shown = lines_like(*recordings.records(name))
    return [
        Target(f"{name} payload", partial(_call, name=name), partial(check_payload, agent), (EntireError,)),
        Target(
            f"{name} transcript",
            partial(_portions, name=name),
            lambda case, at: read_portions(case, at, agent),
            share=0.4,
            on_disk=True,
        ),
        Target(f"{name} shown transcript", shown, partial(check_shown, agent)),
        Target(f"{name} at home", shown, partial(_at_home, agent), share=0.2, on_disk=True),
        Target(
            f"{name} settings",
            json_like(settings),
            partial(check_config, agent),
            (EntireError,),
            0.3,
            on_disk=True,
        ),
    ]


TARGETS = [target for agent in registry.every() for target in _targets(agent)]
