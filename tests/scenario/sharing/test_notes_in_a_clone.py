"""A second clone has the links that only notes have: `git clone` does not bring them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.scenario.sharing.clones import Clones, ref, transcript
from tests.scenario.world import BRANCH

NOTES = "refs/notes/entire"


@pytest.fixture
def clones(tmp_path: Path) -> Clones:
    """Ada worked on a branch; only a note links its last commit."""
    clones = Clones(tmp_path)
    clones.ada.git("switch", "--quiet", "--create", "feature")
    clones.work("Limit logins")
    clones.work("Test it")
    message = clones.ada.git("log", "-1", "--format=%B")
    checkpoint = clones.ada.checkpoint()
    plain = "".join(f"{line}\n" for line in message.splitlines() if not line.startswith("Entire-"))
    clones.ada.git("commit", "--quiet", "--no-verify", "--amend", "-m", plain)
    clones.ada.git("notes", f"--ref={NOTES}", "add", "-f", "-m", f"Entire-Checkpoint: {checkpoint}")
    clones.push("feature", NOTES)
    return clones


def test_enabling_brings_them(clones: Clones) -> None:
    bob = clones.clone("bob", "--branch=feature")
    said = bob.entire("enable", "--agent", "claude-code")
    assert "not fetched" not in said
    assert ref(bob, NOTES) == ref(clones.ada, NOTES)
    assert json.loads(bob.entire("explain", "HEAD", "--json"))
    assert "Test it" in bob.entire("explain", "HEAD")
    bob.entire("resume", "feature", "--force")
    assert "Test it" in transcript(bob).read_text()


def test_enabling_again_uses_no_network(clones: Clones) -> None:
    bob = clones.clone()
    bob.entire("enable", "--agent", "claude-code")
    clones.origin.rename(clones.base / "offline.git")
    assert "not fetched" not in bob.entire("enable", "--agent", "claude-code", "--force")


def test_enabling_without_a_network(clones: Clones) -> None:
    bob = clones.clone()
    clones.origin.rename(clones.base / "offline.git")
    said = bob.entire("enable", "--agent", "claude-code")
    assert "! Links of amended and squashed commits were not fetched: " in said
    assert ref(bob)
    assert not ref(bob, NOTES)


def test_a_remote_without_notes(clones: Clones) -> None:
    clones.ada.git("push", "--quiet", "--no-verify", "origin", f":{NOTES}")
    bob = clones.clone()
    assert "not fetched" not in bob.entire("enable", "--agent", "claude-code")
    assert not ref(bob, NOTES)
    bob.entire("resume", "feature", "--force")


def test_resuming_a_branch_of_origin_brings_them(clones: Clones) -> None:
    bob = clones.clone()
    found = json.loads(bob.entire("resume", "feature", "--force", "--json"))
    assert found["commit"] == ref(clones.ada, "feature")
    assert ref(bob, NOTES) == ref(clones.ada, NOTES)


def test_fetching_a_checkpoint_brings_them(clones: Clones) -> None:
    bob = clones.clone("bob", "--single-branch")
    assert not ref(bob, f"refs/remotes/origin/{BRANCH}")
    checkpoint = clones.ada.git("notes", f"--ref={NOTES}", "show").rpartition(" ")[2]
    assert "restored" in bob.entire("resume", checkpoint)
    assert ref(bob, NOTES) == ref(clones.ada, NOTES)


def test_our_own_are_kept(clones: Clones) -> None:
    bob = clones.clone()
    bob.git("notes", f"--ref={NOTES}", "add", "-m", "Entire-Checkpoint: 0123456789ab", "main")
    bob.entire("enable", "--agent", "claude-code")
    assert "0123456789ab" in bob.git("notes", f"--ref={NOTES}", "show", "main")
    assert "Entire-Checkpoint" in bob.git("notes", f"--ref={NOTES}", "show", "origin/feature")


@pytest.mark.parametrize("words", [("enable", "--agent", "claude-code"), ("fetch",)])
def test_in_a_partial_clone(clones: Clones, words: tuple[str, ...]) -> None:
    for key in ("allowFilter", "allowAnySHA1InWant"):
        clones.ada.git("config", f"uploadpack.{key}", "true", cwd=clones.origin)
    bob = clones.clone("bob", "--branch=feature", "--filter=blob:none")
    assert "not fetched" not in bob.entire(*words)
    assert ref(bob, NOTES) == ref(clones.ada, NOTES)
    assert "Test it" in bob.entire("explain", "HEAD")
