"""Whose each line is, from the hooks to `entire blame` and `entire why`."""

from __future__ import annotations

import json

from tests.scenario.ways import COMMITS
from tests.scenario.world import World

ONE, TWO = "Write the greeting", "Make it polite"


def owners(world: World, path: str) -> dict[str, str]:
    """For each line of a file its owner: a prompt, `human` or `unknown`."""
    told = json.loads(world.entire("blame", path, "--json"))
    prompts = {(turn["session_id"], turn["turn"]): turn["prompt"] for turn in told["turns"]}
    return {
        line["text"]: prompts.get((line["session_id"], line["turn"]), line["who"]) for line in told["lines"]
    }


def attribution(world: World, checkpoint: str) -> tuple[int, int, int]:
    """Lines of agents, of people, and in all."""
    found = world.session(checkpoint)["initial_attribution"]
    return found["agent_lines"], found["human_added"] + found["human_modified"], found["total_committed"]


def write(world: World, path: str, *lines: str) -> dict[str, str]:
    return {path: "".join(f"{line}\n" for line in lines)}


def edit(world: World, path: str, *lines: str) -> None:
    world.repo.write(path, write(world, path, *lines)[path])


def test_over_three_prompts_by_two_agents_and_a_person(world: World) -> None:
    """Then amended, rebased and moved: the right prompt for every line."""
    first, second = world.agent(), world.agent()
    edit(world, "greet.py", "found")
    first.turn(ONE, write(world, "greet.py", "found", "hello one", "hello two"))
    edit(world, "greet.py", "found", "hello one", "mine in between", "hello two")
    second.turn(TWO, write(world, "greet.py", "found", "please", "hello one", "mine in between", "hello two"))
    first.turn(
        "Say goodbye",
        write(world, "greet.py", "found", "please", "hello one", "mine in between", "hello two", "bye"),
    )
    edit(
        world,
        "greet.py",
        "found",
        "please",
        "hello one",
        "mine in between",
        "hello two",
        "bye",
        "mine at last",
    )
    world.git("add", "-A")
    checkpoint = world.commit()
    expected = {
        "found": "unknown",
        "please": TWO,
        "hello one": ONE,
        "mine in between": "human",
        "hello two": ONE,
        "bye": "Say goodbye",
        "mine at last": "human",
    }
    assert owners(world, "greet.py") == expected
    assert attribution(world, checkpoint) == (4, 3, 7)

    edit(world, "other.txt", "meanwhile")
    world.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    world.git("add", "other.txt")
    world.git("commit", "--quiet", "-m", "Meanwhile")
    world.git("checkout", "--quiet", "main")
    world.git("commit", "--quiet", "--amend", "-m", "Greet, in other words")
    world.git("rebase", "--quiet", "side")
    assert owners(world, "greet.py") == expected
    world.repo.path.joinpath("lib").mkdir()
    world.git("mv", "greet.py", "lib/hello.py")
    world.git("commit", "--quiet", "-m", "Move it")
    assert owners(world, "lib/hello.py") == expected
    why = world.entire("why", "lib/hello.py:2")
    assert TWO in why
    assert second.session_id in why
    world.check_sound()


def test_a_commit_in_pieces(world: World) -> None:
    agent = world.agent()
    agent.turn(ONE, write(world, "one.py", "one") | write(world, "two.py", "two a", "two b"))
    edit(world, "two.py", "two a", "mine", "two b")
    agent.turn(TWO, write(world, "two.py", "two a", "mine", "two b", "two c"))
    state = world.state(agent.session_id)
    assert state is not None
    assert [part["user_lines_added"] for part in state["prompt_attributions"]] == [0, 1]
    assert state["prompt_attributions"][1] == {
        "checkpoint_number": 2,
        "user_lines_added": 1,
        "user_lines_removed": 0,
        "agent_lines_added": 2,
        "agent_lines_removed": 0,
        "user_added_per_file": {"two.py": 1},
    }
    world.git("add", "one.py")
    first = world.commit()
    world.git("add", "two.py")
    second = world.commit()
    assert owners(world, "one.py") == {"one": ONE}
    assert owners(world, "two.py") == {"two a": ONE, "mine": "human", "two b": ONE, "two c": TWO}
    assert attribution(world, first) == (1, 0, 1)
    assert attribution(world, second) == (3, 1, 4)


@COMMITS
def test_a_commit_within_a_turn(world: World) -> None:
    edit(world, "mine.txt", "mine before")
    agent = world.agent()
    agent.start()
    agent.prompt(ONE)
    agent.write("one.py", "one\n")
    world.git("add", "-A")
    checkpoint = world.commit()
    agent.write("one.py", "one\nand two\n")
    agent.stop()
    assert owners(world, "one.py")["one"] == ONE
    assert owners(world, "mine.txt") == {"mine before": "unknown"}
    assert attribution(world, checkpoint) == (1, 1, 2)
    world.git("add", "-A")
    world.commit()
    assert owners(world, "one.py") == {"one": ONE, "and two": ONE}


@COMMITS
def test_an_amended_commit_keeps_what_it_knew(world: World) -> None:
    agent = world.agent()
    agent.turn(ONE, write(world, "one.py", "one", "two"))
    world.git("add", "-A")
    checkpoint = world.commit()
    agent.turn(TWO, write(world, "one.py", "one", "and", "two"))
    edit(world, "one.py", "one", "and", "two", "mine")
    world.git("add", "-A")
    amended = world.checkpoint()
    assert (amended == checkpoint) != world.way.makes_commits, "a turn is a commit of its own"
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == amended
    assert owners(world, "one.py") == {"one": ONE, "and": TWO, "two": ONE, "mine": "human"}
    assert attribution(world, amended) == ((1, 1, 2) if world.way.makes_commits else (3, 1, 4))


def test_an_amended_commit_of_two_agents(world: World) -> None:
    """Each session has a record of the commit; only one of them knows what was amended."""
    first, second = world.agent("a"), world.agent("b")
    first.turn(ONE, write(world, "one.py", "hello"))
    second.turn(TWO, write(world, "two.py", "please"))
    world.git("add", "-A")
    checkpoint = world.commit()
    first.turn("Say goodbye", write(world, "one.py", "hello", "bye"))
    world.git("add", "-A")
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == checkpoint
    assert owners(world, "one.py") == {"hello": ONE, "bye": "Say goodbye"}
    assert owners(world, "two.py") == {"please": TWO}


def test_work_of_a_turn_that_is_amended_without_a_link(world: World) -> None:
    """Not a person's, though a person amended, in a commit that has another link."""
    agent = world.agent()
    agent.turn(ONE, write(world, "one.py", "one", "two"))
    world.git("add", "-A")
    checkpoint = world.commit()
    edit(world, "mine.txt", "mine")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Mine")
    world.entire("link", "HEAD", checkpoint)
    agent.turn(TWO, write(world, "one.py", "one", "two", "three"))
    world.git("add", "-A")
    editor = "core.editor=sed -i -e /^Entire-Checkpoint:/d"
    world.git("-c", editor, "commit", "--quiet", "--amend", "--edit")
    assert owners(world, "one.py")["three"] in ("unknown", TWO)


@COMMITS
def test_nothing_but_deletions(world: World) -> None:
    agent = world.agent()
    agent.turn(ONE, write(world, "one.py", "one", "two", "three"))
    world.git("add", "-A")
    world.commit()
    agent.turn(TWO, write(world, "one.py", "one"))
    world.git("add", "-A")
    checkpoint = world.commit()
    assert attribution(world, checkpoint) == (0, 0, 0)
    measured = world.session(checkpoint)["initial_attribution"]
    assert measured["agent_percentage"] == 0
    assert (measured["agent_removed"], measured["total_removed"]) == (2, 2)
    newest, first = json.loads(world.entire("explain", "--json"))["checkpoints"]
    assert (newest["agent_percentage"], newest["agent_share"]) == (0, 100)
    assert (first["agent_percentage"], first["agent_share"]) == (100, 100)
    assert json.loads(world.entire("explain", checkpoint, "--json"))["line_counts"]["agent_removed"] == 2


@COMMITS
def test_nothing_but_deletions_squashed(world: World) -> None:
    agent = world.agent()
    agent.turn(ONE, write(world, "one.py", "one", "two", "three", "four", "five"))
    world.git("add", "-A")
    world.commit()
    for number, words in enumerate((("one", "two", "three"), ("one",))):
        agent.turn(f"Shorten {number}", write(world, "one.py", *words))
        world.git("add", "-A")
        world.commit()
    world.git("reset", "--quiet", "--soft", "HEAD~2")
    world.commit()
    found = json.loads(world.entire("explain", world.repo.head, "--json"))
    parts = [found["line_counts"], *(one["line_counts"] for one in found["others"])]
    assert [(one["agent_removed"], one["total_removed"]) for one in parts] == [(2, 2), (2, 2)]
    total = found["total"]["line_counts"]
    assert (total["agent_lines"], total["agent_removed"], total["total_removed"]) == (0, 4, 4)


@COMMITS
def test_an_unknown_owner_says_why(world: World) -> None:
    edit(world, "one.py", "found")
    agent = world.agent()
    agent.turn(ONE, write(world, "one.py", "found", "one"))
    world.git("add", "-A")
    world.commit()
    [line] = [line for line in json.loads(world.entire("blame", "one.py", "--json"))["lines"] if line["why"]]
    assert (line["text"], line["who"], line["why"]) == ("found", "unknown", "before")
    assert "Note: already uncommitted when the session started" in world.entire("why", "one.py:1")


def test_a_save_that_an_editor_reports_when_nobody_works(world: World) -> None:
    edit(world, "one.py", "mine")
    assert world.entire("edited", "one.py") == ""
    assert not list(world.repo.path.glob(".entire/tmp/edited-*"))
    refused = world.run("entire", "edited", "/etc/hosts", check=False)
    assert refused.returncode == 0  # no agent works here
    agent = world.agent()
    agent.prompt(ONE)
    world.entire("edited", "one.py", "missing.py")
    assert len(list(world.repo.path.glob(".entire/tmp/edited-*"))) == 1
    assert world.entire("edited", "/etc/hosts", "one.py") == ""
    assert len(list(world.repo.path.glob(".entire/tmp/edited-*"))) == 2
    world.check_sound()
