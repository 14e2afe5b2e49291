"""What can happen between a commit and its checkpoint: nothing is lost, and only `.git` is needed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.scenario.calls import Calls
from tests.scenario.damage.test_not_stored import without_privileges
from tests.scenario.unfelt.test_holds_nothing import until, with_gate
from tests.scenario.unfelt.test_later import commit, waiting
from tests.scenario.unfelt.test_later import work as work_here
from tests.scenario.unfelt.test_turned_off import work
from tests.scenario.world import World


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    modes = {path: path.stat().st_mode for path in (folder, *folder.rglob("*")) if not path.is_symlink()}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    try:
        yield
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


@pytest.mark.parametrize("event", ["prompt", "command", "background"])
def test_a_read_only_moment(hasty: World, tmp_path: Path, event: str) -> None:
    if not without_privileges(hasty):
        pytest.skip("needs setpriv")
    (tmp_path / "calls").mkdir()
    calls = Calls(hasty, tmp_path / "calls", without="hooks detached")
    agent = hasty.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    checkpoint = commit(hasty, "one.py")
    background = (calls.real, "hooks", "detached", "commits")
    with read_only(hasty.file(".git")):
        hasty.run(*background)
        hasty.run("entire", "explain", check=False)
        assert waiting(hasty) == [checkpoint]
    if event == "prompt":
        agent.prompt("Go on")
    else:
        hasty.run(*(background if event == "background" else ("entire", "explain")))
    assert waiting(hasty) == []
    assert hasty.stored(checkpoint, "prompt.txt") == "Write one"
    assert hasty.session(checkpoint)["files_touched"] == ["one.py"]


def test_the_worktree_and_the_home_are_gone(alone: World, calls: Calls, there: Path) -> None:
    """Nothing outside of `.git` is left of the agent, as in a container that ended."""
    agent, checkpoint = work(alone, "one.py", there)
    said = "Write one.py"
    assert agent.transcript.startswith(alone.env["HOME"])
    shutil.rmtree(Path(agent.transcript).parent)
    shutil.rmtree(there)
    alone.run(calls.real, "hooks", "detached", "commits")
    assert waiting(alone) == []
    assert alone.session(checkpoint)["files_touched"] == ["one.py"]
    assert alone.stored(checkpoint, "prompt.txt") == said
    assert said in alone.transcript(checkpoint)
    assert alone.errors() == []


def test_the_user_logs_out(hasty: World, tmp_path: Path) -> None:
    """The terminal's processes get SIGHUP right after git has returned."""
    gate, named = with_gate(hasty, tmp_path)
    work_here(hasty, "one.py")
    hasty.git("add", "-A")
    words = ["git", "commit", "--quiet", "-m", "work"]
    done = subprocess.Popen(words, cwd=hasty.repo.path, env=hasty.env, start_new_session=True)
    assert done.wait() == 0
    until(named.exists)
    os.killpg(done.pid, signal.SIGHUP)
    gate.touch()
    until(lambda: not waiting(hasty))
    assert hasty.stored(hasty.checkpoint(), "prompt.txt") == "Write one.py"
