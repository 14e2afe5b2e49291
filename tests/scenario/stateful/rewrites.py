"""Work that a person commits again: with another message, after a reset, squashed. Its links stay."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.links.test_kept_links import links
from tests.scenario.stateful.agents import some_paths
from tests.scenario.stateful.formatters import Formatters
from tests.scenario.stateful.model import ALL
from tests.scenario.stateful.people import terminal

EDITORS = {
    "reworded": "sed -i -e '1s/$/, in other words/'",
    "unlinked": "sed -i -e /^Entire-Checkpoint:/d",
}


def somebody_committed(machine: Formatters) -> bool:
    return bool(machine.asked)


def all_is_made_good(machine: Formatters) -> bool:
    return somebody_committed(machine) and not machine.any_killed()


class Rewrites(Formatters):
    """Each rule makes a commit of what was committed before."""

    def stage_more(self, paths: list[str]) -> str:
        """Stage what is to be added to the last commit; returns its checkpoint."""
        self.stage([path for path in self.dirty() if path in paths])
        return self.world.checkpoint()

    def can_amend(self) -> bool:
        """Not to a commit without changes, nor the one that turned the tool on."""
        if self.world.git("rev-parse", "HEAD") == self.world.git("rev-parse", "start"):
            return False
        same = self.world.run("git", "diff", "--cached", "--quiet", "HEAD^", check=False)
        return same.returncode != 0

    def amend(self, *words: str, at_terminal: bool) -> None:
        """The index and the files stay, the last commit is replaced."""
        staged, parent = self.world.git("write-tree"), self.world.git("rev-parse", "HEAD^")
        files = self.disk()
        self.run_commit(*words, at_terminal=at_terminal)
        assert self.world.git("rev-parse", "HEAD^", "HEAD^{tree}").split() == [parent, staged]
        assert self.world.git("write-tree") == staged
        assert self.disk() == files
        if self.any_active():
            self.here.personal.clear()

    def amended_well(self, before: str) -> None:
        after = self.note_commit()
        assert not before or after == before, f"{before} was amended to {after}"
        self.amended[after] = self.step
        self.here.killed = False

    @precondition(somebody_committed)
    @rule(paths=st.one_of(st.just([]), some_paths), at_terminal=terminal)
    def person_amends(self, paths: list[str], at_terminal: bool) -> None:
        self.step += 1
        before = self.stage_more(paths)
        if self.can_amend():
            self.amend("commit", "--quiet", "--amend", "--no-edit", at_terminal=at_terminal)
            self.amended_well(before)

    @precondition(all_is_made_good)
    @rule(paths=st.one_of(st.just([]), some_paths), at_terminal=terminal)
    def person_amends_with_a_message(self, paths: list[str], at_terminal: bool) -> None:
        """The line is gone with the old message, the link is not."""
        self.step += 1
        self.stage_more(paths)
        if not self.can_amend():
            return
        before = links(self.world)
        message = f"Amended at step {self.step}"
        self.amend("commit", "--quiet", "--amend", "-m", message, at_terminal=at_terminal)
        self.is_linked_again(before)

    @precondition(all_is_made_good)
    @rule(paths=st.one_of(st.just([]), some_paths), how=st.sampled_from(sorted(EDITORS)))
    def person_amends_in_an_editor(self, paths: list[str], how: str) -> None:
        """Who deletes nothing but the line deletes the link."""
        self.step += 1
        before = self.stage_more(paths)
        if not self.can_amend():
            return
        editor = f"core.editor={EDITORS[how]}"
        self.amend("-c", editor, "commit", "--quiet", "--amend", "--edit", at_terminal=True)
        if how == "reworded":
            self.amended_well(before)
            return
        assert self.note_commit() == ""
        assert before not in links(self.world)
        self.committed_without_a_link()

    def is_linked_again(self, before: set[str]) -> None:
        """The new commit has the links that this work had, and maybe one for what is new in it."""
        self.note_commit()
        self.here.killed = False
        after = links(self.world)
        assert before <= after, f"linked to {before}, and committed again only to {after}"
        self.amended |= dict.fromkeys(after, self.step)

    @precondition(all_is_made_good)
    @rule(at_terminal=terminal)
    def person_resets_and_commits_again(self, at_terminal: bool) -> None:
        merged = self.world.run("git", "rev-parse", "--verify", "--quiet", "HEAD^2", check=False)
        if not self.can_amend() or merged.returncode == 0:
            return
        self.step += 1
        before = links(self.world)
        with self.moving(f"refs/heads/{self.here.branch}"):
            self.world.git("reset", "--soft", "HEAD^")
        self.commit(at_terminal=at_terminal)
        self.is_linked_again(before)

    @precondition(lambda self: all_is_made_good(self) and len(self.here.branches) > 1)
    @rule(number=st.integers(0, 3), at_terminal=terminal)
    def person_squashes_a_branch(self, number: int, at_terminal: bool) -> None:
        """Where it does not conflict."""
        others = [name for name in self.here.branches if name != self.here.branch]
        branch = others[number % len(others)]
        if not self.can_squash(branch):
            return
        self.step += 1
        commits = self.world.git("rev-list", "--no-merges", branch, "^HEAD").split()
        before = {link for commit in commits for link in links(self.world, commit)}
        self.world.git("merge", "--squash", "--quiet", branch)
        self.commit(at_terminal=at_terminal)
        self.is_linked_again(before)
        self.head_moved()

    def can_squash(self, branch: str) -> bool:
        """Whether it changes something, and nothing that is changed here."""
        merged = self.world.run("git", "merge-tree", "--write-tree", "HEAD", branch, check=False)
        if merged.returncode or self.world.git("diff", "--cached", "--name-only"):
            return False
        changed = self.world.git("diff", "--name-only", "HEAD", merged.stdout.split()[0]).split()
        return bool(changed) and not set(changed) & set(self.dirty())

    def committed_without_a_link(self) -> None:
        """What such a commit has waits for no other."""
        now, head = self.disk(), self.facts.head(ALL)
        self.here.claims = [c for c in self.here.claims if now[c.path] != head[c.path]]
