"""Commits whose link a forge dropped are found by what they change."""

from __future__ import annotations

import json

import pytest
from tests.scenario.world import World


@pytest.fixture
def feature(world: World) -> list[str]:
    """A branch with an unlinked commit between two linked ones; their checkpoints."""
    world.git("checkout", "--quiet", "-b", "feature")
    agent = world.agent()
    made = []
    for name in ("one", "mine", "two"):
        if name == "mine":
            world.repo.write("mine.txt", "mine\n")
        else:
            agent.turn(f"Write {name}", {f"{name}.py": f"{name}\n"})
        world.git("add", "-A")
        made.append(world.commit(message=f"Add {name}"))
    world.git("checkout", "--quiet", "main")
    return [id for id in made if id]


def links(world: World) -> dict[str, list[str]]:
    out = json.loads(world.entire("relink", "--json"))
    return {one["subject"]: list(one["checkpoint_ids"]) for one in out["commits"]}


def pick(world: World, commit: str, message: str) -> None:
    """As a forge rebases: the same change, another message."""
    world.git("cherry-pick", "--no-commit", commit)
    world.git("commit", "--quiet", "--no-verify", "-m", message)


def test_rebased_by_a_forge(world: World, feature: list[str]) -> None:
    world.repo.write("other.txt", "meanwhile\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "--no-verify", "-m", "Meanwhile")
    pick(world, "feature~2", "Add one (#1)")
    pick(world, "feature", "Add two (#1)")
    assert links(world) == {"Add one (#1)": feature[:1], "Add two (#1)": feature[1:]}
    assert "2 commits can be linked." in world.entire("relink")
    assert world.git("for-each-ref", "refs/notes") == "", "shown only"
    assert "2 commits linked." in world.entire("relink", "--force")
    assert links(world) == {}
    assert feature[1] in world.entire("explain", "--commit", "HEAD")


@pytest.mark.parametrize("meanwhile", [False, True])
def test_squashed_by_a_forge(world: World, feature: list[str], meanwhile: bool) -> None:
    if meanwhile:
        world.repo.write("other.txt", "meanwhile\n")
        world.git("add", "-A")
        world.git("commit", "--quiet", "--no-verify", "-m", "Meanwhile")
    world.git("merge", "--squash", "--quiet", "feature")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "All of it (#2)")
    world.git("branch", "--quiet", "-D", "feature")
    assert links(world) == {"All of it (#2)": feature}
    world.entire("relink", "--force")
    shown = json.loads(world.entire("explain", "--json"))
    assert set(feature) <= {one["checkpoint_id"] for one in shown["checkpoints"]}


def test_nothing_lost(world: World, feature: list[str]) -> None:
    assert world.entire("relink") == "All links are intact.\n"


def test_nothing_lost_but_not_linked(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "No hook ran")
    commit = world.git("rev-parse", "HEAD").strip()[:7]
    shown = world.entire("relink").splitlines()
    assert shown == [
        "No lost link was found. These commits have files of a session, but no link:",
        f"  entire link {commit} {agent.session_id[:8]}   No hook ran",
    ]
    world.entire(*shown[1].split()[1:4])
    assert world.entire("relink") == "All links are intact.\n"


def test_a_link_in_a_note_of_a_commit_that_has_another(world: World, feature: list[str]) -> None:
    """Fixed up, one link is in the message and one in a note; picked, only the first goes along."""
    world.git("checkout", "--quiet", "feature")
    editor = "sequence.editor=sed -i -e 3s/pick/fixup/ -e 2d"
    world.git("-c", editor, "rebase", "--quiet", "--interactive", "main")
    world.git("checkout", "--quiet", "-b", "picked", "main")
    world.repo.write("other.txt", "meanwhile\n")
    world.git("add", "other.txt")
    world.git("commit", "--quiet", "--no-verify", "-m", "Meanwhile")
    world.git("cherry-pick", "feature")
    assert links(world) == {"Add one": feature[1:]}
    world.entire("relink", "--force")
    assert links(world) == {}
