"""`entire resume`: conversations that go on elsewhere."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from tests.scenario.sharing.clones import SESSION, Clones, ref, transcript
from tests.scenario.ways import COMMITS, Way
from tests.scenario.world import BRANCH, World

from entire.core.text import count

pytestmark = COMMITS

OTHER = "2c01ab9d-2222-4222-8333-444455556666"
ORIGINS = f"refs/remotes/origin/{BRANCH}"


@pytest.fixture
def clones(tmp_path: Path, way: Way) -> Clones:
    """Ada worked two turns on a branch that she pushed, with its checkpoint."""
    clones = Clones(tmp_path, way)
    clones.ada.git("switch", "--quiet", "--create", "feature")
    clones.work("Limit logins", "Test it")
    clones.push("feature")
    return clones


def fails(world: World, *words: str) -> str:
    """What a command says that exits with 1."""
    done = world.run("entire", *words, check=False)
    assert done.returncode == 1, done.stdout
    return done.stderr


def test_on_a_second_clone(clones: Clones) -> None:
    """It goes on there, and each turn is told and counted once, on whichever machine."""
    bob, ada = clones.clone(), clones.ada
    said = bob.entire("resume", "feature", "--force")
    first = "Test it" if bob.way.makes_commits else "Limit logins"  # of the latest checkpoint
    assert f'Session: {SESSION} [Claude Code] restored "{first}"' in said
    assert said.endswith(f"To continue, run:\n  claude -r {SESSION}\n")
    assert bob.git("rev-parse", "--abbrev-ref", "feature@{upstream}") == "origin/feature"
    log = transcript(bob)
    assert log.read_text() == ada.transcript(ada.checkpoint())
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert bob.state(SESSION) is None
    assert ref(bob) == "", "nothing but the transcript is made"

    agent = bob.agent(SESSION)
    agent.start("resume")
    second = clones.work("Make it louder", world=bob)
    own = bob.session(second)
    assert own["token_usage"]["api_call_count"] == 2
    assert own["checkpoint_transcript_start"] == own["token_transcript_start"]
    assert own["checkpoint_transcript_start"] == ada.transcript(ada.checkpoint()).count("\n")
    assert bob.stored(second, "prompt.txt") == "Make it louder"
    assert bob.transcript(second).startswith(ada.transcript(ada.checkpoint()))
    assert own["files_touched"] == ["make.py"]
    bob.check_sound()

    before = transcript(ada).read_bytes()
    clones.push("feature", world=bob)
    ada.git("pull", "--quiet", "--no-rebase", "origin", "feature")
    ada.git("fetch", "--quiet", "origin")
    tip = ref(ada)
    assert f"Session: {SESSION} [Claude Code] updated" in ada.entire("resume", "feature")
    assert transcript(ada).read_bytes().startswith(before)
    assert transcript(ada).read_text() == bob.transcript(second)
    assert not list(transcript(ada).parent.glob("*.bak")), "nothing was lost"
    assert ref(ada) == tip, "the local branch is not moved"
    third = clones.work("Explain it")
    assert ada.session(third)["token_usage"]["api_call_count"] == 2
    assert ada.stored(third, "prompt.txt") == "Explain it"
    assert "unchanged" in ada.entire("resume", "feature")


def test_the_local_checkpoints_branch_never_moves_backwards(clones: Clones) -> None:
    bob = clones.clone("bob", "--single-branch")
    bob.entire("enable", "--agent", "claude-code")
    own = clones.work("Bob's own", session_id=OTHER, world=bob)
    tip = ref(bob)
    assert own
    assert tip
    assert ref(bob, ORIGINS) == ""
    bob.git("fetch", "--quiet", "origin", "+refs/heads/feature:refs/remotes/origin/feature")
    # A refspec as a mirror has it would move the local branch as well.
    bob.git("config", "--add", "remote.origin.fetch", f"+refs/heads/{BRANCH}:refs/heads/{BRANCH}")
    assert "restored" in bob.entire("resume", "feature", "-f")
    assert ref(bob) == tip
    assert ref(bob, ORIGINS) == ref(clones.ada)
    assert "unchanged" in bob.entire("resume", "main"), "his own are still there"


def test_what_is_not_committed_is_in_the_way(clones: Clones) -> None:
    bob = clones.clone()
    for name in ("README.md", "new \x1b[31mfile"):
        bob.file(name).write_text("mine\n")
        error = fails(bob, "resume", "feature", "--force")
        assert "1 uncommitted file: " in error
        assert "\x1b" not in error
        assert bob.git("branch", "--show-current") == "main"
        assert ref(bob, "refs/heads/feature") == ""
        bob.git("stash", "--quiet", "--include-untracked")
    bob.entire("resume", "feature", "--force")
    bob.git("switch", "--quiet", "main")
    bob.file("README.md").write_text("mine\n")
    fails(bob, "resume", "feature")
    assert bob.git("branch", "--show-current") == "main"
    assert "unchanged" not in bob.entire("resume", "main"), "where one is nothing is checked out"
    assert bob.file("README.md").read_text() == "mine\n"


def test_a_branch_of_origin_is_asked_for(clones: Clones) -> None:
    bob = clones.clone()
    assert "--force" in fails(bob, "resume", "feature")
    assert "--force" in fails(bob, "resume", "feature", "--json")
    assert bob.git("branch", "--show-current") == "main"
    bob.git("config", "remote.origin.url", str(clones.base / "gone"))
    done = bob.run("entire", "resume", "origin/feature", "--yes")
    assert "cannot fetch from origin" in done.stderr
    assert "restored" in done.stdout, "what was fetched before is there"


def test_branches_without_checkpoints(clones: Clones) -> None:
    ada = clones.ada
    linked = ada.checkpoint()
    ada.git("branch", "plain", "main")
    said = ada.entire("resume", "plain")
    assert said.startswith("Switched to plain.\nNo Entire checkpoint on plain")
    assert ada.git("branch", "--show-current") == "plain"
    ada.git("switch", "--quiet", "--create", "odd")
    ada.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", "x\n\nEntire-Checkpoint: 0123456789ab")
    assert "Checkpoint 0123456789ab is not in this repository, nor on origin." in ada.entire("resume", "odd")
    ada.git("config", "remote.origin.url", str(clones.base / "gone"))
    assert "and cannot be fetched: " in ada.entire("resume", "odd")
    # A branch that only has what main has as well.
    ada.git("branch", "--force", "main", "feature")
    ada.git("switch", "--quiet", "--create", "shared", "feature")
    ada.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", "no session")
    assert "No Entire checkpoint on shared" in ada.entire("resume", "shared")
    assert f"Checkpoint: {linked}" in ada.entire("resume", "main")


def test_the_newest_checkpoint_counts(clones: Clones) -> None:
    ada = clones.ada
    newest = clones.work("Go further")
    ada.git("switch", "--quiet", "main")
    ada.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", "meanwhile")
    ada.git("switch", "--quiet", "feature")
    ada.git("merge", "--quiet", "--no-verify", "-m", "merged", "main")
    said = ada.entire("resume", "feature")
    assert f"Checkpoint: {newest}" in said
    assert "newer commit" not in said, "merges do not count"
    ada.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", "by hand")
    said = ada.entire("resume", "feature")
    assert f"Checkpoint: {newest}\n" in said
    assert "Note: 1 newer commit without checkpoint\n" in said
    ada.git("switch", "--quiet", "main")
    ada.git("merge", "--quiet", "--no-verify", "--no-ff", "-m", "all", "feature")
    assert f"Checkpoint: {newest}\n" in ada.entire("resume", "main"), "on main whatever leads to it"


def test_all_sessions_of_a_squashed_commit(clones: Clones) -> None:
    ada = clones.ada
    first = ada.checkpoint()
    second = clones.work("Write docs", session_id=OTHER)
    ada.git("switch", "--quiet", "--create", "squashed", "main")
    message = f"All\n\n* one\n\n    Entire-Checkpoint: {second}\n\nEntire-Checkpoint: {first}\n"
    ada.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", message)
    clones.push("squashed")
    bob = clones.clone()
    said = bob.entire("resume", "squashed", "-f").splitlines()
    assert said[-2:] == [f"  claude -r {SESSION}", f"  claude -r {OTHER}  # most recent"]
    assert transcript(bob, OTHER).exists()
    assert transcript(bob).exists()


def test_a_newer_conversation_is_not_set_back_unasked(clones: Clones) -> None:
    ada = clones.ada
    ada.agent(SESSION).turn("Think about it", {})
    newer = transcript(ada).read_bytes()
    error = fails(ada, "resume", "feature")
    assert f"session {SESSION} is newer here" in error
    assert f"claude -r {SESSION}" in error
    assert transcript(ada).read_bytes() == newer
    assert "newer here, kept" in ada.entire("resume", SESSION[:6]), "one session: go on with what is here"
    assert transcript(ada).read_bytes() == newer
    found = json.loads(ada.entire("resume", "feature", "--force", "--json"))
    [session] = found["sessions"]
    assert (session["status"], session["written"]) == ("local_newer", True)
    assert Path(session["backup"]).read_bytes() == newer
    assert stat.S_IMODE(os.stat(session["backup"]).st_mode) == 0o600
    assert transcript(ada).read_text() == ada.transcript(ada.checkpoint())
    # What is said from here on is told and counted, although the conversation was longer before.
    assert clones.work("Differently") != ""
    assert ada.session(ada.checkpoint())["token_usage"]["api_call_count"] == 2
    assert ada.stored(ada.checkpoint(), "prompt.txt") == "Differently"
    ada.check_sound()


def test_switched_off(clones: Clones) -> None:
    clones.ada.entire("disable")
    said = clones.ada.entire("resume", "main")
    assert said == "Entire is disabled here. Run `entire enable` to turn it on.\n"
    done = clones.ada.run("entire", "resume", "main", "--json")
    assert (done.stdout, done.stderr) == ("", said)
    assert clones.ada.git("branch", "--show-current") == "feature"


def test_by_the_id_of_a_checkpoint_or_a_session(clones: Clones) -> None:
    checkpoint = clones.ada.checkpoint()
    bob = clones.clone()
    said = bob.entire("resume", checkpoint[:5])
    assert f"Checkpoint: {checkpoint}\nNote: from branch feature\nSession: {SESSION}" in said
    assert bob.git("branch", "--show-current") == "main"
    transcript(bob).unlink()
    assert "restored" in bob.entire("resume", SESSION[:4])
    assert "did you mean feature?" in fails(bob, "resume", "featrue")
    assert 'called "\x1b' not in fails(bob, "resume", "\x1b[2Jx")
    for name in (BRANCH, "entire/0123456-e3b0c4"):
        assert "internal branch of entire" in fails(bob, "resume", name)
    single = clones.clone("eve", "--single-branch")
    assert "restored" in single.entire("resume", checkpoint), "a whole id may still have to be fetched"
    other = "2c01ab9d-3333-4222-8333-444455556666"
    for session_id in (OTHER, other):
        clones.ada.agent(session_id).turn("Look", {})
    assert '2 sessions start with "2c01"' in fails(clones.ada, "resume", "2c01")


def test_where_one_is(clones: Clones) -> None:
    """From a folder below, and in a linked worktree, which has conversations of its own."""
    ada = clones.ada
    linked = clones.base / "linked"
    ada.git("worktree", "add", "--quiet", str(linked), "main")
    assert f"feature is checked out in {ada.repo.path}" in (
        ada.run("entire", "resume", "feature", cwd=linked, check=False).stderr
    )
    deep = ada.file("deep er")
    deep.mkdir()
    said = ada.run("entire", "resume", "feature", cwd=deep).stdout
    assert f"\n  cd .. && claude -r {SESSION}" in said
    checkpoint = ada.checkpoint()
    said = ada.run("entire", "resume", checkpoint, cwd=linked).stdout
    assert "restored" in said
    there = transcript(ada).parent.parent / "".join(c if c.isalnum() else "-" for c in str(linked))
    assert (there / f"{SESSION}.jsonl").exists()


def test_a_session_that_began_in_a_folder(clones: Clones) -> None:
    """The client named its file for that folder: there it goes on."""
    ada = clones.ada
    there = Path(f"{transcript(ada).parent}-deep", f"{OTHER}.jsonl")
    agent = ada.agent(OTHER)
    agent.transcript = str(there)
    agent.turn("Write docs", {"docs.md": "docs\n"})
    ada.git("add", "--all")
    checkpoint = ada.commit()
    there.unlink()
    assert "restored" in ada.entire("resume", checkpoint)
    assert there.read_text() == ada.transcript(checkpoint)
    assert not transcript(ada, OTHER).exists()


def test_what_there_is_to_choose_from(clones: Clones) -> None:
    bob, ada = clones.clone(), clones.ada
    assert bob.entire("resume") == "Branch: main\nSessions: 0\n"
    ada.agent(OTHER).turn("Look around", {})
    listed = json.loads(ada.entire("resume", "--json"))
    facts = ("session_id", "agent", "branch", "prompt", "command")
    files = ["test.py"] if ada.way.makes_commits else ["limit.py", "test.py"]  # of the latest checkpoint
    assert [tuple(session[fact] for fact in facts) for session in listed["sessions"]] == [
        (OTHER, "Claude Code", "feature", "Look around", f"claude -r {OTHER}"),
        (SESSION, "Claude Code", "feature", "Test it", f"claude -r {SESSION}"),
    ]
    assert [[file["path"] for file in session["files"]] for session in listed["sessions"]] == [[], files]
    assert "deep" not in ada.entire("resume", OTHER)
    transcript(ada, OTHER).unlink()
    transcript(ada).unlink()
    said = ada.entire("resume")
    assert f"[{SESSION}] Claude Code, just now, feature, {count(len(files), 'file')}\n" in said
    assert f"\n  entire resume {SESSION}\n" in said
    assert OTHER not in said
    assert "no transcript found for session" in fails(ada, "resume", OTHER)
    assert "restored" in ada.entire("resume", SESSION)


def test_a_server_that_gives_no_objects_by_name(clones: Clones) -> None:
    """What it does not give one by one comes with the whole branch."""
    clones.ada.git("-C", str(clones.origin), "config", "uploadpack.allowFilter", "true")
    bob = clones.clone("bob", "--filter=blob:none", "--branch=feature")
    bob.git("config", "protocol.version", "0")
    bob.entire("resume", "feature", "--force")
    assert "Test it" in transcript(bob).read_text()


def test_in_a_partial_clone_one_batch_is_fetched(clones: Clones, tmp_path: Path) -> None:
    clones.work("Two things")
    clones.push("feature")
    for option in ("allowFilter", "allowAnySHA1InWant"):
        clones.ada.git("-C", str(clones.origin), "config", f"uploadpack.{option}", "true")
    bob = clones.clone("bob", "--filter=blob:none", "--branch=feature")
    trace = tmp_path / "trace"
    bob.env["GIT_TRACE2_EVENT"] = str(trace)
    bob.entire("resume", "feature", "--force")
    del bob.env["GIT_TRACE2_EVENT"]
    assert "Two things" in transcript(bob).read_text()
    commands = [
        event["name"]
        for event in map(json.loads, trace.read_text().splitlines())
        if event["event"] == "cmd_name"
    ]
    assert commands.count("fetch") == 1
    assert '"Two things"' in bob.entire("explain")
    assert "Done: Two things." in bob.entire("explain", bob.checkpoint())
    assert "Written by: Claude Code" in bob.entire("why", "two.py:1")


def test_an_agents_folder_behind_a_link_of_the_users(clones: Clones, tmp_path: Path) -> None:
    """Many keep `~/.claude` with their dotfiles: that is not the repository's link."""
    bob = clones.clone()
    folder = transcript(bob).parent.parent
    dotfiles = tmp_path / "dotfiles"
    if folder.exists():
        folder.rename(dotfiles)
    else:
        dotfiles.mkdir()
        folder.parent.mkdir(parents=True, exist_ok=True)
    folder.symlink_to(dotfiles)
    bob.entire("resume", "feature", "--force")
    assert transcript(bob).read_text() == clones.ada.transcript(clones.ada.checkpoint())
    assert folder.is_symlink()
