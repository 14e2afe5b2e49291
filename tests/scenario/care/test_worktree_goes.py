"""A command that looks at all worktrees does not mind if one of them is removed meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenario.world import World

from entire.cli.main import run
from entire.git.repository import Repository, open_repository
from entire.git.worktree import worktrees

COMMANDS = [
    ["gc"],
    ["gc", "--run"],
    ["du"],
    ["doctor"],
    ["doctor", "--force"],
    ["disable", "--uninstall", "--force"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_worktree_goes_while_a_command_looks(
    world: World, words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    other = world.repo.path.parent / "other"
    world.git("worktree", "add", "--quiet", str(other), "-b", "side")
    agent = world.agent()
    agent.root = str(other)
    agent.turn("Write two", {"two.py": "2\n"})
    remove_when_listed(world, other, monkeypatch)
    for name, value in world.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(world.repo.path)
    assert run(words) == 0, capfd.readouterr().err
    assert not other.exists()


def remove_when_listed(world: World, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = worktrees.every

    def listed(repo: Repository) -> Iterator[Repository]:
        found = list(every(repo))
        if other.exists():
            world.git("worktree", "remove", "--force", str(other))
        return iter(found)

    monkeypatch.setattr(worktrees, "every", listed)
    assert open_repository(str(other)) in every(open_repository(str(world.repo.path)))
