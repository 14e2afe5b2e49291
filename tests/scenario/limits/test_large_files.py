"""Files that are too large to store: a step says that it lacks them, and nothing touches them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.limits.limited import limit
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

GIGABYTE = 1 << 30


def sparse(path: Path, size: int) -> None:
    """A file that takes no space, but that git would compress for a minute."""
    with path.open("ab") as file:
        os.truncate(file.fileno(), size)


def stored_bytes(world: World) -> int:
    return sum(file.stat().st_size for file in world.file(".git/objects").rglob("*") if file.is_file())


def missing(world: World) -> list[str]:
    """What the last step lacks."""
    (shadow,) = world.shadows()
    line = world.git("log", "-1", "--format=%(trailers:key=Entire-Lacks,valueonly)", shadow).strip()
    files: list[str] = json.loads(line) if line else []
    return files


def why(world: World) -> dict[str, str]:
    """The reasons, from the log."""
    rows = [row for row in world.log() if row["msg"] == "files not stored in this step"]
    found: dict[str, str] = rows[-1]["files"]
    return found


def command_writes(world: World, agent: StandIn, name: str, size: int) -> None:
    sparse(world.file(name), size)
    agent.use("Bash", command=f"make {name}")


def test_a_huge_file_that_a_command_wrote(world: World) -> None:
    """It costs neither time nor space; the rest of the step is stored, and the commit is linked."""
    world.env.pop("ENTIRE_TIME_LIMIT")
    agent = world.agent()
    agent.prompt("Build it")
    agent.write("one.py", "1\n")
    before = stored_bytes(world)
    command_writes(world, agent, "image.bin", 3 * GIGABYTE)
    agent.stop()
    assert stored_bytes(world) - before < 100_000
    assert missing(world) == ["image.bin"]
    assert why(world) == {"image.bin": "larger than 32 MB"}
    step = world.git("rev-parse", world.shadows()[0])
    assert "Not stored: image.bin\n" in world.entire("explain", "--checkpoint", step)
    assert world.touched(agent) == ["image.bin", "one.py"]

    agent.turn("More", {"two.py": "2\n"})
    assert missing(world) == ["image.bin"]
    world.git("add", "one.py", "two.py")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert world.touched(agent) == ["image.bin"]  # it still waits for a commit
    assert missing(world) == ["image.bin"]
    agent.prompt("Remove it")
    agent.shell("rm image.bin")
    agent.write("three.py", "3\n")
    agent.stop()
    assert missing(world) == []
    assert stored_bytes(world) - before < 100_000
    world.check_sound()


def test_a_commit_of_nothing_but_a_large_file_is_linked(world: World) -> None:
    limit(world, file_mb=0.1)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    agent = world.agent()
    agent.prompt("Build it")
    command_writes(world, agent, "image.bin", 300_000)
    agent.stop()
    world.git("add", "image.bin")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["image.bin"]
    assert world.touched(agent) == []


def test_many_files_that_a_command_wrote(world: World) -> None:
    """All together have a limit, too. The small ones are stored."""
    limit(world, step_mb=0.5)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    agent = world.agent()
    agent.prompt("Build it")
    agent.write("by_name.py", "#" * 600_000)
    for number in range(1, 7):
        command_writes(world, agent, f"{number}.bin", number * 60_000)
    agent.stop()
    reason = "the step has 0.5 MB of files that commands wrote"
    assert missing(world) == ["4.bin", "5.bin", "6.bin"]
    assert why(world) == dict.fromkeys(missing(world), reason)
    names = world.names(world.shadows()[0])
    assert {"1.bin", "2.bin", "3.bin", "by_name.py"} <= set(names)
    assert not {"4.bin", "5.bin", "6.bin"} & set(names)


def test_a_file_that_a_tool_call_names(world: World) -> None:
    """It is stored, up to a limit that no honest call reaches."""
    limit(world, file_mb=0.1, named_file_mb=0.5)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    agent = world.agent()
    agent.prompt("Write it")
    agent.write("large.txt", "x" * 300_000)
    agent.write("larger.txt", "x" * 600_000)
    agent.stop()
    assert missing(world) == ["larger.txt"]
    assert why(world) == {"larger.txt": "larger than 0.5 MB"}
    assert world.show("large.txt", world.shadows()[0]) == "x" * 300_000


@pytest.mark.parametrize(
    ("name", "tracked", "stored"),
    [
        (".entire/settings.json", True, True),
        (".entire/settings.json", False, True),
        (".entire/settings.local.json", True, True),
        (".entire/settings.local.json", False, False),
    ],
)
def test_only_the_user_can_choose_to_store_nothing(
    world: World, name: str, tracked: bool, stored: bool
) -> None:
    """What came with the repository, or is meant for it, sets limits within bounds."""
    chosen: dict[str, Any] = json.loads(world.file(name).read_text()) if world.file(name).exists() else {}
    nothing = {"file_mb": 0, "named_file_mb": 0, "step_mb": 0, "portion_mb": 0}
    chosen.setdefault("strategy_options", {})["limits"] = nothing
    world.file(name).write_text(json.dumps(chosen))
    if tracked:
        world.git("add", "--force", name)
        world.git("commit", "--quiet", "--no-verify", "-m", "settings")
    agent = world.agent()
    agent.prompt("Write it")
    agent.write("named.txt", "named\n")
    command_writes(world, agent, "unnamed.txt", 300_000)
    agent.stop()
    assert missing(world) == ([] if stored else ["named.txt", "unnamed.txt"])


def test_a_rewind_leaves_alone_what_a_step_lacks(world: World) -> None:
    """Neither deletes nor replaces it: tracked, created, or grown since the step."""
    limit(world, file_mb=0.1, named_file_mb=0.2)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    world.repo.write("tracked.bin", "small\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "a file")
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.shell("echo short > grows.txt")
    agent.stop()
    agent.prompt("Build it")
    agent.write("one.py", "2\n")
    command_writes(world, agent, "image.bin", 300_000)
    command_writes(world, agent, "tracked.bin", 400_000)
    command_writes(world, agent, "grows.txt", 500_000)
    agent.stop()
    agent.turn("Write more", {"one.py": "3\n"})
    assert set(missing(world)) == {"grows.txt", "image.bin", "tracked.bin"}
    ids = world.git("log", "--first-parent", "--format=%H", "--grep=^Entire-Session", world.shadows()[0])
    for step, content in zip(ids.split()[1:], ("2\n", "1\n"), strict=True):
        done = world.entire("rewind", "--to", step)
        assert world.file("one.py").read_text() == content
        assert "image.bin (too large to store)" in done
        sizes = {name: world.file(name).stat().st_size for name in ("image.bin", "tracked.bin", "grows.txt")}
        assert sizes == {"image.bin": 300_000, "tracked.bin": 400_000, "grows.txt": 500_000}


def test_a_large_file_of_the_user_is_not_stored_either(world: World) -> None:
    limit(world, file_mb=0.1)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    sparse(world.file("video.mp4"), 300_000)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    names = world.names(world.shadows()[0])
    assert "video.mp4" not in names
    assert missing(world) == []  # it was there before: a rewind keeps it
