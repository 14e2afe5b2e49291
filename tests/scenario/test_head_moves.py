"""HEAD goes elsewhere while sessions have work: their branches follow, nothing is lost."""

from __future__ import annotations

from pathlib import Path

from tests.scenario.world import World, make_repo
from tests.support import Repo


def touched(world: World, session_id: str) -> list[str]:
    state = world.state(session_id)
    assert state is not None
    found: list[str] = state.get("files_touched", [])
    return found


def test_stash_pull_apply(world: World, tmp_path: Path) -> None:
    other = tmp_path / "other"
    world.git("clone", "--quiet", str(world.repo.path), str(other))
    elsewhere = Repo(other)
    elsewhere.write("theirs.txt", "theirs\n")
    elsewhere.commit("theirs")
    agents = [world.agent(), world.agent()]
    for number, agent in enumerate(agents):
        agent.turn(f"Write {number}", {f"{number}.py": f"{number}\n"})
    (old,) = world.shadows()
    world.git("stash", "--include-untracked", "--quiet")
    world.git("pull", "--quiet", "--ff-only", str(other), "main")
    world.git("stash", "pop", "--quiet")
    agents[0].turn("Write more", {"more.py": "more\n"})

    (new,) = world.shadows()
    assert new != old
    assert new.startswith(f"entire/{world.git('rev-parse', 'HEAD')[:7]}-")
    for agent in agents:
        state = world.state(agent.session_id)
        assert state is not None
        assert state["base_commit"] == world.git("rev-parse", "HEAD")
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.root(checkpoint)["files_touched"] == ["0.py", "1.py", "more.py"]
    assert world.shadows() == []
    world.check_sound()


def test_checkout_of_another_branch(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("checkout", "--quiet", "-b", "feature")
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    assert world.commit() == ""
    agent.turn("Write two", {"two.py": "2\n"})
    assert touched(world, agent.session_id) == ["one.py", "two.py"]
    assert len(world.shadows()) == 1
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert world.session(checkpoint)["branch"] == "feature"
    world.check_sound()


def test_reset_brings_committed_work_back(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.commit()
    world.git("reset", "--quiet", "--soft", "HEAD~1")
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert "two.py" in world.session(checkpoint)["files_touched"]
    world.check_sound()


def test_an_existing_branch_of_the_new_head_is_not_overwritten(world: World) -> None:
    first, second = world.agent(), world.agent()
    first.turn("Write one", {"one.py": "1\n"})
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    world.commit()
    second.turn("Write two", {"two.py": "2\n"})
    first.turn("Write three", {"three.py": "3\n"})
    stored = [path for name in world.shadows() for path in world.names(name)]
    assert {"one.py", "two.py", "three.py"} <= set(stored)
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.root(checkpoint)["files_touched"] == ["one.py", "three.py", "two.py"]
    assert world.shadows() == []
    world.check_sound()


def test_worktrees_have_names_of_their_own(tmp_path: Path) -> None:
    main = World.enabled(make_repo(tmp_path / "main"))
    main.git("worktree", "add", "--quiet", str(tmp_path / "linked"), "-b", "feature")
    linked = World(Repo(tmp_path / "linked"))
    one, two = main.agent(), linked.agent()
    one.turn("Write one", {"one.py": "1\n"})
    two.turn("Write two", {"two.py": "2\n"})
    assert len(main.shadows()) == 2
    linked.git("add", "-A")
    checkpoint = linked.commit()
    assert linked.session(checkpoint)["files_touched"] == ["two.py"]
    assert len(main.shadows()) == 1
    main.git("add", "-A")
    checkpoint = main.commit()
    assert main.session(checkpoint)["files_touched"] == ["one.py"]
    assert main.shadows() == []
    main.check_sound()
    linked.check_sound()


def test_an_orphaned_branch_is_not_inherited(world: World) -> None:
    stranger = world.agent()
    stranger.turn("Write strange", {"strange.py": "strange\n"})
    (name,) = world.shadows()
    tip = world.git("rev-parse", name)
    git_dir = Path(world.git("rev-parse", "--absolute-git-dir"))
    (git_dir / "entire-sessions" / f"{stranger.session_id}.json").unlink()
    world.file("strange.py").unlink()
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.shadows() == [name]
    assert "strange.py" not in world.names(name)
    assert len(world.git("log", "--format=%H", name).splitlines()) == 1
    kept = world.git("for-each-ref", "--format=%(objectname)", "refs/entire/orphaned/")
    assert kept == tip
    world.git("add", "-A")
    assert world.commit()
    assert world.shadows() == []
