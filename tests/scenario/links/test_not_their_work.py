"""A link says where work comes from: it is not added for chance, for work thrown away, or against a wish."""

from __future__ import annotations

import json

import pytest
from tests.scenario.links.test_kept_links import FILES, links, noted, write
from tests.scenario.world import World


def commit(world: World, files: dict[str, str], message: str = "Mine") -> None:
    for name, text in files.items():
        world.repo.write(name, text)
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", message)


def remove_link(world: World) -> None:
    subject = world.git("log", "-1", "--format=%s")
    world.git("commit", "--quiet", "--amend", f"--message={subject}")


@pytest.mark.parametrize(
    "then", [["checkout", "--quiet", "-b", "other"], ["reset", "--quiet"], ["pull", "--quiet", "--rebase"]]
)
def test_a_link_that_was_removed_stays_removed_wherever_head_goes(world: World, then: list[str]) -> None:
    if then[0] == "pull":
        upstream = str(world.repo.path.parent / "up.git")
        world.git("clone", "--quiet", "--bare", ".", upstream)
        world.git("remote", "add", "origin", upstream)
        world.git("fetch", "--quiet")
        world.git("branch", "--quiet", "--set-upstream-to=origin/main")
    write(world, "one.py", live=True)
    remove_link(world)
    if then[0] == "pull":
        world.git("checkout", "--quiet", "-b", "theirs", "origin/main")
        commit(world, {"theirs.txt": "theirs\n"})
        world.git("push", "--quiet", "origin", "theirs:main")
        world.git("checkout", "--quiet", "main")
    world.git(*then)
    world.entire("status")
    assert noted(world) == []
    assert links(world) == set()


def test_a_commit_that_names_a_missing_one_stops_nothing(world: World) -> None:
    [checkpoint] = write(world, "one.py", live=False)
    tip = world.git("rev-parse", "HEAD")
    world.git("reset", "--quiet", "--soft", "HEAD~1")
    world.git("commit", "--quiet", "-m", "In other words")
    again = world.git("rev-parse", "HEAD")
    missing = "1" * len(tip)
    commit(world, {"z.txt": "z\n"}, f"Z\n\n(cherry picked from commit {missing})")
    commit(world, {"z.txt": "zz\n"}, f"Back\n\nThis reverts commit {missing}.")
    assert links(world, again) == {checkpoint}
    assert links(world) == links(world, "HEAD~1") == set()


@pytest.mark.parametrize(
    ("before", "agents", "persons"),
    [
        (
            {},
            {"pkg/__init__.py": "", "pkg/core.py": FILES["one.py"]},
            {"pkg/__init__.py": "", "other.py": "x = 5\n"},
        ),
        ({"VERSION": "1.0.0\n"}, {"VERSION": "1.1.0\n", "core.py": FILES["one.py"]}, {"VERSION": "1.1.0\n"}),
        ({"VERSION": "1.0.0\n"}, {"VERSION": "1.1.0\n"}, {"VERSION": "1.1.0\n"}),
        (
            {},
            {"LICENSE": "Permission is hereby granted, free of charge\n" * 9, "core.py": FILES["one.py"]},
            {"LICENSE": "Permission is hereby granted, free of charge\n" * 9, "x.py": "x = 5\n"},
        ),
    ],
    ids=["empty", "tiny", "tiny and alone", "boilerplate"],
)
def test_the_same_content_by_chance(
    world: World, before: dict[str, str], agents: dict[str, str], persons: dict[str, str]
) -> None:
    commit(world, {"readme.md": "# It\n", **before})
    world.git("checkout", "--quiet", "-b", "feature")
    agent = world.agent()
    agent.turn("Write it", agents)
    world.git("add", "-A")
    assert world.commit()
    agent.end()
    world.git("checkout", "--quiet", "main")
    commit(world, persons)
    assert links(world) == set()


def test_a_bump_that_was_reset_and_committed_again(world: World) -> None:
    """The reflog says that it is the same work, however small."""
    commit(world, {"VERSION": "1.0.0\n"})
    world.agent().turn("Bump it", {"VERSION": "1.1.0\n"})
    world.git("add", "-A")
    made = world.commit()
    world.git("reset", "--quiet", "--soft", "HEAD~1")
    world.git("commit", "--quiet", "-m", "In other words")
    assert links(world) == {made}


def test_work_that_was_thrown_away(world: World) -> None:
    commit(world, {"config.ini": "[server]\nhost = here\n"})
    agent = world.agent()
    agent.turn("Set it", {"config.ini": "[server]\nhost = here\ntimeout = 30\n"})
    world.git("add", "-A")
    assert world.commit()
    agent.end()
    world.git("reset", "--quiet", "--hard", "HEAD~1")
    note = "# no timeout here: the proxy has one, see wiki page 7\n"
    commit(world, {"config.ini": "[server]\nhost = here\n" + note})
    assert links(world) == set()


@pytest.mark.parametrize(
    ("agents", "persons"),
    [
        (
            {"app.py": "import flask\nimport requests\nimport pytest\n"},
            {"requirements.txt": "flask\nrequests\npytest\n"},
        ),
        (
            {"lib/util.py": "import os\nimport sys\n\n\ndef size(path):\n    return os.stat(path).st_size\n"},
            {"tools/util.py": "import os\nimport sys\n\n\ndef run(path):\n    os.execv(path, [])\n"},
        ),
    ],
)
def test_a_file_of_a_person_that_only_imports_the_same(
    world: World, agents: dict[str, str], persons: dict[str, str]
) -> None:
    world.agent().turn("Write it", agents)
    for name in agents:
        world.file(name).unlink()
    for name, text in persons.items():
        world.repo.write(name, text)
    world.git("add", "-A")
    assert world.commit_at_terminal() == ""
    assert links(world) == set()


@pytest.mark.parametrize("live", [True, False], ids=["live", "over"])
def test_a_cherry_pick_of_a_commit_that_was_unlinked(world: World, live: bool) -> None:
    world.git("branch", "other")
    [checkpoint] = write(world, "one.py", live=live)
    world.entire("unlink", "HEAD")
    world.git("checkout", "--quiet", "other")
    commit(world, {"mine.txt": "mine\n"})
    world.git("cherry-pick", "main")
    assert links(world) == set()
    world.entire("link", "HEAD", checkpoint)
    world.git("checkout", "--quiet", "-b", "third", "HEAD~1")
    commit(world, {"mine.txt": "mine, too\n"})
    world.git("cherry-pick", "other")
    assert links(world) == {checkpoint}


def unlinked(world: World) -> list[str]:
    return [found["commit"] for found in json.loads(world.entire("status", "--json"))["unlinked"]]


def test_commits_from_before_the_session_are_not_named(world: World) -> None:
    """HEAD came by a rebase: no move says that the session's base was made here."""
    upstream = str(world.repo.path.parent / "up.git")
    world.git("clone", "--quiet", "--bare", ".", upstream)
    world.git("remote", "add", "origin", upstream)
    world.git("checkout", "--quiet", "-b", "theirs")
    commit(world, {"theirs.txt": "theirs\n"})
    world.git("push", "--quiet", "origin", "theirs:main")
    world.git("checkout", "--quiet", "main")
    commit(world, {"a.py": "a = 1\n"})
    world.git("pull", "--quiet", "--rebase", "origin", "main")
    agent = world.agent()
    agent.turn("Change it", {"a.py": "a = 2\n"})
    agent.turn("Undo it", {"a.py": "a = 1\n"})
    assert unlinked(world) == []


def test_what_a_person_does_to_a_file_that_was_committed_is_not_named(world: World) -> None:
    agent = world.agent()
    agent.turn("Write them", {"a.py": FILES["one.py"], "b.py": FILES["two.py"]})
    world.git("add", "a.py")
    assert world.commit()
    world.repo.write("a.py", "mine = 'and nothing else'\n")
    world.git("add", "a.py")
    assert world.commit_at_terminal() == ""
    assert unlinked(world) == []
    assert "unlinked_work" not in world.doctor("--json")
    world.git("add", "b.py")
    assert world.commit()


def test_a_link_that_is_not_wanted(world: World) -> None:
    world.agent().turn("Write it", {"a.py": FILES["one.py"]})
    world.repo.write("a.py", "mine = 'and nothing else'\n")
    world.git("add", "-A")
    assert world.commit_at_terminal() == ""
    head = world.git("rev-parse", "HEAD")
    assert unlinked(world) == [head]
    out = world.entire("unlink", "HEAD")
    assert out.startswith(f"{head[:7]} stays without a link.   undo: entire link {head[:7]} ")
    assert unlinked(world) == []
    assert "unlinked_work" not in world.doctor("--json")
    world.entire(*out.split("undo: entire ")[1].split())
    assert len(links(world)) == 1
    world.check_sound()
