"""What replays history, each as one rule of the machine: amend, cherry-pick, revert, merge, rebase."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.stateful.agents import any_at_work, numbers, some_paths
from tests.scenario.stateful.interruptions import Interruptions
from tests.scenario.stateful.rewrites import somebody_committed


class Machine(Interruptions):
    """All that is done in a repository."""

    @precondition(lambda self: any_at_work(self) and somebody_committed(self))
    @rule(number=numbers, paths=st.one_of(st.just([]), some_paths))
    def agent_amends(self, number: int, paths: list[str]) -> None:
        session = self.at_work(number)
        self.step += 1
        before = self.stage_more(paths)
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
