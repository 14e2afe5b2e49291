"""Commits of a worktree that was removed, or that nobody uses any more, do not wait forever."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.scenario.commits.waiting import findings, is_stored, promised, sessions_dir, without_hook
from tests.scenario.world import World

from entire.core.errors import EntireError
from entire.core.paths import session_metadata_dir
from entire.git.repository import open_repository
from entire.session.store import Store
from entire.strategy.turn.conversation import Conversation

LONG_AGO = "2020-01-01T00:00:00Z"


@pytest.fixture
def other(world: World) -> Path:
    path = world.repo.path.parent / "other"
    world.git("worktree", "add", "--quiet", str(path), "-b", "side")
    return path


def promise(world: World, **values: str) -> str:
    """A promise of a commit that was not made."""
    folder = sessions_dir(world) / "promised"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "aaaaaaaaaaaa").write_text(json.dumps({"worktree_id": "other", **values}))
    return "aaaaaaaaaaaa"


def commit_that_waits(world: World, other: Path) -> str:
    agent = world.agent()
    agent.root = str(other)
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py", cwd=other)
    with without_hook(world, "post-commit"):
        world.git("commit", "--quiet", "-m", "two", cwd=other)
    checkpoint = world.checkpoint("side")
    assert promised(world) == [checkpoint]
    return checkpoint


@pytest.mark.parametrize("event", ["turn", "doctor"])
@pytest.mark.parametrize("by_git", [True, False])
def test_a_commit_is_completed_after_its_worktree_was_removed(
    world: World, other: Path, event: str, by_git: bool
) -> None:
    checkpoint = commit_that_waits(world, other)
    (finding,) = findings(world)
    assert "push there" in finding["fix"]
    if by_git:
        world.git("worktree", "remove", "--force", str(other))
    else:
        shutil.rmtree(other)
    (finding,) = [found for found in findings(world) if found["kind"] == "interrupted_commit"]
    assert "there" not in finding["fix"]
    if event == "turn":
        world.agent().turn("Write one", {"one.py": "1\n"})
    else:
        world.doctor("--force")
    assert world.stored(checkpoint, "prompt.txt").strip() == "Write two"
    assert world.session(checkpoint)["files_touched"] == ["two.py"]
    assert promised(world) == []
    world.check_sound()


@pytest.mark.parametrize("event", ["turn", "commit"])
def test_a_promise_goes_with_its_worktree(world: World, other: Path, event: str) -> None:
    """The commit was not made, and no longer can be."""
    promise(world, created_at=LONG_AGO)
    world.git("worktree", "remove", "--force", str(other))
    if event == "turn":
        world.agent().turn("Look", {})
    else:
        world.git("commit", "--quiet", "--allow-empty", "-m", "empty")
        world.agent().start()
    assert promised(world) == []


def test_a_promise_of_a_worktree_that_nobody_uses(world: World, other: Path) -> None:
    checkpoint = promise(world, created_at=LONG_AGO)
    shutil.copy(sessions_dir(world) / "promised" / checkpoint, world.repo.path.parent / "kept")
    world.agent().turn("Look", {})
    assert promised(world) == []
    text = json.loads((world.repo.path.parent / "kept").read_text())
    promise(world, **text | {"created_at": "2999-01-01T00:00:00Z"})  # it may be open in an editor
    world.agent().turn("Look", {})
    assert promised(world) == [checkpoint]


def test_an_old_commit_of_a_worktree_that_nobody_uses_still_waits(world: World, other: Path) -> None:
    checkpoint = commit_that_waits(world, other)
    path = sessions_dir(world) / "promised" / checkpoint
    path.write_text(json.dumps(json.loads(path.read_text()) | {"created_at": LONG_AGO}))
    world.agent().turn("Look", {})
    assert promised(world) == [checkpoint]
    assert json.loads(path.read_text())["commit"] == world.git("rev-parse", "side")
    world.doctor("--force")
    assert is_stored(world, checkpoint)


def test_a_transcript_whose_copy_goes_meanwhile_is_not_stored_as_nothing(world: World) -> None:
    """Whatever fails because of that is done again, with a new copy."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    repo = open_repository(str(world.repo.path))
    store = Store(repo)
    state = store.load(agent.session_id)
    assert state is not None
    conversation = Conversation(repo, store, state)
    conversation.read()
    shutil.rmtree(world.file(session_metadata_dir(agent.session_id)))
    with pytest.raises(EntireError, match="gone"):
        conversation.transcript(hashed=True)
    again = Conversation(repo, store, state)
    again.read()
    assert again.transcript(hashed=True) is not None
