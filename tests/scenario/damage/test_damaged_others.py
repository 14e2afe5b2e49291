"""Trails, what was set aside, and what remotes had: one that points to something missing stops nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenario.damage.damaging import (
    NOWHERE,
    Story,
    check_doctor,
    check_reading,
    check_whole_session,
    failures,
    work_on,
)
from tests.scenario.world import BRANCH, World

REFS = {
    "trails": "refs/heads/entire/trails/v1",
    "steps that were set aside": f"refs/entire/orphaned/1234567-e3b0c4/{NOWHERE[:12]}",
    "what a rewind replaced": "refs/entire/rewind/e3b0c4/000001",
    "what an undo replaced": "refs/entire/undone/e3b0c4/000001",
    "checkpoints of a remote": f"refs/remotes/origin/{BRANCH}",
    "trails of a remote": "refs/remotes/origin/entire/trails/v1",
    "links of a remote": "refs/entire/seen/origin/notes/entire",
    "checkpoints of an address": f"refs/entire/seen/0123456789ab/heads/{BRANCH}",
}
TIPS: dict[str, Callable[[Story, str], None]] = {
    "an empty file": lambda story, name: story.set_ref(name, ""),
    "not an id": lambda story, name: story.set_ref(name, "\0\0\0\0\n"),
    "an id of nothing": lambda story, name: story.set_ref(name, f"{NOWHERE}\n"),
    "a lost tip": lambda story, name: story.lose(name),
    "an empty tip": lambda story, name: story.empty(name),
}
ROOT: dict[str, Callable[[Story, str], None]] = {
    "a lost root tree": lambda story, name: story.lose(f"{name}^{{tree}}"),
}
SHARED = ("trails", "checkpoints of a remote", "trails of a remote", "links of a remote")
DAMAGES = [(name, kind) for name in REFS for kind in TIPS] + [
    (name, kind) for name in SHARED for kind in ROOT
]


@pytest.fixture
def story(world: World, tmp_path: Path) -> Story:
    """With a remote that has everything."""
    story = Story(world)
    world.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    world.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    world.git("push", "--quiet", "origin", "main")
    return story


def damage(story: Story, name: str, kind: str) -> str:
    """Let a ref point to a commit of its own, and break that. Returns the ref."""
    ref, repo = REFS[name], story.world.repo
    blob = repo.git("hash-object", "-w", "--stdin", data=ref.encode())
    tree = repo.git("mktree", data=f"100644 blob {blob}\tx\n".encode())
    repo.git("update-ref", ref, repo.git("commit-tree", tree, "-m", name))
    (TIPS | ROOT)[kind](story, ref)
    return ref


def check_push(story: Story, checkpoint: str) -> None:
    """The user's push succeeds, and takes the checkpoint along, whatever is the matter with trails."""
    done = story.world.run("git", "push", "--quiet", "origin", "main")
    assert "checkpoints not pushed" not in done.stderr
    remote = story.world.repo.path.parent / "remote.git"
    assert checkpoint[2:] in story.world.git("ls-tree", "-r", "-d", "--name-only", BRANCH, cwd=remote)


@pytest.mark.parametrize(("name", "kind"), DAMAGES)
def test_the_session_continues(story: Story, name: str, kind: str) -> None:
    damage(story, name, kind)
    check_reading(story)
    work_on(story)
    checkpoint = check_whole_session(story)
    check_push(story, checkpoint)
    assert failures(story.world) == []


@pytest.mark.parametrize(("name", "kind"), DAMAGES)
def test_doctor_repairs(story: Story, name: str, kind: str) -> None:
    ref = damage(story, name, kind)
    assert ref.removeprefix("refs/heads/") in story.world.doctor()
    check_doctor(story)
    story.world.git("rev-list", "--objects", "--quiet", "--all")
    story.world.git("gc", "--quiet", "--prune=now")
    work_on(story)
    check_push(story, check_whole_session(story))
    assert failures(story.world) == []
