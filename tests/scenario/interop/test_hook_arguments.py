"""Our scripts with the reference's program, and its scripts with ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.scenario.interop.reference import Reference
from tests.scenario.world import World
from tests.setup import managers

from entire.setup import managers as known

# How many arguments `entire hooks git <name>` takes (6.2); everything else is an error.
STRICT = """\
#!/bin/sh
[ "$1 $2" = "hooks git" ] || exit 0
name=$3
shift 3
case $name:$# in
prepare-commit-msg:1 | prepare-commit-msg:2 | commit-msg:1 | post-commit:0 | pre-push:1) ;;
*)
    echo "$name: $*" >>"{refused}"
    exit 1
    ;;
esac
echo "$name: $*" >>"{taken}"
"""

# The reference's own scripts (6.1).
SCRIPTS = {
    "prepare-commit-msg": 'entire hooks git prepare-commit-msg "$1" "$2" 2>/dev/null || true',
    "commit-msg": 'entire hooks git commit-msg "$1" || exit 1',
    "post-commit": "entire hooks git post-commit 2>/dev/null || true",
    "pre-push": 'entire hooks git pre-push "$1" || true',
}


class Called:
    """What the reference's program was called with."""

    def __init__(self, folder: Path) -> None:
        self._refused, self._taken = folder / "refused", folder / "taken"
        text = STRICT.replace("{refused}", str(self._refused)).replace("{taken}", str(self._taken))
        managers.put(folder / "bin" / "entire", text)
        self.bin = str(folder / "bin")

    def refused(self) -> list[str]:
        """Calls that it refuses. It has no hook for rewritten commits, whose script is silent."""
        rows = self._refused.read_text().splitlines() if self._refused.exists() else []
        return [row for row in rows if not row.startswith("post-rewrite:")]

    def names(self) -> set[str]:
        return {row.partition(":")[0] for row in self._taken.read_text().splitlines()}


@pytest.fixture
def remote(world: World, tmp_path: Path) -> Path:
    path = tmp_path / "remote.git"
    world.git("init", "--quiet", "--bare", str(path))
    world.git("remote", "add", "origin", str(path))
    return path


def use_their_scripts(world: World) -> None:
    for name, command in SCRIPTS.items():
        managers.put(world.repo.path / ".git" / "hooks" / name, f"#!/bin/sh\n# Entire CLI hooks\n{command}\n")
    (world.repo.path / ".git" / "hooks" / "post-rewrite").unlink()


def test_the_reference_takes_the_arguments_of_our_scripts(world: World, tmp_path: Path, remote: Path) -> None:
    world.agent().turn("Write one", {"one.py": "one = 1\n"})
    world.git("add", "-A")
    world.commit()
    called = Called(tmp_path)
    world.env["PATH"] = called.bin + os.pathsep + world.env["PATH"]
    world.git("commit", "--quiet", "--allow-empty", "-m", "more")
    world.git("commit", "--quiet", "--allow-empty", "--amend", "--no-edit")
    world.git("commit", "--quiet", "--allow-empty", "-C", "HEAD~1")
    world.git("push", "--quiet", "origin", "HEAD:refs/heads/main")
    assert not called.refused()
    assert called.names() >= {"prepare-commit-msg", "post-commit", "pre-push"}


def test_so_do_the_lines_for_hook_managers(world: World, tmp_path: Path) -> None:
    called = Called(tmp_path)
    world.env["PATH"] = called.bin + os.pathsep + world.env["PATH"]
    for line in (line for line in known._HUSKY_LINES.splitlines() if not line.startswith("#")):
        world.run("sh", "-c", line, "sh", "FILE", "commit", "HEAD", check=False)
    assert [row.split(":")[0] for row in called.refused()] == ["commit-msg"]  # with more than git passes
    assert called.names() == {"prepare-commit-msg", "post-commit", "pre-push"}


def test_checkpoints_are_pushed_by_its_script(world: World, remote: Path) -> None:
    use_their_scripts(world)
    world.agent().turn("Write one", {"one.py": "one = 1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    world.git("push", "--quiet", "origin", "HEAD:refs/heads/main")
    assert checkpoint[2:] in world.git("ls-tree", "-r", "--name-only", "entire/checkpoints/v1", cwd=remote)


def test_an_amended_commit_keeps_its_trailer_by_its_script(world: World) -> None:
    """Its script passes no commit: the message that is amended has lost the trailer."""
    use_their_scripts(world)
    world.agent().turn("Write one", {"one.py": "one = 1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    message = world.repo.path / ".git" / "MESSAGE"
    message.write_text("work\n")
    world.run("entire", "hooks", "git", "prepare-commit-msg", str(message), "commit")
    assert message.read_text() == f"work\n\nEntire-Checkpoint: {checkpoint}\n"
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == checkpoint


def test_also_after_the_next_prompt(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "one = 1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    agent.prompt("Go on")
    message = world.repo.path / ".git" / "MESSAGE"
    message.write_text("work\n")
    world.run("entire", "hooks", "git", "prepare-commit-msg", str(message), "commit")
    assert message.read_text() == f"work\n\nEntire-Checkpoint: {checkpoint}\n"


def test_a_message_taken_from_another_commit_gets_no_link_by_its_script(world: World) -> None:
    use_their_scripts(world)
    first = world.repo.head
    world.agent().turn("Write one", {"one.py": "one = 1\n"})
    world.git("add", "-A")
    world.commit()
    world.git("-c", "user.name=x", "commit", "--quiet", "--allow-empty", "-C", first)
    assert world.checkpoint() == ""


def test_a_commit_of_its_session_by_its_script(world: World) -> None:
    use_their_scripts(world)
    Reference(world).turn("Write one", {"one.py": "one = 1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
