"""Sessions that take turns, and the commits of their work: threads that run commands."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.clients import registry
from tools.clients.client import Client, take_turn
from tools.stress import plan
from tools.stress.ground import START, Done, Place
from tools.stress.plan import Commit, Write

# What git says when another git has a lock, moved the branch first, or removed a worktree or an object that
# nothing needed yet (`git repack -ad` does): people try again.
_BUSY = (
    "index.lock",
    "cannot lock ref",
    "Unable to create",
    "unable to write new",
    "is at ",
    "already running",
    "is running",
    "is not a valid object",
    "unable to parse object: worktrees/",
    "bad object worktrees/",
    "has locked the repository",  # for so long that a command of ours gave up
)
_NOTHING = ("nothing to commit", "nothing added to commit", "no changes added", "did not match any file")
_AT_TERMINAL = (Commit.PERSON, Commit.ONLY, Commit.AMEND)
_TRIES = 60


@dataclass
class Ledger:
    """What happened: filled by all threads."""

    sessions: dict[str, str] = field(default_factory=dict)  # marker → session id
    problems: list[str] = field(default_factory=list)
    commits: int = 0
    chores: int = 0
    lost: list[str] = field(default_factory=list)  # hooks, with the marker of their turn
    busy: int = 0  # commands that were tried again
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def problem(self, text: str) -> None:
        with self._lock:
            self.problems.append(text)

    def count(self, *, commits: int = 0, chores: int = 0, busy: int = 0) -> None:
        with self._lock:
            self.commits += commits
            self.chores += chores
            self.busy += busy


def session(place: Place, name: str, ledger: Ledger, is_lost: Callable[[list[str]], bool]) -> Client:
    """A session whose hooks must neither fail nor complain; some are lost."""

    def run(words: list[str], given: str) -> str:
        if is_lost(words):
            return ""
        done = place.run(*words, given=given)
        if done.code or done.errors:
            ledger.problem(f"{' '.join(words[1:])}: {done.code} {done.errors}")
        return done.output

    return registry.session(name, str(place.root), place.env, run=run)


class Worker:
    """One session."""

    def __init__(self, place: Place, plan_of: plan.Session, made: plan.Plan, ledger: Ledger) -> None:
        self.place, self.session, self.size, self.ledger = place, plan_of, made.size, ledger
        self._losses, self._share = made.losses(plan_of), made.size.lost
        self.agent = session(place, plan_of.agent, ledger, self._is_lost)
        self._waiting: list[str] = []  # files that this session has not committed
        self._notes = self._marker = ""
        self._known = False  # whether a hook has seen the session

    def run(self) -> None:
        self.agent.start()
        for turn in self.session.turns:
            self._marker = turn.marker
            self.ledger.sessions[turn.marker] = self.agent.session_id
            self._turn(turn)
            time.sleep(turn.pause)

    def close(self) -> None:
        """A last turn without work: the event that completes what an earlier one could not."""
        self._share = 0.0
        take_turn(self.agent, "Is everything in place?", {}, "Yes.")
        if self.session.ends:
            self.agent.end()

    def _is_lost(self, words: list[str]) -> bool:
        """Whether a hook never runs, as if it was killed. Not that of the first prompt: it makes us known."""
        if self._losses.random() >= self._share or not self._known:
            return False
        self.ledger.lost.append(f"{self._marker} {words[-1]}")
        return True

    def _turn(self, turn: plan.Turn) -> None:
        agent = self.agent
        prompt = f"Write {turn.path} ({turn.marker})"
        agent.submit(prompt)
        self._known = True
        agent.asked(prompt)
        text = "".join(f"{turn.marker} line {number} of this turn\n" for number in range(3))
        if turn.write == Write.GROW:
            text = self._notes = self._notes + text
        agent.write(turn.path, text)
        if turn.path not in self._waiting:
            self._waiting.append(turn.path)
        if turn.commit == Commit.AGENT:
            call = agent.calls("git commit")
            self._commit(turn)
            agent.called(call)
        agent.say(f"Written: {turn.marker}")
        agent.stop()
        if turn.commit not in (Commit.AGENT, Commit.NOBODY):
            self._commit(turn)

    def _commit(self, turn: plan.Turn) -> None:
        words = ["git", "commit", "--quiet", "-m", f"Commit by {turn.marker}"]
        if turn.commit == Commit.AMEND and not self._is_first():
            words = ["git", "commit", "--quiet", "--amend", "--no-edit"]
        if turn.commit == Commit.ONLY:
            words += ["--", *self._waiting]
        added = ("--all",) if turn.commit == Commit.SWEEP else ("--", *self._waiting)
        done = self._try_to_commit(turn, words, added)
        for _ in range(_TRIES):
            if not is_busy(done):  # something else moved HEAD, and git noticed too late for us to wait
                break
            self.ledger.count(busy=1)
            done = self._try_to_commit(turn, words, added)
        self._expect(done, " ".join(words))
        self.ledger.count(commits=done.code == 0)
        self._waiting.clear()

    def _is_first(self) -> bool:
        """Whether the last commit is the one that everything began with."""
        return self.place.output("git", "log", "-1", "--format=%s").strip() == START

    def _try_to_commit(self, turn: plan.Turn, words: list[str], added: tuple[str, ...]) -> Done:
        with self.place.committing:
            self._expect(insist(self.place, self.ledger, "git", "add", *added), "git add")
            env = self.agent.COMMAND_ENV if turn.commit == Commit.AGENT else {}
            env = env | ({"ENTIRE_SYNC": "1"} if turn.waits else {})
            done = self._begin(words, env, at_terminal=turn.commit in _AT_TERMINAL)
            if self.size.one_commit_at_a_time and not isinstance(done, Done):
                done = self.place.finish(done)
        return done if isinstance(done, Done) else self.place.finish(done)

    def _begin(
        self, words: list[str], env: dict[str, str], *, at_terminal: bool
    ) -> Done | subprocess.Popen[bytes]:
        """Commit until HEAD has moved: what git runs after that is still running.

        Two commits that write their messages at once would mix them up, with or without our hooks: git has
        one file for them in each worktree.
        """
        for _ in range(_TRIES):
            before = self.place.moves()  # a commit can fail after it moved HEAD
            running = self.place.start(*words, at_terminal=at_terminal, env=env)
            while running.poll() is None:
                if is_of(self.place.moves().removeprefix(before), words):
                    return running
                time.sleep(0.005)
            done = self.place.finish(running)
            if not is_busy(done):
                break
            self.ledger.count(busy=1)
            time.sleep(0.05)
        return done

    def _expect(self, done: Done, words: str) -> None:
        if done.code and not any(text in done.output + done.errors for text in _NOTHING):
            self.ledger.problem(f"{words}: {done.code} {done.output}{done.errors}")


def is_of(moves: str, words: list[str]) -> bool:
    """Whether one of these moves of HEAD is the commit that a command makes."""
    own = "commit (amend): " if "--amend" in words else f": {words[words.index('-m') + 1]}"
    return any(own in line for line in moves.splitlines())


def is_busy(done: Done) -> bool:
    return done.code != 0 and any(text in done.output + done.errors for text in _BUSY)


def insist(place: Place, ledger: Ledger, *words: str) -> Done:
    """Run a command again while another one is in its way."""
    for _ in range(_TRIES):
        done = place.run(*words)
        if not is_busy(done):
            break
        ledger.count(busy=1)
        time.sleep(0.05)
    return done
