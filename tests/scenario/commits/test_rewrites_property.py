"""History is rewritten at random: explain and why still find the conversation of every line.

Each commit adds a file of its own, asked for by a prompt of its own, so that no order of them is in conflict.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from tests.scenario.background import Background, hasty
from tests.scenario.world import World
from tests.support import Repo

EXAMPLES, STEPS = (60, 8) if os.environ.get("ENTIRE_SOAK") else (4, 4)
FILES = ("one", "two", "three", "four")
MARKS = st.lists(st.sampled_from(["pick", "squash", "fixup", "drop", "reword"]), min_size=4, max_size=4)


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """Four linked commits on a branch, behind one that is not."""
    world = World.new(tmp_path / "template")
    world.git("checkout", "--quiet", "-b", "feature")
    for name in FILES:
        agent = world.agent()
        agent.turn(f"Write {name}", {f"{name}.py": f"{name} a\n{name} b\n"})
        world.git("add", "-A")
        assert world.commit(message=f"Add {name}")
        agent.end()
    return world.repo.path


def machine_for(template: Path, folder: Path) -> type[RuleBasedStateMachine]:
    class Rewrites(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            path = folder / "repo"
            shutil.rmtree(path, ignore_errors=True)
            shutil.copytree(template, path, symlinks=True)
            shutil.rmtree(folder / "bin", ignore_errors=True)
            self.world = World(Repo(path))
            self.background = Background(self.world, folder)
            self.number, self.files = 0, [*FILES]

        def work(self, wanted: bool) -> None:
            """A turn and its commit: the background is still alive when history is rewritten."""
            if wanted:
                name = f"more{len(self.files)}"
                self.files.append(name)
                self.world.agent().turn(f"Write {name}", {f"{name}.py": f"{name} a\n{name} b\n"})
                self.world.git("add", "-A")
                known, self.world.env = self.world.env, hasty(self.world.env)
                assert self.world.commit(message=f"Add {name}")
                self.world.env = known

        def teardown(self) -> None:
            self.background.wait()

        @initialize()
        def somebody_else_works(self) -> None:
            """So that a rebase onto main is one."""
            self.world.git("checkout", "--quiet", "main")
            self.world.repo.write("other.txt", "meanwhile\n")
            self.world.repo.commit("Meanwhile")
            self.world.git("checkout", "--quiet", "feature")

        @rule(works=st.booleans())
        def amend_with_another_message(self, works: bool) -> None:
            self.work(works)
            self.number += 1
            self.world.git("commit", "--quiet", "--amend", "-m", f"In other words {self.number}")

        @rule(works=st.booleans(), marks=MARKS, reverse=st.booleans())
        def rebase_interactively(self, works: bool, marks: list[str], reverse: bool) -> None:
            self.work(works)
            commits = self.world.git("log", "--reverse", "--format=%h %s", "main..HEAD").splitlines()
            rows = [f"{mark} {commit}" for mark, commit in zip(marks, commits, strict=False)]
            rows += [f"pick {commit}" for commit in commits[len(rows) :]]
            rows = rows[::-1] if reverse else rows
            rows = rows if "drop" not in rows[0] else ["pick" + rows[0].removeprefix("drop"), *rows[1:]]
            rows[0] = "pick " + rows[0].partition(" ")[2]
            todo = self.world.repo.path / ".git" / "todo"
            todo.write_text("".join(f"{row}\n" for row in rows))
            editor = f"sequence.editor=cp '{todo}'"
            self.world.git("-c", editor, "-c", "core.editor=true", "rebase", "--quiet", "-i", "main")

        @rule(works=st.booleans())
        def cherry_pick_to_another_branch(self, works: bool) -> None:
            self.work(works)
            self.number += 1
            commits = self.world.git("log", "--reverse", "--format=%H", "main..HEAD").split()
            self.world.git("checkout", "--quiet", "-b", f"picked{self.number}", "main")
            self.world.git("cherry-pick", "--allow-empty", *commits)
            self.world.entire("relink", "--force")  # a link that is in a note does not go along by itself

        @rule(works=st.booleans())
        def squashed_by_a_forge(self, works: bool) -> None:
            self.work(works)
            self.number += 1
            branch = self.world.git("rev-parse", "--abbrev-ref", "HEAD")
            self.world.git("checkout", "--quiet", "-b", f"merged{self.number}", "main")
            self.world.git("merge", "--quiet", "--squash", branch)
            self.world.git("commit", "--quiet", "--no-verify", "-m", f"All of it (#{self.number})")
            self.world.entire("relink", "--force")

        @invariant()
        def every_line_has_its_prompt(self) -> None:
            there = {name for name in self.files if self.world.file(f"{name}.py").exists()}
            found = json.loads(self.world.entire("explain", "--json", "--limit", "0"))
            prompts = {prompt for one in found["checkpoints"] for prompt in one["prompts"]}
            assert {f"Write {name}" for name in there} <= prompts
            for name in sorted(there)[:2]:
                told = json.loads(self.world.entire("why", f"{name}.py:2", "--json"))
                assert (told["who"], told["prompts"]) == ("agent", [f"Write {name}"]), told

    return Rewrites


@pytest.mark.property
def test_rewritten_at_random(template: Path, tmp_path: Path) -> None:
    chosen = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None)
    run_state_machine_as_test(machine_for(template, tmp_path), settings=chosen)
