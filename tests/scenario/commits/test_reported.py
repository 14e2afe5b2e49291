"""Whether the reports of a turn are complete: only then can what they lack be a person's work."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from tests.scenario.commits.subagent import Sub
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn
from entire.git.repository import open_repository
from entire.session import capture as captures
from entire.session.store import Store
from entire.strategy.owners.reported import Again, Ending, Reported, reported
from entire.strategy.turn.conversation import Conversation
from entire.transcript.facts import Call


class Little(Again):
    """Almost nothing may be read again."""

    def __init__(self, left: int = 0) -> None:
        self._left = left


def look(world: World, agent: StandIn, again: Again, ending: Ending | None = None) -> Reported:
    """As a hook does, after another one has read everything."""
    repo = open_repository(str(world.repo.path))
    store = Store(repo)
    state = store.load(agent.session_id)
    assert state is not None
    earlier = Conversation(repo, store, state)
    earlier.read()
    earlier.save()
    capture = captures.load(repo, agent.session_id)
    conversation = Conversation(repo, store, state)
    conversation.read()
    return reported(repo, state, conversation, capture, again, ending)


def number_of(reports: Sequence[object]) -> int:
    """What was done: the call of a tool is not counted, too."""
    return sum(not isinstance(one, Call) for one in reports)


@pytest.fixture
def agent(world: World) -> StandIn:
    """In a turn that has run a command."""
    agent = world.agent()
    agent.prompt("Do it")
    agent.shell("ls")
    agent.write("f.py", "1\n")
    return agent


def test_what_was_read_is_read_again(world: World, agent: StandIn) -> None:
    found = look(world, agent, Again())
    assert (number_of(found.turns[1]), found.complete) == (2, True)


def test_not_if_it_is_too_much(world: World, agent: StandIn) -> None:
    found = look(world, agent, Little())
    assert (found.turns, found.files, found.complete) == ({}, [], False)
    size = os.stat(agent.transcript).st_size
    assert look(world, agent, Little(size)).complete


def test_the_limit_is_for_all_together(world: World, agent: StandIn) -> None:
    sub = Sub(agent, "Do it")
    sub.write("g.py", "1\n")
    sub.end()
    size = os.stat(agent.transcript).st_size
    found = look(world, agent, Little(size))
    assert (number_of(found.turns[1]), found.complete) == (2, False)
    more = look(world, agent, Little(size + os.stat(sub.transcript).st_size))
    assert (number_of(more.turns[1]), more.files, more.complete) == (3, ["g.py"], True)


def test_a_subagent_that_is_running_is_found_in_its_folder(world: World, agent: StandIn) -> None:
    sub = Sub(agent, "Do it")
    sub.write("g.py", "1\n")
    found = look(world, agent, Again())
    assert (found.files, found.complete) == (["g.py"], True)
    os.rename(sub.transcript, f"{sub.transcript}.elsewhere")
    assert not look(world, agent, Again()).complete
    os.rename(f"{sub.transcript}.elsewhere", sub.transcript)
    found = look(world, agent, Again(), Ending(sub.tool_use_id, sub.transcript))
    assert (found.files, found.complete) == (["g.py"], True)
    assert not look(world, agent, Again(), Ending(sub.tool_use_id, "")).complete
    assert not look(world, agent, Again(), Ending(sub.tool_use_id, f"{sub.transcript}.gone")).complete


def test_a_subagent_whose_transcript_is_gone(world: World, agent: StandIn) -> None:
    sub = Sub(agent, "Do it")
    sub.write("g.py", "1\n")
    sub.end()
    assert look(world, agent, Again()).complete
    os.remove(sub.transcript)
    assert not look(world, agent, Again()).complete
    agent.stop()
    agent.prompt("Go on")
    agent.shell("ls")
    assert look(world, agent, Again()).complete  # it is not of this turn


def test_each_report_belongs_to_its_turn(world: World, agent: StandIn) -> None:
    attachment = {"type": "queued_command", "commandMode": "prompt", "prompt": "And this"}
    agent.record(type="attachment", attachment=attachment)
    agent.write("g.py", "1\n")
    found = look(world, agent, Again())
    assert {number: number_of(reports) for number, reports in found.turns.items()} == {1: 2, 2: 1}
