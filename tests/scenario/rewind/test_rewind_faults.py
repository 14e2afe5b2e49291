"""A rewind that fails or is killed in the middle leaves nothing lost; odd places to be in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.scenario.rewind.rewinding import agent_of, points, state_of, step, tree_of
from tests.scenario.world import World, make_repo
from tests.support import Repo

from entire.cli.main import run
from entire.git.worktree import reset
from entire.git.worktree.work_files import WorkFiles
from entire.strategy.rewind import files, undo_session

FILES = {"a.py": "2\n", "d/b.py": "2\n", "e/c.py": "2\n"}


@pytest.fixture
def played(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    agent = agent_of(world, "one")
    agent.turn("First", {"a.py": "1\n", "d/b.py": "1\n", "later.py": "1\n"})
    agent.prompt("Second")
    for path, content in FILES.items():
        agent.write(path, content)
    world.file("later.py").unlink()
    agent.use("Bash", command="rm later.py")
    agent.say("Done.")
    agent.stop()
    monkeypatch.chdir(world.repo.path)
    return world


def everything(world: World) -> tuple[Any, ...]:
    (transcript,) = Path(world.env["HOME"]).rglob("one.jsonl")
    refs = world.git("for-each-ref")
    return tree_of(world.repo.path), refs, transcript.read_bytes(), state_of(world, "one")


def failing(monkeypatch: pytest.MonkeyPatch, name: str, at: int) -> None:
    """Let the system refuse one of the changes."""
    real = getattr(WorkFiles, name)
    calls = []

    def refuse(self: WorkFiles, path: str, *rest: Any, **named: Any) -> None:
        calls.append(path)
        if len(calls) == at:
            raise PermissionError(13, "Permission denied", path)
        real(self, path, *rest, **named)

    monkeypatch.setattr(WorkFiles, name, refuse)


@pytest.mark.parametrize(("name", "at"), [("remove", 1), ("write", 1), ("write", 2), ("write", 3)])
def test_a_file_that_cannot_be_changed(
    played: World,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    at: int,
) -> None:
    before, there = everything(played), step(played, "First")
    with monkeypatch.context() as patch:
        failing(patch, name, at)
        assert run(["rewind", "--to", there]) == 1
    assert "Permission denied" in capsys.readouterr().err
    assert everything(played) == before
    assert not list(Path(played.env["HOME"]).rglob("*.bak"))
    assert run(["rewind", "--undo"]) == 1


def test_a_kill_in_the_middle_is_undone(played: World, monkeypatch: pytest.MonkeyPatch) -> None:
    before, there = everything(played)[0], step(played, "First")
    with monkeypatch.context() as patch:
        failing(patch, "write", 2)
        patch.setattr(files, "restore_files", lambda *_: ["not even that"])
        assert run(["rewind", "--to", there]) == 1
    assert tree_of(played.repo.path) != before
    assert run(["rewind", "--undo"]) == 0
    assert tree_of(played.repo.path) == before
    assert [point["message"] for point in points(played)] == ["Second", "First"]


def test_a_filter_that_fails_changes_nothing(played: World, capsys: pytest.CaptureFixture[str]) -> None:
    there = step(played, "First")
    played.git("config", "filter.broken.smudge", "false")
    played.git("config", "filter.broken.required", "true")
    played.file(".git/info").mkdir(exist_ok=True)
    played.file(".git/info/attributes").write_text("*.py filter=broken\n")
    before = everything(played)
    assert run(["rewind", "--to", there]) == 1
    assert "smudge filter broken failed" in capsys.readouterr().err
    assert everything(played) == before


def test_from_a_directory_that_goes_away(played: World) -> None:
    there = step(played, "First")
    done = played.run("entire", "rewind", "--to", there, cwd=played.file("e"))
    assert "Deleted: e/c.py\n" in done.stdout
    assert "Resume: cd .. && claude -r one\n" in done.stdout
    assert list(played.file("e").iterdir()) == []
    played.run("entire", "rewind", "--undo", cwd=played.file("e"))
    assert played.file("e/c.py").read_text() == "2\n"


def test_files_in_conflict_stay(played: World) -> None:
    played.git("switch", "--quiet", "--create", "side")
    played.repo.write("README.md", "side\n")
    played.git("commit", "--quiet", "-m", "side", "README.md")
    played.git("switch", "--quiet", "main")
    played.repo.write("README.md", "main\n")
    played.git("commit", "--quiet", "-m", "main", "README.md")
    assert played.run("git", "merge", "side", check=False).returncode == 1
    before = played.file("README.md").read_text()
    done = played.entire("rewind", "--to", step(played, "First"))
    assert "Kept: README.md (has conflicts)\n" in done
    assert played.file("README.md").read_text() == before
    assert played.file("a.py").read_text() == "1\n"
    assert "UU README.md" in played.git("status", "--short")


def test_submodules_stay_where_they_are(world: World, tmp_path: Path) -> None:
    make_repo(tmp_path / "lib")
    world.git("submodule", "--quiet", "add", str(tmp_path / "lib"), "lib")
    world.git("commit", "--quiet", "-m", "lib")
    agent = agent_of(world, "one")
    agent.turn("First", {"a.py": "1\n"})
    agent.prompt("Second")
    agent.write("a.py", "2\n")
    world.repo.write("lib/new.py", "x\n")
    world.git("-C", "lib", "add", ".")
    world.git("-C", "lib", "commit", "--quiet", "-m", "on")
    agent.use("Bash", command="…")
    agent.stop()
    world.entire("rewind", "--to", step(world, "First"))
    assert world.file("a.py").read_text() == "1\n"
    assert world.file("lib/new.py").exists()
    assert "M lib" in world.git("status", "--short")


@pytest.mark.parametrize("at", ["restore_index", "restore_conversations"])
def test_an_undo_of_a_reset_that_is_interrupted_is_done_again(
    world: World, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The branch is back already: the index and the conversation follow."""
    agent = agent_of(world, "one")
    for number in (1, 2):
        agent.turn(f"Turn {number}", {"a.py": f"{number}\n", f"{number}.py": f"{number}\n"})
        world.git("add", "--all")
        assert world.commit(message=f"Work {number}")
    world.repo.write("staged.py", "staged\n")
    world.git("add", "staged.py")
    before = (tree_of(world.repo.path), world.git("ls-files", "--stage"), world.git("rev-parse", "HEAD"))
    conversation, start = Path(agent.transcript).read_bytes(), "checkpoint_transcript_start"
    counted = state_of(world, "one")[start]
    monkeypatch.chdir(world.repo.path)
    assert run(["rewind", "--to", world.git("rev-parse", "HEAD~1"), "--reset", "--force"]) == 0

    def full(*given: Any) -> None:
        raise OSError(28, "no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(reset if at == "restore_index" else undo_session, at, full)
        assert run(["rewind", "--undo", "--force"]) != 0
    assert world.git("rev-parse", "HEAD") == before[2]
    assert run(["rewind", "--undo", "--force"]) == 0
    after = (tree_of(world.repo.path), world.git("ls-files", "--stage"), world.git("rev-parse", "HEAD"))
    assert after == before
    assert (Path(agent.transcript).read_bytes(), state_of(world, "one")[start]) == (conversation, counted)
    assert run(["rewind", "--undo", "--force"]) == 1, "nothing is left to undo"


def test_before_the_first_commit(tmp_path: Path) -> None:
    world = World(Repo.init(tmp_path / "new"))
    done = world.run("entire", "rewind", "--list", check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "has no commits yet" in done.stderr
