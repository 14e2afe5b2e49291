from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.support import Repo

from entire.core.errors import EntireError
from entire.git import refs
from entire.git.errors import RefChanged
from entire.git.refs import Ref, Update
from entire.git.repository import Repository, open_repository

BRANCH = "refs/heads/entire/x"


@pytest.fixture
def commits(repo: Repo) -> tuple[str, str, str]:
    return repo.commit("a"), repo.commit("b"), repo.commit("c")


def test_create_update_delete(found: Repository, commits: tuple[str, str, str]) -> None:
    a, b, _ = commits
    refs.update(found, Update(BRANCH, None, a))
    assert refs.resolve(found, BRANCH) == a
    refs.update(found, Update(BRANCH, a, b))
    assert refs.resolve(found, BRANCH) == b
    refs.update(found, Update(BRANCH, b, None))
    assert refs.resolve(found, BRANCH) is None
    refs.update(found)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("old", "new"), [(None, 2), (0, None), (0, 2), (2, None), (2, 0)])
def test_a_ref_that_moved_meanwhile_stays(
    repo: Repo,
    found: Repository,
    commits: tuple[str, str, str],
    packed: bool,
    old: int | None,
    new: int | None,
) -> None:
    repo.git("update-ref", BRANCH, commits[1])
    if packed:
        repo.git("pack-refs", "--all")
    expected = None if old is None else commits[old]
    with pytest.raises(RefChanged, match="entire/x"):
        refs.update(found, Update(BRANCH, expected, None if new is None else commits[new]))
    assert refs.resolve(found, BRANCH) == commits[1]


def test_values_need_no_git(
    repo: Repo, found: Repository, commits: tuple[str, str, str], git_calls: list[list[str]]
) -> None:
    """Of loose refs and packed ones; only what the files do not tell is asked for."""
    a, b, c = commits
    names = (BRANCH, "refs/notes/entire", "refs/remotes/origin/entire/x", "refs/entire/seen/origin/x")
    for name, oid in zip(names, (a, b, c, a), strict=True):
        repo.git("update-ref", name, oid)
    expected = dict(zip(names, (a, b, c, a), strict=True))
    assert refs.values(found, *names, "refs/heads/none", "refs/heads/entire") == expected
    repo.git("pack-refs", "--all")
    assert refs.values(found, *names, "refs/heads/none") == expected
    assert refs.values(found) == {}
    assert git_calls == []
    repo.git("symbolic-ref", "refs/heads/alias", BRANCH)
    repo.git("tag", "v1", b)
    asked = ("refs/heads/alias", "refs/tags/v1", "refs/tags", BRANCH)
    assert refs.values(found, *asked) == {"refs/heads/alias": a, "refs/tags/v1": b, BRANCH: a}
    assert len(git_calls) == 1


def test_a_ref_of_zeros_has_no_value(repo: Repo, found: Repository, commits: tuple[str, str, str]) -> None:
    """As for git: it is broken."""
    (repo.path / ".git" / BRANCH).parent.mkdir(parents=True)
    (repo.path / ".git" / BRANCH).write_text("0" * 40 + "\n")
    assert refs.values(found, BRANCH, "refs/heads/main") == {"refs/heads/main": commits[2]}


def test_a_ref_that_vanished_meanwhile_stays_away(found: Repository, commits: tuple[str, str, str]) -> None:
    a, b, _ = commits
    for new in (b, None):
        with pytest.raises(RefChanged):
            refs.update(found, Update(BRANCH, a, new))
    assert refs.resolve(found, BRANCH) is None


@pytest.mark.parametrize("packed", [False, True])
def test_all_or_nothing(repo: Repo, found: Repository, commits: tuple[str, str, str], packed: bool) -> None:
    a, b, c = commits
    for name in ("one", "two", "three"):
        repo.git("update-ref", f"refs/heads/{name}", a)
    if packed:
        repo.git("pack-refs", "--all")
    before = refs.listing(found, "refs/")
    with pytest.raises(RefChanged):
        refs.update(
            found,
            Update("refs/heads/one", a, b),
            Update("refs/heads/two", a, None),
            Update("refs/heads/new", None, b),
            Update("refs/heads/three", c, b),
        )
    assert refs.listing(found, "refs/") == before
    refs.update(
        found,
        Update("refs/heads/one", a, b),
        Update("refs/heads/two", a, None),
        Update("refs/heads/new", None, b),
        Update("refs/heads/three", a, c),
    )
    assert dict(refs.listing(found, "refs/heads/")) == {
        "refs/heads/main": c,
        "refs/heads/new": b,
        "refs/heads/one": b,
        "refs/heads/three": c,
    }


def test_one_winner_of_a_race(repo: Repo, found: Repository, commits: tuple[str, str, str]) -> None:
    repo.git("update-ref", BRANCH, commits[0])

    def move(new: str) -> str | None:
        try:
            refs.update(found, Update(BRANCH, commits[0], new))
        except RefChanged:
            return None
        return new

    with ThreadPoolExecutor(8) as pool:
        winners = [new for new in pool.map(move, commits[1:] * 4) if new]
    assert len(winners) == 1
    assert refs.resolve(found, BRANCH) == winners[0]


def test_an_object_that_is_not_there_is_not_pointed_to(repo: Repo, found: Repository) -> None:
    with pytest.raises(EntireError):
        refs.update(found, Update(BRANCH, None, "1" * 40))
    assert refs.resolve(found, BRANCH) is None


@pytest.mark.parametrize(
    "name",
    ["refs/heads/a\ndelete refs/heads/main", "refs/heads/a b", "refs/heads/a\0b", "refs/\ud800", "", "../x"],
)
def test_hostile_names(repo: Repo, found: Repository, name: str) -> None:
    with pytest.raises(EntireError):
        refs.update(found, Update(name, None, repo.head))
    assert refs.listing(found, "refs/") == [Ref("refs/heads/main", repo.head)]


@pytest.mark.parametrize(
    "name", [b"plain", b"caf\xe9", "line\u2028separator\u0085".encode(), b'"quoted"', b"$x"]
)
def test_odd_names(repo: Repo, found: Repository, name: bytes) -> None:
    ref = "refs/heads/odd/" + name.decode("utf-8", "surrogateescape")
    refs.update(found, Update(ref, None, repo.head))
    assert refs.listing(found, "refs/heads/odd/") == [Ref(ref, repo.head)]
    assert refs.resolve(found, ref) == repo.head
    refs.update(found, Update(ref, repo.head, None))
    assert refs.listing(found, "refs/heads/odd/") == []


def test_listing(repo: Repo, found: Repository) -> None:
    for name in ("entire/b", "entire/a", "entirely"):
        repo.git("branch", name)
    assert [ref.name for ref in refs.listing(found, "refs/heads/entire/")] == [
        "refs/heads/entire/a",
        "refs/heads/entire/b",
    ]
    assert refs.listing(found, "refs/heads/none/") == []


@pytest.mark.parametrize("name", ["", "nothing", "--all", "HEAD^{tree}", "refs/heads/", "0" * 40, "a\nb"])
def test_names_that_stand_for_no_commit(found: Repository, name: str) -> None:
    assert refs.resolve(found, name) is None


def test_names_that_stand_for_a_commit(repo: Repo, found: Repository) -> None:
    repo.git("tag", "--annotate", "--message=x", "v1")
    for name in ("HEAD", "main", "refs/heads/main", "v1", repo.head, repo.head[:8]):
        assert refs.resolve(found, name) == repo.head


def test_current_branch(repo: Repo, found: Repository, tmp_path: Path) -> None:
    assert refs.get_current_branch_name(found) == "main"
    repo.git("tag", "main")  # git's own short name is then "heads/main"
    assert refs.get_current_branch_name(found) == "main"
    repo.git("switch", "--quiet", "--create", "feat/größe")
    assert refs.get_current_branch_name(found) == "feat/größe"
    repo.git("switch", "--quiet", "--detach")
    assert refs.get_current_branch_name(found) == ""
    assert refs.get_current_branch_name(open_repository(str(Repo.init(tmp_path / "unborn").path))) == "main"


def test_a_symbolic_ref_is_replaced_not_followed(repo: Repo, found: Repository) -> None:
    first, second = repo.head, repo.commit("second")
    repo.git("symbolic-ref", BRANCH, "refs/heads/main")
    refs.update(found, Update(BRANCH, second, first))
    assert repo.head == second
    assert refs.resolve(found, BRANCH) == first


def test_refs_of_all_worktrees_are_the_same(repo: Repo, found: Repository, tmp_path: Path) -> None:
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"))
    refs.update(open_repository(str(tmp_path / "linked")), Update(BRANCH, None, repo.head))
    assert refs.resolve(found, BRANCH) == repo.head


def test_no_user_name_is_needed_to_move_refs(repo: Repo, found: Repository, isolated: Path) -> None:
    (isolated / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n")
    refs.update(found, Update(BRANCH, None, repo.head))
    assert refs.resolve(found, BRANCH) == repo.head
