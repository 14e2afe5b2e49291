"""Each turn becomes one commit, of the agent's changes alone."""

from __future__ import annotations

import os

from tests.scenario.auto_commit.conftest import status
from tests.scenario.limits.limited import limit
from tests.scenario.world import World


def changes(world: World, commit: str = "HEAD") -> list[str]:
    return world.git("show", "--format=", "--name-status", "--no-renames", commit).splitlines()


def test_a_turn_is_committed(world: World) -> None:
    agent = world.agent()
    agent.turn("Please write one.py", {"one.py": "1\n"})
    checkpoint = world.checkpoint()
    assert world.git("log", "-1", "--format=%B") == f"Write one.py\n\nEntire-Checkpoint: {checkpoint}\n"
    assert changes(world) == ["A\tone.py"]
    assert status(world) == []
    assert world.root(checkpoint)["strategy"] == "auto-commit"
    session = world.session(checkpoint)
    assert (session["strategy"], session["files_touched"]) == ("auto-commit", ["one.py"])
    assert session["token_usage"]["output_tokens"] > 0
    assert world.stored(checkpoint, "prompt.txt") == "Please write one.py"
    assert "Please write one.py" in world.transcript(checkpoint)
    assert world.shadows() == []
    assert world.file(".git/entire-sessions/promised").is_dir()
    assert os.listdir(world.file(".git/entire-sessions/promised")) == []
    assert world.errors() == []


def test_turns_in_a_row(world: World) -> None:
    agent = world.agent()
    for number in range(1, 4):
        agent.turn(f"Write file {number}", {f"{number}.py": f"{number}\n"})
    assert world.git("log", "-3", "--format=%s").splitlines() == [
        "Write file 3",
        "Write file 2",
        "Write file 1",
    ]
    ids = [world.checkpoint(f"HEAD~{back}") for back in range(3)]
    assert len(set(ids)) == 3
    assert [world.stored(id, "prompt.txt") for id in ids] == ["Write file 3", "Write file 2", "Write file 1"]
    tokens = [world.session(id)["token_usage"]["output_tokens"] for id in ids]
    assert len(set(tokens)) == 1, "each turn counts its own"


def test_all_kinds_of_changes(world: World) -> None:
    world.repo.write("gone.py", "gone\n")
    world.repo.write("old.py", "moved\n")
    world.repo.write("script.sh", "true\n")
    world.repo.commit("more files")
    agent = world.agent()
    agent.prompt("Tidy up")
    agent.write("new/file.py", "new\n")
    agent.replace("code.py", "line 3\n", "line three\n")
    agent.shell("rm gone.py; mv old.py moved.py; chmod +x script.sh; ln -s code.py link")
    agent.stop()
    assert changes(world) == [
        "M\tcode.py",
        "D\tgone.py",
        "A\tlink",
        "A\tmoved.py",
        "A\tnew/file.py",
        "D\told.py",
        "M\tscript.sh",
    ]
    modes = world.git("ls-tree", "HEAD", "link", "script.sh").split()
    assert (modes[0], modes[4]) == ("120000", "100755")
    assert status(world) == []


def test_nothing_to_commit_writes_nothing(world: World) -> None:
    before = world.git("for-each-ref")
    agent = world.agent()
    agent.turn("What is this?", {})
    agent.prompt("Write it as it is")
    agent.write("code.py", world.file("code.py").read_text())
    agent.stop()
    assert world.git("for-each-ref") == before
    assert world.errors() == []


def test_an_ignored_file_is_not_committed(world: World) -> None:
    world.repo.write(".gitignore", "*.log\n")
    world.repo.commit("ignore logs")
    world.agent().turn("Write both", {"run.log": "log\n", "one.py": "1\n"})
    assert changes(world) == ["A\tone.py"]


def test_the_agents_own_commit_comes_first(world: World) -> None:
    """What it committed itself is linked, as ever; the stop commits the rest."""
    agent = world.agent()
    agent.prompt("Write two files, and commit one")
    agent.write("one.py", "1\n")
    agent.shell("git add one.py && git commit --quiet -m one")
    agent.write("two.py", "2\n")
    agent.stop()
    assert world.git("log", "-2", "--format=%s").splitlines() == ["Write two files, and commit one", "one"]
    assert changes(world) == ["A\ttwo.py"]
    own, rest = world.checkpoint("HEAD~1"), world.checkpoint()
    assert own
    assert own != rest
    assert (world.root(own)["strategy"], world.root(rest)["strategy"]) == ("manual-commit", "auto-commit")
    assert status(world) == []


def test_an_agent_that_commits_everything_itself(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one, and commit it")
    agent.write("one.py", "1\n")
    agent.shell("git add one.py && git commit --quiet -m one")
    agent.stop()
    assert world.git("log", "-1", "--format=%s") == "one"
    assert world.checkpoint()
    assert status(world) == []


def test_two_sessions_commit_their_own_work(world: World) -> None:
    first, second = world.agent(), world.agent()
    first.prompt("Write one")
    second.prompt("Write two")
    first.write("one.py", "1\n")
    second.write("two.py", "2\n")
    second.stop()
    assert changes(world) == ["A\ttwo.py"]
    assert status(world) == ["?? one.py"]
    first.stop()
    assert changes(world) == ["A\tone.py"]
    assert status(world) == []


def test_a_detached_head(world: World) -> None:
    world.git("switch", "--quiet", "--detach")
    before = world.git("rev-parse", "HEAD")
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert world.git("rev-parse", "HEAD~1") == before
    assert world.git("rev-parse", "main") == before
    assert "branch" not in world.session(world.checkpoint())


def test_in_a_linked_worktree(world: World) -> None:
    there = world.repo.path.parent / "there"
    world.git("worktree", "add", "--quiet", "-b", "side", str(there))
    from entire.cli.commands.demo.stand_in import StandIn

    StandIn(str(there), world.env, "").turn("Write one", {"one.py": "1\n"})
    assert world.git("log", "-1", "--format=%s", "side") == "Write one"
    assert world.git("status", "--porcelain", cwd=there) == ""
    assert world.git("log", "-1", "--format=%s", "main") == "use entire"


def test_author_and_committer_are_the_users(world: World) -> None:
    world.git("config", "user.name", "Ada")
    world.git("config", "user.email", "ada@example.com")
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        world.env.pop(name, None)
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert world.git("log", "-1", "--format=%an %ae %cn") == "Ada ada@example.com Ada"


def test_a_secret_in_the_prompt_is_not_in_the_message(world: World) -> None:
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fH3jK5"
    world.agent().turn(f"Use {secret} in one.py", {"one.py": "1\n"})
    assert secret not in world.git("log", "-1", "--format=%B")
    assert "REDACTED" in world.git("log", "-1", "--format=%B")


def test_more_files_than_a_step_stores(world: World) -> None:
    """Each turn says what it leaves, and why."""
    limit(world, step_files=10)
    world.env["ENTIRE_TIME_LIMIT"] = "60"
    agent = world.agent()
    agent.prompt("Make them")
    agent.shell("for n in 1 2 3 4 5 6 7 8 9; do echo 1 >a$n.txt; echo 22 >b$n.txt; done")
    agent.say("Done.")
    shown = agent.hook("stop")
    left = status(world)
    assert len(left) == 8
    assert "entire: not committed, because too large, too many, or git cannot store them: b2.txt" in shown
    agent.prompt("And now?")
    agent.say("Done.")
    later = agent.hook("stop")
    assert status(world) == left
    assert "entire: not committed, because it is not clear who wrote them: b2.txt" in later
