"""Commits that wait for their checkpoint get it before anything that they need is deleted or turned off."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


def work(world: World, name: str = "one.py", root: Path | None = None) -> tuple[StandIn, str]:
    """A turn and its commit, whose checkpoint waits: the session and the checkpoint."""
    agent = StandIn(str(root or world.repo.path), world.env)
    agent.turn(f"Write {name}", {name: f"{name}\n"})
    world.git("add", name, cwd=root)
    world.commit(cwd=root)
    return agent, world.checkpoint("there" if root else "HEAD")


def waiting(world: World) -> list[str]:
    folder = world.file(".git/entire-sessions/promised")
    return sorted(path.name for path in folder.glob("*") if "." not in path.name)


def conflict(world: World, root: Path | None = None) -> None:
    """Git replays commits, and stops in between: nothing is completed until that ends."""
    readme = (root or world.repo.path) / "README.md"
    for words in (["-b", "other", "HEAD~1"], ["-"]):
        world.git("checkout", "--quiet", *words, cwd=root)
        readme.write_text(f"{words}\n")
        world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-am", "readme", cwd=root)
    assert world.run("git", "cherry-pick", "other", cwd=root, check=False).returncode


def test_uninstalling_completes_all_worktrees(alone: World, there: Path) -> None:
    _, here = work(alone)
    _, other = work(alone, "two.py", there)
    said = alone.entire("disable", "--uninstall", "--force")
    assert "Lost" not in said
    assert [alone.stored(id, "prompt.txt") for id in (here, other)] == ["Write one.py", "Write two.py"]


def test_a_reset_completes_the_session_in_another_worktree(alone: World, there: Path) -> None:
    agent, checkpoint = work(alone, "two.py", there)
    alone.entire("reset", "--session", agent.session_id, "--force")
    assert alone.state(agent.session_id) is None
    assert alone.stored(checkpoint, "prompt.txt") == "Write two.py"


@pytest.mark.parametrize("words", ["reset --session {} --force", "disable --uninstall --force"])
def test_a_command_that_deletes_completes_it_also_while_off(alone: World, words: str) -> None:
    agent, checkpoint = work(alone)
    alone.file(".entire/settings.local.json").write_text('{"enabled": false}')
    alone.entire(*words.format(agent.session_id).split())
    assert alone.state(agent.session_id) is None
    assert alone.stored(checkpoint, "prompt.txt") == "Write one.py"


@pytest.mark.parametrize("words", ["reset --session {} --force", "disable --uninstall --force"])
def test_nothing_is_deleted_if_it_cannot_be_completed(alone: World, words: str) -> None:
    agent, checkpoint = work(alone)
    conflict(alone)
    refused = alone.run("entire", *words.format(agent.session_id).split(), check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "entire: 1 commit has no checkpoint yet, and cannot get it now" in refused.stderr
    assert "hint: finish the rebase or cherry-pick" in refused.stderr
    assert waiting(alone) == [checkpoint]
    alone.git("cherry-pick", "--abort")
    alone.entire(*words.format(agent.session_id).split())
    assert alone.stored(checkpoint, "prompt.txt") == "Write one.py"


def test_a_stuck_session_is_not_condensed_before(alone: World, there: Path) -> None:
    """Its work belongs to the checkpoint that the commit names."""
    agent = StandIn(str(there), alone.env)
    agent.turn("Write two", {"two.py": "2\n"})
    agent.end()
    alone.git("add", "two.py", cwd=there)
    alone.commit(cwd=there)
    checkpoint = alone.checkpoint("there")
    conflict(alone, there)
    alone.run("entire", "doctor", "--force", check=False)
    assert waiting(alone) == [checkpoint]
    alone.git("cherry-pick", "--abort", cwd=there)
    alone.doctor("--force")
    assert alone.stored(checkpoint, "prompt.txt") == "Write two"
    assert alone.session(checkpoint)["files_touched"] == ["two.py"]
    assert [name for name in alone.names() if name.endswith("/0/metadata.json")] == [
        f"{checkpoint[:2]}/{checkpoint[2:]}/0/metadata.json"
    ]


def test_turning_off_says_what_still_waits(alone: World) -> None:
    _, checkpoint = work(alone)
    conflict(alone)
    said = alone.entire("disable")
    assert "1 commit still waits for its checkpoint, and gets it after `entire enable`." in said
    alone.git("cherry-pick", "--abort")
    assert waiting(alone) == [checkpoint]
    alone.entire("enable")
    alone.entire("explain")
    assert alone.stored(checkpoint, "prompt.txt") == "Write one.py"


def test_another_strategy_completes_it(alone: World) -> None:
    _, checkpoint = work(alone)
    alone.entire("enable", "--strategy", "auto-commit")
    alone.entire("explain")
    assert (waiting(alone), alone.stored(checkpoint, "prompt.txt")) == ([], "Write one.py")
