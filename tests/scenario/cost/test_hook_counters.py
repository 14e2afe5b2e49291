"""Invariant I5, by counting: whatever has piled up, a hook does as much as in a new repository.

Git processes, bytes read, objects written, state files opened: figures that no busy machine changes.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.scenario.world import BRANCH, World

from entire.cli.commands.demo.stand_in import StandIn
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.write import Writer
from entire.git.repository import open_repository

# Our command, which writes down what it opened and how many bytes it read.
PROBE = """#!{python}
import os, sys
opened = []
def note(event, arguments):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes)):
        opened.append(os.fsdecode(arguments[0]))
sys.addaudithook(note)
leave = os._exit
def count(code):
    names = sorted(name for name in opened if {part!r} in name)
    with open("/proc/self/io") as file:
        read = int(file.readline().split()[1])
    bundles = (name for name in set(opened) if name.endswith(".bundle") and os.path.exists(name))
    read -= sum(map(os.path.getsize, bundles))  # our own code
    import json
    with open({calls!r}, "a") as file:
        print(json.dumps([sys.argv[3], read, names]), file=file)
    leave(code)
os._exit = count
from entire.__main__ import main
main()
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="the system does not count")


class Call(NamedTuple):
    hook: str
    bytes_read: int
    state_files: list[str]  # or others that were asked for


class Count(NamedTuple):
    """What one command of the user or the agent made happen."""

    git_processes: int
    objects: int
    calls: list[Call]

    @property
    def bytes_read(self) -> int:
        return sum(call.bytes_read for call in self.calls)

    @property
    def state_files(self) -> int:
        return sum(len(call.state_files) for call in self.calls)


class Counter:
    """A world whose hooks are counted."""

    def __init__(self, world: World, folder: Path, part: str = "/entire-sessions") -> None:
        """``part``: what the names of the files contain that are listed."""
        self.world, self.folder = world, folder
        self.calls = folder / "calls"
        command = folder / "bin" / "entire"
        command.parent.mkdir(parents=True)
        command.write_text(PROBE.format(python=sys.executable, calls=str(self.calls), part=part))
        command.chmod(0o755)
        world.env["PATH"] = f"{command.parent}:{world.env['PATH']}"
        world.env["GIT_TRACE2_EVENT_NESTING"] = "9"  # as deep as git's walk of folders is

    def count(self, agent: StandIn, action: Callable[[], object]) -> Count:
        trace = self.folder / "trace"
        shutil.rmtree(trace, ignore_errors=True)
        trace.mkdir()
        self.calls.write_text("")
        before = self._objects()
        for env in (self.world.env, agent.env):
            env["GIT_TRACE2_EVENT"] = str(trace)
        action()
        for env in (self.world.env, agent.env):
            env.pop("GIT_TRACE2_EVENT", None)
        calls = [Call(*json.loads(line)) for line in self.calls.read_text().splitlines()]
        assert calls
        return Count(sum(map(is_ours, trace.iterdir())), self._objects() - before, calls)

    def folders_that_git_looked_into(self) -> int:
        """In the last count."""
        lines = (
            line for trace in (self.folder / "trace").iterdir() for line in trace.read_text().splitlines()
        )
        events = [json.loads(line) for line in lines if '"directories-visited"' in line]
        return sum(int(event["value"]) for event in events)

    def _objects(self) -> int:
        told = dict(line.split(": ") for line in self.world.git("count-objects", "-v").splitlines())
        return int(told["count"]) + int(told["in-pack"])


def is_ours(trace: Path) -> bool:
    """Whether we started a git process: we always name the repository, git and people do not."""
    events = (json.loads(line) for line in trace.read_text().splitlines())
    start = next(event for event in events if event["event"] == "start")
    return any(word.startswith("--git-dir=") for word in start["argv"])


def pile_up(world: World, agent: StandIn) -> None:
    """A long transcript, sessions that are over, checkpoints: as a year leaves them."""
    over = world.agent()
    over.turn("Something else", {"other.py": "1\n"})
    over.end()
    world.git("add", "-A")
    checkpoint = world.commit()
    agent.start()  # the event after which a finished session is put away
    ended = world.repo.path / ".git" / "entire-sessions" / "ended"
    state = (ended / f"{over.session_id}.json").read_text()
    for number in range(200):
        (ended / f"past-{number}.json").write_text(state.replace(over.session_id, f"past-{number}"))
    repo = open_repository(str(world.repo.path))
    with Objects(repo) as objects:
        tip = objects.commit(f"refs/heads/{BRANCH}")
        assert tip is not None
        entry = objects.entry(tip.tree, f"{checkpoint[:2]}/{checkpoint[2:]}")
        assert entry is not None
        more = [Change(f"{n % 256:02x}/{n:010x}", entry.mode, entry.oid) for n in range(2000)]
        with Writer(repo, objects) as writer:
            commit, _ = writer.commit(more, "more", tip.author, parents=(tip.oid,))
    world.git("update-ref", f"refs/heads/{BRANCH}", commit)
    for number in range(2200):
        agent.say(f"{number}: " + "a long explanation of what was read and why it matters. " * 40)


def week(world: World, folder: Path, before: Callable[[World, StandIn], None]) -> dict[str, Count]:
    """What the second turn and its commit cost, after something has piled up."""
    counter = Counter(world, folder)
    agent = world.agent()
    agent.start()
    before(world, agent)
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    counts = {}
    counts["prompt"] = counter.count(agent, lambda: agent.prompt("Write two"))
    agent.write("two.py", "2\n")
    agent.say("Written.")
    counts["stop"] = counter.count(agent, agent.stop)
    world.git("add", "-A")
    counts["commit"] = counter.count(agent, world.commit)
    assert world.session(world.checkpoint())["files_touched"] == ["two.py"]
    assert not world.errors()
    return counts


def test_what_piled_up_costs_nothing(world: World, tmp_path: Path) -> None:
    another_world = World.new(tmp_path / "another")
    fresh = week(world, tmp_path / "fresh", lambda *_: None)
    old = week(another_world, tmp_path / "old", pile_up)
    more = {kind: old[kind].git_processes - count.git_processes for kind, count in fresh.items()}
    assert more.pop("commit") in (0, 1)  # `git cat-file`: the checkpoints that are there are in a pack
    assert not any(more.values())
    for kind in fresh:
        assert old[kind].objects <= fresh[kind].objects + 2, kind  # a segment more that was sealed
        assert old[kind].state_files == fresh[kind].state_files, kind
        assert not [name for call in old[kind].calls for name in call.state_files if "/ended" in name]
    assert old["prompt"].bytes_read < fresh["prompt"].bytes_read + 200_000
    assert old["stop"].bytes_read < fresh["stop"].bytes_read + 400_000  # the open segment, a tree of segments
    whole = sum(file.stat().st_size for file in another_world.repo.path.glob(".entire/metadata/*/full.jsonl"))
    assert whole > 4 << 20  # long enough to be hashed beside the rest
    assert old["commit"].bytes_read < fresh["commit"].bytes_read + whole + 400_000  # hashed, once


def test_how_much_a_hook_does(world: World, tmp_path: Path) -> None:
    """The figures themselves: whoever makes a hook do more must say so here."""
    counts = week(world, tmp_path / "fresh", lambda *_: None)
    assert {kind: count.git_processes for kind, count in counts.items()} == {
        "prompt": 1,
        "stop": 4,
        "commit": 5,
    }
    assert counts["prompt"].objects == 0
    assert counts["stop"].objects <= 16
    assert counts["commit"].objects <= 18
    assert [call.hook for call in counts["commit"].calls] == ["prepare-commit-msg", "post-commit"]


def test_a_long_turn_is_read_again_once(world: World, tmp_path: Path) -> None:
    """What earlier hooks have read of an open turn: a commit looks for reports in it, but not twice."""
    counter = Counter(world, tmp_path / "counted")
    agent = world.agent()
    agent.prompt("Write some")
    for name in ("one.py", "two.py"):
        for _ in range(40):
            agent.record(type="user", toolUseResult="a long result " * 5000)
        agent.write(name, "1\n")
        world.git("add", "-A")
        agent.shell("git commit -qm work")
    long = Path(agent.transcript).stat().st_size
    agent.write("three.py", "1\n")
    world.git("add", "-A")
    count = counter.count(agent, lambda: agent.shell("git commit -qm work"))
    (last,) = [call for call in count.calls if call.hook == "post-commit"]
    assert long > 5 << 20
    assert last.bytes_read < 2.5 * long  # and the copy is hashed, once


def stored_bytes(world: World) -> int:
    return sum(
        file.stat().st_size for file in (world.repo.path / ".git" / "objects").rglob("*") if file.is_file()
    )


def test_a_long_transcript_is_stored_once(world: World) -> None:
    """Each commit has the whole conversation, but adds only what is new of it."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(5000)]
    agent = world.agent()
    agent.start()
    first = before = stored_bytes(world)
    for number in range(8):
        agent.prompt(f"Round {number}")
        read = Path(agent.transcript).stat().st_size
        for _ in range(60):
            agent.say(" ".join(chance.choices(words, k=500)))
        agent.write("one.py", f"{number}\n")
        agent.stop()
        world.git("add", "-A")
        world.commit()
        new = len(zlib.compress(Path(agent.transcript).read_bytes()[read:]))
        assert stored_bytes(world) - before < 1.5 * new + 64 * 1024
        before = stored_bytes(world)
    whole = len(zlib.compress(Path(agent.transcript).read_bytes()))
    assert before - first < 3 * whole
    assert world.transcript(world.checkpoint()) == Path(agent.transcript).read_text()
