"""What people and agents do, through git and the installed hooks, each as one rule of the machine."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.stateful_checks import Checked
from tests.scenario.stateful_model import ALL, NEW, PERSONAL, SHARED, Session, Turn

numbers = st.integers(0, 1)
sessions = st.sampled_from(("a", "b"))
shared = st.sampled_from(SHARED)
some_paths = st.lists(shared, min_size=1, max_size=3, unique=True)
terminal = st.booleans()


def any_active(machine: Checked) -> bool:
    return machine.any_active()


class Machine(Checked):
    """Each rule is one thing that somebody does."""

    # The agents.

    @rule(name=sessions)
    def prompt(self, name: str) -> None:
        """Also in the middle of a turn: the person interrupted it. Also after the end: it is resumed."""
        session = self.sessions[name]
        self.step += 1
        if session.active:
            self.finish(session)
        text = f"Prompt number {self.step} for session {name}"
        with self.only_hooks():
            if not session.known or session.ended:
                session.agent.start("resume" if session.ended else "startup")
            session.agent.prompt(text)
        session.turns.append(Turn(text))
        session.known, session.active, session.ended = True, True, False
        self.killed = False

    @rule(name=sessions, paths=some_paths, append=st.booleans())
    def whole_turn(self, name: str, paths: list[str], append: bool) -> None:
        self.prompt(name)
        for path in paths:
            self.write(self.sessions[name], path, append=append)
        self.finish_well(self.sessions[name])

    @precondition(any_active)
    @rule(number=numbers, path=shared, append=st.booleans())
    def agent_writes(self, number: int, path: str, append: bool) -> None:
        self.write(self.at_work(number), path, append=append)

    def write(self, session: Session, path: str, *, append: bool) -> None:
        self.step += 1
        before = self.disk()[path]
        kept = (before or b"").decode() if append else ""
        session.agent.write(path, kept + self.text(session.name, path))
        session.answers += 1
        session.turn.named[path] = self.disk()[path]
        session.turn.shell.pop(path, None)
        head = self.facts.head([path])[path]
        self.claim(session, path, self.disk()[path], before if append else head, named=True)

    def run_shell(self, session: Session, command: str) -> None:
        before = self.disk()
        session.agent.shell(command)
        session.answers += 1
        after = self.disk()
        for path in ALL:
            if after[path] != before[path]:
                session.turn.shell[path] = after[path], before[path]
                self.personal.discard(path)

    @precondition(any_active)
    @rule(number=numbers, path=shared, other=st.sampled_from(NEW), what=st.sampled_from(("rm", "mv", "echo")))
    def agent_runs(self, number: int, path: str, other: str, what: str) -> None:
        session = self.at_work(number)
        name = session.name
        now = self.disk()
        if (what != "echo" and now[path] is None) or (what == "mv" and now[other]):
            return
        self.step += 1
        line = f"{path} by the shell of {name} at step {self.step}"
        commands = {"rm": f"rm {path}", "mv": f"mv {path} {other}", "echo": f"echo '{line}' >> {path}"}
        self.run_shell(session, commands[what])

    @precondition(any_active)
    @rule(number=numbers, paths=st.one_of(st.none(), some_paths))
    def agent_commits(self, number: int, paths: list[str] | None) -> None:
        session = self.at_work(number)
        name = session.name
        chosen = [path for path in self.dirty() if paths is None or path in paths]
        if not chosen:
            return
        self.step += 1
        self.settle_shell(session, chosen)
        self.stage(chosen)
        if self.world.git("diff", "--cached", "--name-only") == "":
            return
        with self.moving(f"refs/heads/{self.branch}"):
            session.agent.shell(f"git commit -qm 'By agent {name}'")
        session.answers += 1
        self.killed = False
        self.slots = self.facts.slots(self.step, self.slots)
        session.turn.kept |= (self.note_commit(), session.agent.session_id) in self.slots

    @precondition(any_active)
    @rule(number=numbers)
    def stop(self, number: int) -> None:
        self.finish_well(self.at_work(number))

    def finish_well(self, session: Session) -> None:
        self.step += 1
        session.agent.say(f"Said at step {self.step}.")
        session.answers += 1
        with self.only_hooks():
            session.agent.stop()
        self.killed = False
        self.finish(session)

    @precondition(lambda self: any(one.known and not one.ended for one in self.sessions.values()))
    @rule(name=sessions)
    def end(self, name: str) -> None:
        session = self.sessions[name]
        if not session.known or session.ended:
            return
        self.step += 1
        with self.only_hooks():
            session.agent.end()
        if session.active:
            self.killed = False
            self.finish(session)
        session.ended = True

    # People.

    @rule(path=st.sampled_from(ALL), how=st.sampled_from(("append", "replace", "delete", "undo")))
    def person_edits(self, path: str, how: str) -> None:
        self.step += 1
        now = self.disk()[path] or b""
        fresh = self.text("a person", path).encode()
        head = self.facts.head([path])[path]
        contents = {"append": now + fresh, "replace": fresh, "delete": None, "undo": head}
        self.put(path, contents[how])
        if how == "undo" and head is not None:
            self.world.git("checkout", "--quiet", "HEAD", "--", path)
        if self.any_active():
            self.doubtful.add(path)  # commands of the agent's can have written it
        if path in PERSONAL and path not in self.doubtful:
            self.personal.add(path)
        else:
            self.personal.discard(path)

    def commit(self, *, at_terminal: bool, hooks: str = "all") -> None:
        """Commit what is staged. The index stays, the branch moves by one, nothing else changes."""
        if self.world.git("diff", "--cached", "--name-only") == "":
            return
        staged = self.world.git("write-tree")
        files, before = self.disk(), self.world.git("rev-parse", "HEAD")
        if at_terminal:
            self.world.env["ENTIRE_TEST_TTY"] = "1"
        aside = self.root / ".git" / "hooks" / "post-commit.aside"
        hook = aside.with_suffix("")
        if hooks == "killed":
            hook.rename(aside)
        try:
            with self.moving(f"refs/heads/{self.branch}"):
                off = ("-c", "core.hooksPath=/dev/null") if hooks == "none" else ()
                self.world.git(*off, "commit", "--quiet", "-m", f"Commit at step {self.step}")
        finally:
            self.world.env.pop("ENTIRE_TEST_TTY", None)
            if hooks == "killed":
                aside.rename(hook)
        assert self.world.git("rev-parse", "HEAD^", "HEAD^{tree}").split() == [before, staged]
        assert self.world.git("write-tree") == staged
        assert self.disk() == files
        changed = set(self.world.git("diff-tree", "-r", "--name-only", "--no-commit-id", "HEAD").split())
        linked = self.note_commit()
        if changed <= self.personal and not self.any_active():
            assert not linked, f"a person's own work was linked: {changed}"
        if hooks == "none":
            head = self.facts.head(ALL)
            self.claims = [c for c in self.claims if files[c.path] != head[c.path]]
        elif hooks == "killed":
            self.killed = bool(linked)
        else:
            self.killed = False
        if self.any_active():
            self.personal.clear()

    @rule(
        paths=st.one_of(st.none(), some_paths),
        at_terminal=terminal,
        hooks=st.sampled_from(("all", "all", "all", "killed", "none")),
    )
    def person_commits(self, paths: list[str] | None, at_terminal: bool, hooks: str) -> None:
        chosen = [path for path in self.dirty() if paths is None or path in paths]
        if not chosen:
            return
        self.step += 1
        self.stage(chosen)
        self.commit(at_terminal=at_terminal, hooks=hooks)

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

    @rule(paths=some_paths)
    def person_stages(self, paths: list[str]) -> None:
        chosen = [path for path in self.dirty() if path in paths]
        self.stage(chosen)

    @precondition(lambda self: not self.any_active())
    @rule(untracked=st.booleans())
    def person_stashes(self, untracked: bool) -> None:
        self.step += 1
        before = self.disk()
        with self.moving("refs/stash"):
            self.world.git("stash", "push", "--quiet", *(["--include-untracked"] if untracked else []))
        after = self.disk()
        put_away = {path: before[path] for path in ALL if before[path] != after[path]}
        if put_away:
            self.stashes.append(put_away)

    @precondition(lambda self: self.stashes and not self.any_active())
    @rule()
    def person_pops(self) -> None:
        """Where it cannot conflict."""
        files = set(self.world.git("diff", "--name-only", "stash^", "stash").split()) | set(self.stashes[-1])
        same = self.world.run("git", "diff", "--quiet", "stash^", "HEAD", "--", *files, check=False)
        if same.returncode or set(self.dirty()) & files:
            return
        self.step += 1
        with self.moving("refs/stash"):
            self.world.git("stash", "pop", "--quiet")
        put_away = self.stashes.pop()
        assert {path: self.disk()[path] for path in put_away} == put_away

    @rule(at_new=st.booleans())
    def person_switches(self, at_new: bool) -> None:
        self.step += 1
        with self.moving("HEAD", f"refs/heads/side{self.step}"):
            if at_new:
                self.branch = f"side{self.step}"
                self.branches.append(self.branch)
                self.world.git("checkout", "--quiet", "-b", self.branch)
                return
            other = self.branches[(self.branches.index(self.branch) + 1) % len(self.branches)]
            if self.world.run("git", "checkout", "--quiet", other, check=False).returncode:
                return
            self.branch = other
        now, head = self.disk(), self.facts.head(ALL)
        self.claims = [c for c in self.claims if now[c.path] != head[c.path] or self.is_stashed(c)]
        self.personal.clear()
