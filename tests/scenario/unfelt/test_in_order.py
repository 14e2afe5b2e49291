"""Commits come one after the other while the background of earlier ones is alive: all keep their order."""

from __future__ import annotations

import re
from pathlib import Path

from tests.scenario.background import is_alive
from tests.scenario.links.test_kept_links import links
from tests.scenario.unfelt.test_holds_nothing import until, with_gate
from tests.scenario.unfelt.test_later import commit, waiting, work
from tests.scenario.world import BRANCH, World


def test_a_rebase_of_many_commits(hasty: World, tmp_path: Path) -> None:
    """And an amended one among them, all before the background of the last begins."""
    gate, named = with_gate(hasty, tmp_path)
    gate.touch()
    names = [f"{number:02}.py" for number in range(20)]
    work(hasty, *names)
    hasty.git("checkout", "--quiet", "-b", "other")
    hasty.repo.write("mine.txt", "mine\n")
    commit(hasty, "mine.txt")
    hasty.git("checkout", "--quiet", "main")
    ids = [commit(hasty, name) for name in names[:-2]]
    until(lambda: not waiting(hasty))
    gate.unlink()
    named.unlink()
    ids.append(commit(hasty, names[-2]))
    hasty.git("commit", "--quiet", "--amend", "-m", "in other words")
    ids.append(commit(hasty, names[-1]))
    until(named.exists)
    hasty.git("rebase", "--quiet", "other")
    assert is_alive(int(named.read_text()))
    gate.touch()
    until(lambda: not waiting(hasty))
    written = re.findall(r"\b[0-9a-f]{12}\b", hasty.git("log", "--reverse", "--format=%s", BRANCH))
    assert list(dict.fromkeys(written)) == ids
    assert [links(hasty, f"main~{19 - number}") for number in range(20)] == [{id} for id in ids]
    assert [hasty.session(id)["files_touched"] for id in ids] == [[name] for name in names]
    assert hasty.errors() == []
