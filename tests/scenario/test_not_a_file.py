"""Something else in place of a file that we read: nothing hangs, and a line says what it is."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

LIMIT_SECONDS = 30  # a hook or a command that hangs would take forever


def pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def listening(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(here)


def large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(20 * 1024 * 1024)


KINDS: list[Callable[[Path], None]] = [folder, dangling, endless, listening, large]

# Not files that git reads itself, such as `.gitignore` and `.git/shallow`: a pipe there stops git as well.
FILES = (
    ".git/entire-sessions/{id}.json",
    ".git/entire-sessions/{id}.cursor",
    ".git/entire-sessions/{id}.model",
    ".git/entire-sessions/lock",
    ".entire/settings.json",
    ".entire/settings.local.json",
    ".entire/logs/entire.log",
    ".entire/metadata/{id}/full.jsonl",
    ".entire/tmp/pre-prompt-{id}.json",
    ".entire/tmp/pre-task-toolu_1.json",
    ".claude/settings.json",
    ".git/hooks/pre-rebase",
    ".git/gc.log",
    ".git/MERGE_MSG",
)

# Others of a repository that can be replaced together: none of them keeps a command from reading the rest.
BESIDE = (".entire/logs/entire.log", ".claude/settings.json", ".git/gc.log")


def run(world: World, *words: str) -> str:
    done = subprocess.run(
        words,
        cwd=world.repo.path,
        env=world.env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert "unexpected error" not in done.stderr, (words, done.stderr)
    assert "Traceback" not in done.stderr, (words, done.stderr)
    return done.stdout + done.stderr


def events(world: World, agents: list[StandIn]) -> None:
    """The rest of each turn, a commit, and the commands that read the most."""
    for agent in agents:
        agent.write(f"{agent.session_id}.py", "1\n")
        agent.stop()
        run(world, "git", "add", f"{agent.session_id}.py")
    run(world, "git", "commit", "--quiet", "-m", "work")
    for words in (("status",), ("doctor",), ("session", "list"), ("logs",)):
        run(world, "entire", *words)


@pytest.mark.parametrize("name", FILES)
def test_a_pipe_in_place_of_a_file(world: World, name: str) -> None:
    check(world, [name], pipe)


MARKS = ("LINKING.{head}", "UNLINKED", "LATER", "REWRITTEN", "SQUASHED", "TEMPLATE")


@pytest.mark.parametrize("name", MARKS)
def test_a_pipe_in_place_of_a_mark(hasty: World, name: str) -> None:
    """The scripts of the hooks write some of them, and read others."""
    agent = hasty.agent()
    ids = []
    for file in ("one.py", "mine.txt", "two.py"):
        if file.endswith(".py"):
            agent.turn(f"Write {file}", {file: "1\n"})
        else:
            hasty.repo.write(file, "mine\n")
        hasty.git("add", file)
        path = hasty.file(".git/ENTIRE_" + name.format(head=hasty.repo.head))
        path.unlink(missing_ok=True)
        pipe(path)
        run(hasty, "git", "commit", "--quiet", "-m", file)
        assert hasty.git("log", "-1", "--format=%s") == file
        ids.append(hasty.checkpoint())
    run(hasty, "git", "commit", "--quiet", "--amend", "-m", "other words")
    hasty.entire("explain")
    notes = hasty.git("log", "--notes=entire", "--format=%B%N")
    assert [bool(id) for id in ids] == [True, False, True]
    assert all(f"Entire-Checkpoint: {id}" in notes for id in ids if id)
    assert [hasty.session(id)["files_touched"] for id in ids if id] == [["one.py"], ["two.py"]]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_something_else_in_place_of_a_file(world: World, kind: Callable[[Path], None]) -> None:
    check(world, [name for name in FILES if "{id}" in name or name in BESIDE], kind)
    check(world, [".entire/settings.json"], kind)
    check(world, [".entire/settings.local.json"], kind)


def check(world: World, names: list[str], kind: Callable[[Path], None]) -> None:
    """Replace these files at once. Those of a session each have a session of their own."""
    agents = {name: world.agent() for name in names if "{id}" in name or len(names) == 1}
    for agent in agents.values():
        agent.prompt("Write one")
    ids = {name: agent.session_id for name, agent in agents.items()}
    paths = [world.file(name.format(id=ids.get(name, ""))) for name in names]
    contents = {path: path.read_bytes() if path.is_file() else None for path in paths}
    for path in paths:
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        kind(path)
    events(world, list(agents.values()))
    assert world.git("log", "-1", "--format=%s") == "work", names
    for path, content in contents.items():
        put_back(path, content)
    for name, agent in agents.items():
        agent.turn("Write two", {f"{agent.session_id}-two.py": "2\n"})
        world.git("add", "--all")
        checkpoint = world.commit()
        assert checkpoint, name
        assert "Write two" in world.stored(checkpoint, "prompt.txt"), name
        agent.end()


def put_back(path: Path, kept: bytes | None) -> None:
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)
    if kept is not None:
        path.write_bytes(kept)
