"""Whatever is done to a tree: a rewind goes to the step and spares the rest, an undo takes it back."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scenario.rewind.rewinding import Direct, as_stored, files_of, stored_tree, tree_of
from tests.support import Repo

from entire.cli.main import run

SESSION = "5e551011-0000-4000-8000-000000000000"
SHARED = ("a", "b.txt", "d/x", "d/e/y", "d/e/z", "f/g\nh", "d")
USERS = ("u1", "d/u2", "f/u3", "d/e/new\nline", "d/e/caf\udce9")
IGNORED = ("x.log", "d/y.log", "build/out", "build/deep/out")


class Act(NamedTuple):
    kind: str  # write, run (an executable), link, remove, rename
    path: str
    other: str
    content: int


class Story(NamedTuple):
    tracked: list[Act]
    before: list[Act]  # by the user, before the session
    turns: list[tuple[list[Act], list[Act]]]  # by the user, then by the agent
    after: list[Act]  # by the user
    step: int


def acts(*names: str, kinds: tuple[str, ...] = ("write", "run", "link", "remove", "rename")) -> Any:
    act = st.builds(
        Act, st.sampled_from(kinds), st.sampled_from(names), st.sampled_from(names), st.integers(0, 3)
    )
    return st.lists(act, min_size=3, max_size=8)


BY_USER = acts(*USERS, *IGNORED, *SHARED[:6])
STORIES = st.builds(
    Story,
    acts(*SHARED[:6], kinds=("write", "run", "link")),
    acts(*USERS, *IGNORED, kinds=("write", "run", "link")),
    st.lists(st.tuples(BY_USER, acts(*SHARED)), min_size=2, max_size=3),
    BY_USER,
    st.integers(0, 1),
)


def do(root: Path, act: Act) -> None:
    """As a command would: what is in the way goes."""
    path = root / act.path
    if act.kind == "remove":
        _clear(path)
        return
    if act.kind == "rename":
        if not os.path.lexists(path) or act.other.startswith(f"{act.path}/") or act.path == act.other:
            return
        _make_room(root, act.other)
        if os.path.lexists(path):
            os.rename(path, root / act.other)
        return
    _make_room(root, act.path)
    if act.kind == "link":
        os.symlink(f"target-{act.content}", path)
        return
    path.write_bytes(b"line\n" * act.content + act.path.encode("utf-8", "surrogateescape"))
    path.chmod(0o755 if act.kind == "run" else 0o640)


def _make_room(root: Path, name: str) -> None:
    path = root / name
    for parent in reversed(path.parents):
        if (
            parent.is_relative_to(root)
            and os.path.lexists(parent)
            and (parent.is_symlink() or parent.is_file())
        ):
            parent.unlink()
    _clear(path)
    path.parent.mkdir(parents=True, exist_ok=True)


def _clear(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()


Stored = dict[str, tuple[str, str]]


class Played(NamedTuple):
    repo: Repo
    agent: Direct
    steps: list[str]  # oldest first
    turns: list[tuple[Stored, Stored]]  # the work tree before and after each


def as_git(root: Path) -> Stored:
    """Mode and blob of every file."""
    found = {}
    for path, (mode, content) in files_of(tree_of(root)).items():
        kind = "120000" if stat.S_ISLNK(mode) else "100755" if mode & stat.S_IXUSR else "100644"
        found[path] = kind, hashlib.sha1(b"blob %d\0%b" % (len(content), content)).hexdigest()
    return found


def is_ignored(path: str) -> bool:
    return path.endswith(".log") or "build" in path.split("/")[:-1]


def before_the_agent(turns: list[tuple[Stored, Stored]], path: str) -> tuple[str, str] | None:
    """A file that was made since the step, as it was before the agent first changed it."""
    for before, after in turns:
        if before.get(path) != after.get(path):
            return before.get(path)
    return None


def play(root: Path, story: Story) -> Played:
    repo = Repo.init(root)
    repo.write(".gitignore", "*.log\nbuild/\n.claude/\n.entire/\n")
    repo.write(".entire/settings.json", '{"enabled": true}\n')
    for act in story.tracked:
        do(root, act)
    repo.commit("first")
    for act in story.before:
        do(root, act)
    agent, turns = Direct(str(root), dict(os.environ), SESSION), []
    for number, (by_user, by_agent) in enumerate(story.turns):
        for act in by_user:
            do(root, act)
        before = as_git(root)
        agent.prompt(f"Turn {number}")
        tool = agent.call("Bash", command="…")
        repo.write("made by the agent", f"in turn {number}\n")  # so that every turn is a step
        for act in by_agent:
            do(root, act)
        agent.result(tool)
        agent.say(f"Done {number}.")
        agent.stop()
        turns.append((before, as_git(root)))
    for act in story.after:
        do(root, act)
    shadow = repo.git("for-each-ref", "--format=%(refname)", "refs/heads/entire/*-*")
    steps = repo.git("rev-list", "--first-parent", "--grep=^Entire-Session: ", "--reverse", shadow)
    return Played(repo, agent, steps.split(), turns)


def state_of(repo: Repo) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((repo.path / ".git/entire-sessions" / f"{SESSION}.json").read_text())
    return found


def protected(repo: Repo, before: set[str], state: dict[str, Any], step: str) -> set[str]:
    """Files that are nobody's but the user's, or that the step does not know."""
    tracked = set(stored_tree(repo, "HEAD"))
    untracked = repo.git("ls-files", "-z", "--others", "--exclude-standard").split("\0")
    ignored = before - tracked - set(untracked)
    at_start, touched = set(state.get("untracked_files_at_start", [])), set(state.get("files_touched", []))
    at_start -= set(stored_tree(repo, step))
    return {p for p in before - tracked if p in ignored or p in at_start or p not in touched}


def blocked(path: str, kept: set[str]) -> bool:
    """Whether a file that stays leaves no room for this one."""
    return any(other.startswith(f"{path}/") or path.startswith(f"{other}/") for other in kept)


def git_facts(repo: Repo) -> list[str]:
    return [repo.git("rev-parse", "HEAD", "main"), repo.git("ls-files", "--stage"), repo.git("stash", "list")]


_COUNTER = itertools.count()
_EXAMPLES = int(os.environ.get("ENTIRE_SOAK_EXAMPLES", "300")) if os.environ.get("ENTIRE_SOAK") else 8


@settings(max_examples=_EXAMPLES)
@given(story=STORIES)
def test_a_rewind_goes_to_the_step_and_spares_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: Story
) -> None:
    root = tmp_path / str(next(_COUNTER))
    repo, agent, steps, turns = play(root, story)
    monkeypatch.chdir(root)
    number = min(story.step, len(steps) - 1)
    step = steps[number]
    for commit, (_, left) in zip(steps, turns, strict=True):
        assert stored_tree(repo, commit) == {path: at for path, at in left.items() if not is_ignored(path)}
    state, before, facts = state_of(repo), tree_of(root), git_facts(repo)
    shadow, transcript = repo.git("show-ref", "--heads"), Path(agent.transcript).read_bytes()
    kept = protected(repo, set(files_of(before)), state, step)

    assert run(["rewind", "--to", step]) == 0

    after = tree_of(root)
    assert {path: after.get(path) for path in kept} == {path: before[path] for path in kept}
    wanted = stored_tree(repo, step)
    concerned = {*stored_tree(repo, "HEAD"), *state.get("files_touched", []), *wanted} - kept
    tracked = set(stored_tree(repo, "HEAD"))
    made = {p: before_the_agent(turns[number + 1 :], p) for p in concerned - wanted.keys() - tracked}
    mine = {path for path, entry in made.items() if entry is not None}
    for path in sorted(concerned):
        if not blocked(path, kept | (mine if path not in mine else set(wanted))):
            assert as_stored(repo, path) == wanted.get(path, made.get(path)), path
    assert git_facts(repo) == facts
    assert transcript.startswith(Path(agent.transcript).read_bytes())

    assert run(["rewind", "--undo"]) == 0

    assert tree_of(root) == before
    assert git_facts(repo) == facts
    assert repo.git("show-ref", "--heads") == shadow
    assert state_of(repo) == state
    assert Path(agent.transcript).read_bytes() == transcript
    shutil.rmtree(root)
