"""Invariant I2: a kill at any point leaves something that the next event completes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

OBJECT = "object"
KILLS_ITSELF = """
import os
real, left = os.rename, {occurrence}
def rename(source, target):
    global left
    left -= "tmp_obj_" in source
    if left == 0 and not os.path.exists("{folder}/done"):
        open("{folder}/done", "w").close()
        os.kill(os.getpid(), 9)
    real(source, target)
os.rename = rename
"""


def killing_writer(world: World, folder: Path, occurrence: int) -> None:
    """Our own command, which kills itself before the n-th object gets its name."""
    (folder / "sitecustomize.py").write_text(KILLS_ITSELF.format(occurrence=occurrence, folder=folder))
    real = shutil.which("entire", path=world.env["PATH"])
    (folder / "entire").write_text(f'#!/bin/sh\nPYTHONPATH="{folder}" exec "{real}" "$@"\n')
    (folder / "entire").chmod(0o755)


def killing_git(world: World, tmp_path: Path, command: str, occurrence: int = 1) -> Path:
    """A git first on PATH that kills its caller, our hook, before the n-th use of a command.

    With ``OBJECT`` as the command it is killed while it writes its n-th object. Returns a file that is there
    once it happened.
    """
    folder = tmp_path / "killer"
    folder.mkdir(exist_ok=True)
    done, count = folder / "done", folder / "count"
    if command == OBJECT:
        killing_writer(world, folder, occurrence)
        return done
    real = shutil.which("git", path=world.env["PATH"])
    (folder / "git").write_text(
        f"""#!/bin/sh
case " $* " in
*" {command} "*)
    echo x >>"{count}"
    if [ "$(wc -l <"{count}")" -eq {occurrence} ]; then
        touch "{done}"
        kill -9 $PPID
        exit 1
    fi ;;
esac
exec "{real}" "$@"
"""
    )
    (folder / "git").chmod(0o755)
    return done


def commit_with_killed_hook(world: World, tmp_path: Path, command: str, occurrence: int) -> bool:
    """Commit normally, then run post-commit by hand with a git that kills it; whether it was killed."""
    done = killing_git(world, tmp_path, command, occurrence)
    hook = world.repo.path / ".git" / "hooks" / "post-commit"
    hook.rename(hook.with_suffix(".aside"))
    try:
        world.git("commit", "--quiet", "-m", "work")
    finally:
        hook.with_suffix(".aside").rename(hook)
    env = dict(world.env)
    world.env["PATH"] = f"{done.parent}{os.pathsep}{world.env['PATH']}"
    world.run("entire", "hooks", "git", "post-commit", check=False)
    world.env = env
    return done.exists()


POINTS = [
    ("cat-file", 1),
    ("diff-tree", 1),
    (OBJECT, 1),
    (OBJECT, 6),
    ("update-ref", 1),
    ("update-ref", 2),
    ("update-ref", 3),
]


@pytest.mark.parametrize(("command", "occurrence"), POINTS)
@pytest.mark.parametrize("next_event", ["prompt", "session", "commit"])
def test_a_killed_post_commit_is_completed(
    world: World, tmp_path: Path, command: str, occurrence: int, next_event: str
) -> None:
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    if not commit_with_killed_hook(world, tmp_path, command, occurrence):
        pytest.skip("the hook does not come to that point")
    checkpoint = world.checkpoint()
    if next_event == "prompt":
        agent.turn("Go on", {"three.py": "3\n"})
    elif next_event == "session":
        world.agent().start()
    else:
        world.git("add", "-A")
        assert world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.session(checkpoint)["token_usage"]["api_call_count"] == 3
    assert world.stored(checkpoint, "prompt.txt") == "Write two files"
    world.git("add", "-A")
    if next_event != "commit":
        last = world.commit()
        assert "two.py" in world.session(last)["files_touched"]
    assert world.shadows() == []
    world.git("fsck", "--strict", "--no-dangling")


@pytest.mark.parametrize(("command", "occurrence"), [("status", 1), (OBJECT, 4), ("update-ref", 1)])
def test_a_killed_stop_is_made_good_at_the_next_prompt(
    world: World, tmp_path: Path, command: str, occurrence: int
) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.say("Written.")
    done = killing_git(world, tmp_path, command, occurrence)
    env = agent.env
    agent.env = env | {"PATH": f"{done.parent}{os.pathsep}{env['PATH']}"}
    with pytest.raises(Exception, match="SIGKILL"):
        agent.stop()
    agent.env = env
    agent.turn("Write two", {"two.py": "2\n"})
    state = world.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["one.py", "two.py"]
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write two", "Write one"]
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py", "two.py"]
    world.git("fsck", "--strict", "--no-dangling")


def test_an_agent_killed_after_its_commit(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    agent.shell("git add . && git commit -qm 'Add one'")
    checkpoint = world.checkpoint()
    agent.say("These words come after the commit, and then the terminal is closed.")
    assert "These words" not in world.transcript(checkpoint)
    world.agent().start()
    assert world.transcript(checkpoint) == Path(agent.transcript).read_text()
    calls = world.session(checkpoint)["token_usage"]["api_call_count"]
    assert calls == 3
    world.agent().turn("Another session works", {"other.py": "o\n"})
    assert world.session(checkpoint)["token_usage"]["api_call_count"] == calls
    world.check_sound()


def test_an_interrupted_turn_is_a_step(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.prompt("No, write two")  # the client reports no stop on an interrupt
    agent.write("two.py", "2\n")
    agent.end()  # nor before a session's end
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["No, write two", "Write one"]
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py", "two.py"]
    world.check_sound()


def test_an_agent_that_is_long_gone_does_not_claim_commits(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    git_dir = Path(world.git("rev-parse", "--absolute-git-dir"))
    path = git_dir / "entire-sessions" / f"{agent.session_id}.json"
    path.write_text(path.read_text().replace('"last_interaction_time": "20', '"last_interaction_time": "19'))
    os.utime(agent.transcript, (0, 0))
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    assert world.commit() == ""
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py"]


def test_fifty_sessions_cost_the_same_number_of_processes(world: World, tmp_path: Path) -> None:
    def processes() -> int:
        folder = tmp_path / "trace"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        world.env["GIT_TRACE2_EVENT"] = str(folder)
        world.git("commit", "--quiet", "-m", "work")
        del world.env["GIT_TRACE2_EVENT"]
        return len(list(folder.iterdir()))

    agent = world.agent()
    agent.turn("Write", {"first.py": "1\n", "left.py": "left\n"})
    world.git("add", "first.py")
    alone = processes()
    world.git("add", "-A")
    world.commit()

    agents = [StandIn(str(world.repo.path), world.env, f"session-{number:02d}") for number in range(50)]
    for number, each in enumerate(agents):
        each.turn(f"Write {number}", {f"{number}.py": f"{number}\n", f"left{number}.py": "left\n"})
        if number % 2:
            each.end()
    world.git("add", *[f"{number}.py" for number in range(50)])
    assert processes() <= alone + 2  # many objects: they become a pack
    checkpoint = world.checkpoint()
    assert len(world.root(checkpoint)["sessions"]) == 50
    assert all(world.state(each.session_id) is not None for each in agents)
    world.git("add", "-A")
    second = world.commit()
    assert len(world.root(second)["sessions"]) == 50
    assert world.shadows() == []
    world.check_sound()


@pytest.mark.parametrize("command", ["revert", "cherry-pick", "rebase"])
def test_a_killed_post_commit_before_commits_that_are_replayed(
    world: World, tmp_path: Path, command: str
) -> None:
    world.repo.write("base.txt", "base\n")
    base = world.repo.commit("base")
    world.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    world.repo.write("side.txt", "side\n")
    side = world.repo.commit("side")
    world.git("checkout", "--quiet", "main")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert commit_with_killed_hook(world, tmp_path, OBJECT, 2)
    checkpoint = world.checkpoint()
    words = {"revert": ["--no-edit", base], "cherry-pick": [side], "rebase": ["--quiet", "side"]}
    world.git(command, *words[command])
    world.agent().start()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.shadows() == []
    world.git("fsck", "--strict", "--no-dangling")
