"""Random turns and edits: what people have not committed is never lost, staged or unstaged by a commit."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.scenario.world import World, make_repo

EXAMPLES = 60 if os.environ.get("ENTIRE_SOAK") else 4
FILES = ("a.txt", "b.txt")
LINES = 12  # each of a file; those in the middle separate the edits of its top and its end

person = st.tuples(
    st.just("person"),
    st.sampled_from(("edit", "stage", "untracked", "add", "intend", "forget", "commit")),
    st.sampled_from(FILES),
    st.sampled_from((0, LINES - 1)),
)
agent = st.tuples(
    st.just("agent"),
    st.sampled_from(("edit", "write", "remove", "move", "mode", "nothing")),
    st.sampled_from(FILES),
    st.sampled_from((3, 8)),
)


@contextmanager
def world() -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        made = World(make_repo(Path(folder) / "repo"))
        made.repo.write("kept.txt", "kept\n")
        for name in FILES:
            made.repo.write(name, "".join(f"{name} {n}\n" for n in range(LINES)))
        made.entire("enable", "--agent", "claude-code", "--strategy", "auto-commit", "--project")
        made.git("add", "-A")
        made.git("commit", "--quiet", "-m", "use entire")
        yield made


class Story:
    """People edit the first and the last line of a file, agents lines between, so all can be separated."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.agent = world.agent()
        self.number = 0
        self.theirs: set[str] = set()  # lines that people wrote and did not commit
        self.commits = 0

    def lines(self, name: str) -> list[str]:
        return self.world.file(name).read_text().splitlines()

    def put(self, name: str, at: int, text: str) -> None:
        lines = self.lines(name)
        lines[at] = text
        self.world.file(name).write_text("".join(f"{line}\n" for line in lines))

    def person(self, what: str, name: str, at: int) -> None:
        self.number += 1
        text = f"person {self.number}"
        if what == "untracked":
            self.world.repo.write(f"mine-{self.number}.txt", f"{text}\n")
            self.theirs.add(text)
        elif what == "add":
            self.world.repo.write(f"new-{self.number}.txt", f"{text}\n")
            self.world.git("add", f"new-{self.number}.txt")
            self.theirs.add(text)
        elif what == "intend":
            self.world.repo.write(f"mine-{self.number}.txt", f"{text}\n")
            self.world.git("add", "--intent-to-add", f"mine-{self.number}.txt")
            self.theirs.add(text)
        elif what == "forget":
            self.world.git("rm", "--quiet", "--cached", "--force", "--ignore-unmatch", "kept.txt")
        elif what == "commit":
            self.world.git("commit", "--quiet", "-m", f"person {self.number}", "--allow-empty")
            staged = self.world.git("show", "--format=", "HEAD")
            self.theirs = {line for line in self.theirs if line not in staged}
        elif self.world.file(name).exists() and len(self.lines(name)) == LINES:
            before = self.lines(name)[at]
            self.put(name, at, text)
            self.theirs = (self.theirs - {before}) | {text}
            if what == "stage":
                self.world.git("add", name)

    def turn(self, what: str, name: str, at: int) -> None:
        self.number += 1
        before = self.snapshot()
        head = self.world.git("rev-parse", "HEAD")
        self.agent.prompt(f"Turn {self.number}")
        wrote = ""
        if what == "write":
            wrote = f"agent {self.number}"
            self.agent.write(f"agent-{self.number}.txt", f"{wrote}\n")
        elif what == "edit" and self.world.file(name).exists() and len(self.lines(name)) == LINES:
            wrote = f"agent {self.number}"
            self.agent.replace(name, f"{self.lines(name)[at]}\n", f"{wrote}\n")
        elif what == "remove":
            found = sorted(self.world.repo.path.glob("agent-*.txt"))
            if found:
                self.agent.shell(f"rm {found[0].name}")
        elif what == "mode":
            self.agent.shell("test ! -f a.txt || chmod +x a.txt")
        elif what == "move" and self.world.file("b.txt").exists():
            self.agent.shell("mv b.txt c.txt")
        self.agent.stop()
        self.check(before, head, wrote)

    def snapshot(self) -> tuple[str, str, str, dict[str, str]]:
        """What people have staged, what they have not, what git forgot, and their untracked files."""
        untracked = self.world.git("ls-files", "--others", "--exclude-standard").splitlines()
        mine = {name: self.world.file(name).read_text() for name in untracked if name.startswith("mine")}
        return self.diff("--cached"), self.diff(), self.world.git("ls-files", "kept.txt", "mine-*"), mine

    def diff(self, *words: str) -> str:
        """Which lines of people's differ, whatever an agent's commit did to the lines around them."""
        out = self.world.git("diff", "--unified=0", *words).splitlines()
        return "\n".join(line for line in out if line.startswith(("+person", "-person")))

    def check(self, before: tuple[str, str, str, dict[str, str]], head: str, wrote: str) -> None:
        assert self.snapshot() == before
        now = self.world.git("rev-parse", "HEAD")
        if now == head:
            assert not wrote, "the turn was not committed"
            return
        assert self.world.git("rev-parse", "HEAD^") == head, "one commit on top"
        shown = self.world.git("show", "--format=%B", "--unified=0", "HEAD")
        assert not any(f"+{line}" in shown.splitlines() for line in self.theirs)
        assert "kept.txt" not in shown
        assert wrote in shown
        assert [line for line in shown.splitlines()[:6] if ": " in line and "Entire-" in line] == [
            f"Entire-Checkpoint: {self.world.checkpoint()}"
        ]
        assert self.world.root(self.world.checkpoint())["strategy"] == "auto-commit"
        assert not self.world.errors()


@pytest.mark.property
@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=not os.environ.get("ENTIRE_SOAK"), database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(st.lists(st.one_of(person, agent), min_size=4, max_size=8))
def test_people_keep_what_they_have(steps: list[tuple[str, str, str, int]]) -> None:
    with world() as made:
        story = Story(made)
        for who, what, name, at in steps:
            if who == "person":
                story.person(what, name, at)
            else:
                story.turn(what, name, at)
        made.git("fsck", "--no-dangling", "--connectivity-only")
