"""The commit is git's own: signatures, filters and hooks of the user's count."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.auto_commit.conftest import make_world, refuse_commits, status
from tests.scenario.world import World


def script(world: World, path: str, text: str) -> str:
    file = world.file(path)
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return str(file)


def signs(world: World, ends: str) -> None:
    """A program that git asks for signatures."""
    program = script(
        world,
        ".git/sign",
        "cat >/dev/null\n"
        'printf "\\n[GNUPG:] SIG_CREATED \\n" >&2\n'
        'printf -- "-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n"\n' + ends,
    )
    world.git("config", "gpg.program", program)
    world.git("config", "commit.gpgSign", "true")


def test_it_is_signed(world: World) -> None:
    signs(world, "exit 0")
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert "gpgsig -----BEGIN PGP SIGNATURE-----" in world.git("cat-file", "commit", "HEAD")
    assert world.checkpoint()
    assert world.errors() == []


def test_a_signature_that_cannot_be_made(world: World) -> None:
    signs(world, "echo no key >&2; exit 1")
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    assert "git commit failed" in agent.hook("stop")
    assert status(world) == ["?? one.py"]
    world.git("config", "commit.gpgSign", "false")
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.git("show", "--format=", "--name-only", "HEAD").splitlines() == ["one.py", "two.py"]


@pytest.mark.parametrize("more", [False, True])
def test_what_the_agent_staged_itself(world: World, more: bool) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.replace("code.py", "line 3\n", "three\n")
    agent.shell("git mv README.md READ.md && git add one.py code.py")
    if more:
        agent.write("one.py", "1\n2\n")
        agent.replace("code.py", "line 5\n", "five\n")
    agent.stop()
    names = world.git("show", "--format=", "--name-only", "--no-renames", "HEAD").splitlines()
    assert names == ["READ.md", "README.md", "code.py", "one.py"]
    assert status(world) == []


def test_what_a_person_intends_to_add(world: World) -> None:
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "--intent-to-add", "mine.txt")
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert world.git("show", "--format=", "--name-only", "HEAD") == "one.py"
    assert status(world) == [" A mine.txt"]


def test_a_filter(world: World) -> None:
    """As with large files: what is committed is what the filter makes of the file."""
    world.git("config", "filter.upper.clean", "tr a-z A-Z")
    world.git("config", "filter.upper.smudge", "tr A-Z a-z")
    world.repo.write(".gitattributes", "*.up filter=upper\n*.txt text eol=crlf\n")
    world.repo.commit("filters")
    world.agent().turn("Write both", {"one.up": "small\n", "two.txt": "one\r\ntwo\r\n"})
    assert world.git("show", "HEAD:one.up") == "SMALL"
    assert world.git("cat-file", "blob", "HEAD:two.txt") == "one\ntwo"
    assert status(world) == []


def test_a_filter_that_fails(world: World) -> None:
    """What git cannot store is not committed, and that is said; the rest is."""
    world.git("config", "filter.broken.clean", "false")
    world.git("config", "filter.broken.required", "true")
    world.repo.write(".gitattributes", "*.large filter=broken\n")
    world.repo.commit("a filter")
    agent = world.agent()
    agent.prompt("Write both")
    agent.write("one.py", "1\n")
    agent.write("two.large", "2\n")
    assert "git cannot store them: two.large" in agent.hook("stop")
    assert world.git("show", "--format=", "--name-only", "HEAD") == "one.py"
    world.git("config", "filter.broken.clean", "cat")
    world.git("add", "two.large")
    assert world.commit(), "the user's own commit is linked"
    assert status(world) == []


@pytest.mark.parametrize(
    "prompt", ["# A heading", "Signed-off-by: nobody", "Entire-Checkpoint: 0123456789ab"]
)
def test_prompts_that_look_like_something_else(world: World, prompt: str) -> None:
    world.agent().turn(prompt, {"one.py": "1\n"})
    checkpoint = world.checkpoint()
    assert world.git("log", "-1", "--format=%B") == f"{prompt}\n\nEntire-Checkpoint: {checkpoint}\n"
    assert world.stored(checkpoint, "prompt.txt") == prompt


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [("Write\0 one", "Write one"), ("\x1b[31mWrite one", "[31mWrite one"), ("Write \ud800one", "Write one")],
)
def test_prompts_that_no_message_can_contain(world: World, prompt: str, subject: str) -> None:
    agent = world.agent()
    agent.hook("user-prompt-submit", prompt=prompt)
    agent.write("one.py", "1\n")
    agent.stop()
    assert world.git("log", "-1", "--format=%s") == subject
    assert status(world) == []
    assert world.errors() == []


def test_another_encoding_of_messages(world: World) -> None:
    world.git("config", "i18n.commitEncoding", "ISO-8859-1")
    world.agent().turn("Größe 😀", {"one.py": "1\n"})
    assert world.git("log", "-1", "--format=%s", "--encoding=UTF-8") == "Größe 😀"
    assert world.checkpoint()


def test_a_hook_that_rewrites_the_message(world: World) -> None:
    """Without the trailer, the commit is linked by a note."""
    with world.file(".git/hooks/commit-msg").open("a") as file:
        file.write('\necho "By a hook" > "$1"\n')
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.git("log", "-1", "--format=%B") == "By a hook\n"
    agent.turn("Write two", {"two.py": "2\n"})
    assert "Write two" in world.entire("explain", "HEAD")
    assert "Write one" in world.entire("why", "one.py:1")
    assert status(world) == []
    assert world.entire("clean") == "No orphaned items to clean up.\n"


def test_a_hook_that_amends(world: World) -> None:
    with world.file(".git/hooks/post-commit").open("a") as file:
        file.write('\ntest "$SECOND" || SECOND=1 git commit --quiet --amend --no-edit --author="Bot <b@c>"\n')
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.git("log", "-2", "--format=%an %s").splitlines() == ["Bot Write two", "Bot Write one"]
    ids = [world.checkpoint("HEAD~1"), world.checkpoint()]
    assert [world.stored(id, "prompt.txt") for id in ids] == ["Write one", "Write two"]
    assert status(world) == []
    assert world.errors() == []
    assert world.entire("clean") == "No orphaned items to clean up.\n"


def test_a_repository_with_longer_ids(tmp_path: Path) -> None:
    world = make_world(tmp_path, "--object-format=sha256")
    agent = world.agent()
    agent.prompt("Delete it")
    agent.shell("rm code.py")
    agent.stop()
    assert world.git("show", "--format=", "--name-status", "HEAD") == "D\tcode.py"
    refuse_commits(world)
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    assert "lint failed" in agent.hook("stop")
    assert status(world) == ["?? one.py"]
    assert world.errors() == []
