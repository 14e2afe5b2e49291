"""What the stateful test knows: who wrote what, and what became of it by the rules' own account."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis.stateful import RuleBasedStateMachine
from tests.scenario.stateful_facts import Content, Facts, Slot, disk
from tests.scenario.world import World, make_repo
from tests.support import Repo

from entire.cli.stand_in import StandIn

OLD = ("old0.txt", "old1.txt")
NEW = ("new0.txt", "new1.txt", "new2.txt")
PERSONAL = ("mine0.txt", "mine1.txt")
SHARED = OLD + NEW
ALL = SHARED + PERSONAL


def lines_of(content: Content) -> set[bytes]:
    return set((content or b"").split(b"\n")) - {b""}


@dataclass(eq=False)
class Claim:
    """A file as a session left it, until it is committed, replaced or undone."""

    session_id: str
    path: str
    content: Content
    before: Content  # what it was made from
    step: int
    named: bool  # the transcript says so; else a shell command did it, and any session may claim it

    def is_in(self, content: Content) -> bool:
        """Whether something of the session's own work is in this content."""
        if self.content is None:
            return content is None
        return bool((lines_of(self.content) - lines_of(self.before)) & lines_of(content))

    def __str__(self) -> str:
        how = "wrote" if self.named else "made by shell"
        return f"session {self.session_id[:1]} {how} {self.path!r} = {self.content!r} at step {self.step}"


@dataclass
class Turn:
    prompt: str
    named: dict[str, Content] = field(default_factory=dict)
    shell: dict[str, tuple[Content, Content]] = field(default_factory=dict)  # after, before
    kept: bool = False  # it left work behind: its conversation must never be lost


@dataclass
class Session:
    agent: StandIn
    active: bool = False
    known: bool = False  # a prompt was given
    ended: bool = False
    answers: int = 0
    turns: list[Turn] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.agent.session_id[0]

    @property
    def turn(self) -> Turn:
        return self.turns[-1]

    def names(self, path: str) -> bool:
        return self.active and path in self.turn.named


def prepare(path: Path) -> None:
    """The repository that every run begins with."""
    repo = make_repo(path)
    for name in OLD:
        repo.write(name, "".join(f"{name} as it was, line {number}\n" for number in range(3)))
    repo.commit("old files")
    world = World.enabled(repo)
    world.git("tag", "start")


class Model(RuleBasedStateMachine):
    """People and two agents in one work tree, and what each of them has done."""

    template: Path
    place: Path
    runs = 0

    def __init__(self) -> None:
        super().__init__()
        Model.runs += 1
        self.root = self.place / f"run{Model.runs}"
        shutil.copytree(self.template, self.root, symlinks=True)
        self.world = World(Repo(self.root))
        self.world.git("status")
        self.facts = Facts(self.world)
        self.step = 0
        self.sessions = {
            name: Session(self.world.agent(f"{name * 8}-0000-4000-8000-000000000000")) for name in ("a", "b")
        }
        self.by_id = {session.agent.session_id: session for session in self.sessions.values()}
        self.claims: list[Claim] = []
        self.stashes: list[dict[str, Content]] = []
        self.slots: dict[tuple[str, str], Slot] = {}
        self.branches = ["main"]
        self.branch = "main"
        self.asked: dict[str, dict[str, list[str]]] = {}  # prompts before a commit, by checkpoint and session
        self.killed = False  # a post-commit hook was killed, and nothing has happened since
        self.personal: set[str] = set()  # written by a person while no agent was at work
        self.doubtful: set[str] = set()  # a person edited them while an agent was at work

    def disk(self) -> dict[str, Content]:
        return disk(self.root, ALL)

    def text(self, who: str, path: str) -> str:
        return "".join(f"{path} by {who} at step {self.step}, line {number}\n" for number in range(3))

    def put(self, path: str, content: Content) -> None:
        file = self.root / path
        if content is None:
            file.unlink(missing_ok=True)
        else:
            file.write_bytes(content)

    def dirty(self) -> list[str]:
        now, head = self.disk(), self.facts.head(ALL)
        return [path for path in ALL if now[path] != head[path]]

    def note_commit(self) -> str:
        """Which prompts the last commit's checkpoint must hold; returns its id."""
        linked = self.world.checkpoint()
        self.asked[linked] = {key: [turn.prompt for turn in one.turns] for key, one in self.by_id.items()}
        return linked

    def stage(self, paths: list[str]) -> None:
        """What is neither in the index nor on disk has been staged as deleted before."""
        now, known = self.disk(), self.world.git("ls-files").split()
        there = [path for path in paths if now[path] is not None or path in known]
        if there:
            self.world.git("add", "-A", "--", *there)

    def at_work(self, number: int) -> Session:
        active = [session for session in self.sessions.values() if session.active]
        return active[number % len(active)]

    def any_active(self) -> bool:
        return any(session.active for session in self.sessions.values())

    def claim(self, session: Session, path: str, content: Content, before: Content, *, named: bool) -> None:
        mine = session.agent.session_id
        self.claims = [c for c in self.claims if (c.session_id, c.path) != (mine, path)]
        self.claims.append(Claim(mine, path, content, before, self.step, named))
        self.personal.discard(path)

    def settle_shell(self, session: Session, paths: list[str]) -> None:
        """What the turn's commands made and is still there is the session's from here on."""
        now, head = self.disk(), self.facts.head(ALL)
        for path, (content, before) in list(session.turn.shell.items()):
            if path in paths:
                del session.turn.shell[path]
                if now[path] == content != head[path]:
                    self.claim(session, path, content, before, named=False)
                    session.turn.kept = True

    def finish(self, session: Session) -> None:
        """The turn is over, in whichever way."""
        self.settle_shell(session, list(ALL))
        now, head = self.disk(), self.facts.head(ALL)
        for path, content in session.turn.named.items():
            session.turn.kept |= now[path] == content != head[path]
        session.active = False
