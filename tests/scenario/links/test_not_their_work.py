"""A link says where work comes from: it is not added for chance, for work thrown away, or against a wish."""

from __future__ import annotations

import pytest
from tests.scenario.links.test_kept_links import links, noted, write
from tests.scenario.world import World


def commit(world: World, files: dict[str, str], message: str = "Mine") -> None:
    for name, text in files.items():
        world.repo.write(name, text)
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", message)


def remove_link(world: World) -> None:
    subject = world.git("log", "-1", "--format=%s")
    world.git("commit", "--quiet", "--amend", f"--message={subject}")


@pytest.mark.parametrize(
    "then", [["checkout", "--quiet", "-b", "other"], ["reset", "--quiet"], ["pull", "--quiet", "--rebase"]]
)
def test_a_link_that_was_removed_stays_removed_wherever_head_goes(world: World, then: list[str]) -> None:
    if then[0] == "pull":
        upstream = str(world.repo.path.parent / "up.git")
        world.git("clone", "--quiet", "--bare", ".", upstream)
        world.git("remote", "add", "origin", upstream)
        world.git("fetch", "--quiet")
        world.git("branch", "--quiet", "--set-upstream-to=origin/main")
    write(world, "one.py", live=True)
    remove_link(world)
    if then[0] == "pull":
        world.git("checkout", "--quiet", "-b", "theirs", "origin/main")
        commit(world, {"theirs.txt": "theirs\n"})
        world.git("push", "--quiet", "origin", "theirs:main")
        world.git("checkout", "--quiet", "main")
    world.git(*then)
    world.entire("status")
    assert noted(world) == []
    assert links(world) == set()


def test_a_commit_that_names_a_missing_one_stops_nothing(world: World) -> None:
    [checkpoint] = write(world, "one.py", live=False)
    tip = world.git("rev-parse", "HEAD")
    world.git("reset", "--quiet", "--soft", "HEAD~1")
    world.git("commit", "--quiet", "-m", "In other words")
    again = world.git("rev-parse", "HEAD")
    missing = "1" * len(tip)
    commit(world, {"z.txt": "z\n"}, f"Z\n\n(cherry picked from commit {missing})")
    commit(world, {"z.txt": "zz\n"}, f"Back\n\nThis reverts commit {missing}.")
    assert links(world, again) == {checkpoint}
    assert links(world) == links(world, "HEAD~1") == set()
