"""What every actor does, drawn from a seed: the same seed gives the same plans, but not the same timing."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tools.clients import registry


class Write(StrEnum):
    """Which file a turn writes."""

    NEW = "new"  # a file of this turn alone
    GROW = "grow"  # one file that the session appends to, turn by turn


class Commit(StrEnum):
    """Who commits after a turn, and what."""

    NOBODY = "nobody"
    PERSON = "person"  # at a terminal, the files that the session has not committed
    SCRIPT = "script"  # the same without a terminal
    ONLY = "only"  # `git commit -- <files>`, which uses an index of its own
    SWEEP = "sweep"  # everything in the work tree, files of others included
    AGENT = "agent"  # the agent itself, before its turn ends
    AMEND = "amend"  # a person adds the files to the last commit, whoever made it


class Chore(StrEnum):
    """What someone else does meanwhile."""

    PUSH = "git push"
    PUSH_CHECKPOINTS = "entire push"
    FETCH = "entire fetch"
    GC = "git gc"
    REPACK = "git repack -ad"
    VISIT = "git worktree remove"  # of one where a session has just worked, and a person rebased
    PACK_REFS = "git pack-refs"
    OWN_GC = "entire gc"
    CLEAN = "entire clean"
    DOCTOR = "entire doctor"
    STATUS = "entire status"


_COMMITS = (
    [Commit.NOBODY] * 3
    + [Commit.PERSON] * 2
    + [Commit.SCRIPT, Commit.ONLY, Commit.SWEEP, Commit.AGENT, Commit.AMEND]
)
_VISITORS = [Commit.PERSON, Commit.SCRIPT, Commit.ONLY, Commit.AGENT]

_WAIT, _VISIT_TURNS = 0.3, 3
# It turns hooks off in its own commits. If the end of its turn is lost, and its commits are rebased in a
# worktree that goes at once, nothing links them.
_NO_VISITOR = "gemini"
_CHORES: list[Chore] = [*Chore, Chore.PUSH, Chore.PACK_REFS]


@dataclass(frozen=True)
class Size:
    """How much happens in one run."""

    worktrees: int = 2
    sessions: int = 4
    turns: int = 25
    colleague_turns: int = 5  # in a clone, pushed to the same remote; 0: there is no colleague
    chores: bool = True
    one_commit_at_a_time: bool = False  # per worktree: the next one waits for the hooks of the last, too
    agent: str = ""  # the only one that takes part; empty: all do
    lost: float = 0.0  # how many hooks of agents are killed before they do anything
    commit_seconds: float = 0.0  # after which a commit's hook is stopped; 0: the usual limit


@dataclass(frozen=True)
class Turn:
    marker: str  # in its prompt, its transcript and its file
    path: str
    write: Write
    commit: Commit
    pause: float
    waits: bool = False  # for the checkpoint of its commit, which is written in the background otherwise


@dataclass(frozen=True)
class Session:
    place: int
    number: int
    agent: str
    turns: list[Turn]
    ends: bool  # whether the agent says goodbye


@dataclass(frozen=True)
class Plan:
    seed: int
    size: Size
    sessions: list[Session] = field(default_factory=list)

    @property
    def places(self) -> int:
        """How many work trees there are, that of the colleague last."""
        return self.size.worktrees + bool(self.size.colleague_turns)

    @property
    def agents(self) -> list[str]:
        """All that take part."""
        return sorted({session.agent for session in self.sessions})

    def chores(self, place: int) -> random.Random:
        return random.Random(f"{self.seed} chores {place}")

    def losses(self, session: Session) -> random.Random:
        return random.Random(f"{self.seed} lost {session.place} {session.number}")


def make(seed: int, size: Size) -> Plan:
    """Pure: the plan of a run."""
    plan = Plan(seed, size)
    agents = [size.agent] if size.agent else registry.names_with_external()
    random.Random(f"{seed} agents").shuffle(agents)
    for place in range(plan.places):
        with_colleague = place == size.worktrees
        sessions, turns = (1, size.colleague_turns) if with_colleague else (size.sessions, size.turns)
        for number in range(sessions):
            agent = agents[len(plan.sessions) % len(agents)]
            plan.sessions.append(_session(seed, place, number, agent, turns))
    return plan


def _session(seed: int, place: int, number: int, agent: str, turns: int) -> Session:
    dice = random.Random(f"{seed} session {place} {number}")
    folder = f"place{place}/session{number}"
    made = []
    for turn in range(turns):
        write = dice.choice(list(Write))
        path = f"{folder}/turn{turn:03d}.txt" if write == Write.NEW else f"{folder}/notes.txt"
        marker = f"marker-p{place}-s{number}-t{turn:03d}"
        commit, pause, waits = dice.choice(_COMMITS), dice.random() * 0.05, dice.random() < _WAIT
        made.append(Turn(marker, path, write, commit, pause, waits))
    return Session(place, number, agent, made, dice.random() < 0.5)


def visit(made: Plan, place: int, number: int) -> Session:
    """The session that works in a worktree of its own for a while. All its work is committed."""
    dice = random.Random(f"{made.seed} visit {place} {number}")
    agents = [name for name in made.agents if name != _NO_VISITOR] or made.agents
    whole = _session(made.seed, (place + 1) * 100 + number, 0, dice.choice(agents), _VISIT_TURNS)
    turns = [replace(turn, commit=dice.choice(_VISITORS)) for turn in whole.turns]
    return replace(whole, turns=turns)


def next_chore(dice: random.Random) -> Chore:
    return dice.choice(_CHORES)
