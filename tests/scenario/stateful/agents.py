"""What agents do, each as one rule of the machine: turns, commands, commits, subagents, and dying."""

from __future__ import annotations

import json

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from tests.scenario.commits.subagent import Sub
from tests.scenario.interop.reference import STATE_KEYS
from tests.scenario.stateful.checks import Checked
from tests.scenario.stateful.model import ALL, NEW, SHARED, Helper, Session, Turn

numbers = st.integers(0, 1)
sessions = st.sampled_from(("a", "a", "b", "b", "c"))
shared = st.sampled_from(SHARED)
some_paths = st.lists(shared, min_size=1, max_size=3, unique=True)


def any_at_work(machine: Checked) -> bool:
    return any(session.at_work for session in machine.sessions.values())


class Agents(Checked):
    """Each rule is one thing that an agent does, in its own work tree."""

    def turn_to(self, name: str) -> Session:
        """The third session lives in a worktree of its own."""
        if name not in self.sessions:
            self.meet(name, self.linked)
        session = self.sessions[name]
        self.here = session.place
        return session

    @initialize(name=st.sampled_from(("a", "b")), paths=some_paths)
    def begin(self, name: str, paths: list[str]) -> None:
        self.whole_turn(name, paths, append=True)

    @rule(name=sessions)
    def prompt(self, name: str) -> None:
        """Also in the middle of a turn: the person interrupted it. Also after the end: it is resumed."""
        session = self.turn_to(name)
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
        self.here.killed = False

    @rule(name=sessions, paths=some_paths, append=st.booleans())
    def whole_turn(self, name: str, paths: list[str], append: bool) -> None:
        self.prompt(name)
        for path in paths:
            self.write(self.sessions[name], path, append=append)
        self.finish_well(self.sessions[name])

    @precondition(any_at_work)
    @rule(number=numbers, path=shared, append=st.booleans())
    def agent_writes(self, number: int, path: str, append: bool) -> None:
        self.write(self.at_work(number), path, append=append)

    def write(
        self, session: Session, path: str, *, append: bool, by: Sub | None = None, turn: Turn | None = None
    ) -> None:
        self.step += 1
        before = self.disk()[path]
        kept = (before or b"").decode() if append else ""
        text = kept + self.text(session.signature(turn or session.turn), path)
        if by is None:
            session.agent.write(path, text)
            session.answers += 1
        else:
            by.write(path, text)
            session.helped += 1
        if by is None or not by.background:
            session.turn.named[path] = self.disk()[path]
        if session.active:
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
                self.here.personal.discard(path)

    @precondition(any_at_work)
    @rule(number=numbers, path=shared, other=st.sampled_from(NEW), what=st.sampled_from(("rm", "mv", "echo")))
    def agent_runs(self, number: int, path: str, other: str, what: str) -> None:
        session = self.at_work(number)
        now = self.disk()
        if (what != "echo" and now[path] is None) or (what == "mv" and now[other]):
            return
        self.step += 1
        line = f"{path} by {session.signature(session.turn)}, by a command at step {self.step}"
        commands = {"rm": f"rm {path}", "mv": f"mv {path} {other}", "echo": f"echo '{line}' >> {path}"}
        self.run_shell(session, commands[what])

    @precondition(any_at_work)
    @rule(
        number=numbers,
        which=st.integers(0, 4),
        other=st.sampled_from(NEW),
        what=st.sampled_from(("rm", "mv")),
    )
    def agent_drops_what_it_made(self, number: int, which: int, other: str, what: str) -> None:
        """It deletes or moves a file that it made and nobody committed."""
        session = self.at_work(number)
        now, head = self.disk(), self.facts.head(ALL)
        made = {path for turn in session.turns for path in turn.named}
        own = sorted(path for path in made if now[path] is not None and head[path] is None)
        if not own or (what == "mv" and now[other] is not None):
            return
        self.step += 1
        path = own[which % len(own)]
        self.run_shell(session, f"rm {path}" if what == "rm" else f"mv {path} {other}")

    @precondition(any_at_work)
    @rule(number=numbers, paths=st.one_of(st.none(), some_paths))
    def agent_commits(self, number: int, paths: list[str] | None) -> None:
        session = self.at_work(number)
        name = session.name
        chosen = [path for path in self.dirty() if paths is None or path in paths]
        if not chosen:
            return
        self.step += 1
        self.stage(chosen)
        if self.world.git("diff", "--cached", "--name-only") == "":
            return
        self.settle_shell(session, chosen)
        with self.moving(f"refs/heads/{self.here.branch}"):
            session.agent.shell(f"git commit -qm 'By agent {name}'")
        session.answers += 1
        self.here.killed = False
        session.turn.kept |= (self.note_commit(), session.agent.session_id) in self.seen_slots()

    @precondition(any_at_work)
    @rule(number=numbers)
    def agent_plans(self, number: int) -> None:
        """It changes its to-do list."""
        session = self.at_work(number)
        self.step += 1
        todos = [{"content": f"Plan at step {self.step}", "status": "in_progress"}]
        tool_id = session.agent.use("TodoWrite", todos=todos)
        session.answers += 1
        with self.only_hooks():
            session.agent.hook(
                "post-todo", tool_name="TodoWrite", tool_use_id=tool_id, tool_input={"todos": todos}
            )

    @precondition(any_at_work)
    @rule(number=numbers, paths=some_paths, append=st.booleans())
    def agent_delegates(self, number: int, paths: list[str], append: bool) -> None:
        """A subagent works while the agent waits for it."""
        session = self.at_work(number)
        self.step += 1
        with self.only_hooks():
            sub = Sub(session.agent, f"Task of step {self.step}", agent_id=f"sub{self.step}")
        session.answers += 1
        for path in paths:
            self.write(session, path, append=append, by=sub)
        with self.only_hooks():
            sub.end()

    @precondition(any_at_work)
    @rule(number=numbers, path=shared, append=st.booleans())
    def subagent_is_interrupted(self, number: int, path: str, append: bool) -> None:
        """With the turn: nobody is told. The transcript of the session does not say which one it was."""
        session = self.at_work(number)
        self.step += 1
        sub = Sub(session.agent, f"Task of step {self.step}", agent_id=f"sub{self.step}")
        session.answers += 1
        before = self.disk()[path]
        sub.write(
            path,
            ((before or b"").decode() if append else "") + self.text(session.signature(session.turn), path),
        )
        session.turn.named.pop(path, None)
        session.turn.shell[path] = self.disk()[path], before
        self.prompt(session.name)

    @precondition(any_at_work)
    @rule(number=numbers)
    def agent_sends_off(self, number: int) -> None:
        """A subagent goes to work in the background."""
        session = self.at_work(number)
        self.step += 1
        with self.only_hooks():
            sub = Sub(session.agent, f"Task of step {self.step}", background=True, agent_id=f"sub{self.step}")
        session.answers += 1
        session.helpers.append(Helper(sub, session.turn))

    def helping(self, number: int) -> tuple[Session, Helper]:
        pairs = [(one, helper) for one in self.sessions.values() for helper in one.helpers]
        session, helper = pairs[number % len(pairs)]
        self.here = session.place
        return session, helper

    @precondition(lambda self: any(session.helpers for session in self.sessions.values()))
    @rule(number=numbers, path=shared, append=st.booleans())
    def subagent_writes(self, number: int, path: str, append: bool) -> None:
        session, helper = self.helping(number)
        self.write(session, path, append=append, by=helper.sub, turn=helper.turn)
        helper.named[path] = self.disk()[path]

    @precondition(lambda self: any(session.helpers for session in self.sessions.values()))
    @rule(number=numbers)
    def subagent_ends(self, number: int) -> None:
        session, helper = self.helping(number)
        self.step += 1
        with self.only_hooks():
            helper.sub.end()
        session.helpers.remove(helper)
        self.leaves(helper.turn, helper.named)

    @precondition(any_at_work)
    @rule(number=numbers)
    def stop(self, number: int) -> None:
        self.finish_well(self.at_work(number))

    def finish_well(self, session: Session) -> None:
        self.step += 1
        session.agent.say(f"Said at step {self.step}.")
        session.answers += 1
        with self.only_hooks():
            session.agent.stop()
        self.here.killed = False
        self.finish(session)
        self.step_is_the_work_tree(session)

    @precondition(lambda self: any(one.known and not one.ended for one in self.sessions.values()))
    @rule(name=sessions)
    def end(self, name: str) -> None:
        session = self.sessions.get(name)
        if session is None or not session.known or session.ended:
            return
        self.here = session.place
        self.step += 1
        with self.only_hooks():
            session.agent.end()
        if session.active:
            self.here.killed = False
            self.finish(session)
        for helper in session.helpers:
            self.leaves(helper.turn, helper.named)
        session.helpers = []
        session.ended = True

    @precondition(lambda self: any(place.claims for place in self.places))
    @rule(name=sessions)
    def agent_goes_to_the_other_worktree(self, name: str) -> None:
        """The hooks notice at its next prompt. What it left uncommitted stays its work."""
        session = self.sessions.get(name)
        if session is None or session.active or session.helpers:
            return
        session.place = self.main if session.place is self.linked else self.linked
        session.agent.root = str(session.place.root)

    @precondition(lambda self: bool(self.sessions) and not self.any_killed())
    @rule(name=sessions)
    def reference_saves(self, name: str) -> None:
        """Another program saves a session's state without the keys that it does not know."""
        session = self.sessions.get(name)
        state = self.facts.state(session.agent.session_id) if session is not None else {}
        path = self.main.facts.common_dir / "entire-sessions" / f"{state.get('session_id', '')}.json"
        if state.get("places") or state.get("condensed_branches") or not path.exists():
            return  # of other worktrees, and of branches to delete, it knows nothing
        kept = {key: state[key] for key in STATE_KEYS if key in state}
        path.write_text(json.dumps(kept, indent=2) + "\n")

    @precondition(lambda self: any_at_work(self) and len(self.by_id) < 5)
    @rule(number=numbers)
    def agent_is_killed(self, number: int) -> None:
        """No hook tells. Another session takes its place."""
        session = self.at_work(number)
        self.step += 1
        session.dead = True
        self.meet(session.name, session.place)
