"""What others do while git commits and the user's hooks run: people stage and commit, other agents stop."""

from __future__ import annotations

import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.scenario.auto_commit.conftest import HOOK, committed_names, status
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

_LONG = 60.0  # seconds, for a busy machine


def hold(world: World, name: str = "pre-commit") -> Path:
    """Let a hook of the user's wait until a file is there. Returns that file; the hook writes `.git/held`."""
    hook = world.file(f".git/hooks/{name}")
    text = hook.read_text() if hook.exists() else HOOK
    hook.write_text(f"{text}\necho >> .git/held\nuntil test -e .git/go; do sleep 0.05; done\n")
    hook.chmod(0o755)
    return world.file(".git/go")


def wait_for(path: Path) -> None:
    until = time.monotonic() + _LONG
    while not path.exists():
        assert time.monotonic() < until, path
        time.sleep(0.02)


def worked(world: World, name: str) -> StandIn:
    """An agent that has written a file, and is about to stop."""
    agent = world.agent()
    agent.prompt(f"Write {name}")
    agent.write(name, f"{name}\n")
    agent.say("Done.")
    return agent


def test_a_person_stages(world: World) -> None:
    go, agent = hold(world), worked(world, "one.py")
    with ThreadPoolExecutor() as pool:
        stopped = pool.submit(agent.stop)
        wait_for(world.file(".git/held"))
        world.repo.write("mine.py", "mine\n")
        world.git("add", "mine.py")
        go.touch()
        stopped.result()
    assert committed_names(world) == ["one.py"]
    assert status(world) == ["A  mine.py"]


def test_a_person_commits(world: World) -> None:
    """Git refuses a commit whose parent is no longer HEAD: it is made again."""
    go, agent = hold(world), worked(world, "one.py")
    world.repo.write("mine.py", "mine\n")
    world.git("add", "mine.py")
    with ThreadPoolExecutor() as pool:
        said = pool.submit(agent.hook, "stop")
        wait_for(world.file(".git/held"))
        world.git("commit", "--quiet", "--no-verify", "-m", "mine", "mine.py")
        go.touch()
        assert said.result() == ""
    assert [committed_names(world, "HEAD~1"), committed_names(world)] == [["mine.py"], ["one.py"]]
    assert status(world) == []


def test_another_agent_stops(world: World) -> None:
    go, first, second = hold(world), worked(world, "one.py"), worked(world, "two.py")
    with ThreadPoolExecutor() as pool:
        said = [pool.submit(first.hook, "stop")]
        wait_for(world.file(".git/held"))
        said.append(pool.submit(second.hook, "stop"))
        time.sleep(0.5)  # the second one waits by now, or will; either way the result is the same
        go.touch()
        assert [one.result() for one in said] == ["", ""]
    assert [committed_names(world, "HEAD~1"), committed_names(world)] == [["one.py"], ["two.py"]]
    assert status(world) == []
    assert world.errors() == []


@pytest.mark.parametrize("name", ["pre-commit", "post-commit"])
def test_the_hook_is_stopped(world: World, name: str) -> None:
    """As by a client that waited long enough: the index is as before, or the commit is made already."""
    hold(world, name)
    agent = worked(world, "one.py")
    payload = f'{{"session_id": "{agent.session_id}", "transcript_path": "{agent.transcript}"}}'
    process = subprocess.Popen(
        ["entire", "hooks", "claude-code", "stop"],
        cwd=world.repo.path,
        env=world.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    process.stdin.write(payload.encode())
    process.stdin.close()
    wait_for(world.file(".git/held"))
    process.send_signal(signal.SIGTERM)
    process.wait(_LONG)
    made = name == "post-commit"
    assert world.git("log", "-1", "--format=%s") == ("Write one.py" if made else "use entire")
    assert status(world) == ([] if made else ["?? one.py"])
    world.file(".git/go").touch()
    agent.turn("Write two.py", {"two.py": "2\n"})
    assert committed_names(world) == (["two.py"] if made else ["one.py", "two.py"])
    assert status(world) == []
    first = world.checkpoint("HEAD~1") if made else world.checkpoint()
    assert "Write one.py" in world.stored(first, "prompt.txt")


def test_an_agent_in_a_hook(world: World) -> None:
    """A hook of the user's that runs an agent does not wait for itself."""
    inner = world.agent()
    script = world.file(".git/inner.py")
    script.write_text(
        "import os\nfrom entire.cli.commands.demo.stand_in import StandIn\n"
        f"inner = StandIn({inner.root!r}, dict(os.environ), {inner.session_id!r})\n"
        "inner.turn('Review', {'review.md': 'ok'})\n"
    )
    hook = world.file(".git/hooks/pre-commit")
    hook.write_text(f'{HOOK}exec "$(dirname "$(command -v entire)")/python" .git/inner.py\n')
    hook.chmod(0o755)
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert committed_names(world) == ["one.py"]
    assert status(world) == ["?? review.md"]
