"""Commits nobody feels, by counting: which git processes the hooks of a commit start, beside git's own."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenario.calls import Calls
from tests.scenario.world import World

Commands = Counter[str]


@pytest.fixture
def calls(hasty: World, tmp_path: Path) -> Calls:
    """Until git returns: the background is killed before it does anything."""
    return Calls(hasty, tmp_path, without="hooks detached")


def started(world: World, folder: Path, action: Callable[[], object]) -> Commands:
    """The git commands that an action runs."""
    trace = folder / "trace"
    shutil.rmtree(trace, ignore_errors=True)
    trace.mkdir()
    world.env["GIT_TRACE2_EVENT"] = str(trace)
    action()
    del world.env["GIT_TRACE2_EVENT"]
    return Counter(map(command_of, trace.iterdir()))


def command_of(trace: Path) -> str:
    events = (json.loads(line) for line in trace.read_text().splitlines())
    return next((event["name"] for event in events if event["event"] == "cmd_name"), "?")


def without_hooks(world: World, folder: Path, name: str) -> Commands:
    """What git starts by itself when it commits a file."""
    world.repo.write(name, "bare\n")
    world.git("add", name)
    words = ("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "bare")
    found = started(world, folder, lambda: world.git(*words))
    assert found["commit"] == 1
    return found


def of_a_commit(world: World, folder: Path, name: str) -> Commands:
    """What a person's own commit of one file starts, beside what it starts without hooks."""
    bare = without_hooks(world, folder, name)
    for text in ("a first look at the new HEAD\n", "mine\n"):
        world.repo.write(name, text)
        world.git("add", name)
        found = started(world, folder, lambda: world.git("commit", "--quiet", "-m", "mine"))
    return found - bare


def test_a_commit_with_an_idle_session(hasty: World, calls: Calls, tmp_path: Path) -> None:
    hasty.agent().turn("Write one", {"one.py": "1\n"})
    hasty.git("add", "-A")
    assert hasty.commit()
    hasty.entire("explain")  # completes it
    assert of_a_commit(hasty, tmp_path, "mine.txt") == Counter()
    calls.take()
    hasty.repo.write("mine.txt", "again\n")
    hasty.git("commit", "--quiet", "-am", "mine")
    assert calls.take() == []


def test_a_commit_of_other_files(hasty: World, calls: Calls, tmp_path: Path) -> None:
    hasty.agent().turn("Write them", {"one.py": "1\n", "two.py": "2\n"})
    assert of_a_commit(hasty, tmp_path, "mine.txt") == Counter({"diff-index": 1})
    calls.take()
    hasty.repo.write("mine.txt", "again\n")
    hasty.git("commit", "--quiet", "-m", "mine", "mine.txt")
    assert calls.take() == []


def test_a_commit_with_work(hasty: World, calls: Calls, tmp_path: Path) -> None:
    """The figures themselves: whoever makes the hooks, or the background, do more must say so here."""
    bare = without_hooks(hasty, tmp_path, "mine.txt")
    hasty.agent().turn("Write one", {"one.py": "1\n"})
    hasty.git("add", "one.py")
    calls.take()
    hooks = started(hasty, tmp_path, lambda: hasty.git("commit", "--quiet", "-m", "work")) - bare
    calls.wait_for("hooks detached commits")
    assert calls.take() == ["prepare-commit-msg", "commits"]
    words = (calls.real, "hooks", "detached", "commits")
    background = started(hasty, tmp_path, lambda: hasty.run(*words))
    assert dict(hooks) == {"diff-index": 2, "rev-parse": 1}
    assert dict(background) == {"diff-tree": 2, "update-ref": 2}
