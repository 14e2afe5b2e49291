"""Files that git cannot store when a turn ends: the step says so, the rest is saved, a rewind leaves them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

FAILING = ("filter.broken.clean", "false"), ("filter.broken.required", "true")


def set_filter(world: World, *pairs: tuple[str, str]) -> None:
    for key, value in pairs:
        world.git("config", key, value)


def break_filter(world: World) -> None:
    set_filter(world, *FAILING)


def mend_filter(world: World) -> None:
    set_filter(world, ("filter.broken.clean", "cat"), ("filter.broken.smudge", "cat"))


def with_attributes(world: World, text: str) -> None:
    world.file(".gitattributes").write_text(text)
    world.file("kept.sec").write_text("kept = 1\n")
    os.utime(world.file("kept.sec"), (1_000_000_000, 1_000_000_000))  # git need not compare its content
    mend_filter(world)
    world.git("add", ".gitattributes", "kept.sec")
    world.git("commit", "--quiet", "-m", "attributes")


def lacks(world: World, commit: str) -> list[str]:
    text = world.git("log", "-1", "--format=%(trailers:key=Entire-Lacks,valueonly)", commit).strip()
    found: list[str] = json.loads(text) if text else []
    return found


def tree(world: World, commit: str) -> set[str]:
    return {name for name in world.names(commit) if not name.startswith(".")}


def start(world: World) -> StandIn:
    with_attributes(world, "*.sec filter=broken\n")
    agent = world.agent()
    agent.start()
    return agent


def test_a_required_filter_fails(world: World) -> None:
    agent = start(world)
    agent.turn("First", {"one.py": "one = 1\n"})
    break_filter(world)
    # The same length: git has to compare contents, and fails.
    agent.turn("Second", {"two.py": "two = 2\n", "kept.sec": "kept = 2\n", "new.sec": "new = 2\n"})
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Second", "First"]
    assert lacks(world, shadow) == ["kept.sec", "new.sec"]
    assert tree(world, shadow) == {"README.md", "kept.sec", "one.py", "two.py"}
    assert world.touched(agent) == ["kept.sec", "new.sec", "one.py", "two.py"]
    # The filter works again: the next step has the files, although the agent did not touch them again.
    mend_filter(world)
    agent.turn("Third", {"three.py": "three = 3\n"})
    assert lacks(world, shadow) == []
    assert world.show("new.sec", shadow) == "new = 2\n"
    assert world.show("kept.sec", shadow) == "kept = 2\n"
    world.git("add", ".")
    checkpoint = world.commit()
    expected = ["kept.sec", "new.sec", "one.py", "three.py", "two.py"]
    assert world.root(checkpoint)["files_touched"] == expected
    world.check_sound()


def test_rewind_leaves_what_a_step_does_not_know(world: World) -> None:
    agent = start(world)
    agent.turn("First", {"one.py": "one = 1\n"})
    break_filter(world)
    agent.turn("Second", {"one.py": "one = 2\n", "kept.sec": "kept = 2\n", "new.sec": "new = 2\n"})
    (shadow,) = world.shadows()
    second = world.git("rev-parse", shadow)
    mend_filter(world)
    agent.turn("Third", {"one.py": "one = 3\n", "kept.sec": "kept = 3\n", "new.sec": "new = 3\n"})
    done = world.entire("rewind", "--to", second)
    assert world.file("one.py").read_text() == "one = 2\n"
    assert world.file("kept.sec").read_text() == "kept = 3\n"
    assert world.file("new.sec").read_text() == "new = 3\n"
    assert "new.sec" in done


def test_rewind_leaves_what_cannot_be_read_now(world: World) -> None:
    """A tracked file that the session never touched, and whose filter fails now."""
    agent = start(world)
    agent.turn("First", {"one.py": "one = 1\n"})
    (shadow,) = world.shadows()
    first = world.git("rev-parse", shadow)
    agent.turn("Second", {"one.py": "one = 2\n"})
    world.file("kept.sec").write_text("mine, longer than before\n")
    break_filter(world)
    world.entire("rewind", "--to", first)
    assert world.file("one.py").read_text() == "one = 1\n"
    assert world.file("kept.sec").read_text() == "mine, longer than before\n"


def test_a_commit_links_a_file_that_no_step_has(world: World) -> None:
    agent = start(world)
    break_filter(world)
    agent.turn("First", {"new.sec": "new = 1\n", "one.py": "one = 1\n"})
    mend_filter(world)
    world.git("add", "new.sec")
    checkpoint = world.commit()
    assert world.root(checkpoint)["files_touched"] == ["new.sec"]
    assert world.touched(agent) == ["one.py"]


def test_a_commit_without_it_keeps_it_waiting(world: World) -> None:
    agent = start(world)
    break_filter(world)
    agent.turn("First", {"new.sec": "new = 1\n", "one.py": "one = 1\n"})
    world.git("-c", "filter.broken.clean=cat", "add", "one.py")
    world.commit()
    assert world.touched(agent) == ["new.sec"]
    (shadow,) = world.shadows()
    assert lacks(world, shadow) == ["new.sec"]
    mend_filter(world)
    world.git("add", "new.sec")
    checkpoint = world.commit()
    assert world.root(checkpoint)["files_touched"] == ["new.sec"]


def test_many_files_of_a_failing_filter_do_not_keep_out_others(world: World) -> None:
    agent = start(world)
    break_filter(world)
    many = {f"a{number:02}.sec": "x\n" for number in range(40)}
    agent.turn("First", {**many, "z.py": "z = 1\n"})
    (shadow,) = world.shadows()
    assert "z.py" in tree(world, shadow)
    assert lacks(world, shadow) == sorted(many)


def _no_lfs(world: World) -> None:
    set_filter(
        world,
        ("filter.lfs.clean", "git-lfs-is-not-installed clean -- %f"),
        ("filter.lfs.process", "git-lfs-is-not-installed filter-process"),
        ("filter.lfs.required", "true"),
    )


def _fifo(world: World) -> None:
    world.file("odd").unlink()
    os.mkfifo(world.file("odd"))


def _directory(world: World) -> None:
    world.file("odd").unlink()
    world.git("init", "--quiet", str(world.file("odd")))


ODD: dict[str, tuple[str, Callable[[World], None]]] = {
    "git-lfs is missing": ("odd filter=lfs\n", _no_lfs),
    "an encoding that does not exist": ("odd working-tree-encoding=NO-SUCH\n", lambda world: None),
    "an encoding that does not fit": ("odd working-tree-encoding=UTF-16\n", lambda world: None),
    "a pipe": ("", _fifo),
    "a repository": ("", _directory),
}


@pytest.mark.parametrize("kind", sorted(ODD))
def test_odd_files(world: World, kind: str) -> None:
    attributes, make = ODD[kind]
    world.file("odd").write_text("odd = 1\n")
    world.git("add", "odd")
    world.git("commit", "--quiet", "-m", "odd")
    agent = world.agent()
    agent.start()
    agent.prompt("Work")
    agent.write("odd", "odd = two\n")
    agent.write("one.py", "one = 1\n")
    if attributes:
        world.file(".gitattributes").write_text(attributes)
    make(world)
    agent.say("Done.")
    agent.stop()
    assert not world.errors()
    (shadow,) = world.shadows()
    assert world.show("one.py", shadow) == "one = 1\n"
    assert world.run("entire", "rewind", "--to", shadow, check=False).returncode == 0
    assert os.path.lexists(world.file("odd"))
    assert world.file("one.py").read_text() == "one = 1\n"
    if world.file("odd").is_file():
        assert world.file("odd").read_text() == "odd = two\n"


def without_privileges(world: World) -> bool:
    """Let `entire` run without root's right to read everything; return whether that works."""
    real = world.run("sh", "-c", "command -v entire").stdout.strip()
    limited = "exec setpriv --bounding-set=-dac_override,-dac_read_search" if os.geteuid() == 0 else "exec"
    wrapper = world.repo.path.parent / "bin" / "entire"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\n{limited} "{real}" "$@"\n')
    wrapper.chmod(0o755)
    world.env["PATH"] = f"{wrapper.parent}:{world.env['PATH']}"
    return world.run("entire", "--version", check=False).returncode == 0


def test_a_file_that_may_not_be_read(world: World) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    world.file("kept").write_text("1\n")
    world.git("add", "kept")
    world.git("commit", "--quiet", "-m", "kept")
    agent = world.agent()
    agent.start()
    agent.prompt("Work")
    agent.write("kept", "two\n")
    agent.write("new", "new\n")
    agent.write("one.py", "one = 1\n")
    for name in ("kept", "new"):
        world.file(name).chmod(0)
    agent.stop()
    (shadow,) = world.shadows()
    assert world.show("one.py", shadow) == "one = 1\n"
    assert lacks(world, shadow) == ["kept", "new"]
    first = world.git("rev-parse", shadow)
    for name in ("kept", "new"):
        world.file(name).chmod(0o644)
    agent.turn("More", {"two.py": "two = 2\n"})
    assert world.show("new", shadow) == "new\n"
    world.entire("rewind", "--to", first)
    assert not world.file("two.py").exists()
    assert world.file("kept").read_text() == "two\n"
    assert world.file("new").read_text() == "new\n"
    assert not world.errors()
