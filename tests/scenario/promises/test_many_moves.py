"""HEAD moved many times since a commit was made whose hook was killed: it is found all the same."""

from __future__ import annotations

import json
import subprocess
import time

import pytest
from tests.scenario.commits.waiting import promised, sessions_dir, without_hook
from tests.scenario.world import World

from entire.core import clock
from entire.strategy.commits.interrupted import SURE_SECONDS


def import_commits(world: World, branch: str, count: int) -> None:
    """A branch with commits that have long subjects, made at once."""
    lines = [f"reset refs/heads/{branch}", f"from {world.repo.head}", ""]
    for number in range(count):
        subject = f"{number} ".ljust(100, "x")
        lines += [f"commit refs/heads/{branch}", "committer A <a@example.com> 1700000000 +0000"]
        lines += [f"data {len(subject)}", subject, f"M 644 inline {number}.txt", "data 2", "1", ""]
    stream = "\n".join([*lines, ""])
    words = ["git", "fast-import", "--quiet"]
    subprocess.run(words, cwd=world.repo.path, env=world.env, input=stream, text=True, check=True)


def let_time_pass(world: World, checkpoint: str) -> None:
    """Long enough to take a commit that cannot be found for one that was not made."""
    path = sessions_dir(world) / "promised" / checkpoint
    then = clock.rfc3339_ms(int((time.time() - SURE_SECONDS - 60) * 1000))
    path.write_text(json.dumps(json.loads(path.read_text()) | {"created_at": then}))
    world.repo.write(".git/COMMIT_EDITMSG", "another message\n")


@pytest.mark.parametrize("count", [20, 190, 300])
def test_a_long_rebase_after_a_commit(world: World, count: int) -> None:
    import_commits(world, "long", count)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    without_hooks = ("-c", "core.hooksPath=/dev/null")
    world.git(*without_hooks, "rebase", "--quiet", "main", "long")
    let_time_pass(world, checkpoint)
    agent.prompt("Go on")
    assert promised(world) == []
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
