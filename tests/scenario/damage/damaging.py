"""Damage what our refs and states point to, as a crash, a bad disk or a careless cleanup does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

NOWHERE = "1234567890" * 4


class Story:
    """A session with one committed checkpoint and two steps after it; then something breaks."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.agent: StandIn = world.agent()
        self.agent.start()
        self.agent.turn("Write the app", {"src/app.py": "app = 1\n"})
        world.git("add", "src")
        self.first = world.commit(message="app")
        self.agent.turn("Write the parser", {"src/parser.py": "parser = 1\n", "docs/use.md": "# Use\n"})
        self.agent.turn("Write the tests", {"test/t.py": "t = 1\n"})
        (self.shadow,) = world.shadows()

    @property
    def git_dir(self) -> Path:
        return self.world.repo.path / ".git"

    def set_ref(self, name: str, value: str) -> None:
        """Write the file of a branch, or of a ref with its full name, by hand."""
        path = self.git_dir / (name if name.startswith("refs/") else f"refs/heads/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value)

    def lose(self, name: str) -> None:
        """Delete an object."""
        oid = self.world.git("rev-parse", name)
        self._path(oid).unlink()

    def empty(self, name: str) -> None:
        """Leave an empty file in an object's place, as a machine that crashes does."""
        path = self._path(self.world.git("rev-parse", name))
        path.chmod(0o644)
        path.write_bytes(b"")

    def _path(self, oid: str) -> Path:
        return self.git_dir / "objects" / oid[:2] / oid[2:]

    def change_state(self, **values: object) -> None:
        path = self.git_dir / "entire-sessions" / f"{self.agent.session_id}.json"
        state = json.loads(path.read_text())
        path.write_text(json.dumps(state | values))

    def change_cursor(self, **values: object) -> None:
        path = self.git_dir / "entire-sessions" / f"{self.agent.session_id}.cursor"
        path.write_text(json.dumps(json.loads(path.read_text()) | values) + "\n")


def _drop_reflog(story: Story, name: str) -> None:
    (story.git_dir / "logs/refs/heads" / name).unlink()


def _not_an_id_packed_before(story: Story, name: str) -> None:
    story.world.git("pack-refs", "--all")
    work_on(story, 0)
    story.set_ref(name, "\0\0\0\0\n")


def _tip_without_reflog(story: Story, name: str) -> None:
    _drop_reflog(story, name)
    story.lose(name)


# What can be wrong with a branch of ours.
BRANCHES: dict[str, Callable[[Story, str], None]] = {
    "an empty file": lambda story, name: story.set_ref(name, ""),
    "not an id": lambda story, name: story.set_ref(name, "\0\0\0\0\n"),
    "an id of nothing": lambda story, name: story.set_ref(name, f"{NOWHERE}\n"),
    "not an id, packed before": _not_an_id_packed_before,
    "a lost tip": lambda story, name: story.lose(name),
    "an empty tip": lambda story, name: story.empty(name),
    "a lost tip, no reflog": _tip_without_reflog,
    "a lost root tree": lambda story, name: story.lose(f"{name}^{{tree}}"),
    "a lost parent": lambda story, name: story.lose(f"{name}^"),
}
SHADOW: dict[str, Callable[[Story, str], None]] = BRANCHES | {
    "a lost folder": lambda story, name: story.lose(f"{name}:src"),
    "a lost folder of ours": lambda story, name: story.lose(f"{name}:.entire"),
    "a lost file": lambda story, name: story.lose(f"{name}:src/parser.py"),
    "an empty file in a folder": lambda story, name: story.empty(f"{name}:src/parser.py"),
    "a lost snapshot": lambda story, name: story.lose(f"{name}^2"),
    "a lost transcript": lambda story, name: story.lose(
        f"{name}:.entire/metadata/{story.agent.session_id}/full.jsonl"
    ),
}
CHECKPOINTS: dict[str, Callable[[Story, str], None]] = BRANCHES | {
    "a lost shard": lambda story, name: story.lose(f"{name}:{story.first[:2]}"),
    "a lost checkpoint": lambda story, name: story.lose(f"{name}:{story.first[:2]}/{story.first[2:]}"),
    "a lost summary": lambda story, name: story.lose(
        f"{name}:{story.first[:2]}/{story.first[2:]}/metadata.json"
    ),
    "a lost transcript": lambda story, name: story.lose(
        f"{name}:{story.first[:2]}/{story.first[2:]}/0/full.jsonl"
    ),
}
_NOTES_REF = "refs/notes/entire"


def _set_notes(story: Story, value: str) -> None:
    (story.git_dir / _NOTES_REF).write_text(value)


def _notes_without_reflog(story: Story) -> None:
    (story.git_dir / "logs" / _NOTES_REF).unlink(missing_ok=True)
    _set_notes(story, f"{NOWHERE}\n")


NOTES: dict[str, Callable[[Story], None]] = {
    "an empty file": lambda story: _set_notes(story, ""),
    "not an id": lambda story: _set_notes(story, "\0\0\0\0\n"),
    "an id of nothing": lambda story: _set_notes(story, f"{NOWHERE}\n"),
    "an id of nothing, no reflog": _notes_without_reflog,
    "a lost tip": lambda story: story.lose(_NOTES_REF),
    "an empty tip": lambda story: story.empty(_NOTES_REF),
    "a lost root tree": lambda story: story.lose(f"{_NOTES_REF}^{{tree}}"),
    "a lost parent": lambda story: story.lose(f"{_NOTES_REF}^"),
    "a lost note": lambda story: story.lose(f"{_NOTES_REF}:{story.world.git('rev-parse', 'HEAD')}"),
}
STATES: dict[str, Callable[[Story], None]] = {
    "its base": lambda story: story.change_state(base_commit=NOWHERE),
    "the base of its lines": lambda story: story.change_state(attribution_base_commit=NOWHERE),
    "its last checkpoint": lambda story: story.change_state(last_checkpoint_id="123456789abc"),
    "a checkpoint of its turn": lambda story: story.change_state(turn_checkpoint_ids=["123456789abc"]),
    "a condensed branch": lambda story: story.change_state(condensed_branches={story.shadow: NOWHERE}),
    "another worktree": lambda story: story.change_state(
        places={"gone": {"base_commit": NOWHERE, "checkpoint_count": 2, "files_touched": ["x.py"]}}
    ),
    "a segment": lambda story: story.change_cursor(sealed_oids=[NOWHERE], sealed_bytes=10),
}


def work_on(story: Story, number: int = 1) -> None:
    """The next prompt, its work, and the end of the turn."""
    story.agent.turn(f"Write more {number}", {f"more/{number}.py": f"more = {number}\n"})


def check_whole_session(story: Story) -> str:
    """Everything that the session wrote can still be committed, and is linked. Returns the checkpoint."""
    world = story.world
    world.git("add", "src", "docs", "test", "more")
    checkpoint = world.commit(message="the rest")
    assert checkpoint, "the commit was not linked"
    explained = world.entire("explain", "--checkpoint", checkpoint)
    assert "Write the parser" in explained, explained
    files = world.root(checkpoint)["files_touched"]
    assert {"src/parser.py", "docs/use.md", "test/t.py"} <= set(files), files
    text = world.show(f"{checkpoint[:2]}/{checkpoint[2:]}/0/full.jsonl")
    assert "Write the parser" in text
    assert "Write the tests" in text
    return checkpoint


def failures(world: World) -> list[str]:
    return [f"{row['msg']}: {row.get('error', '')}" for row in world.errors()]


def check_reading(story: Story) -> None:
    """Commands that read answer, or say what to do."""
    for words in (("status",), ("explain",), ("rewind", "--list"), ("clean",), ("du",), ("doctor",)):
        done = story.world.run("entire", *words, check=False)
        assert "Traceback" not in done.stderr, (words, done.stderr)
        helps = "\n  Fix: " in done.stdout if words == ("doctor",) else "`entire doctor`" in done.stderr
        assert done.returncode == 0 or helps, (words, done.stdout, done.stderr)


def check_doctor(story: Story) -> None:
    """`doctor` repairs, and then finds nothing more; nothing is left that other commands fail at."""
    world = story.world
    world.run("entire", "doctor", "--force", check=False)
    world.run("entire", "doctor", "--force", check=False)  # the note about the repair
    findings = json.loads(world.run("entire", "doctor", "--json", check=False).stdout)["findings"]
    found = {finding["kind"] for finding in findings}
    assert found.isdisjoint({"damaged_refs", "repaired_refs", "broken_metadata", "failed_examination"}), found
    world.entire("clean", "--force")
    world.entire("du")
