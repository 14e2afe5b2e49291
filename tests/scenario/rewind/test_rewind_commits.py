"""Going back to linked commits: the conversation, and with `--reset` everything.

On purpose, it differs where a strategy makes the commits: without an option, everything goes back.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.scenario.rewind.rewinding import agent_of, points, tree_of
from tests.scenario.ways import COMMITS
from tests.scenario.world import World

pytestmark = COMMITS


def commit(world: World, message: str) -> str:
    world.git("add", "--all")
    assert world.commit(message=message)
    return world.git("rev-parse", "HEAD")


def test_all_linked_commits_are_points(world: World) -> None:
    agent = agent_of(world)
    made = []
    for number in range(3):
        agent.turn(f"Work {number}", {f"{number}.py": "x\n"})
        made.append(commit(world, f"Work {number}"))
        world.git("commit", "--quiet", "--allow-empty", "-m", "between")
    world.hold_commits()
    agent.turn("Not committed", {"3.py": "x\n"})
    found = points(world)
    assert [point["message"] for point in found] == ["Not committed", "Work 2", "Work 1", "Work 0"]
    assert [point["id"] for point in found[1:]] == made[::-1]
    assert [point["is_logs_only"] for point in found] == [False, *[not world.way.makes_commits] * 3]
    assert found[1]["condensation_id"] == world.checkpoint(made[2])
    assert found[1]["session_id"] == agent.session_id
    assert found[1]["session_prompt"] == "Work 2"
    assert list(found[1]) == [
        *("id", "message", "metadata_dir", "date", "is_task_checkpoint", "is_logs_only"),
        *("condensation_id", "session_id", "session_prompt"),
    ]
    assert len(json.loads(world.entire("rewind", "--list", "--limit", "1"))) == 3  # with a step and its start


def test_the_conversation_of_a_commit(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"}, "One.")
    then = Path(agent.transcript).read_bytes()
    first = commit(world, "Work 1")
    agent.turn("Second", {"a.py": "2\n"}, "Two.")
    commit(world, "Work 2")
    whole, before = Path(agent.transcript).read_bytes(), tree_of(world.repo.path)
    head = world.git("rev-parse", "HEAD")
    for words in [["--logs-only"]] if world.way.makes_commits else [["--logs-only"], []]:
        done = world.entire("rewind", "--to", first[:8], *words)
        assert "Note: files are unchanged\n" in done
        assert f"Resume: claude -r {agent.session_id}\n" in done
        assert Path(agent.transcript).read_bytes() == then
        assert (tree_of(world.repo.path), world.git("rev-parse", "HEAD")) == (before, head)
        world.entire("rewind", "--undo")
        assert Path(agent.transcript).read_bytes() == whole
    world.entire("rewind", "--to", first, "--logs-only")
    agent.turn("Other", {"b.py": "1\n"}, "Three.")
    commit(world, "Work 3")
    session = world.session(world.checkpoint())
    assert session["files_touched"] == ["b.py"]
    assert world.stored(world.checkpoint(), "prompt.txt") == "Other"
    assert session["token_usage"]["api_call_count"] == 2
    world.check_sound()


def test_reset_moves_the_branch_and_undo_moves_it_back(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"}, "One.")
    then = Path(agent.transcript).read_bytes()
    first = commit(world, "First")
    agent.turn("Second", {"a.py": "2\n", "b.py": "b\n"}, "Two.")
    commit(world, "Work 2")
    world.repo.write("a.py", "not committed\n")
    world.repo.write("staged.py", "staged\n")
    world.git("add", "staged.py")
    world.repo.write("staged.py", "staged, then edited\n")
    world.repo.write("notes.txt", "mine\n")
    before, index = tree_of(world.repo.path), world.git("ls-files", "--stage")
    whole, head = Path(agent.transcript).read_bytes(), world.git("rev-parse", "HEAD")
    planned = world.entire("rewind", "--to", first, "--reset", "--dry-run")
    assert "Lose: a.py\nLose: staged.py\n" in planned
    assert "(1 commit back)" in planned
    assert world.git("rev-parse", "HEAD") == head

    done = world.entire("rewind", "--to", first, "--reset")

    assert done.startswith(f"Reset to: {first[:7]} First\n")
    assert "Undo: entire rewind --undo\n" in done
    assert world.git("rev-parse", "HEAD", "main") == f"{first}\n{first}"
    assert world.git("symbolic-ref", "HEAD") == "refs/heads/main"
    assert world.git("status", "--porcelain") == "?? notes.txt"
    assert world.file("a.py").read_text() == "1\n"
    assert Path(agent.transcript).read_bytes() == then
    assert world.file(".entire/settings.json").exists()

    world.git("gc", "--quiet", "--prune=now")
    world.entire("rewind", "--undo")

    assert world.git("rev-parse", "HEAD", "main") == f"{head}\n{head}"
    assert (tree_of(world.repo.path), world.git("ls-files", "--stage")) == (before, index)
    assert Path(agent.transcript).read_bytes() == whole
    world.check_sound()


def test_a_reset_that_must_not_be(world: World) -> None:
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n", "data": "x\n"})
    first = commit(world, "Work 1")
    world.git("rm", "--quiet", "--cached", "data")
    world.repo.write(".gitignore", "data\n")
    commit_id = world.git("rev-parse", "HEAD")
    world.git("add", ".gitignore")
    world.git("commit", "--quiet", "-m", "ignore it")
    head = world.git("rev-parse", "HEAD")
    world.repo.write("data", "mine, ignored\n")

    def refused(*words: str) -> str:
        done = world.run("entire", "rewind", *words, check=False)
        assert done.returncode == 1
        assert world.git("rev-parse", "HEAD") == head
        return done.stderr

    assert "would overwrite untracked files: data" in refused("--to", first, "--reset")
    assert world.file("data").read_text() == "mine, ignored\n"
    world.file("data").unlink()
    world.hold_commits()
    agent.turn("Second", {"a.py": "2\n"})
    step = points(world)[0]["id"]
    assert "is a step, not a commit" in refused("--to", step, "--reset")
    assert "is a step, not a commit" in refused("--to", step, "--logs-only")
    world.git("restore", "a.py")
    world.git("switch", "--quiet", "--create", "side", "HEAD~2")
    head = world.git("rev-parse", "HEAD")
    assert "is not on this branch" in refused("--to", first, "--reset")
    world.git("switch", "--quiet", "main")
    world.entire("rewind", "--to", commit_id, "--reset")
    world.git("commit", "--quiet", "--allow-empty", "-m", "went on")
    head = world.git("rev-parse", "HEAD")
    assert "the branch has moved since the reset" in refused("--undo")


def test_a_branch_that_git_has_locked(world: World) -> None:
    """The locks are named before anything is done, and they stay: git may be running."""
    agent = agent_of(world)
    agent.turn("First", {"a.py": "1\n"})
    first = commit(world, "Work 1")
    agent.turn("Second", {"a.py": "2\n"})
    second = commit(world, "Work 2")
    branch = world.git("symbolic-ref", "--short", "HEAD")
    locks = [world.file(".git/HEAD.lock"), world.file(f".git/refs/heads/{branch}.lock")]
    for words, head in [
        (("rewind", "--to", first, "--reset", "--force"), second),
        (("rewind", "--undo"), first),
    ]:
        for lock in locks:
            lock.touch()
        before = tree_of(world.repo.path), world.git("for-each-ref")
        done = world.run("entire", *words, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith(f"entire: {locks[0]} and {locks[1]} exist\n")
        assert f"if no git command is running, delete them: `rm {locks[0]} {locks[1]}`" in done.stderr
        assert (tree_of(world.repo.path), world.git("for-each-ref")) == before
        assert world.git("rev-parse", "HEAD") == head
        for lock in locks:
            lock.unlink()
        world.entire(*words)
        assert world.git("rev-parse", "HEAD") == {first: second, second: first}[head]
