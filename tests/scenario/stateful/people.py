"""What people do, each as one rule of the machine: they edit, commit, stash and switch, where they are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.background import hasty
from tests.scenario.stateful.agents import Agents, shared, some_paths
from tests.scenario.stateful.model import ALL, PERSONAL, Stash
from tests.scenario.world import BRANCH

terminal = st.booleans()
_MOMENT = 0.03


def something_waits(machine: Agents) -> bool:
    return bool(machine.here.claims or machine.here.personal or machine.here.doubtful)


class People(Agents):
    """Each rule is one thing that a person does."""

    @rule(path=st.sampled_from(ALL), how=st.sampled_from(("append", "replace", "delete", "undo")))
    def person_edits(self, path: str, how: str) -> None:
        self.step += 1
        now = self.disk()[path] or b""
        fresh = self.text("a person", path).encode()
        head = self.facts.head([path])[path]
        contents = {"append": now + fresh, "replace": fresh, "delete": None, "undo": head}
        with self.a_save(path):
            self.put(path, contents[how])
            if how == "undo" and head is not None:
                self.world.git("checkout", "--quiet", "HEAD", "--", path)

    @contextmanager
    def a_save(self, path: str) -> Iterator[None]:
        """A person changes a file, not as fast as agents: a file system's clock tells who was first."""
        here, busy = self.here, self.any_active()
        time.sleep(_MOMENT if busy else 0)
        yield
        time.sleep(_MOMENT if busy else 0)
        if busy:
            here.doubtful.add(path)  # commands of the agent's can have written it
        if path in PERSONAL and path not in here.doubtful:
            here.personal.add(path)
        else:
            here.personal.discard(path)

    def commit(self, *, at_terminal: bool, hooks: str = "all") -> None:
        """Commit what is staged. The index stays, the branch moves by one, nothing else changes."""
        if self.world.git("diff", "--cached", "--name-only") == "":
            return
        here = self.here
        staged = self.world.git("write-tree")
        files, before = self.disk(), self.world.git("rev-parse", "HEAD")
        with self.hooks_that(hooks):
            off = ("-c", "core.hooksPath=/dev/null") if hooks == "none" else ()
            message = f"Commit at step {self.step}"
            self.run_commit(*off, "commit", "--quiet", "-m", message, at_terminal=at_terminal)
        assert self.world.git("rev-parse", "HEAD^", "HEAD^{tree}").split() == [before, staged]
        assert self.world.git("write-tree") == staged
        assert self.disk() == files
        changed = set(self.world.git("diff-tree", "-r", "--name-only", "--no-commit-id", "HEAD").split())
        linked = self.note_commit()
        if changed <= here.personal and not self.any_active():
            assert not linked, f"a person's own work was linked: {changed}"
        if hooks == "none":
            head = self.facts.head(ALL)
            here.claims = [c for c in here.claims if files[c.path] != head[c.path]]
        elif hooks in ("killed", "refused", "later"):
            here.killed |= bool(linked)  # this hook completed nothing of what waited before
        else:
            here.killed = False
        if self.any_active():
            here.personal.clear()

    @contextmanager
    def hooks_that(self, hooks: str) -> Iterator[None]:
        """`killed`: post-commit does not run. `refused`: it cannot write, and says so in the log.

        `later`: it leaves the work to the background, which comes at any moment from now on.
        """
        aside = self.facts.common_dir / "hooks" / "post-commit.aside"
        lock = self.facts.common_dir / "refs" / "heads" / f"{BRANCH}.lock"
        log = self.world.file(".entire/logs/entire.log")
        known = self.world.env
        if hooks == "later":
            self.world.env = hasty(known)
        elif hooks == "killed":
            aside.with_suffix("").rename(aside)
        elif hooks == "refused":
            self.background.wait()
            lock.parent.mkdir(parents=True, exist_ok=True)
            lock.touch()
        try:
            yield
        finally:
            self.world.env = known
            if hooks == "killed":
                aside.rename(aside.with_suffix(""))
            elif hooks == "refused":
                lock.unlink()
                log.unlink(missing_ok=True)

    def run_commit(self, *words: str, at_terminal: bool) -> None:
        if at_terminal:
            self.world.env["ENTIRE_TEST_TTY"] = "1"
        try:
            with self.moving(f"refs/heads/{self.here.branch}"):
                self.world.git(*words)
        finally:
            self.world.env.pop("ENTIRE_TEST_TTY", None)

    @precondition(something_waits)
    @rule(
        paths=st.one_of(st.none(), some_paths),
        at_terminal=terminal,
        hooks=st.sampled_from(("all", "all", "later", "later", "killed", "refused", "none")),
    )
    def person_commits(self, paths: list[str] | None, at_terminal: bool, hooks: str) -> None:
        chosen = [path for path in self.dirty() if paths is None or path in paths]
        if not chosen:
            return
        self.step += 1
        self.stage(chosen)
        self.commit(at_terminal=at_terminal, hooks=hooks)

    @precondition(something_waits)
    @rule(path=shared, at_terminal=terminal)
    def person_commits_a_hunk(self, path: str, at_terminal: bool) -> None:
        now, head = self.disk()[path], self.facts.head([path])[path]
        if now is None or now == head:
            return
        self.step += 1
        rows = now.splitlines(keepends=True)
        half = b"".join(rows[: (len(rows) + 1) // 2])
        if half == head:
            return
        blob = self.world.repo.git("hash-object", "-w", "--stdin", data=half)
        self.world.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
        self.commit(at_terminal=at_terminal)

    @rule(path=st.sampled_from(PERSONAL), at_terminal=terminal)
    def person_commits_own_file(self, path: str, at_terminal: bool) -> None:
        self.person_edits(path, "append")
        self.world.git("add", "--", path)
        if self.world.git("diff", "--cached", "--name-only").split() == [path]:
            self.commit(at_terminal=at_terminal)

    @precondition(something_waits)
    @rule(paths=some_paths)
    def person_stages(self, paths: list[str]) -> None:
        chosen = [path for path in self.dirty() if path in paths]
        self.stage(chosen)

    @precondition(something_waits)
    @rule(untracked=st.booleans())
    def somebody_stashes(self, untracked: bool) -> None:
        """Also in the middle of a turn: agents do that too."""
        self.step += 1
        before = self.disk()
        with self.moving("refs/stash"):
            self.world.git("stash", "push", "--quiet", *(["--include-untracked"] if untracked else []))
        after = self.disk()
        put_away = {path: before[path] for path in ALL if before[path] != after[path]}
        if put_away:
            self.stashes.append(Stash(self.here, put_away))

    @precondition(lambda self: self.stashes and self.stashes[-1].place is self.here)
    @rule()
    def somebody_pops(self) -> None:
        """Where it cannot conflict."""
        files = set(self.world.git("diff", "--name-only", "stash^", "stash").split())
        files |= set(self.stashes[-1].files)
        same = self.world.run("git", "diff", "--quiet", "stash^", "HEAD", "--", *files, check=False)
        if same.returncode or set(self.dirty()) & files:
            return
        self.step += 1
        with self.moving("refs/stash"):
            self.world.git("stash", "pop", "--quiet")
        put_away = self.stashes.pop().files
        assert {path: self.disk()[path] for path in put_away} == put_away
        if self.any_active():
            self.here.doubtful |= put_away.keys()
            self.here.personal -= put_away.keys()

    @rule(at_new=st.booleans())
    def person_switches(self, at_new: bool) -> None:
        self.step += 1
        here = self.here
        with self.moving("HEAD", f"refs/heads/side{self.step}"):
            if at_new:
                here.branch = f"side{self.step}"
                here.branches.append(here.branch)
                self.world.git("checkout", "--quiet", "-b", here.branch)
                return
            other = here.branches[(here.branches.index(here.branch) + 1) % len(here.branches)]
            if self.world.run("git", "checkout", "--quiet", other, check=False).returncode:
                return
            here.branch = other
        self.head_moved()

    def head_moved(self) -> None:
        """What the new HEAD has is no longer waiting for a commit."""
        here, now, head = self.here, self.disk(), self.facts.head(ALL)
        here.claims = [
            c for c in here.claims if now[c.path] != head[c.path] or self.is_stashed(c.path, c.content)
        ]
        here.personal.clear()

    @rule(path=shared)
    def person_asks_who_wrote(self, path: str) -> None:
        with self.only_hooks():
            self.blame_is_right(path)

    @precondition(lambda self: len(self.places) > 1)
    @rule()
    def person_goes_to_the_other_worktree(self) -> None:
        self.here = self.places[1 - self.places.index(self.here)]
