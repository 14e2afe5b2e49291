"""Sessions that stop at the same time: what git saw before a hook got the lock may be outdated."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


@contextmanager
def late_stop(world: World, agent: StandIn, folder: Path) -> Iterator[None]:
    """An agent stops: git looks before the block, and the hook continues after it."""
    folder.mkdir()
    real, before = shutil.which("git", path=world.env["PATH"]), world.env["PATH"]
    (folder / "git").write_text(
        f"""#!/bin/sh
case " $* " in
*" status "*)
    if [ ! -e "{folder}/hook" ]; then
        kill -STOP $PPID
        "{real}" "$@" </dev/null
        echo $PPID >"{folder}/pid"
        mv "{folder}/pid" "{folder}/hook"
        exit
    fi ;;
esac
exec "{real}" "$@"
"""
    )
    (folder / "git").chmod(0o755)
    world.env["PATH"] = f"{folder}:{before}"
    stopping = threading.Thread(target=agent.stop)
    stopping.start()
    while not (folder / "hook").exists():
        time.sleep(0.01)
    world.env["PATH"] = before
    yield
    os.kill(int((folder / "hook").read_text()), signal.SIGCONT)
    stopping.join()


def test_work_of_another_session_is_not_taken_for_committed(world: World, tmp_path: Path) -> None:
    """While one session stops, another commits, and does another turn. Both share a shadow branch."""
    first, second = world.agent(), world.agent()
    first.turn("Write one", {"one.py": "1\n"})
    second.prompt("Write two")
    second.write("two.py", "2\n")
    with late_stop(world, second, tmp_path / "git"):
        world.git("add", "one.py")
        world.commit()
        first.turn("Write more of one", {"one.py": "1\n1\n"})
    for agent in (first, second):  # git had seen an older HEAD
        state = world.state(agent.session_id)
        assert state is not None
        assert state["base_commit"] == world.git("rev-parse", "HEAD")
    world.git("add", "two.py")
    world.commit()
    world.git("add", "one.py")
    checkpoint = world.commit()
    assert checkpoint
    assert world.root(checkpoint)["files_touched"] == ["one.py"]
    assert "Write more of one" in world.transcript(checkpoint)
