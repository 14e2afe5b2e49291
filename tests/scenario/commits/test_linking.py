"""The trailer: how every way of committing gets it, keeps it, or is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World


def editor(world: World, script: str) -> None:
    """Let git open this shell script as its editor; `$1` is the message file."""
    path = world.repo.path.parent / "editor.sh"
    path.write_text(f'#!/bin/sh\ncp "$1" "{world.repo.path.parent}/seen"\n{script}\n')
    path.chmod(0o755)
    world.env["GIT_EDITOR"] = str(path)


def seen(world: World) -> str:
    return (world.repo.path.parent / "seen").read_text()


def work(world: World, name: str = "one.py") -> None:
    world.agent().turn("Write it", {name: f"the content of {name}\n"})
    world.git("add", "-A")


def message(world: World) -> str:
    return world.git("log", "-1", "--format=%B").strip()


TYPED = r"""printf 'Typed by hand\n\nA body.\n' > "$1.new"; cat "$1" >> "$1.new"; mv "$1.new" "$1" """


def test_in_an_editor_the_trailer_is_explained(world: World) -> None:
    work(world)
    editor(world, TYPED)
    world.git("commit", "--quiet")
    shown = seen(world)
    assert shown.startswith("\n\nEntire-Checkpoint: ")
    assert "# The line above links this commit to your Claude Code session." in shown
    assert "# Last prompt: Write it" in shown
    assert shown.index("# Last prompt") < shown.index("# Please enter")
    checkpoint = world.checkpoint()
    assert message(world) == f"Typed by hand\n\nA body.\n\nEntire-Checkpoint: {checkpoint}"
    assert world.session(checkpoint)["files_touched"] == ["one.py"]


def test_the_trailer_can_be_deleted_and_the_work_waits(world: World) -> None:
    work(world)
    editor(world, TYPED + r"""; sed -i '/^Entire-Checkpoint/d' "$1" """)
    world.git("commit", "--quiet")
    assert world.checkpoint() == ""
    assert len(world.shadows()) == 1


def test_an_empty_message_still_stops_the_commit(world: World) -> None:
    work(world)
    editor(world, "true")
    head = world.git("rev-parse", "HEAD")
    done = world.run("git", "commit", check=False)
    assert done.returncode == 1
    assert "empty commit message" in done.stderr
    assert world.git("rev-parse", "HEAD") == head


@pytest.mark.parametrize("char", [";", "%", "auto"])
def test_the_comment_character_is_gits(world: World, char: str) -> None:
    world.git("config", "core.commentChar", char)
    work(world)
    editor(world, TYPED)
    world.git("commit", "--quiet")
    checkpoint = world.checkpoint()
    assert message(world) == f"Typed by hand\n\nA body.\n\nEntire-Checkpoint: {checkpoint}"
    world.repo.write("two.py", "2\n")
    work(world, "three.py")
    editor(world, "true")
    assert world.run("git", "commit", check=False).returncode == 1


@pytest.mark.parametrize("cleanup", ["whitespace", "verbatim", "scissors", "strip"])
def test_cleanup_modes_leave_no_comments_of_ours(world: World, cleanup: str) -> None:
    world.git("config", "commit.cleanup", cleanup)
    work(world)
    editor(world, TYPED)
    world.git("commit", "--quiet")
    assert world.checkpoint()
    assert "links this commit" not in message(world)
    words, _, rest = message(world).partition("Entire-Checkpoint: ")
    assert words.split() == ["Typed", "by", "hand", "A", "body."]
    assert rest.startswith(world.checkpoint())


def test_verbose_commits(world: World) -> None:
    work(world)
    editor(world, TYPED)
    world.git("commit", "--quiet", "--verbose")
    checkpoint = world.checkpoint()
    assert message(world) == f"Typed by hand\n\nA body.\n\nEntire-Checkpoint: {checkpoint}"


def test_a_template(world: World) -> None:
    world.repo.write("../template", "Subject from the template\n\nTicket: 12\n")
    work(world)
    editor(world, 'sed -i "s/Subject/A subject/" "$1"')
    world.git("commit", "--quiet", "--template=../template")
    checkpoint = world.checkpoint()
    expected = f"A subject from the template\n\nTicket: 12\nEntire-Checkpoint: {checkpoint}"
    assert message(world) == expected


@pytest.mark.parametrize("words", [["--verbose"], ["--template=../template"], ["--cleanup=scissors"]])
def test_a_message_that_nobody_wrote_stops_the_commit(world: World, words: list[str]) -> None:
    world.repo.write("../template", "Subject from the template\n\nTicket: 12\n")
    work(world)
    editor(world, "true")
    head = world.git("rev-parse", "HEAD")
    assert world.run("git", "commit", *words, check=False).returncode == 1
    assert world.git("rev-parse", "HEAD") == head
    editor(world, TYPED)
    world.git("commit", "--quiet", *words)
    assert world.checkpoint()


@pytest.mark.parametrize("words", [[], ["--verbose"], ["--cleanup=scissors"]])
def test_nor_is_a_link_a_message_if_the_hook_is_killed(
    world: World, tmp_path: Path, words: list[str]
) -> None:
    work(world)
    editor(world, "true")
    head = world.git("rev-parse", "HEAD")
    world.env["ENTIRE_FAULT"] = f"\tcommit-msg\t:kill:{tmp_path / 'effects'}"
    assert world.run("git", "commit", *words, check=False).returncode == 1
    del world.env["ENTIRE_FAULT"]
    assert "\tcommit-msg\t" in (tmp_path / "effects").read_text()
    assert world.git("rev-parse", "HEAD") == head
    assert world.commit()


def test_notes_are_left_out_where_git_keeps_comments(world: World) -> None:
    work(world)
    editor(world, TYPED)
    world.git("commit", "--quiet", "--cleanup=whitespace")
    assert "links this commit" not in message(world)
    assert world.checkpoint()


def test_a_body_that_looks_like_a_comment(world: World) -> None:
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Mine\n\n#12 is fixed")
    work(world)
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert message(world) == f"Mine\n\n#12 is fixed\n\nEntire-Checkpoint: {world.checkpoint()}"


MESSAGES = {
    "plain": ("Add x", "Add x\n\n{}"),
    "type: subject": ("fix: typo", "fix: typo\n\n{}"),
    "signed off": ("Add x\n\nSigned-off-by: A <a@x>", "Add x\n\nSigned-off-by: A <a@x>\n{}"),
    "body": (
        "Add x\n\nThe body: explained.\nMore of it.",
        "Add x\n\nThe body: explained.\nMore of it.\n\n{}",
    ),
    "number sign": ("Add x\n\n#12 is fixed", "Add x\n\n#12 is fixed\n\n{}"),
    "dashes": ("Add x\n\n---\nnot a divider", "Add x\n\n---\nnot a divider\n\n{}"),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_where_the_trailer_goes(world: World, name: str) -> None:
    given, expected = MESSAGES[name]
    work(world)
    checkpoint = world.commit(message=given)
    assert message(world) == expected.format(f"Entire-Checkpoint: {checkpoint}")


def test_all_only_and_pathspec_commits(world: World) -> None:
    world.repo.write("tracked.py", "old\n")
    world.repo.write("mine.py", "old\n")
    world.repo.commit("two files")
    agent = world.agent()
    agent.turn("Change it", {"tracked.py": "changed by the agent\n"})
    world.file("mine.py").write_text("mine\n")
    world.git("add", "mine.py")
    checkpoint = world.commit("--only", "tracked.py")
    assert world.session(checkpoint)["files_touched"] == ["tracked.py"]
    agent.turn("Again", {"tracked.py": "changed again\n"})
    assert world.commit("--", "mine.py") == ""
    assert world.commit("--all")
    world.check_sound()


def test_no_verify_links_all_the_same(world: World) -> None:
    work(world)
    assert world.commit("--no-verify")


def test_amending_keeps_the_checkpoint(world: World) -> None:
    work(world)
    checkpoint = world.commit()
    for words in (["--no-edit"], ["-C", "HEAD"]):
        world.git("commit", "--quiet", "--amend", "--allow-empty", *words)
        assert world.checkpoint() == checkpoint
    editor(world, r"""printf 'A new message\n' > "$1" """)
    world.git("commit", "--quiet", "--amend")
    assert seen(world).startswith("work\n\nEntire-Checkpoint: ")
    before = world.session(checkpoint)
    assert before["files_touched"] == ["one.py"]


def test_amending_with_more_work_adds_to_the_checkpoint(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    calls = world.session(checkpoint)["token_usage"]["api_call_count"]
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == checkpoint
    session = world.session(checkpoint)
    assert session["files_touched"] == ["one.py", "two.py"]
    assert session["token_usage"]["api_call_count"] == 2 * calls
    assert session["checkpoints_count"] == 2
    assert world.stored(checkpoint, "prompt.txt") == "Write one\n\n---\n\nWrite two"
    assert world.shadows() == []
    world.check_sound()


def test_merges_squashes_and_reverts_are_left_alone(world: World) -> None:
    world.git("checkout", "--quiet", "-b", "side")
    world.repo.write("side.txt", "side\n")
    world.repo.commit("side")
    world.git("checkout", "--quiet", "main")
    world.repo.write("main.txt", "main\n")
    world.repo.commit("main")
    agent = world.agent()
    agent.turn("Change side", {"side2.txt": "agent\n"})
    world.git("merge", "--quiet", "--no-edit", "side")
    assert world.checkpoint() == ""
    world.git("revert", "--no-edit", "HEAD~1")
    assert world.checkpoint() == ""
    state = world.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["side2.txt"]
    world.git("add", "-A")
    assert world.commit()
    world.check_sound()


def test_a_revert_beside_an_agent_at_work_gets_no_link(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.commit()
    agent.prompt("Go on")
    world.git("revert", "--no-edit", "HEAD")
    assert world.checkpoint() == ""


def test_a_cherry_picked_link_is_not_this_sessions(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "one\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    before = world.git("rev-parse", "entire/checkpoints/v1")
    world.git("checkout", "--quiet", "-b", "other", "HEAD~1")
    second = world.agent()
    second.turn("Write one too", {"one.py": "one, differently\n"})
    world.git("stash", "--include-untracked", "--quiet")
    world.git("cherry-pick", "main")
    assert world.checkpoint() == checkpoint
    assert world.git("rev-parse", "entire/checkpoints/v1") == before
    state = world.state(second.session_id)
    assert state is not None
    assert state["files_touched"] == ["one.py"]
    world.check_sound()


def test_a_rebase_changes_no_link(world: World) -> None:
    agent = world.agent()
    world.git("checkout", "--quiet", "-b", "feature")
    checkpoints = []
    for name in ("a.py", "b.py"):
        agent.turn(f"Write {name}", {name: f"{name}\n"})
        world.git("add", "-A")
        checkpoints.append(world.commit(message=name))
    agent.turn("Write c.py", {"c.py": "c\n"})
    world.git("stash", "--include-untracked", "--quiet")
    world.git("checkout", "--quiet", "main")
    world.repo.write("main.txt", "main\n")
    world.repo.commit("main moves on")
    world.git("checkout", "--quiet", "feature")
    before = world.git("rev-parse", "entire/checkpoints/v1")
    world.git("rebase", "--quiet", "main")
    assert [world.checkpoint("HEAD~1"), world.checkpoint("HEAD")] == checkpoints
    assert world.git("rev-parse", "entire/checkpoints/v1") == before
    world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    third = world.commit()
    assert world.session(third)["files_touched"] == ["c.py"]
    assert world.shadows() == []
    world.check_sound()


def test_commit_linking_prompt_takes_the_default_in_tests(world: World) -> None:
    settings = world.file(".entire/settings.json")
    settings.write_text('{"enabled": true, "commit_linking": "prompt"}')
    work(world)
    assert world.commit_at_terminal()


def test_renamed_and_deleted_files_are_the_sessions_work(world: World) -> None:
    world.repo.write("old.txt", "old\n")
    world.repo.commit("old")
    agent = world.agent()
    agent.turn("Write new", {"new.py": "some content that is long\nenough\n", "old.txt": "changed\n"})
    world.file("new.py").rename(world.file("renamed.py"))
    world.git("add", "renamed.py")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["renamed.py"]
    state = world.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["old.txt"]
    world.git("rm", "--quiet", "--force", "old.txt")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["old.txt"]
    assert world.shadows() == []
    world.check_sound()


def test_what_was_undone_is_let_go(world: World) -> None:
    world.repo.write("tracked.py", "old\n")
    world.repo.commit("tracked")
    agent = world.agent()
    agent.turn("Write", {"one.py": "1\n", "two.py": "2\n", "tracked.py": "new\n"})
    world.file("two.py").unlink()
    world.git("checkout", "--quiet", "--", "tracked.py")
    world.git("add", "one.py")
    assert world.commit()
    state = world.state(agent.session_id)
    assert state is not None
    assert "files_touched" not in state
    assert world.shadows() == []


def test_gui_clients_and_subdirectories(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write deep", {"a/b/c.py": "deep\n"})
    agent.end()
    world.git("add", "-A")
    assert world.commit(cwd=world.repo.path / "a" / "b")
    world.check_sound()
