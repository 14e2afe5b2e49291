"""Steps, snapshots and states that somebody forged: they write nowhere else, and drive no terminal."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from tests.cli.conftest import on_terminal
from tests.scenario.rewind.rewinding import agent_of, step, tree_of
from tests.scenario.world import World

from entire.cli.main import run

SESSION = "8f76b0e8-1111-4222-8333-444455556666"
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31mred\u202e\rback"


class Forger:
    """Writes whatever objects it likes, as a hostile push or a broken program could."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.blob = self.write("blob", b"hostile\n")

    def write(self, kind: str, data: bytes) -> str:
        return self.world.repo.git("hash-object", "-t", kind, "--literally", "-w", "--stdin", data=data)

    def tree(self, *entries: tuple[str, bytes, str]) -> str:
        rows = (mode.encode() + b" " + name + b"\0" + bytes.fromhex(oid) for mode, name, oid in entries)
        return self.write("tree", b"".join(rows))

    def below(self, *names: bytes) -> tuple[str, bytes, str]:
        """A file in directories of any names."""
        oid, mode = self.blob, "100644"
        for name in reversed(names[1:]):
            oid, mode = self.tree((mode, name, oid)), "40000"
        return mode, names[0], oid

    def step(self, *entries: tuple[str, bytes, str], subject: str = "Forged", prefix: str = "") -> str:
        """A step of the session that has these entries and nothing else, with an id that begins so."""
        (shadow,) = self.world.shadows()
        tip = self.world.git("rev-parse", shadow)
        trailers = f"Entire-Metadata: .entire/metadata/{SESSION}\nEntire-Session: {SESSION}\n"
        tree = self.tree(*entries)
        for seconds in range(1_700_000_000, 1_701_000_000):
            author = f"x <x@example.com> {seconds} +0000"
            head = f"tree {tree}\nparent {tip}\nauthor {author}\ncommitter {author}\n\n"
            text = f"{head}{subject}\n\n{trailers}Entire-Strategy: manual-commit\n".encode()
            if hashlib.sha1(b"commit %d\0%b" % (len(text), text)).hexdigest().startswith(prefix):
                break
        commit = self.write("commit", text)
        self.world.git("update-ref", f"refs/heads/{shadow}", commit)
        return commit


@pytest.fixture
def forger(world: World) -> Forger:
    agent_of(world, SESSION).turn("First", {"a.py": "1\n", "d": "a file\n"})
    return Forger(world)


def outside(world: World) -> dict[str, bytes]:
    """Everything beside the work tree, and what git runs or believes."""
    places = [p for p in world.repo.path.parent.rglob("*") if world.repo.path not in (p, *p.parents)]
    places += [*world.file(".git/hooks").iterdir(), world.file(".git/config"), world.file(".git/HEAD")]
    return {str(p): p.read_bytes() for p in places if p.is_file()}


ELSEWHERE = [
    (b"..", b"evil"),
    (b"x", b"..", b"..", b"evil"),
    (b".git", b"hooks", b"post-commit"),
    (b".GIT", b"config"),
    (b".git ", b"config"),
    (b"git~1", b"config"),
    (".g\u200cit".encode(), b"config"),
    (b".", b"evil"),
    (b".entire", b"settings.json"),
    (b".claude", b"settings.json"),
    (b"n" * 300,),
    (b"up/../../evil",),
]


def test_paths_that_lead_elsewhere(world: World, forger: Forger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(world.repo.path)
    before, settings = outside(world), world.file(".entire/settings.json").read_bytes()
    for number, names in enumerate(ELSEWHERE):
        fine = b"fine%d.txt" % number
        commit = forger.step(forger.below(*names), forger.below(fine))
        assert run(["rewind", "--to", commit]) == 0
        assert outside(world) == before, names
        assert world.file(".entire/settings.json").read_bytes() == settings
        assert world.file(fine.decode()).read_text() == "hostile\n"
        assert not [name for name in tree_of(world.repo.path) if not name.startswith("fine")], names
    for _ in range(10):
        assert run(["rewind", "--undo"]) == 0
    assert outside(world) == before
    assert set(tree_of(world.repo.path)) == {"fine0.txt", "fine1.txt"}


def test_a_tree_that_git_will_not_read(world: World, forger: Forger) -> None:
    before = (outside(world), tree_of(world.repo.path))
    commit = forger.step(forger.below(b"", b"tmp", b"evil"), forger.below(b"fine.txt"))
    done = world.run("entire", "rewind", "--to", commit, check=False)
    assert (done.returncode, done.stderr.startswith("entire: ")) == (1, True)
    assert (outside(world), tree_of(world.repo.path)) == before


def test_two_points_that_begin_alike(world: World, forger: Forger) -> None:
    first = step(world, "First")
    other = forger.step(forger.below(b"fine.txt"), prefix=first[:4])
    done = world.run("entire", "rewind", "--to", first[:4], check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f'entire: 2 points start with "{first[:4]}"\nhint: one of ')
    assert f"{first[:12]} (First)" in done.stderr
    assert f"{other[:12]} (Forged)" in done.stderr
    alike = next(at for at, pair in enumerate(zip(first, other, strict=True)) if len(set(pair)) == 2)
    world.entire("rewind", "--to", other[: alike + 1])
    assert world.file("fine.txt").exists()


def test_a_link_is_not_a_way_out(world: World, forger: Forger, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.mkdir()
    (target / "file").write_text("precious\n")
    link = forger.write("blob", os.fsencode(target))
    first = forger.step(("120000", b"d", link))
    world.entire("rewind", "--to", first)
    assert world.file("d").is_symlink()
    second = forger.step(forger.below(b"d", b"file"))
    world.entire("rewind", "--to", second)
    assert (target / "file").read_text() == "precious\n"
    assert world.file("d/file").read_text() == "hostile\n"
    assert not world.file("d").is_symlink()
    both = forger.step(("120000", b"d", link), forger.below(b"d", b"file"))  # one name, twice
    world.run("entire", "rewind", "--to", both, check=False)
    assert (target / "file").read_text() == "precious\n"
    # A link of the user's own that lies in the way stays where it is.
    world.file("d/file").unlink(missing_ok=True)
    (world.file("d").unlink if world.file("d").is_symlink() else world.file("d").rmdir)()
    world.file("mine").symlink_to(target)
    third = forger.step(forger.below(b"mine", b"file"))
    assert "Kept: mine/file (blocked by mine)" in world.entire("rewind", "--to", third)
    assert (target / "file").read_text() == "precious\n"
    assert os.readlink(world.file("mine")) == str(target)


def test_nothing_drives_the_terminal(world: World, forger: Forger) -> None:
    name = os.fsencode("\x1b[2Jname\x07\n\x9b.txt")
    commit = forger.step(forger.below(name), subject=ESCAPES.replace("\r", ""))
    prompts = forger.tree(("100644", b"prompt.txt", forger.write("blob", ESCAPES.encode())))
    folder = forger.tree(("40000", SESSION.encode(), prompts))
    metadata = forger.tree(("40000", b"metadata", folder))
    also = forger.step(forger.below(name), ("40000", b".entire", metadata), subject="Second")
    for words in (["--list"], ["--to", commit, "--dry-run"], ["--to", also, "--dry-run", "--json"]):
        shown = on_terminal(world.repo.path, "rewind", *words)
        assert not set(shown) & set("\x1b\x07\x9b\u202e")
        printed = world.entire("rewind", *words)
        assert not set(printed) & set("\x1b\x07\x9b\u202e")
    for words in (["--to", also], ["--undo"], ["--to", commit], ["--undo", "--dry-run"]):
        assert not set(world.entire("rewind", *words)) & set("\x1b\x07\x9b\u202e")


def test_a_transcript_of_somebody_else(world: World, forger: Forger, tmp_path: Path) -> None:
    foreign = tmp_path / f"{SESSION}.jsonl"
    real = agent_of(world, SESSION)
    foreign.write_bytes(Path(real.transcript).read_bytes() + b'{"precious": true}\n')
    before = foreign.read_bytes()
    path = world.file(f".git/entire-sessions/{SESSION}.json")
    for named in (str(foreign), f"{os.path.dirname(real.transcript)}/../../../{foreign.name}", "/etc/passwd"):
        state = json.loads(path.read_text()) | {"transcript_path": named}
        path.write_text(json.dumps(state))
        world.repo.write("a.py", f"{named}\n")
        done = world.entire("rewind", "--to", step(world, "First"))
        assert ("is not where the agent stores conversations" in done) == os.path.exists(named)
        assert world.file("a.py").read_text() == "1\n"
        assert foreign.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == [foreign.name, "repo"]


def test_a_forged_snapshot(world: World, forger: Forger, tmp_path: Path) -> None:
    victim = tmp_path / "victim.jsonl"
    victim.write_text("precious\n")
    copy = tmp_path / "copy.bak"
    copy.write_text("hostile\n")
    files = [
        {"path": name, "oid": forger.blob, "mode": 0o100644} for name in ("../evil", ".git/hooks/x", "ok")
    ]
    snapshot = {
        "title": ESCAPES,
        "files": [*files, {"path": "../victim.jsonl", "oid": ""}],
        "directories": {"../made": 0o777, "fine": 0o755},
        "transcripts": [
            {"session_id": "x", "agent_type": "Claude Code", "path": str(victim), "backup": str(copy)}
        ],
    }
    blob = forger.write("blob", json.dumps(snapshot).encode())
    tree = forger.tree(("100644", b"snapshot.json", blob))
    author = "x <x@example.com> 1700000000 +0000"
    commit = forger.write("commit", f"tree {tree}\nauthor {author}\ncommitter {author}\n\nx\n".encode())
    world.git("update-ref", "refs/entire/rewind/e3b0c4/000001", commit)
    before = outside(world)
    done = world.entire("rewind", "--undo")
    assert outside(world) == before
    assert "\x1b" not in done
    assert world.file("ok").read_text() == "hostile\n"
    assert not (tmp_path / "made").exists()
