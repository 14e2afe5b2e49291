"""Looking for links costs a few git processes, however many commits and files there are, and ends in time."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.scenario.calls import Calls
from tests.scenario.links.test_kept_links import links, noted
from tests.scenario.links.test_not_their_work import commit
from tests.scenario.world import World

NO_HOOKS = ("-c", "core.hooksPath=/dev/null")


def processes(world: World, action: Callable[[], object]) -> int:
    """How many git processes the program starts: it always names the repository."""
    trace = world.repo.path.parent / "trace"
    trace.mkdir()
    world.env["GIT_TRACE2_EVENT"] = str(trace)
    action()
    del world.env["GIT_TRACE2_EVENT"]
    starts = [json.loads(file.read_text().splitlines()[1]) for file in trace.iterdir()]
    shutil.rmtree(trace)
    return sum(any(word.startswith("--git-dir=") for word in start.get("argv", [])) for start in starts)


def replaced(world: World, count: int) -> None:
    """So many linked commits that were reset, and as many others of the same file."""
    world.agent().turn("Write it", {"one.py": "def one(first):\n    return first\n"})
    world.git("add", "-A")
    assert world.commit()
    world.entire("status")
    for what in ("agent", "person"):
        for number in range(count):
            world.repo.write("CHANGES", f"{what} {number}\n")
            world.git("add", "-A")
            link = f"\n\nEntire-Checkpoint: 1234567890{number:02}" if what == "agent" else ""
            world.git(*NO_HOOKS, "commit", "--quiet", "-m", f"{what}{link}")
        if what == "agent":
            world.git("reset", "--quiet", "--hard", f"HEAD~{count}")


def test_many_commits_that_were_replaced(tmp_path: Path) -> None:
    counts = []
    for count in (2, 9):
        world = World.new(tmp_path / str(count) / "repo")
        replaced(world, count)
        counts.append(processes(world, partial(world.entire, "status")))
    assert counts[0] == counts[1]


def test_many_files_that_are_committed_again(tmp_path: Path) -> None:
    counts = []
    for count in (2, 12):
        world = World.new(tmp_path / str(count) / "repo")
        text = "def value(argument):\n    return argument + {}\n"
        world.agent().turn("Write it", {f"f{number}.py": text.format(number) for number in range(count)})
        world.git("add", "-A")
        made = world.commit()
        world.git("reset", "--quiet", "--soft", "HEAD~1")
        counts.append(processes(world, partial(world.git, "commit", "-m", "Again")))
        assert noted(world) == [made]
    assert counts[0] == counts[1]


def test_a_hook_without_time_leaves_the_rest(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has checked is noted, so the next command goes on from there."""
    from entire.core import limits
    from entire.git import repository
    from entire.strategy.links import keep, seen

    replaced(world, 4)
    repo = repository.open_repository(str(world.repo.path))
    answers = iter([True, True, False])
    monkeypatch.setattr(limits, "may_heal", lambda: next(answers))
    keep.keep_links(repo)
    assert seen.seen(repo)[0] == world.git("rev-parse", "HEAD~2")
    monkeypatch.setattr(limits, "may_heal", lambda: True)
    keep.keep_links(repo)
    assert seen.seen(repo)[0] == world.git("rev-parse", "HEAD")


def test_a_link_without_time_is_made_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit ran no hooks; its promise stays, as if the hook that looks for such commits was killed."""
    from entire.core import limits
    from entire.git import repository
    from entire.git.objects.read import Objects
    from entire.session.store import Store
    from entire.strategy import registry
    from entire.strategy.links import by_hand

    world.agent("one").turn("Write it", {"one.py": "1\n"})
    world.git("add", "-A")
    world.git(*NO_HOOKS, "commit", "--quiet", "-m", "one")
    repo = repository.open_repository(str(world.repo.path))
    store = Store(repo)
    state = store.load("one")
    with Objects(repo) as objects:
        head = objects.commit("HEAD")
    assert state is not None
    assert head is not None
    monkeypatch.setattr(limits, "may_heal", lambda done=0: False)
    id = by_hand.condense(registry.get("manual-commit"), repo, store, state, head)
    assert not world.file(".git/refs/notes/entire").exists()
    world.agent("one").prompt("And now?")
    assert noted(world) == [id]
    assert world.root(id)["files_touched"] == ["one.py"]
    assert world.stored(id, "prompt.txt") == "Write it"


def test_a_link_after_a_commit_that_waits(hasty: World, tmp_path: Path) -> None:
    """The checkpoint of that commit has the whole turn: the link gets no empty one."""
    from entire.git import repository
    from entire.git.objects.read import Objects
    from entire.session.store import Store
    from entire.strategy import registry
    from entire.strategy.links import by_hand

    world = hasty
    Calls(world, tmp_path, without="hooks detached")
    world.agent("one").turn("Write both", {"one.py": "1\n", "two.py": "2\n"})
    repo = repository.open_repository(str(world.repo.path))
    store = Store(repo)
    state = store.load("one")
    assert state is not None
    world.git("add", "one.py")
    world.git(*NO_HOOKS, "commit", "--quiet", "-m", "one")
    world.git("add", "two.py")
    waiting = world.commit()
    with Objects(repo) as objects:
        commit = objects.commit("HEAD~1")
        assert commit is not None
        assert by_hand.condense(registry.get("manual-commit"), repo, store, state, commit) == ""
    assert world.stored(waiting, "prompt.txt") == "Write both"
    assert [name for name in world.names() if name.endswith("/0/metadata.json")] == [
        f"{waiting[:2]}/{waiting[2:]}/0/metadata.json"
    ]


@pytest.mark.parametrize("how", ["worktree", "clone"])
def test_a_squash_in_a_new_worktree_or_clone(world: World, how: str) -> None:
    commit(world, {"readme.md": "# It\n"})
    world.git("checkout", "--quiet", "-b", "feature")
    agent = world.agent()
    agent.turn("Write it", {"one.py": "def one(first):\n    return first\n"})
    world.git("add", "-A")
    made = world.commit()
    agent.end()
    other = world.repo.path.parent / "other"
    if how == "worktree":
        world.git("worktree", "add", "--quiet", str(other), "main")
    else:
        world.git("clone", "--quiet", ".", str(other))
        world.git("checkout", "--quiet", "main", cwd=other)
        for words in (["user.name", "A"], ["user.email", "a@example.com"]):
            world.git("config", *words, cwd=other)
        world.git("fetch", "--quiet", "origin", "entire/checkpoints/v1:entire/checkpoints/v1", cwd=other)
        world.run("entire", "enable", "--agent", "claude-code", cwd=other)
    branch = "feature" if how == "worktree" else "origin/feature"
    world.git(*NO_HOOKS, "merge", "--squash", "--quiet", branch, cwd=other)
    world.git(*NO_HOOKS, "commit", "--quiet", "-m", "All", cwd=other)  # no session is live
    world.run("entire", "status", cwd=other)
    note = world.run("git", "notes", "--ref=entire", "show", "HEAD", cwd=other, check=False).stdout
    assert note == f"Entire-Checkpoint: {made}\n"
    if how == "worktree":
        assert links(world, "main") == {made}
