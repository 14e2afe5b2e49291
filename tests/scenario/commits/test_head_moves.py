"""HEAD goes elsewhere while sessions have work: their branches follow, nothing is lost."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests.scenario.world import World
from tests.support import Repo


def worked_on(world: World, shadow: str) -> list[str]:
    """What the branch's last step has and HEAD has not."""
    return world.git("diff", "--name-only", "HEAD", shadow, "--", ".", ":!.entire").split()


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
    assert worked_on(world, new) == ["0.py", "1.py", "more.py"], "a step is based on what was pulled"
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
    assert world.touched(agent) == ["one.py", "two.py"]
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
    main = World.new(tmp_path / "main")
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
    assert len(world.steps(name)) == 1
    kept = world.git("for-each-ref", "--format=%(objectname)", "refs/entire/orphaned/")
    assert kept == tip
    world.git("add", "-A")
    assert world.commit()
    assert world.shadows() == []


def test_commits_with_the_same_first_digits(world: World) -> None:
    """Their shadow branches have one name; each session's work is told apart all the same."""
    world.repo.write("theirs.txt", "theirs\n")
    world.git("add", "theirs.txt")
    trees = [world.git("rev-parse", "HEAD^{tree}"), world.git("write-tree")]
    world.git("rm", "--quiet", "--cached", "theirs.txt")
    world.repo.path.joinpath("theirs.txt").unlink()
    one, other = siblings_alike(world, trees)
    assert one != other
    assert one[:7] == other[:7]

    first, second = world.agent(), world.agent()
    world.git("checkout", "--quiet", one)
    first.turn("Write one", {"one.py": "1\n"})
    world.git("checkout", "--quiet", other)
    second.turn("Write two", {"two.py": "2\n"})
    (shadow,) = world.shadows()
    assert worked_on(world, shadow) == ["one.py", "two.py"]
    world.git("add", "two.py")
    assert world.root(world.commit())["files_touched"] == ["two.py"]
    world.git("add", "one.py")
    checkpoint = world.commit()
    assert world.session(checkpoint)["session_id"] == first.session_id
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.shadows() == []
    world.check_sound()


def siblings_alike(world: World, trees: list[str]) -> tuple[str, str]:
    """Two commits on HEAD, one of each tree, whose ids begin alike: by trying some ten thousand."""
    head = world.git("rev-parse", "HEAD")
    found: list[dict[str, bytes]] = [{}, {}]
    for number in range(100_000):
        for mine, others, tree in ((found[0], found[1], trees[0]), (found[1], found[0], trees[1])):
            who = "A <a@example.com> 1700000000 +0000"
            text = f"tree {tree}\nparent {head}\nauthor {who}\ncommitter {who}\n\n{number}\n".encode()
            prefix = hashlib.sha1(b"commit %d\0" % len(text) + text).hexdigest()[:7]
            mine[prefix] = text
            if prefix in others:
                oids = [
                    world.repo.git("hash-object", "-t", "commit", "-w", "--stdin", data=side[prefix])
                    for side in found
                ]
                return oids[0], oids[1]
    raise AssertionError("no two alike")
