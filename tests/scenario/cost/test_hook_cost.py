"""Invariant I5, by counting: which modules a hook loads, and when no Python is started at all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.scenario.calls import Calls
from tests.scenario.world import World

# What each kind of hook may load of the standard library, beyond what a bare interpreter has: public names;
# what begins with an underscore belongs to one of them.
EVERY = frozenset({"errno", "gc"})
STATES = EVERY | {"fcntl"}  # the lock
OBJECTS = STATES | {"zlib"}  # reading and writing them
TEXT = OBJECTS | {"bisect", "itertools", "math"}  # what finds secrets
CONTAINERS = {"collections", "functools", "keyword", "operator", "reprlib", "types"}
EXPRESSIONS = CONTAINERS | {
    "copyreg",
    "enum",
    "re",
}  # only where a secret is suspected, and for what goes to the network
ALLOWED = {
    "session-start, nothing there": STATES,
    "first prompt": STATES,
    "session-start": STATES,
    "pre-task": OBJECTS,
    "post-todo": TEXT,
    "post-task": TEXT,
    "subagent-stop": OBJECTS,
    "prepare-commit-msg, agent at work": OBJECTS,
    "stop": TEXT,
    "next prompt": OBJECTS,
    "session-end": OBJECTS,
    "prepare-commit-msg": OBJECTS,
    "commit-msg": OBJECTS,
    "post-commit": OBJECTS | {"bisect", "itertools"},
    "pre-push": TEXT | EXPRESSIONS | {"contextlib", "hashlib", "select", "signal", "typing", "warnings"},
    "switched off": EVERY,
}
ENGINE = {"re2", "ahocorasick"}
PAGES = ("entire.web", "starlette", "uvicorn", "anyio", "jinja2", "markupsafe", "pygments", "markdown_it")
# Those that store new text; and a push that fails, as the log quotes what git said.
REDACTING = {"post-todo", "post-task", "subagent-stop", "stop", "pre-push"}
PROBE = """
import sys
before = set(sys.modules)
import os
def leave(code):
    print(*sorted(set(sys.modules) - before), file=sys.stderr)
    os.kill(os.getpid(), 9)
os._exit = leave
sys.argv = ["entire", *sys.argv[1:]]
from entire.__main__ import main
main()
"""


# Ours that a hook does not need in the usual case.
LATE = {
    "next prompt": {"git.ref_updates", "setup.scripts"},
    "prepare-commit-msg": {
        *("git.ref_updates", "session.quiet", "session.cursors", "transcript.cursor", "transcript.facts"),
        *("strategy.turn.settle", "core.text"),
    },
    "post-commit": {"strategy.owners.ownership", "strategy.owners.evidence", "strategy.turn.settle"},
}


class Loaded(NamedTuple):
    standard: set[str]
    third_party: set[str]
    ours: set[str]
    of_pages: list[str]  # what `entire web` is made of


def of_pages(loaded: list[str]) -> list[str]:
    return [name for name in loaded if f"{name}.".startswith(tuple(f"{one}." for one in PAGES))]


def modules_of(world: World, *words: str, payload: object = None) -> Loaded:
    """The modules that a hook loads; of those that are not ours, the topmost."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, "hooks", *words],
        input=json.dumps(payload).encode(),
        cwd=world.repo.path,
        env=world.env | {"ENTIRE_TEST_TTY": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == -9, done.stderr
    loaded = done.stderr.decode().split("\n")[-2].split()
    names = {name.split(".")[0] for name in loaded} - {"entire"}
    standard = names & sys.stdlib_module_names
    ours = {name.removeprefix("entire.") for name in loaded if name.startswith("entire.")}
    public = {name for name in standard if not name.startswith("_")}
    return Loaded(public, names - standard, ours, of_pages(loaded))


def loaded_by_kind(world: World) -> dict[str, Loaded]:
    """A whole story, each hook of it in a process that tells what it loaded."""
    found = {}

    def hook(kind: str, verb: str, **fields: object) -> None:
        payload = {"session_id": agent.session_id, "transcript_path": agent.transcript} | fields
        found[kind] = modules_of(world, "claude-code", verb, payload=payload)

    def git_hook(kind: str, name: str, *words: str) -> None:
        found[kind] = modules_of(world, "git", name, *words)

    def call(tool_use_id: str, **fields: object) -> dict[str, object]:
        return {"tool_name": "Agent", "tool_use_id": tool_use_id, "agent_type": "x"} | fields

    agent = world.agent()
    hook("session-start, nothing there", "session-start")
    hook("first prompt", "user-prompt-submit", prompt="Write one: parse 2 dates, as in src/dates.py")
    agent.write("one.py", "1\n")
    agent.stop()
    hook("session-start", "session-start")

    agent.prompt("Write two, as the documentation of `load_config(path)` says. \n")
    for name, verb in (("a", "post-task"), ("b", "subagent-stop")):
        hook("pre-task", "pre-task", **call(f"toolu_{name}", tool_input={"description": "Write it"}))
        agent.write(f"{name}.py", f"{name}\n")
        hook(verb, verb, **call(f"toolu_{name}", agent_id=name * 3))
    agent.write("two.py", "2\n")
    todos = {"todos": [{"content": "Write two", "status": "completed"}]}
    hook("post-todo", "post-todo", tool_name="TodoWrite", tool_use_id="toolu_c", tool_input=todos)
    world.git("add", "-A")
    message = world.repo.write(".git/COMMIT_EDITMSG", "work\n")
    git_hook("prepare-commit-msg, agent at work", "prepare-commit-msg", str(message), "message")
    agent.write("three.py", "3\n")
    agent.say("Written.")
    hook("stop", "stop")

    message = world.repo.write(".git/COMMIT_EDITMSG", "work\n")
    git_hook("prepare-commit-msg", "prepare-commit-msg", str(message), "message")
    git_hook("commit-msg", "commit-msg", str(message))
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", f"--file={message}")
    git_hook("post-commit", "post-commit")
    git_hook("pre-push", "pre-push", "origin", "nowhere")
    assert world.root(world.checkpoint())["files_touched"] == ["a.py", "b.py", "one.py", "two.py"]
    hook("next prompt", "user-prompt-submit", prompt="More")
    hook("session-end", "session-end")
    world.entire("disable")
    hook("switched off", "user-prompt-submit", prompt="More")
    assert not world.errors()
    return found


def test_modules_of_hooks(world: World) -> None:
    found = loaded_by_kind(world)
    assert found.keys() == ALLOWED.keys()
    excess = {kind: modules.standard - ALLOWED[kind] for kind, modules in found.items()}
    assert {kind: names for kind, names in excess.items() if names} == {}
    foreign = {kind: modules.third_party for kind, modules in found.items() if modules.third_party}
    assert {"stop"} <= foreign.keys() <= REDACTING
    assert all(names <= ENGINE for names in foreign.values())
    assert {kind: names for kind, late in LATE.items() if (names := found[kind].ours & late)} == {}
    assert {kind: modules.of_pages for kind, modules in found.items() if modules.of_pages} == {}


def test_modules_of_the_background(hasty: World, tmp_path: Path) -> None:
    """The checkpoint of a commit needs no more than its hook would, nor does the hook that leaves it."""
    Calls(hasty, tmp_path, without="hooks detached")
    hasty.agent().turn("Write one", {"one.py": "1\n"})
    hasty.git("add", "-A")
    message = hasty.repo.write(".git/COMMIT_EDITMSG", "work\n")
    leaves = modules_of(hasty, "git", "prepare-commit-msg", str(message), "message")
    assert leaves.standard <= ALLOWED["prepare-commit-msg"]
    assert leaves.third_party == set()
    assert leaves.ours & LATE["prepare-commit-msg"] == set()
    assert "strategy.commits.later" in leaves.ours
    assert hasty.file(".git/ENTIRE_LATER").read_text().strip() in message.read_text()
    checkpoint = hasty.commit()
    loaded = modules_of(hasty, "detached", "commits")
    assert loaded.standard <= ALLOWED["post-commit"]
    assert loaded.third_party == set()
    assert loaded.of_pages == []
    assert hasty.stored(checkpoint, "prompt.txt") == "Write one"


def test_a_commit_without_live_session_starts_no_python(world: World, tmp_path: Path) -> None:
    calls = Calls(world, tmp_path)
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.commit()
    assert calls.take() == []

    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.end()
    world.git("add", "-A")
    assert world.commit()
    calls.take()
    world.commit("--allow-empty")
    assert calls.take() == []


def test_a_commit_with_a_session_starts_two(world: World, tmp_path: Path) -> None:
    calls = Calls(world, tmp_path)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    calls.take()
    world.commit()
    assert calls.take() == ["prepare-commit-msg", "post-commit"]
