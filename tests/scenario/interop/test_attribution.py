"""Owners of lines where the reference took some of the steps, or left the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.scenario.interop.reference import Reference
from tests.scenario.world import World

from entire.checkpoint.temporary.read import first_parents
from entire.core.json_text import decode
from entire.git.objects.read import LARGEST, Object, Objects
from entire.git.repository import Repository, open_repository
from entire.session.store import ENDED_DIR, Store
from entire.strategy.reference.steps import Known, snapshots
from entire.strategy.turn.conversation import Conversation

SIX = "".join(f"value_{n} = compute_the_value({n})\n" for n in range(6))
MORE = "".join(f"other_{n} = derive_the_other({n})\n" for n in range(4))


def commit(world: World) -> str:
    world.git("add", "-A")
    found = world.commit_at_terminal()
    assert found
    return found


def measured(world: World, checkpoint: str) -> dict[str, Any]:
    found: dict[str, Any] = world.session(checkpoint)["initial_attribution"]
    return found


def owners(world: World, path: str) -> list[str]:
    """Who each line of a file belongs to, by `entire blame`."""
    found: dict[str, Any] = decode(world.entire("blame", path, "--json"))
    return [line["who"] for line in found["lines"]]


def test_a_step_of_the_reference_is_its_agents_work(world: World) -> None:
    Reference(world).turn("Write the values", {"values.py": SIX})
    found = measured(world, commit(world))
    assert (found["agent_lines"], found["agent_percentage"]) == (6, 100)
    assert owners(world, "values.py") == ["agent"] * 6
    asked = decode(world.entire("why", "values.py:2", "--json"))
    assert asked["prompts"][0] == "Write the values"
    world.check_sound()


def test_a_step_of_the_reference_keeps_what_our_steps_know(world: World) -> None:
    ours = world.agent()
    ours.turn("Write the values", {"values.py": SIX})
    theirs = Reference(world, ours.session_id)
    theirs.turn("Write the others", {"others.py": MORE})
    found = measured(world, commit(world))
    assert (found["agent_lines"], found["human_added"]) == (10, 0)
    assert owners(world, "values.py") == ["agent"] * 6
    assert decode(world.entire("why", "values.py:1", "--json"))["prompts"][0] == "Write the values"
    assert decode(world.entire("why", "others.py:1", "--json"))["prompts"][0] == "Write the others"


def test_our_step_on_top_of_the_references_keeps_its_work(world: World) -> None:
    theirs = Reference(world)
    theirs.turn("Write the values", {"values.py": SIX})
    world.file("values.py").write_text("# written by hand, before the second prompt\n" + SIX)
    ours = world.agent(theirs.session_id)
    ours.turn("Write the others", {"others.py": MORE})
    found = measured(world, commit(world))
    assert (found["agent_lines"], found["human_added"]) == (10, 1)
    assert owners(world, "values.py") == ["human", *["agent"] * 6]


def test_people_keep_what_the_reference_counted_as_theirs(world: World) -> None:
    """What was dirty before the first prompt, a file that only a person edits, and one that both did."""
    world.file("mine.txt").write_text("mine, before the session\n")
    theirs = Reference(world)
    theirs.turn("Write the values", {"values.py": SIX})
    world.file("both.py").write_text("by_hand = here_is_what_a_person_wrote()\n")
    theirs.prompt("Write the others")
    world.file("both.py").write_text("by_hand = here_is_what_a_person_wrote()\n" + MORE)
    theirs.use("Edit", file_path=str(world.file("both.py")), old_string="x", new_string="y")
    theirs.stop()
    found = measured(world, commit(world))
    assert found["total_committed"] == 6 + 1 + 5
    assert found["agent_lines"] == 6 + 4
    assert found["agent_lines"] + found["human_added"] + found["human_modified"] == found["total_committed"]
    assert owners(world, "values.py") == ["agent"] * 6
    assert owners(world, "mine.txt")[0] != "agent"
    assert "human" not in owners(world, "both.py")  # its counts do not say which lines: never a wrong name


def test_a_file_that_a_person_wrote_whole_is_the_persons(world: World) -> None:
    """The reference lists it as touched, but its count says that the agent added nothing to it."""
    theirs = Reference(world)
    theirs.turn("Write the values", {"values.py": SIX})
    world.file("others.py").write_text(MORE)
    theirs.turn("Look at the others, and write more", {"more.py": "one = the_first_of_them()\n"})
    state = theirs.state()
    theirs.save(state | {"files_touched": [*state["files_touched"], "others.py"]})
    commit(world)
    assert owners(world, "others.py") == ["human"] * 4
    assert owners(world, "more.py") == ["agent"]


def test_a_prompt_of_the_reference_and_a_stop_of_ours(world: World) -> None:
    """Its state says how many lines people had; what the agent's tool reports says which ones."""
    first = Reference(world)
    first.turn("Write the values", {"values.py": SIX})
    world.file("values.py").write_text(SIX + "by_hand = here_is_what_a_person_wrote()\n")
    world.file("mine.txt").write_text("mine, before the prompt\n")
    first.prompt("Write the others")
    ours = world.agent(first.session_id)
    ours.write("others.py", MORE)
    ours.write("values.py", world.file("values.py").read_text() + "by_agent = what_the_agent_adds()\n")
    ours.say("Done.")
    ours.stop()
    commit(world)
    assert owners(world, "others.py") == ["agent"] * 4
    assert owners(world, "values.py") == [*["agent"] * 6, "human", "agent"]
    assert owners(world, "mine.txt") != ["agent"]


def test_what_a_commit_leaves_out_keeps_the_references_owners(world: World) -> None:
    Reference(world).turn("Write both", {"one.py": SIX, "two.py": MORE})
    world.git("add", "one.py")
    world.commit_at_terminal()
    found = measured(world, commit(world))
    assert (found["agent_lines"], found["agent_percentage"]) == (4, 100)
    assert owners(world, "two.py") == ["agent"] * 4


def test_what_the_reference_carried_forward_is_its_agents(world: World) -> None:
    theirs = Reference(world)
    theirs.turn("Write both", {"one.py": SIX, "two.py": MORE})
    theirs.condense(["one.py"])
    found = measured(world, commit(world))
    assert (found["agent_lines"], found["agent_percentage"]) == (4, 100)
    assert owners(world, "two.py") == ["agent"] * 4


def two_sessions_of_the_reference(world: World) -> Reference:
    """The second one's step has what a person did meanwhile; the commit has nothing of that session."""
    world.file("mine.txt").write_text("mine, from before\n")
    world.repo.commit("before")
    Reference(world).turn("Write the values", {"values.py": SIX})
    second = Reference(world)
    second.prompt("Write the others")
    world.file("mine.txt").write_text("mine, from before\nmine, written by hand\n")
    second.write("others.py", MORE)
    second.stop()
    return second


def test_steps_of_a_session_that_is_not_in_the_commit(world: World) -> None:
    two_sessions_of_the_reference(world)
    world.git("add", "values.py", "mine.txt")
    world.commit_at_terminal()
    assert owners(world, "values.py") == ["agent"] * 6
    assert owners(world, "mine.txt")[1] == "human"
    commit(world)
    assert owners(world, "others.py") == ["agent"] * 4
    world.check_sound()


def test_steps_of_a_session_without_a_state_are_nobodys(world: World) -> None:
    two_sessions_of_the_reference(world).state_path.unlink()
    world.git("add", "--all")
    world.commit_at_terminal()
    assert owners(world, "values.py") == ["agent"] * 6
    assert owners(world, "mine.txt")[1] == "unknown"
    assert owners(world, "others.py") == ["unknown"] * 4


def test_work_of_an_ended_session_names_its_agent(world: World) -> None:
    """The session does not take part in the commit, but its lines do."""
    Reference(world).turn("Write the values", {"values.py": SIX})
    second = Reference(world)
    second.turn("Write more", {"values.py": SIX + MORE})
    ended = second.state_path.parent / ENDED_DIR
    ended.mkdir(exist_ok=True)
    second.state_path.rename(ended / second.state_path.name)
    commit(world)
    found: dict[str, Any] = decode(world.entire("blame", "values.py", "--json"))
    assert {line["session_id"] for line in found["lines"][6:]} == {second.session_id}
    assert {turn["agent"] for turn in found["turns"]} == {"Claude Code"}


class Counting(Objects):
    """Knows what it read."""

    def __init__(self, repo: Repository) -> None:
        super().__init__(repo)
        self.asked: list[str] = []

    def read_many(self, names: Iterable[str], limit: int = LARGEST) -> Iterator[Object | None]:
        wanted = list(names)
        self.asked += wanted
        return super().read_many(wanted, limit)

    def read(self, name: str, limit: int = LARGEST) -> Object | None:
        self.asked.append(name)
        return super().read(name, limit)


def test_many_steps_are_read_once(world: World) -> None:
    """Each step stores the whole transcript: the last one is enough. All steps are numbered in one walk."""
    theirs = Reference(world)
    for number in range(6):
        theirs.turn(f"Write part {number}", {f"part_{number}.py": SIX})
    repo = open_repository(str(world.repo.path))
    state = Store(repo).load(theirs.session_id)
    assert state is not None
    conversation = Conversation(repo, Store(repo), state)
    conversation.read()
    objects = Counting(repo)
    with objects:
        tip = objects.commit(f"refs/heads/{theirs.shadow(theirs.state())}")
        assert tip is not None
        steps = [commit.oid for commit in first_parents(objects, tip.oid)]
        copies = {world.git("rev-parse", f"{oid}:{theirs.folder}/full.jsonl") for oid in steps}
        objects.asked.clear()
        found = snapshots(repo, objects, tip, [Known(state, conversation)])
    assert [one.owner["turn"] for one in found[1:]] == [1, 2, 3, 4, 5, 6]
    assert len(copies) == 6
    assert sum(name in copies for name in objects.asked) == 1
    assert sum(name in steps for name in objects.asked) <= 3 * len(steps)
