"""A push that has to merge, by counting: which git processes its hook starts."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

from tests.scenario.cost.test_hook_counters import is_ours
from tests.scenario.cost.test_unfelt_counters import command_of
from tests.scenario.sharing.clones import Clones
from tests.scenario.world import BRANCH


def merging_push(clones: Clones, folder: Path, number: int) -> Counter[str]:
    """What the hook starts when somebody else has pushed a checkpoint."""
    ada = clones.ada
    theirs = clones.clone(f"bob{number}")
    theirs.entire("enable", "--agent", "claude-code")
    checkpoint = clones.work(f"Theirs{number}", session_id=f"their-session-{number}", world=theirs)
    theirs.git("push", "--quiet", "origin", f"HEAD:refs/heads/bob{number}")
    own = clones.work(f"Ours{number}", session_id=f"our-session-{number}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    ada.env["GIT_TRACE2_EVENT"] = str(folder)
    ada.git("push", "--quiet", "origin", "HEAD")
    del ada.env["GIT_TRACE2_EVENT"]
    stored = ada.git("ls-tree", "-r", "-d", "--name-only", BRANCH, cwd=clones.origin)
    assert checkpoint[2:] in stored
    assert own[2:] in stored
    return Counter(command_of(trace) for trace in folder.iterdir() if is_ours(trace))


def test_how_much_a_push_does(tmp_path: Path) -> None:
    """The figures themselves: whoever makes the hook do more must say so here."""
    clones = Clones(tmp_path)
    clones.work("Begin")
    clones.push("main")
    found = merging_push(clones, tmp_path / "trace", 1)
    assert dict(found) == {
        "config": 1,
        "fetch": 1,
        "for-each-ref": 2,
        "merge-base": 1,
        "push": 2,
        "remote": 1,
        "update-ref": 1,
    }
