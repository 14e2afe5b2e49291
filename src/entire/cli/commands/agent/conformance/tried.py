"""Try an agent: its program, if it is one, and a whole session."""

from __future__ import annotations

import os
import uuid

from entire.agent import registry, resolve
from entire.agent.external.adapter import External
from entire.agent.protocol import Agent
from entire.cli.commands.agent.conformance import program, samples
from entire.cli.commands.agent.conformance.session import Play
from entire.cli.commands.agent.conformance.stage import Result, Stage
from entire.core.errors import EntireError
from entire.git.repository import open_repository


def try_all(agent: Agent, folder: str) -> list[Result]:
    """What holds, and what does not. Nothing outside of a scratch folder is changed."""
    session_id = str(uuid.uuid4())
    given = samples.read(os.path.abspath(folder), session_id) if folder else samples.made(session_id)
    external = isinstance(agent, External)
    with Stage() as stage:
        if external:
            stage.allow_programs()
        try:
            resolve.named(open_repository(stage.root), [agent.NAME])
            there = registry.by_name(agent.NAME)
        except EntireError as error:
            return [Result("info", error.message)]
        found = program.results(program.Subject(there, stage, given)) if isinstance(there, External) else []
        if not isinstance(there, External) or there.has("hooks"):
            found += Play(there, stage, given, knows_transcript=external or bool(folder)).results()
    return found
