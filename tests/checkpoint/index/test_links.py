"""Links of commits: found once, and again where git still has the commits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.checkpoint.conftest import Place
from tests.support import Repo, git

from entire.checkpoint import linked
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import NOTES_REF
from entire.git import history
from entire.git.objects.read import Objects
from entire.git.repository import open_repository

A, B, C = "a" * 12, "b" * 12, "c" * 12


def link(work: Repo, subject: str, *ids: str) -> str:
    return work.commit(subject + "\n\n" + "".join(f"Entire-Checkpoint: {id}\n" for id in ids))


def note(work: Repo, commit: str, *ids: str) -> None:
    text = "".join(f"Entire-Checkpoint: {id}\n" for id in ids)
    work.git("notes", "--ref=entire", "add", "--force", "-m", text, commit)


@pytest.fixture
def place(place: Place) -> Place:
    place.work.write(".entire/settings.json", "{}")
    return place


def everywhere(place: Place) -> dict[str, list[str]]:
    """The commits of each checkpoint, from the index; checked against what `git log` finds by itself."""
    with Index(place.repo, place.objects) as index:
        found: dict[str, list[str]] = {}
        for one in index.commits(index.links()):
            for id in one.checkpoint_ids:
                found.setdefault(id, []).append(one.oid)
        alone = {id: [one.commit for one in index.links([id])] for id in (A, B, C)}
    log = linked.commits_of_checkpoints(place.repo)
    assert found == {id: [commit.oid for commit in commits] for id, commits in log.items()}
    assert {id: commits for id, commits in alone.items() if commits} == found
    return found


def test_commits_that_come_and_go(place: Place) -> None:
    work = place.work
    assert everywhere(place) == {}
    first = link(work, "one", A)
    work.commit("not linked")
    assert everywhere(place) == {A: [first]}
    second = link(work, "two", B, A)
    work.commit(f"quotes Entire-Checkpoint: {C} within a line")
    assert everywhere(place) == {B: [second], A: [second, first]}
    work.git("branch", "kept")
    work.git("reset", "--quiet", "--hard", first)
    work.git("branch", "--quiet", "-D", "kept")
    assert everywhere(place) == {A: [first]}  # known, but on no branch
    work.git("branch", "back", second)
    assert everywhere(place) == {B: [second], A: [second, first]}


def test_what_lists_show_of_a_commit(place: Place) -> None:
    place.work.git(
        "-c", "user.name=Jérôme", "commit", "-q", "--allow-empty", "-m", f"ünï\n\nEntire-Checkpoint: {A}"
    )
    place.work.git("-c", "i18n.commitEncoding=latin1", "commit", "-q", "--allow-empty", "-m", "x")
    [logged] = linked.commits_of_checkpoints(place.repo)[A]
    for _ in range(2):
        with Index(place.repo, place.objects) as index:
            [found] = index.commits(index.links())
        assert (found.oid, found.author, found.date) == (logged.oid, logged.author, logged.date)
        assert (found.time, found.subject, found.parents) == (logged.time, "ünï", list(logged.parents))


def test_notes_that_come_and_go(place: Place) -> None:
    work = place.work
    linked_commit = link(work, "one", A)
    plain = work.commit("two")
    assert everywhere(place) == {A: [linked_commit]}
    note(work, plain, B)
    note(work, linked_commit, B, A)
    assert everywhere(place) == {B: [plain, linked_commit], A: [linked_commit]}
    with Index(place.repo, place.objects) as index:
        assert [one.checkpoint_ids for one in index.links_of([linked_commit, plain])] == [[A, B], [B]]
    note(work, plain, C)
    work.git("notes", "--ref=entire", "remove", linked_commit)
    assert everywhere(place) == {C: [plain], A: [linked_commit]}
    work.git("update-ref", "-d", "refs/notes/entire")
    assert everywhere(place) == {A: [linked_commit]}


def test_many_notes_lie_in_folders(place: Place) -> None:
    commit = place.work.commit("two")
    place.put_raw({f"{commit[:2]}/{commit[2:4]}/{commit[4:]}": f"Entire-Checkpoint: {B}".encode()}, NOTES_REF)
    assert everywhere(place) == {B: [commit]}


def test_notes_can_hold_anything(place: Place) -> None:
    place.put_raw(
        {"README": b"x", "ab/\udc80\udc81": b"x", "0" * 40: b"Entire-Checkpoint: nothing"}, NOTES_REF
    )
    commit = link(place.work, "one", A)
    note(place.work, commit, B)
    assert everywhere(place) == {A: [commit], B: [commit]}


def test_a_note_for_a_commit_that_comes_later(place: Place, tmp_path: Path) -> None:
    other = Repo(tmp_path / "other")
    git(tmp_path, "clone", "--quiet", str(place.work.path), str(other.path))
    commit = other.commit("made elsewhere")
    note(other, commit, A)
    place.work.git("fetch", "--quiet", str(other.path), "refs/notes/entire:refs/notes/entire")
    assert everywhere(place) == {}
    place.work.git("fetch", "--quiet", str(other.path), "main:refs/heads/theirs")
    assert everywhere(place) == {A: [commit]}


def test_a_branch_shows_its_own_and_the_default_branch_all(place: Place) -> None:
    link(place.work, "on main", A)
    place.work.git("switch", "--quiet", "--create", "feature")
    link(place.work, "on feature", B)
    place.work.commit("not linked")
    default = history.get_default_branch(place.repo)

    def ids(branch: str, limit: int = 0) -> list[str]:
        with Index(place.repo, place.objects) as index:
            found = index.links_of_branch(branch, default, limit)
        return [id for one in found for id in one.checkpoint_ids]

    assert ids("feature") == [B]
    assert ids("") == [B, A]  # a detached HEAD: everything that leads to it
    assert ids("", limit=1) == [B]
    place.work.git("switch", "--quiet", "main")
    assert ids("main") == [A]
    place.work.git("merge", "--quiet", "--no-ff", "--no-edit", "feature")
    assert sorted(ids("main")) == [A, B]


def test_before_the_first_commit(tmp_path: Path) -> None:
    repo = open_repository(str(Repo.init(tmp_path / "new").path))
    with Objects(repo) as objects, Index(repo, objects) as index:
        assert index.links_of_branch("main", None) == index.links() == []


def test_heads_of_other_worktrees_count(place: Place, tmp_path: Path) -> None:
    place.work.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "side"))
    commit = link(Repo(tmp_path / "side"), "on no branch", A)
    assert everywhere(place) == {A: [commit]}


def test_a_clone_that_reaches_further_back_than_before(place: Place, tmp_path: Path) -> None:
    place.work.write(".gitignore", ".entire\n")
    old = link(place.work, "old", A)
    new = link(place.work, "new", B)
    shallow = Repo(tmp_path / "shallow")
    git(tmp_path, "clone", "--quiet", "--depth=1", place.work.path.as_uri(), str(shallow.path))
    shallow.write(".entire/settings.json", "{}")
    repo = open_repository(str(shallow.path))
    with Objects(repo) as objects:
        clone = Place(shallow, repo, objects)
        assert everywhere(clone) == {B: [new]}
        shallow.git("fetch", "--quiet", "--unshallow")
        assert everywhere(clone) == {B: [new], A: [old]}


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commits whose messages were read."""
    seen: list[str] = []
    ask = history.new_without_notes

    def spy(*given: object, **named: object) -> Iterator[history.LoggedCommit]:
        for commit in ask(*given, **named):  # type: ignore[arg-type]
            seen.append(commit.oid)
            yield commit

    monkeypatch.setattr(history, "new_without_notes", spy)
    return seen


def test_only_new_commits_are_looked_at(place: Place, looked_at: list[str]) -> None:
    commits = [link(place.work, f"number {number}", A) for number in range(3)]
    everywhere(place)
    assert sorted(looked_at) == sorted(commits)
    looked_at.clear()
    everywhere(place)
    assert looked_at == []
    new = link(place.work, "new", B)
    place.work.git("branch", "at-an-old-one", commits[0])
    everywhere(place)
    assert looked_at == [new]
