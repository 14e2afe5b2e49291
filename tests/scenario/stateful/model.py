"""What the stateful test knows: who wrote what, and what became of it by the rules' own account."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis.stateful import RuleBasedStateMachine
from tests.scenario.background import Background
from tests.scenario.commits.subagent import Sub
from tests.scenario.stateful.facts import Content, Facts, Slot, disk
from tests.scenario.world import World, make_repo
from tests.support import Repo

from entire.cli.commands.demo.stand_in import StandIn

OLD = ("old0.txt", "old1.txt")
NEW = ("new0.txt", "new1.txt", "new2.txt")
PERSONAL = ("mine0.txt", "mine1.txt")
SHARED = OLD + NEW
ALL = SHARED + PERSONAL


def lines_of(content: Content) -> set[bytes]:
    """The lines without their blanks: in another layout, they are the same."""
    return {b"".join(line.split()) for line in (content or b"").split(b"\n")} - {b""}


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
        return f"session {self.session_id[:2]} {how} {self.path!r} = {self.content!r} at step {self.step}"


@dataclass(eq=False)
class Place:
    """A work tree, and what is known of the files in it."""

    world: World
    facts: Facts
    branch: str
    branches: list[str]
    claims: list[Claim] = field(default_factory=list)
    killed: bool = False  # post-commit was killed, or left its work, and nothing has happened since
    personal: set[str] = field(default_factory=set)  # written by a person while no agent was at work
    doubtful: set[str] = field(default_factory=set)  # a person edited them while an agent was at work

    @property
    def root(self) -> Path:
        return self.world.repo.path


@dataclass
class Stash:
    place: Place
    files: dict[str, Content]


@dataclass(eq=False)
class Turn:
    prompt: str
    named: dict[str, Content] = field(default_factory=dict)
    shell: dict[str, tuple[Content, Content]] = field(default_factory=dict)  # after, before
    kept: bool = False  # it left work behind: its conversation must never be lost
    interrupted: bool = False  # by a person, and no hook told


@dataclass(eq=False)
class Helper:
    """A subagent in the background."""

    sub: Sub
    turn: Turn  # that it was called in
    named: dict[str, Content] = field(default_factory=dict)


@dataclass(eq=False)
class Session:
    agent: StandIn
    place: Place
    active: bool = False
    known: bool = False  # a prompt was given
    ended: bool = False
    dead: bool = False  # killed: nothing will ever be heard of it
    answers: int = 0
    helped: int = 0  # answers of subagents
    turns: list[Turn] = field(default_factory=list)
    helpers: list[Helper] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.agent.session_id[0]

    @property
    def turn(self) -> Turn:
        return self.turns[-1]

    @property
    def at_work(self) -> bool:
        return self.active and not self.turn.interrupted

    def signature(self, turn: Turn) -> str:
        """How its lines say who wrote them."""
        return f"turn {self.turns.index(turn) + 1} of {self.agent.session_id[:2]}"

    def names(self, path: str) -> bool:
        """Whether it is at work on a file that no step has yet."""
        at_work = self.active and path in self.turn.named
        return at_work or any(path in helper.named for helper in self.helpers)


def prepare(path: Path) -> None:
    """The repository that every run begins with."""
    repo = make_repo(path)
    for name in OLD:
        repo.write(name, "".join(f"{name} as it was, line {number}\n" for number in range(3)))
    repo.commit("old files")
    World.enabled(repo).git("tag", "start")


class Model(RuleBasedStateMachine):
    """People and agents in one repository, and what each of them has done.

    Two sessions share the main work tree, a third has one of its own. People are ``here``.
    """

    template: Path
    ground: Path
    thorough = False  # at the end, ask about all files
    runs = 0

    def __init__(self) -> None:
        super().__init__()
        Model.runs += 1
        self.folder = self.ground / f"run{Model.runs}"
        shutil.copytree(self.template, self.folder / "main", symlinks=True)
        world = World(Repo(self.folder / "main"))
        world.git("status")
        self.background = Background(world, self.folder)
        self.main = self.here = Place(world, Facts(world), "main", ["main"])
        self.places = [self.main]
        self.step = 0
        self.sessions: dict[str, Session] = {}
        self.by_id: dict[str, Session] = {}
        self.stashes: list[Stash] = []
        self.slots: dict[tuple[str, str], Slot] = {}
        self.seen_records: set[str] = set()  # of owners
        self.amended: dict[str, int] = {}  # checkpoint → step of its commit's last change
        self.asked: dict[str, dict[str, list[str]]] = {}  # prompts before a commit, by checkpoint and session
        self.meet("a", self.main)
        self.meet("b", self.main)

    def meet(self, name: str, place: Place) -> None:
        """A new session by that name."""
        session_id = f"{name}{len(self.by_id)}{name * 6}-0000-4000-8000-000000000000"
        session = Session(place.world.agent(session_id), place)
        self.sessions[name] = self.by_id[session_id] = session

    @property
    def world(self) -> World:
        return self.here.world

    @property
    def facts(self) -> Facts:
        return self.here.facts

    @property
    def linked(self) -> Place:
        """The second worktree, made when it is needed first."""
        if len(self.places) == 1:
            path = self.folder / "linked"
            self.main.world.git("worktree", "add", "--quiet", "-b", "linked", str(path), "HEAD")
            world = World(Repo(path))
            world.env = dict(self.main.world.env)
            self.places.append(Place(world, Facts(world), "linked", ["linked"]))
        return self.places[1]

    def disk(self) -> dict[str, Content]:
        return disk(self.here.root, ALL)

    def text(self, who: str, path: str) -> str:
        return "".join(f"{path} by {who} at step {self.step}, line {number}\n" for number in range(3))

    def put(self, path: str, content: Content) -> None:
        file = self.here.root / path
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
        known = self.asked.setdefault(linked, {})
        for session_id, session in self.by_id.items():
            known.setdefault(session_id, [turn.prompt for turn in session.turns])
        return linked

    def stage(self, paths: list[str]) -> None:
        """What is neither in the index nor on disk has been staged as deleted before."""
        now, known = self.disk(), self.world.git("ls-files").split()
        there = [path for path in paths if now[path] is not None or path in known]
        if there:
            self.world.git("add", "-A", "--", *there)

    def at_work(self, number: int) -> Session:
        """One of the agents at work; people look at its work tree from then on."""
        busy = [session for session in self.sessions.values() if session.at_work]
        session = busy[number % len(busy)]
        self.here = session.place
        return session

    def any_active(self) -> bool:
        """Whether an agent is at work here, or one was killed and nobody knows."""
        return any(one.place is self.here and (one.active or one.helpers) for one in self.by_id.values())

    def claim(self, session: Session, path: str, content: Content, before: Content, *, named: bool) -> None:
        mine = session.agent.session_id
        self.here.claims = [c for c in self.here.claims if (c.session_id, c.path) != (mine, path)]
        self.here.claims.append(Claim(mine, path, content, before, self.step, named))
        self.here.personal.discard(path)

    def settle_shell(self, session: Session, paths: list[str]) -> None:
        """What the turn's commands made and is still there is the session's from here on."""
        now, head = self.disk(), self.facts.head(ALL)
        for path, (content, before) in list(session.turn.shell.items()):
            if path in paths:
                del session.turn.shell[path]
                if now[path] == content != head[path]:
                    session.turn.kept |= not self.named_by_others(session, path)
                    self.claim(session, path, content, before, named=False)

    def named_by_others(self, session: Session, path: str) -> bool:
        """Who says that they wrote a file has it, rather than who ran commands at the same time."""
        others = [one for one in self.by_id.values() if one is not session]
        ids = {one.agent.session_id for one in others}
        claimed = any(c.named and c.path == path and c.session_id in ids for c in self.here.claims)
        return claimed or any(one.place is self.here and one.names(path) for one in others)

    def is_stashed(self, path: str, content: Content) -> bool:
        return any(
            stash.place is self.here and path in stash.files and stash.files[path] == content
            for stash in self.stashes
        )

    def leaves(self, turn: Turn, named: dict[str, Content]) -> None:
        """The turn's conversation must be kept if any of its work is still there."""
        now, head = self.disk(), self.facts.head(ALL)
        for path, content in named.items():
            turn.kept |= now[path] == content != head[path] or self.is_stashed(path, content)

    def finish(self, session: Session) -> None:
        """The turn is over, in whichever way."""
        self.settle_shell(session, list(ALL))
        self.leaves(session.turn, session.turn.named)
        session.active = False
