"""Git can remember which files changed (fsmonitor) and which are new (untracked cache): we see the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.scenario.world import World

# As git's interface says, version 2: given a token, print a new one and the paths that changed since.
MONITOR = """#!{python}
import json, os, pathlib, sys
version, token = sys.argv[1:3]
assert version == "2"
kept = pathlib.Path({kept!r})
now = {{}}
for folder, folders, names in os.walk("."):
    if folder == ".":
        folders.remove(".git")
    for name in names:
        path = os.path.join(folder, name)
        now[os.path.relpath(path)] = [os.lstat(path).st_mtime_ns, os.lstat(path).st_size]
number = len(os.listdir(kept))
(kept / f"m{{number}}").write_text(json.dumps(now))
before = kept / os.path.basename(token)
old = json.loads(before.read_text()) if before.is_file() else None
changed = ["/"] if old is None else [path for path in old.keys() | now if old.get(path) != now.get(path)]
sys.stdout.write("\\0".join([f"m{{number}}", *changed]) + "\\0")
"""


class Seen(NamedTuple):
    """What a turn and its commit leave."""

    touched: list[str]
    step: list[str]
    committed: list[str]
    changes: str


def without(world: World, folder: Path) -> None:
    """As git is by default."""


def monitored(world: World, folder: Path) -> None:
    script, kept = folder / "monitor", folder / "kept"
    kept.mkdir()
    script.write_text(MONITOR.format(python=sys.executable, kept=str(kept)))
    script.chmod(0o755)
    world.git("config", "core.fsmonitor", str(script))


def cached(world: World, folder: Path) -> None:
    world.git("config", "core.untrackedCache", "true")
    world.git("update-index", "--untracked-cache")


def both(world: World, folder: Path) -> None:
    monitored(world, folder)
    cached(world, folder)


def played(folder: Path, change: Callable[[World, Path], None]) -> Seen:
    folder.mkdir()
    world = World.new(folder / "repo")
    for name in ("edited.txt", "gone.txt", "shell.txt", "kept/gone.txt", "kept/same.txt"):
        world.repo.write(name, f"{name}\n")
    world.git("add", "-A")
    world.commit(message="files")
    change(world, folder)
    world.git("status", "--short")  # git fills its caches
    world.repo.write("mine/new.txt", "a person's\n")
    world.git("status", "--short")
    agent = world.agent()
    agent.turn("Begin", {"begun.py": "1\n"})
    agent.prompt("Change it")
    agent.replace("edited.txt", "edited", "changed")
    agent.write("new/one.py", "1\n")
    agent.shell("rm gone.txt begun.py && rm -r kept && echo more >>shell.txt")
    agent.shell("mkdir -p deep/er && echo 1 >deep/er/two")
    agent.say("Changed.")
    agent.stop()
    touched = world.touched(agent)
    (shadow,) = world.shadows()
    step = ours(world.git("ls-tree", "-r", shadow))
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == touched
    world.check_sound()
    return Seen(touched, step, ours(world.git("ls-tree", "-r", "HEAD")), world.git("status", "--short"))


def ours(listing: str) -> list[str]:
    return [line for line in listing.splitlines() if "\t.entire/" not in line and "\t.claude/" not in line]


@pytest.mark.parametrize("change", [monitored, cached, both])
def test_a_turn_and_its_commit(tmp_path: Path, change: Callable[[World, Path], None]) -> None:
    expected = played(tmp_path / "plain", without)
    assert played(tmp_path / "other", change) == expected
    assert {"edited.txt", "gone.txt", "shell.txt", "new/one.py", "deep/er/two"} <= set(expected.touched)
    assert "mine/new.txt" not in expected.touched
    assert change is cached or len(list((tmp_path / "other" / "kept").iterdir())) > 3, "git asked it"
