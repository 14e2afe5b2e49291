"""Transcripts change behind our back, between the events of a session.

Whatever happens to the part that a hook has read: earlier turns stay, later ones are read, and every token
is counted once.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.test_tokens import counted
from tests.scenario.ways import BY_ITSELF
from tests.scenario.world import World
from tests.support import pairs

from entire.cli.commands.demo.stand_in import StandIn

PROMPTS = ["Write one", "Write two", "Write three", "Write four"]
Lines = list[bytes]
Mutation = Callable[[Lines], Lines]


def edited(known: Lines) -> Lines:
    """The text of one record changes, its id does not."""
    middle = len(known) // 2
    record = json.loads(known[middle]) | {"edited": True}
    return [*known[:middle], json.dumps(record).encode() + b"\n", *known[middle + 1 :]]


def compacted(known: Lines) -> Lines:
    """A summary, and the last records again."""
    summary = {"type": "summary", "summary": "what happened so far", "leafUuid": os.urandom(4).hex()}
    return [json.dumps(summary).encode() + b"\n", *known[-2:]]


def replaced(known: Lines) -> Lines:
    row = {"type": "user", "uuid": os.urandom(8).hex(), "isMeta": True, "message": {"content": "other"}}
    return [json.dumps(row).encode() + b"\n"] * 3


MUTATIONS: dict[str, Mutation] = {
    "untouched": lambda known: known,
    "truncated": lambda known: known[: len(known) // 2],
    "emptied": lambda known: [],
    "edited": edited,
    "compacted": compacted,
    "replaced": replaced,
    "reordered": lambda known: known[::-1],
}
MOMENTS = ("between turns", "in a turn", "before the commit", "before the end", "before the resume")


ALONE = [(moment,) for moment in MOMENTS[:3]]


class Story:
    """One session of four turns and three commits."""

    def __init__(self, world: World, mutation: Mutation, moments: tuple[str, ...]) -> None:
        self.world, self.mutation, self.moments = world, mutation, moments
        self.agent = world.agent()
        self.path = Path(self.agent.transcript)
        self.answers = 0
        self.read = 0  # lines that a hook has read

    def at(self, moment: str) -> None:
        """Change the part of the transcript that was read; what follows stays."""
        if moment in self.moments:
            lines = self.path.read_bytes().splitlines(keepends=True)
            known = self.mutation(lines[: self.read])
            self.path.write_bytes(b"".join([*known, *lines[self.read :]]))
            self.read = len(known)

    def begin(self, number: int) -> None:
        self.agent.prompt(PROMPTS[number])

    def finish(self, number: int) -> None:
        self.agent.write(f"{number}.py", f"{number}\n")
        self.agent.say("Done.")
        self.agent.stop()
        self.answers += 2
        self.read = self.path.read_bytes().count(b"\n")

    def turn(self, number: int) -> None:
        self.begin(number)
        self.finish(number)

    def commit(self) -> str:
        self.world.git("add", "--all")
        checkpoint = self.world.commit()
        assert checkpoint
        return checkpoint


def check(story: Story, checkpoints: list[str], prompts: list[list[str]]) -> None:
    world = story.world
    for checkpoint, expected in zip(checkpoints, prompts, strict=True):
        assert world.stored(checkpoint, "prompt.txt").split("\n\n---\n\n") == expected
        transcript, shown = world.transcript(checkpoint), world.entire("explain", checkpoint, "--no-pager")
        assert all(prompt in transcript for prompt in expected)
        assert all(prompt in shown for prompt in expected)
    sums = counted(world, story.agent.session_id)
    assert sums["api_call_count"] == story.answers
    assert sums["output_tokens"] == 85 * story.answers
    world.check_sound()


@pytest.mark.property
@pytest.mark.parametrize(
    ("mutation", "moments"),
    [*((mutation, MOMENTS) for mutation in MUTATIONS), *pairs([*MUTATIONS], ALONE, 1)],
    ids=lambda value: value if isinstance(value, str) else value[0] if len(value) == 1 else "always",
)
def test_every_turn_is_in_one_checkpoint(world: World, mutation: str, moments: tuple[str, ...]) -> None:
    play_turns(world, mutation, moments)


@pytest.mark.parametrize("way", [BY_ITSELF], indirect=True, ids=[BY_ITSELF.name])
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_every_turn_is_in_its_own_checkpoint(world: World, mutation: str) -> None:
    play_turns(world, mutation, MOMENTS)


def play_turns(world: World, mutation: str, moments: tuple[str, ...]) -> None:
    story = Story(world, MUTATIONS[mutation], moments)
    story.agent.start()
    story.turn(0)
    first = story.commit()
    story.turn(1)
    own = [world.checkpoint()] if world.way.makes_commits else []
    story.at("between turns")
    story.begin(2)
    story.at("in a turn")
    story.finish(2)
    story.at("before the commit")
    second = story.commit()
    story.at("before the end")
    story.agent.end()
    story.at("before the resume")
    story.agent.start("resume")
    story.turn(3)
    third = story.commit()
    if own:
        check(story, [first, *own, second, third], [[prompt] for prompt in PROMPTS])
    else:
        check(story, [first, second, third], [PROMPTS[:1], PROMPTS[1:3], PROMPTS[3:]])


def test_a_commit_of_the_agent_after_a_rewrite(world: World) -> None:
    """The checkpoint that a turn made gets the rest of the turn, whatever happens to the transcript."""
    story = Story(world, MUTATIONS["compacted"], ("now",))
    story.turn(0)
    story.begin(1)
    story.agent.write("early.py", "early\n")
    first = story.commit()
    story.read = story.path.read_bytes().count(b"\n")
    story.at("now")
    story.finish(1)
    story.answers += 1
    second = story.commit()
    check(story, [first], [PROMPTS[:2]])
    assert world.root(second)["files_touched"] == ["1.py"]


def _as_folder(path: Path) -> None:
    path.rename(path.with_suffix(".kept"))
    path.mkdir()


def _as_pipe(path: Path) -> None:
    path.rename(path.with_suffix(".kept"))
    os.mkfifo(path)


def _gone(path: Path) -> None:
    path.rename(path.with_suffix(".kept"))


def _as_link(path: Path) -> None:
    path.rename(path.with_suffix(".kept"))
    path.symlink_to("nowhere")


def _put_back(path: Path) -> None:
    if path.is_dir():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)
    shutil.move(path.with_suffix(".kept"), path)


CHANGES = [_as_folder, _as_pipe, _gone, _as_link]


@pytest.mark.property
@pytest.mark.parametrize(("change", "event"), pairs(CHANGES, ["prompt", "stop", "commit", "end"], 2))
def test_a_transcript_that_cannot_be_read_for_a_while(
    world: World, change: Callable[[Path], None], event: str
) -> None:
    """The event does its work with what is known, and a later one reads the rest."""
    story = Story(world, MUTATIONS["untouched"], ())
    agent = story.agent
    story.turn(0)
    during(story, change, event == "prompt", lambda: agent.hook("user-prompt-submit", prompt=PROMPTS[1]))
    agent.record(type="user", message={"role": "user", "content": PROMPTS[1]})
    agent.write("1.py", "1\n")
    agent.say("Done.")
    story.answers += 2
    during(story, change, event == "stop", agent.stop)
    done: list[str] = []
    during(story, change, event == "commit", lambda: done.append(story.commit()))
    during(story, change, event == "end", agent.end)
    agent.start("resume")
    story.turn(2)
    last = story.commit()
    stored = "".join(world.stored(checkpoint, "prompt.txt") for checkpoint in (*done, last))
    assert [prompt for prompt in PROMPTS[:3] if stored.count(prompt) != 1] == []
    assert all(prompt in world.transcript(last) for prompt in PROMPTS[:3])
    assert counted(world, agent.session_id)["api_call_count"] == story.answers
    world.check_sound()


def during(story: Story, change: Callable[[Path], None], wanted: bool, event: Callable[[], Any]) -> None:
    """Run an event while the transcript is not there, if wanted."""
    if wanted:
        change(story.path)
    event()
    if wanted:
        _put_back(story.path)


@pytest.mark.parametrize("event", ["stop", "commit", "end"])
def test_a_last_line_that_is_half_written(world: World, event: str) -> None:
    """It is read when it is complete, once."""
    story = Story(world, MUTATIONS["untouched"], ())
    agent = story.agent
    agent.prompt(PROMPTS[0])
    agent.write("0.py", "0\n")
    rest = half_written(agent) if event == "stop" else b""
    agent.stop()
    rest += half_written(agent) if event == "commit" else b""
    story.commit()
    rest += half_written(agent) if event == "end" else b""
    agent.end()
    with story.path.open("ab") as file:
        file.write(rest)
    agent.start("resume")
    story.answers = 2
    story.turn(1)
    last = story.commit()
    assert counted(world, agent.session_id)["api_call_count"] == story.answers
    assert "the last words" in world.transcript(last)
    world.check_sound()


def half_written(agent: StandIn) -> bytes:
    """Write the first half of an answer, and return the rest."""
    agent.say("the last words")
    path = Path(agent.transcript)
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    return whole[-100:]


def test_a_transcript_that_moves(world: World) -> None:
    """The client names another file from now on, which has only what is new."""
    story = Story(world, MUTATIONS["untouched"], ())
    story.turn(0)
    elsewhere = story.path.with_name(f"moved-{story.path.name}")
    story.agent.transcript = str(elsewhere)
    story.path = elsewhere
    story.turn(1)
    check(story, [story.commit()], [PROMPTS[:2]])
