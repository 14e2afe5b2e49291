"""Filter drivers, as Git LFS is one: hooks and commands that read never run a smudge, nor the network."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World

# As LFS does: what git stores is a pointer, what people see is the content, which a smudge may download.
DRIVER = """#!/bin/sh
echo "$1" >>'{log}'
case $1 in
clean)
    content=$(cat)
    printf 'version https://git-lfs.github.com/spec/v1\\noid %s\\n' "$content"
    ;;
smudge) sed -n 's/^oid //p' ;;
esac
"""


@pytest.fixture
def log(world: World, tmp_path: Path) -> Path:
    """What the driver was asked for."""
    path = tmp_path / "log"
    driver = tmp_path / "driver"
    driver.write_text(DRIVER.format(log=path))
    driver.chmod(0o755)
    world.git("config", "filter.large.clean", f"'{driver}' clean")
    world.git("config", "filter.large.smudge", f"'{driver}' smudge")
    world.git("config", "filter.large.required", "true")
    world.repo.write(".gitattributes", "*.bin filter=large -text\n")
    world.repo.write("tracked.bin", "first\n")
    world.git("add", "--all")
    world.commit(message="files")
    path.write_text("")
    return path


def test_a_turn_a_commit_and_commands_only_clean(world: World, log: Path) -> None:
    agent = world.agent()
    agent.start()
    agent.turn("Write them", {"new.bin": "new\n", "tracked.bin": "second\n"})
    assert "oid new" in world.show("new.bin", world.shadows()[0])
    agent.turn("Once more", {"new.bin": "newer\n"})
    world.git("add", "--all")
    checkpoint = world.commit()
    for words in (("status",), ("explain",), ("blame", "new.bin"), ("rewind", "--list"), ("doctor",)):
        world.run("entire", *words, check=False)
    agent.end()
    assert world.session(checkpoint)["files_touched"] == ["new.bin", "tracked.bin"]
    assert set(log.read_text().split()) == {"clean"}
    world.check_sound()


def test_a_rewind_smudges_only_what_it_writes(world: World, log: Path) -> None:
    agent = world.agent()
    agent.turn("Write it", {"new.bin": "new\n"})
    step = world.git("rev-parse", world.shadows()[0])
    agent.turn("Once more", {"new.bin": "newer\n"})
    log.write_text("")
    world.entire("rewind", "--to", step, "--force")
    assert world.file("new.bin").read_text() == "new\n"
    assert log.read_text().split().count("smudge") == 1
