"""What rewrites history, each as one rule of the machine: amend, cherry-pick, revert, merge, rebase."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.stateful.agents import any_at_work, numbers, some_paths
from tests.scenario.stateful.people import People, terminal


def somebody_committed(machine: People) -> bool:
    return bool(machine.asked)


class Machine(People):
    """All that is done in a repository."""

    def amend(self, paths: list[str]) -> str:
        """Stage what is to be added to the last commit; returns its checkpoint."""
        self.stage([path for path in self.dirty() if path in paths])
        return self.world.checkpoint()

    def can_amend(self) -> bool:
        """Not to a commit without changes, nor the one that turned the tool on."""
        if self.world.git("rev-parse", "HEAD") == self.world.git("rev-parse", "start"):
            return False
        same = self.world.run("git", "diff", "--cached", "--quiet", "HEAD^", check=False)
        return same.returncode != 0

    def amended_well(self, before: str) -> None:
        after = self.note_commit()
        assert not before or after == before, f"{before} was amended to {after}"
        self.amended[after] = self.step
        self.here.killed = False

    @precondition(somebody_committed)
    @rule(paths=st.one_of(st.just([]), some_paths), at_terminal=terminal)
    def person_amends(self, paths: list[str], at_terminal: bool) -> None:
        self.step += 1
        before = self.amend(paths)
        if not self.can_amend():
            return
        staged, parent = self.world.git("write-tree"), self.world.git("rev-parse", "HEAD^")
        files = self.disk()
        self.run_commit("commit", "--quiet", "--amend", "--no-edit", at_terminal=at_terminal)
        assert self.world.git("rev-parse", "HEAD^", "HEAD^{tree}").split() == [parent, staged]
        assert self.world.git("write-tree") == staged
        assert self.disk() == files
        self.amended_well(before)
        if self.any_active():
            self.here.personal.clear()

    @precondition(lambda self: any_at_work(self) and somebody_committed(self))
    @rule(number=numbers, paths=st.one_of(st.just([]), some_paths))
    def agent_amends(self, number: int, paths: list[str]) -> None:
        session = self.at_work(number)
        self.step += 1
        before = self.amend(paths)
        if not self.can_amend():
            return
        self.settle_shell(session, paths)
        with self.moving(f"refs/heads/{self.here.branch}"):
            session.agent.shell("git commit --quiet --amend --no-edit")
        session.answers += 1
        self.amended_well(before)

    @precondition(somebody_committed)
    @rule(number=st.integers(0, 7), how=st.sampled_from(("cherry-pick", "revert", "merge")))
    def person_replays(self, number: int, how: str) -> None:
        """Where it does not conflict. What is replayed keeps its link, and gets no new one."""
        others = ("--exclude=entire/*", "--branches", "^HEAD")
        listing = ("HEAD", "^start") if how == "revert" else others
        found = self.world.git("rev-list", *listing).split()
        if not found:
            return
        self.step += 1
        commit = found[number % len(found)]
        link = self.world.checkpoint(commit) if how == "cherry-pick" else ""
        with self.no_checkpoint(), self.moving(f"refs/heads/{self.here.branch}"):
            done = self.world.run(
                "git", how, *(() if how == "cherry-pick" else ("--no-edit",)), commit, check=False
            )
            if done.returncode:
                self.world.run("git", how, "--abort", check=False)
                return
        if how != "merge":
            assert self.world.checkpoint() == link
        if how == "revert":
            self.here.killed = False
        self.head_moved()

    @precondition(lambda self: len(self.here.branches) > 1)
    @rule(number=st.integers(0, 3))
    def person_rebases(self, number: int) -> None:
        """Where it does not conflict."""
        others = [name for name in self.here.branches if name != self.here.branch]
        onto = others[number % len(others)]
        links = self.links_since(onto)
        self.step += 1
        options = ("--quiet", "--no-autostash", "--reapply-cherry-picks", "--empty=keep")
        with self.no_checkpoint(), self.moving(f"refs/heads/{self.here.branch}"):
            done = self.world.run("git", "rebase", *options, onto, check=False)
            if done.returncode:
                self.world.run("git", "rebase", "--abort", check=False)
                return
        assert self.links_since(onto) == links
        self.head_moved()

    def links_since(self, base: str) -> list[str]:
        fmt = "--format=%(trailers:key=Entire-Checkpoint,valueonly,separator=%x2C)"
        return self.world.git("log", "--no-merges", fmt, f"{base}..HEAD").splitlines()
