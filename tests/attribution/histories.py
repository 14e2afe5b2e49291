"""Random stories of people and agents at the same files, with the truth about every line."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from hypothesis import strategies as st
from tests.attribution.conftest import turn

from entire.attribution.owner import NOBODY, PERSON, Owner

OWNERS = [turn(1), turn(2), turn(1, "2c01ab9d", "Codex"), PERSON, NOBODY]
NAMES = ("one.py", "two.py")


class Op(NamedTuple):
    kind: str  # insert, delete, replace, move, undo, rename
    file: int
    at: int
    size: int
    to: int


class Commit(NamedTuple):
    """What is committed of the work tree, which was edited by a person since the last step."""

    kind: str  # all, earlier (a file as some snapshot had it), hunks (some of all)
    edits: list[Op]
    choice: int


class Story(NamedTuple):
    base: list[int]  # lines of each file
    steps: list[tuple[int, list[Op]]]  # owner, what is done
    commit: Commit


_OP = st.builds(
    Op,
    st.sampled_from(["insert", "insert", "delete", "replace", "move", "undo", "rename"]),
    st.integers(0, 1),
    st.integers(0, 30),
    st.integers(1, 4),
    st.integers(0, 30),
)
_EDIT = _OP.filter(lambda op: op.kind not in ("rename", "undo", "move"))
STORIES = st.builds(
    Story,
    st.lists(st.integers(0, 8), min_size=2, max_size=2),
    st.lists(st.tuples(st.integers(0, len(OWNERS) - 1), st.lists(_OP, min_size=1, max_size=3)), max_size=5),
    st.builds(
        Commit,
        st.sampled_from(["all", "earlier", "hunks"]),
        st.lists(_EDIT, max_size=2),
        st.integers(0, 1000),
    ),
)

Snapshot = dict[str, list[str]]


class History:
    """A story as it went: every snapshot, what was committed, and who wrote which text first."""

    def __init__(self, story: Story, *, unique: bool) -> None:
        self._unique = unique
        self._number = 0
        self._names = list(NAMES)
        self.truth: dict[str, Owner] = {}
        self.base: Snapshot = {
            name: self._fresh(size, None) for name, size in zip(NAMES, story.base, strict=True)
        }
        self._now = dict(self.base)
        self.steps: list[tuple[Snapshot, Owner]] = []
        for index, ops in story.steps:
            renames = [op for op in ops if op.kind == "rename"]
            for op in renames[:1] or ops:  # by itself, so that git sees it whatever the file's size
                self._do(op, OWNERS[index])
            self.steps.append((dict(self._now), OWNERS[index]))
        for op in story.commit.edits:
            self._do(op, PERSON)
        self.commit = self._committed(story.commit)

    def _fresh(self, size: int, owner: Owner | None) -> list[str]:
        texts = []
        for _ in range(size):
            self._number += 1
            if self._unique:
                text = f"a line that nobody else wrote: {self._number:06}"
            else:
                text = ("{", "}", "", "return", "value = compute(the, other, value)")[self._number * 7 % 5]
            if owner is not None:
                self.truth[text] = owner
            texts.append(text)
        return texts

    def _do(self, op: Op, owner: Owner) -> None:
        name = self._names[op.file]
        old = self._now.get(name, [])
        if op.kind == "rename":
            if old:
                self._names[op.file] = f"moved/{name}"
                del self._now[name]
                self._now[f"moved/{name}"] = old
            return
        if op.kind == "undo":
            earlier = [snapshot[name] for snapshot, _ in self.steps if name in snapshot]
            self._now[name] = earlier[op.at % len(earlier)] if earlier else old
            return
        self._now[name] = self._edited(op, old, owner)

    def _edited(self, op: Op, old: list[str], owner: Owner) -> list[str]:
        at = op.at % (len(old) + 1)
        rest = old[at + op.size :]
        if op.kind == "delete":
            return old[:at] + rest
        if op.kind == "replace":
            return old[:at] + self._fresh(op.size, owner) + rest
        if op.kind == "move":
            without = old[:at] + rest
            to = op.to % (len(without) + 1)
            return without[:to] + old[at : at + op.size] + without[to:]
        return old[:at] + self._fresh(op.size, owner) + old[at:]

    def _committed(self, commit: Commit) -> Snapshot:
        if commit.kind == "earlier":
            chosen = dict(self._now)
            for number, name in enumerate(self._now):
                versions = [snapshot[name] for snapshot, _ in self.steps if name in snapshot]
                if versions:
                    chosen[name] = versions[(commit.choice >> number) % len(versions)]
            return chosen
        if commit.kind == "hunks":
            return {
                name: _some(self.base.get(name, []), texts, commit.choice)
                for name, texts in self._now.items()
            }
        return dict(self._now)


def _some(before: list[str], after: list[str], choice: int) -> list[str]:
    """`git add -p`: some of the hunks, the file as it was where one is not taken."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    out: list[str] = []
    for number, (_, old, old_end, new, new_end) in enumerate(matcher.get_opcodes()):
        out += after[new:new_end] if choice >> number % 10 & 1 else before[old:old_end]
    return out


def content(snapshot: Snapshot) -> dict[str, str]:
    return {name: "".join(f"{text}\n" for text in texts) for name, texts in snapshot.items()}
