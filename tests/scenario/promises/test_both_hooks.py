"""Both hooks of a commit were stopped: the script of post-commit says that hooks were on, and for what."""

from __future__ import annotations

import fcntl
import os
import pty
import subprocess
import termios
from pathlib import Path

import pytest
from tests.scenario.commits.waiting import branch_locked, findings, promised, without_hook
from tests.scenario.promises.test_killed_links import begun, files_of, killed
from tests.scenario.world import World
from tests.support import Repo


def stopped(world: World, path: str, *, at_terminal: bool = False) -> str:
    """A commit of a file; the program is stopped in both hooks, their scripts are not."""
    commit = killed(world, path, post_commit=False)
    run_script(world, at_terminal=at_terminal)
    return commit


def run_script(world: World, *, at_terminal: bool = False) -> None:
    """Run the script of post-commit without the program."""
    script = f"entire() {{ :; }}\n{world.file('.git/hooks/post-commit').read_text()}"
    if not at_terminal:
        world.run("sh", "-c", script)
        return
    ours, theirs = pty.openpty()
    subprocess.run(
        ["sh", "-c", script],
        cwd=world.repo.path,
        env=world.env,
        stdin=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        check=True,
    )
    os.close(ours)
    os.close(theirs)


def is_linked(world: World, commit: str = "HEAD") -> bool:
    return world.run("git", "notes", "--ref=entire", "show", commit, check=False).returncode == 0


def test_the_next_event_links_it(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    commit = stopped(world, "one.py")
    assert not is_linked(world)
    agent.prompt("Go on")
    assert files_of(world, commit) == ["one.py"]
    assert findings(world) == []


def test_each_of_several_commits(world: World) -> None:
    """What the script notes of one is not lost when it runs for the next."""
    world.agent().turn("Write three files", {"one.py": "1\n", "two.py": "2\n", "three.py": "3\n"})
    commits = [stopped(world, path) for path in ("one.py", "two.py", "three.py")]
    world.agent().start()
    assert findings(world) == []
    assert [files_of(world, commit) for commit in commits] == [["one.py"], ["two.py"], ["three.py"]]
    assert promised(world) == []


@pytest.mark.parametrize("second", ["linked", "without work", "stopped"])
def test_another_commit_with_the_same_parent(world: World, second: str) -> None:
    """It begins before anybody has looked after the first one."""
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    before = world.repo.head
    first = stopped(world, "one.py")
    world.git("checkout", "--quiet", "-b", "side", before)
    script = world.file(".git/hooks/prepare-commit-msg").read_text()
    if second == "stopped":
        world.git("add", "two.py")
        message = world.repo.write(".git/COMMIT_EDITMSG", "work\n")
        world.run("sh", "-c", f"entire() {{ :; }}\n{script}", "hook", str(message), "message")
        with without_hook(world, "prepare-commit-msg"), without_hook(world, "post-commit"):
            world.git("commit", "--quiet", "-m", "two")
        run_script(world)
    elif second == "linked":
        world.git("add", "two.py")
        assert world.session(world.commit())["files_touched"] == ["two.py"]
    else:
        world.repo.write("mine.py", "mine\n")
        world.git("add", "mine.py")
        assert world.commit() == ""
    world.agent().start()
    assert files_of(world, first) == ["one.py"]
    if second == "stopped":
        assert files_of(world, "HEAD") == ["two.py"]
    assert promised(world) == []
    assert not list(world.file(".git").glob("ENTIRE_LINKING*"))


_COMMANDS = (
    "explain",
    "doctor",
    "reset --force",
    "session stop",
    "disable",
    "disable --uninstall --force",
)


@pytest.mark.parametrize("words", _COMMANDS)
def test_a_command_links_it(world: World, words: str) -> None:
    """Before it shows what is there, or deletes what the commit needs."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    commit = stopped(world, "one.py")
    world.entire(*words.split())
    assert files_of(world, commit) == ["one.py"]
    assert promised(world) == []


def test_nothing_is_deleted_if_it_cannot_be_linked(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    commit = stopped(world, "one.py")
    reset = ("entire", "reset", "--session", agent.session_id, "--force")
    with branch_locked(world):
        refused = world.run(*reset, check=False)
    assert "1 commit has no checkpoint yet" in refused.stderr
    assert world.state(agent.session_id) is not None
    world.run(*reset)
    assert files_of(world, commit) == ["one.py"]


def test_a_push_links_it(world: World, tmp_path: Path) -> None:
    remote = Repo.init(tmp_path / "remote.git", "--bare")
    world.git("remote", "add", "origin", str(remote.path))
    world.agent().turn("Write one", {"one.py": "1\n"})
    commit = stopped(world, "one.py")
    world.git("push", "--quiet", "origin", "HEAD")
    assert files_of(world, commit) == ["one.py"]
    for ref in ("refs/heads/entire/checkpoints/v1", "refs/notes/entire"):
        assert remote.git("rev-parse", ref) == world.git("rev-parse", ref)


def test_what_a_person_wrote_is_not_the_agents(world: World) -> None:
    """An agent is in a turn, but its transcript does not name the file."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Go on")
    world.repo.write("mine.py", "mine\n")
    commit = stopped(world, "mine.py", at_terminal=True)
    agent.write("two.py", "2\n")
    agent.stop()
    world.agent().start()
    assert not is_linked(world, commit)
    assert promised(world) == []
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py", "two.py"]


def test_what_a_command_of_the_agent_wrote(world: World) -> None:
    """Its transcript does not name the file, but nobody is at a terminal."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Go on")
    agent.shell("echo 2 >two.py")
    commit = stopped(world, "two.py")
    world.agent().start()
    assert files_of(world, commit) == ["two.py"]
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["one.py"]
    assert promised(world) == []


def test_what_the_first_hook_wrote_down_counts(world: World) -> None:
    """It was stopped when it had decided, before the message had the trailer."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    message = world.repo.write(".git/COMMIT_EDITMSG", "work\n")
    world.run("sh", ".git/hooks/prepare-commit-msg", str(message), "message")
    [decided] = promised(world)
    commit = stopped(world, "one.py")
    world.agent().start()
    assert decided in world.git("notes", "--ref=entire", "show", commit)
    assert files_of(world, commit) == ["one.py"]
    assert promised(world) == []


def test_a_commit_that_is_aborted_later_says_nothing_of_one_without_hooks(world: World) -> None:
    """Post-commit of the first commit is late: it sees the file of the one that is aborted, too."""
    world.agent().turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    first = killed(world, "one.py", post_commit=False)
    begun(world)
    world.run("sh", ".git/hooks/post-commit")
    assert files_of(world, first) == ["one.py"]
    world.git("add", "two.py")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "mine")
    world.agent().start()
    assert not is_linked(world)
    assert [finding["kind"] for finding in findings(world)] == ["unlinked_commit"]


def test_a_later_commit_says_nothing_of_one_without_hooks(world: World) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    begun(world)  # and aborted
    world.git("add", "one.py")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "mine")
    without = world.repo.head
    world.repo.write("mine.py", "mine\n")
    stopped(world, "mine.py")
    world.agent().start()
    assert not is_linked(world, without)
    assert [finding["ref"] for finding in findings(world)] == [without]


@pytest.mark.parametrize("event", ["stopped", "killed"])
def test_the_first_commit_of_an_orphan_branch(world: World, event: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("checkout", "--quiet", "--orphan", "new")
    world.repo.write(".git/ENTIRE_LINKING.unborn", "")
    world.git("add", "one.py")
    with without_hook(world, "prepare-commit-msg"):
        if event == "killed":
            world.git("commit", "--quiet", "-m", "work")
        else:
            with without_hook(world, "post-commit"):
                world.git("commit", "--quiet", "-m", "work")
            run_script(world)
            world.agent().start()
    assert files_of(world, "HEAD") == ["one.py"]
    assert promised(world) == []


@pytest.mark.parametrize("decided", ["unlink", "link"])
def test_the_user_decides_first(world: World, decided: str) -> None:
    agent = world.agent()
    agent.turn("Write zero", {"zero.py": "0\n"})
    world.git("add", "-A")
    earlier = world.commit()
    agent.turn("Write one", {"one.py": "1\n"})
    commit = stopped(world, "one.py")
    if decided == "link":
        world.entire("link", "HEAD", earlier)
    else:
        world.entire("link", "HEAD", earlier)
        world.entire("unlink", "HEAD")
    note = world.git("notes", "--ref=entire", "show", commit)
    agent.prompt("Go on")
    assert world.git("notes", "--ref=entire", "show", commit) == note
    assert promised(world) == []


def test_a_link_that_could_not_be_made_can_be_taken_back(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "mine")
    with branch_locked(world):
        failed = world.run("entire", "link", "HEAD", agent.session_id, check=False)
        assert failed.returncode == 1
        assert "entire unlink" in failed.stderr
        assert is_linked(world)
        world.entire("unlink", "HEAD")
    world.agent().start()
    assert "Entire-Checkpoint" not in world.git("notes", "--ref=entire", "show")
    assert promised(world) == []


def test_an_aborted_commit_holds_nothing_back(world: World) -> None:
    """HEAD has the file as the session left it, by a commit that was made elsewhere."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.env["GIT_EDITOR"] = "sh -c ': >\"$1\"' -"
    assert world.run("git", "commit", check=False).returncode == 1
    assert len(promised(world)) == 1
    tree = world.git("write-tree")
    other = world.git("commit-tree", tree, "-p", "HEAD", "-m", "theirs")
    world.git("reset", "--quiet", "--hard", other)
    agent.prompt("Go on")
    agent.stop()
    assert world.touched(agent) == []
