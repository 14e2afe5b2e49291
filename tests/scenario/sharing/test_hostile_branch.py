"""A branch that a stranger wrote: commands that read it stay small and say what they left out (I6)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.sharing.hostile import Branch, LargeTranscript, Store
from tests.scenario.sharing.measured import MEGABYTES, MOST_MEMORY, Hostile, Site
from tests.scenario.world import BRANCH, World


@pytest.fixture
def hostile(world: World) -> Hostile:
    return Hostile(world)


COMMANDS = (
    ("status",),
    ("session", "list"),
    ("session", "list", "--all"),
    ("explain",),
    ("explain", "--json"),
    ("search", "hello"),
    ("search", "hello", "--json"),
    ("stats",),
    ("stats", "--by", "agent", "--json"),
    ("doctor",),
    ("clean",),
    ("gc",),
    ("du",),
    ("blame", "all.py"),
    ("relink",),
    ("resume", "main"),
)


def test_commands_read_it_in_bounds(hostile: Hostile) -> None:
    for words in COMMANDS:
        hostile.run(*words)
    hostile.run("session", "show", "many-sessions-7")
    for name, checkpoint in hostile.branch.ids.items():
        out = hostile.run("explain", checkpoint)
        if name.startswith("huge") and name != "huge number":
            assert f"too large to read (up to {MEGABYTES} MB), left out" in out, name
        if name == "endless folder":
            assert "1 object in git too large to read" in out
    for number, name in enumerate(hostile.branch.ids, 1):
        if name in ("huge texts", "wide JSON"):
            hostile.run("why", f"all.py:{number}")
    for name in ("huge transcript", "many segments", "many sessions", "many subagents"):
        out = hostile.run("resume", hostile.branch.ids[name])
        if name == "huge transcript":
            assert "transcript not found" in out


def test_stories_of_it_are_told_in_bounds(hostile: Hostile) -> None:
    """Each checkpoint as `explain --full`, in all formats of `export`, and all of them at once."""
    for name, checkpoint in hostile.branch.ids.items():
        for words in (("explain", "--full"), ("export",)):
            out = hostile.run(*words, checkpoint)
            left = "1,000 conversations" if name == "many subagents" else "39 conversations"
            assert (f"{left} of subagents left out" in out) == name.endswith("subagents"), (words, name)
    for kind in ("html", "md", "json"):
        hostile.run("export", "HEAD~19..HEAD", "--format", kind)


def test_pages_show_it_in_bounds(hostile: Hostile) -> None:
    """Every page of `entire web`, and each checkpoint."""
    pytest.importorskip("starlette", reason="`entire web` is an extra")
    pages = ["/", "/sessions", "/search?q=hello", "/numbers", "/files", "/file?path=all.py"]
    pages += [f"/checkpoint/{checkpoint}" for checkpoint in hostile.branch.ids.values()]
    with Site(hostile.world) as site:
        for page in pages:
            status, text = site.get(page)
            assert status in (200, 404), page
            assert "unexpected error" not in text
            if page.endswith(hostile.branch.ids["huge transcript"]):
                assert f"1 object in git too large to read (up to {MEGABYTES} MB), left out" in text
            if page.endswith(hostile.branch.ids["long subagents"]):
                assert "39 conversations of subagents left out" in text
    assert site.peak < MOST_MEMORY


def test_a_large_transcript_is_never_in_memory_as_a_whole(world: World) -> None:
    hostile = Hostile(world, LargeTranscript)
    for status in ("restored", "unchanged"):
        assert status in hostile.run("resume", hostile.branch.ids["large transcript"])
    found = Path(hostile.world.env["HOME"]).rglob("large-transcript-0.jsonl")
    assert [path.stat().st_size // (1024 * 1024) for path in found] == [59]


def test_hooks_and_fetching_go_on(tmp_path: Path) -> None:
    """The stranger's branch is merged with ours as it is, and our own work is recorded on top of it."""
    world = World.new(tmp_path / "repo")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "--all")
    first = world.commit()
    remote = tmp_path / "remote.git"
    world.git("clone", "--quiet", "--bare", str(world.repo.path), str(remote))
    world.git("remote", "add", "origin", str(remote))
    hostile = Branch(Store(remote), MEGABYTES)
    world.git("update-ref", f"refs/heads/{BRANCH}", hostile.commit(), cwd=remote)
    world.run("entire", "fetch", check=False)
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "--all")
    second = world.commit()
    world.run("git", "push", "--quiet", "origin", "main", check=False)
    assert world.root(first)["files_touched"] == ["one.py"]
    assert world.root(second)["files_touched"] == ["two.py"]
    assert not [row for row in world.errors() if "RecursionError" in row.get("error", "")]
    assert not [row for row in world.errors() if "MemoryError" in row.get("error", "")]
