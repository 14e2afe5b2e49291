"""Every command that reads says the same with an index that grew along, with a new one, and without."""

from __future__ import annotations

import io
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.scenario.sharing.clones import SESSION, Clones
from tests.scenario.world import BRANCH, World

from entire.cli.main import run

OTHER = "22222222-1111-4222-8333-444455556666"


def commands(world: World) -> list[list[str]]:
    tree = world.git("ls-tree", "-r", "--name-only", BRANCH).splitlines()
    ids = sorted({"".join(path.split("/")[:2]) for path in tree if path.count("/") > 1})
    files = world.git("ls-files", "*.py").splitlines()
    return [
        ["explain"],
        ["explain", "--json", "--limit", "2"],
        ["explain", "--search-all", "--json"],
        ["explain", "--session", SESSION[:4], "--json"],
        ["explain", "--session", "nobody"],
        ["explain", "zzzz"],
        ["explain", ids[0][:2]],
        *(["explain", id, "--short", "--json"] for id in ids[:2]),
        ["explain", "--commit", "HEAD", "--short"],
        ["session", "list", "--all", "--json"],
        ["session", "show", SESSION, "--json"],
        ["rewind", "--list"],
        ["resume", "--json"],
        ["resume", "nothing-like-it"],
        *(["blame", "--json", path] for path in files[-2:]),
        *(["why", f"{path}:1"] for path in files[:1]),
    ]


class Said(NamedTuple):
    words: str
    code: int
    out: str
    err: str


def look(world: World) -> list[Said]:
    """Every command once, in this process: a story has hundreds."""
    return [_run(words) for words in commands(world)]


def _run(words: list[str]) -> Said:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(words)
    return Said(" ".join(words), code, out.getvalue(), err.getvalue())


def check(world: World) -> dict[str, str]:
    """The same whatever index there is; returns what the commands said."""
    folder = world.file(".git/entire-index")
    grown = look(world)
    assert (folder / "index.db").is_file()
    kept = folder.rename(folder.with_name("kept"))
    new = look(world)
    shutil.rmtree(folder)
    folder.write_text("in the way")
    without = look(world)
    folder.unlink()
    kept.rename(folder)
    assert grown == new
    assert grown == without
    assert not any("unexpected" in said.err for said in grown)
    return {said.words: said.out for said in grown}


def ids(said: str) -> list[str]:
    return [row["checkpoint_id"] for row in json.loads(said)["checkpoints"]]


def test_a_story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clones = Clones(tmp_path)
    ada = clones.ada
    monkeypatch.chdir(ada.repo.path)
    first = clones.work("Login please", "Logout too")
    said = check(ada)
    assert ids(said["explain --search-all --json"]) == [first]

    second = clones.work("Signup", session_id=OTHER)
    ada.agent(SESSION).turn("More of it", {"more.py": "1\n"})  # a step that waits
    said = check(ada)
    assert ids(said["explain --search-all --json"]) == [second, first]

    ada.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--amend", "-m", "without its link")
    said = check(ada)
    assert second not in said["explain --commit HEAD --short"]
    assert ids(said["explain --json --limit 2"]) == [first]
    ada.git("notes", "--ref=entire", "add", "-m", f"Entire-Checkpoint: {second}", "HEAD")
    said = check(ada)
    assert second in said["explain --commit HEAD --short"]

    clones.push("main")
    bob = clones.clone()
    bob.entire("enable", "--agent", "claude-code")
    theirs = clones.work("Payments", session_id="33333333-1111-4222-8333-444455556666", world=bob)
    clones.push("main", world=bob)
    ada.git("stash", "--quiet", "--include-untracked")
    ada.git("fetch", "--quiet", "origin")
    ada.git("merge", "--quiet", "origin/main")
    said = check(ada)  # what was fetched, beside our own
    assert sorted(ids(said["explain --search-all --json"])) == sorted([first, second, theirs])
    ada.entire("fetch")
    check(ada)

    _remove_one(ada)
    said = check(ada)
    assert "deadbeef0000" not in said["explain --search-all --json"]

    ada.git("switch", "--quiet", "--create", "feature", "HEAD~1")
    check(ada)
    ada.git("switch", "--quiet", "--detach", "main~1")
    check(ada)
    ada.check_sound()


def _remove_one(world: World) -> None:
    """A checkpoint of the auto-commit strategy whose commit is gone, which `clean` removes."""
    blob = world.repo.git("hash-object", "-w", "--stdin", data=b'{"strategy": "auto-commit"}')
    old = world.git("rev-parse", BRANCH)
    stream = f"commit refs/heads/{BRANCH}\ncommitter A <a@b> 1 +0000\ndata 0\nfrom {old}\n"
    stream += f"M 100644 {blob} de/adbeef0000/metadata.json\n"
    world.repo.git("fast-import", "--quiet", data=stream.encode())
    assert "deadbeef0000" in world.entire("explain", "--search-all", "--json")
    assert "deadbeef0000" in world.entire("clean", "--force")


@pytest.fixture
def pushed(tmp_path: Path) -> tuple[Clones, list[str]]:
    clones = Clones(tmp_path)
    made = [clones.work(f"Prompt{number} it", session_id=id) for number, id in enumerate((SESSION, OTHER))]
    clones.push("main")
    clones.ada.run("git", "config", "uploadpack.allowFilter", "true", cwd=clones.origin)
    return clones, made


def test_what_a_partial_clone_lacks_is_not_taken_as_known(pushed: tuple[Clones, list[str]]) -> None:
    """Lists bring what they show; what only others would show is missing today, and there tomorrow."""
    clones, made = pushed
    bob = clones.clone("bob", "--filter=blob:none")
    clones.origin.rename(clones.base / "gone.git")
    bob.entire("session", "list", "--all", "--json")
    known = json.loads(bob.entire("explain", "--json"))["checkpoints"]
    assert [row["checkpoint_id"] for row in known] == made[::-1]
    assert [row["prompts"] for row in known] == [[], []]  # nothing can be fetched
    assert bob.entire("session", "list", "--all", "--json").count('"session_id"') == 0
    (clones.base / "gone.git").rename(clones.origin)
    known = json.loads(bob.entire("explain", "--json", "--limit", "1"))["checkpoints"]
    assert [row["prompts"] for row in known] == [["Prompt1 it"]]
    shown = json.loads(bob.entire("session", "list", "--all", "--json"))["sessions"]
    assert [row["session_id"] for row in shown] == [OTHER]
    known = json.loads(bob.entire("explain", "--json"))["checkpoints"]
    assert [row["prompts"] for row in known] == [["Prompt1 it"], ["Prompt0 it"]]
    known = json.loads(bob.entire("explain", "--session", SESSION, "--json"))["checkpoints"]
    assert [row["session_ids"] for row in known] == [[SESSION]]


def test_nothing_of_it_stays_after_uninstalling(world: World) -> None:
    world.agent().turn("Write", {"a.py": "1\n"})
    world.git("add", "--all")
    assert world.commit()
    world.entire("explain")
    folder = world.file(".git/entire-index")
    assert folder.is_dir()
    world.entire("disable", "--uninstall", "--force")
    assert not folder.exists()
    world.entire("blame", "a.py")
    world.entire("session", "list", "--all")
    assert not folder.exists()
