"""What fault injection has found, each with the fault that showed it."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from tests.faults.disturbed import Disturbed, commit, number_of, turn
from tests.scenario.world import World, make_repo
from tests.support import Repo

from entire.core import faults


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.new(tmp_path / "repo")


def owners(world: World, path: str) -> list[str]:
    """Who wrote each line of a file, by the checkpoint of HEAD."""
    loaded = json.loads(world.stored(world.checkpoint(), "lines.json"))
    (ranges,) = [file["lines"] for file in loaded["files"] if file["path"] == path]
    found: dict[int, dict[str, str]] = {}
    for number, spans in ranges.items():
        for span in spans.split(","):
            first, _, last = span.partition("-")
            found |= dict.fromkeys(range(int(first), int(last or first) + 1), loaded["owners"][int(number)])
    return [found[line]["kind"] for line in sorted(found)]


@pytest.mark.parametrize("kind", [faults.KILL, "ENOSPC"])
def test_the_message_stays_when_writing_it_fails(tmp_path: Path, kind: str) -> None:
    disturbed = Disturbed(tmp_path, turn, commit)
    rows = disturbed.play()
    at = next(int(row[0]) for row in rows if row[2:] == ["entire.write", "COMMIT_EDITMSG"])
    disturbed.play(f"{at}:{kind}")
    assert disturbed.world.git("log", "-1", "--format=%s") == "work"


@pytest.mark.parametrize("file", ["one.cursor", "one.json"])
def test_tokens_are_counted_once_when_the_state_is_not_saved(tmp_path: Path, file: str) -> None:
    """The checkpoint is written, then the cursor, then the state: it is written again, with its tokens."""
    disturbed = Disturbed(tmp_path, turn, commit)
    rows, world = disturbed.play(), disturbed.world
    expected = world.session(world.checkpoint())["token_usage"]
    written = number_of(rows, "post-commit", "git update-ref")
    disturbed.play(f"{number_of(rows[written:], 'post-commit', f'{file}.')}:kill")
    checkpoint = world.checkpoint()
    world.agent("one").turn("Write two", {"two.py": "2\n"})
    assert world.session(checkpoint)["token_usage"] == expected
    world.git("add", "two.py")
    assert world.session(world.commit())["token_usage"] == expected


def turn_and_commit(world: World) -> None:
    turn(world)
    commit(world)


def two_turns_and_a_commit(world: World) -> None:
    turn_and_commit(world)
    world.agent("one").turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")


def amend(world: World) -> None:
    world.git("commit", "--quiet", "--amend", "--no-edit")


def usages(world: World, *, late: bool) -> list[dict[str, int]]:
    """Go on after an amended commit. Returns the tokens of its checkpoint, and of the next one."""
    agent, amended = world.agent("one"), world.checkpoint()
    if late:
        agent.say("A record after the commit.")
    agent.turn("Write three", {"three.py": "3\n"})
    world.git("add", "three.py")
    world.commit()
    assert world.session(amended)["checkpoints_count"] == 2
    assert world.session(amended)["files_touched"] == ["one.py", "two.py"]
    return [world.session(checkpoint)["token_usage"] for checkpoint in (amended, world.checkpoint())]


def total(found: list[dict[str, int]]) -> dict[str, int]:
    return {name: sum(usage.get(name, 0) for usage in found) for name in found[0]}


@pytest.mark.parametrize("file", ["one.cursor", "one.json"])
@pytest.mark.parametrize("late", [False, True])
def test_an_amended_commit_counts_once_when_the_state_is_not_saved(
    tmp_path: Path, file: str, late: bool
) -> None:
    """The checkpoint has both turns; the hook is killed before the session knows, and it is done again."""
    disturbed = Disturbed(tmp_path, two_turns_and_a_commit, amend)
    rows, world = disturbed.play(), disturbed.world
    expected = usages(world, late=late)
    written = number_of(rows, "post-commit", "git update-ref")
    disturbed.play(f"{number_of(rows[written:], 'post-commit', f'{file}.')}:kill")
    found = usages(world, late=late)
    assert total(found) == total(expected)
    assert late or found == expected


def note_of_head(world: World) -> str:
    return world.git("log", "-1", "--format=%N", "--notes=refs/notes/entire").strip()


def reword(world: World) -> None:
    world.git("commit", "--quiet", "--amend", "-m", "Other words")


@pytest.mark.parametrize("later", ["prompt", "rewrite"])
def test_a_reworded_commit_keeps_its_link_when_the_hook_is_killed(tmp_path: Path, later: str) -> None:
    disturbed = Disturbed(tmp_path, turn_and_commit, reword)
    rows, world = disturbed.play(), disturbed.world
    assert (expected := note_of_head(world))
    disturbed.play(f"{next(int(row[0]) for row in rows if row[1] == 'post-rewrite')}:kill")
    assert note_of_head(world) == ""
    if later == "prompt":
        world.agent("one").prompt("Write three")
    else:
        world.git("commit", "--quiet", "--amend", "-m", "Yet other words")
    assert note_of_head(world) == expected
    assert not world.file(".git/ENTIRE_REWRITTEN").exists()


def commit_in_a_turn(world: World) -> None:
    agent = world.agent("one")
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    agent.shell("git add . && git commit -qm 'Add one'")
    agent.say("Written.")


def commit_in_a_turn_and_work(world: World) -> None:
    commit_in_a_turn(world)
    world.agent("one").write("two.py", "2\n")
    world.agent("one").say("Done.")


def stop(world: World) -> None:
    with suppress(CalledProcessError):  # killed
        world.agent("one").stop()


def test_the_rest_of_a_turn_is_counted_once(tmp_path: Path) -> None:
    """A stop is killed after it gave the turn's checkpoint the rest of the conversation."""
    disturbed = Disturbed(tmp_path, commit_in_a_turn, stop)
    rows, world = disturbed.play(), disturbed.world
    expected = world.session(world.checkpoint())["token_usage"]
    written = number_of(rows, "stop", "git update-ref")
    for file in ("one.cursor", "one.json"):
        disturbed.play(f"{number_of(rows[written:], 'stop', f'{file}.')}:kill")
        stop(world)
        assert world.session(world.checkpoint())["token_usage"] == expected


def test_the_rest_of_a_turn_is_not_counted_by_the_next_commit(tmp_path: Path) -> None:
    """A stop is killed before it saves the cursor or the state, and a commit comes before anything else."""
    disturbed = Disturbed(tmp_path, commit_in_a_turn_and_work, stop)
    rows, world = disturbed.play(), disturbed.world

    def usages() -> list[dict[str, int]]:
        first = world.checkpoint()
        world.git("add", "two.py")
        return [world.session(checkpoint)["token_usage"] for checkpoint in (first, world.commit())]

    expected = total(usages())
    written = number_of(rows, "stop", "git update-ref")
    for effect in ("git status", "one.cursor.", "one.json."):
        rest = rows[written:] if effect.startswith("one") else rows
        disturbed.play(f"{number_of(rest, 'stop', effect)}:kill")
        assert total(usages()) == expected, effect


def test_a_step_that_was_not_counted_is_not_set_aside(tmp_path: Path) -> None:
    """A stop is killed between the step and the state, and the commit before left no other step there."""
    disturbed = Disturbed(tmp_path, commit_in_a_turn_and_work, stop)
    rows, world = disturbed.play(), disturbed.world
    written = [int(row[0]) for row in rows if row[1] == "stop" and row[3] == "git update-ref"][-1]
    for later in (stop, lambda world: None):
        disturbed.play(f"{number_of(rows[written:], 'stop', 'one.json.')}:kill")
        later(world)
        assert world.git("for-each-ref", "refs/entire/orphaned") == ""
        world.git("add", "two.py")
        assert world.commit()
        assert world.shadows() == []


def test_a_killed_update_leaves_no_record(tmp_path: Path) -> None:
    disturbed = Disturbed(tmp_path, turn, commit)
    rows, world = disturbed.play(), disturbed.world
    updates = world.file(".git/entire-sessions/updates")
    assert os.listdir(updates) == []
    recorded = next(int(row[0]) for row in rows if row[1] == "post-commit" and row[3] == "updates")
    for number in range(recorded + 1, recorded + 6):  # git is running by then, and gets its input
        disturbed.play(f"{number}:kill")
        for name in os.listdir(updates):
            os.utime(updates / name, (0, 0))
        world.agent("one").turn("Write two", {"two.py": "2\n"})
        world.entire("clean", "--force")
        assert os.listdir(updates) == [], rows[number - 1]


def test_after_a_missing_prompt_lines_are_unknown_and_the_prompt_is_known(world: World) -> None:
    """Nobody saw what the work tree was like when the turn began."""
    agent = world.agent("one")
    world.repo.write("one.py", "mine\n")
    agent.record(type="user", message={"role": "user", "content": "Write one"})  # its hook was killed
    agent.write("one.py", "mine\n1\n")
    agent.say("Done.")
    agent.stop()
    state = world.state("one")
    assert state is not None
    assert (state["first_prompt"], state["last_prompt"]) == ("Write one", "Write one")
    agent.turn("Write two", {"two.py": "2\n"})
    state = world.state("one")
    assert state is not None
    assert (state["first_prompt"], state["last_prompt"]) == ("Write one", "Write two")
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py", "two.py"]
    assert owners(world, "one.py") == ["unknown", "unknown"]
    assert owners(world, "two.py") == ["agent"]


def test_edits_after_a_missing_stop_are_not_the_agents(world: World) -> None:
    """A turn whose end nobody reported is saved at the next prompt, when people may have edited its files."""
    agent = world.agent("one")
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.write("other.py", "1\n")
    agent.say("Done.")  # its stop hook was killed
    world.repo.write("one.py", "1\nmine\n")
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py", "other.py", "two.py"]
    assert owners(world, "one.py") == ["agent", "human"]
    assert owners(world, "other.py") == ["agent"]


def two_turns(world: World) -> None:
    agent = world.agent("one")
    agent.turn("First", {"a.py": "1\n"})
    agent.turn("Second", {"a.py": "2\n"})


def rewind(world: World) -> None:
    step = world.git("log", "-1", "--format=%H", "--grep=^First", "--branches=entire/*")
    world.run("entire", "rewind", "--to", step, "--force", check=False)


def test_an_unfinished_file_of_a_killed_rewind_is_not_committed(tmp_path: Path) -> None:
    disturbed = Disturbed(tmp_path, two_turns, rewind)
    rows, world = disturbed.play(), disturbed.world
    assert world.file("a.py").read_text() == "1\n"
    at = next(int(row[0]) for row in rows if row[2:] == ["entire.write", "a.py"])
    disturbed.play(f"{at}:kill")
    assert world.git("status", "--short") == "?? a.py"
    assert world.file("a.py").read_text() == "2\n"


@pytest.mark.parametrize(
    "place", [".claude/settings.json", ".entire/settings.json", ".git/hooks/post-commit"]
)
def test_temporary_files_next_to_files_of_others_are_found(world: World, place: str) -> None:
    left = world.repo.write(f"{place}.123-0123abcd.tmp")
    os.utime(left, (0, 0))
    world.entire("clean", "--force")
    assert not left.exists()


def test_temporary_files_next_to_a_transcript_are_found(world: World) -> None:
    agent = world.agent("one")
    agent.turn("Write one", {"one.py": "1\n"})
    left = Path(f"{agent.transcript}.123-0123abcd.tmp")
    left.touch()
    os.utime(left, (0, 0))
    world.entire("clean", "--force")
    assert not left.exists()


def test_an_unfinished_file_of_a_killed_enable_is_not_committed(tmp_path: Path) -> None:
    world = World(make_repo(tmp_path / "repo"))
    log = tmp_path / "effects"
    world.env[faults.VARIABLE] = f"0:list:{log}"
    world.run("entire", "enable", "--agent", "claude-code")
    rows = [line.split("\t") for line in log.read_text().splitlines()]
    written = [row for row in rows if row[2] == "entire.write" and row[3] in ("settings.json", ".gitignore")]
    assert len(written) == 3
    for number, row in enumerate(written):
        other = World(make_repo(tmp_path / f"repo{number}"))
        log.unlink()
        other.env[faults.VARIABLE] = f"{row[0]}:kill:{log}"
        other.run("entire", "enable", "--agent", "claude-code", check=False)
        assert ".tmp" not in other.git("status", "--short", "--untracked-files=all")


def with_hooks_folder(path: Path, *, linked: bool) -> World:
    """A repository, or a linked worktree, whose hooks are tracked. One has lines of the team."""
    world = World(make_repo(path))
    world.git("config", "core.hooksPath", ".githooks")
    hook = world.repo.write(".githooks/post-commit", "#!/bin/sh\necho team\n")
    hook.chmod(0o755)
    world.git("add", "-A")
    world.git("commit", "--quiet", "--no-verify", "-m", "hooks")
    if not linked:
        return world
    other = path.with_name(f"{path.name}-linked")
    world.git("worktree", "add", "--quiet", "-b", "other", str(other))
    return World(Repo(other))


def effects(world: World, log: Path, *words: str, fault: str = "0:list") -> list[list[str]]:
    log.unlink(missing_ok=True)
    world.env[faults.VARIABLE] = f"{fault}:{log}"
    world.run("entire", *words, check=fault == "0:list")
    del world.env[faults.VARIABLE]
    return [line.split("\t") for line in log.read_text().splitlines()]


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize(
    "words", [("enable", "--agent", "claude-code"), ("disable", "--uninstall", "--force")]
)
def test_an_unfinished_hook_in_a_tracked_folder_is_not_committed(
    tmp_path: Path, linked: bool, words: tuple[str, ...]
) -> None:
    log = tmp_path / "effects"

    def prepared(name: str) -> World:
        world = with_hooks_folder(tmp_path / name, linked=linked)
        if words[0] == "disable":
            world.entire("enable", "--agent", "claude-code")
            with world.file(".githooks/post-commit").open("a") as hook:
                hook.write("echo added\n")
        return world

    rows = effects(prepared("repo"), log, *words)
    written = [row[0] for row in rows if row[2] == "entire.write" and row[3].startswith("post-commit")]
    assert written
    for number in written:
        world = prepared(f"repo{number}")
        effects(world, log, *words, fault=f"{number}:kill")
        assert ".tmp" not in world.git("status", "--short", "--untracked-files=all", "--ignored")
        git_dir = Path(world.git("rev-parse", "--absolute-git-dir"))
        (left,) = git_dir.glob("post-commit*.tmp")
        os.utime(left, (0, 0))
        world.entire("clean", "--force")
        assert not left.exists()


def test_an_uninstall_that_was_killed_at_its_end_is_completed(world: World) -> None:
    world.git("rm", "--quiet", "-r", ".entire")
    world.entire("disable", "--uninstall", "--force")
    world.file(".entire").mkdir()
    world.entire("disable", "--uninstall", "--force")
    assert not world.file(".entire").exists()


def rewound(world: World) -> None:
    two_turns(world)
    rewind(world)


def undo(world: World) -> None:
    world.run("entire", "rewind", "--undo", check=False)


def test_an_undo_that_was_killed_before_the_state_can_be_repeated(tmp_path: Path) -> None:
    disturbed = Disturbed(tmp_path, rewound, undo)
    rows, world = disturbed.play(), disturbed.world
    expected = world.state("one")
    assert expected is not None
    at = next(int(row[0]) for row in rows if row[3].startswith("one.json."))
    disturbed.play(f"{at}:kill")
    undo(world)
    found = world.state("one")
    assert found is not None
    assert (found["checkpoint_count"], found["last_prompt"]) == (2, "Second")
    assert found["files_touched"] == expected["files_touched"]


def test_an_undo_that_cannot_restore_a_file_can_be_repeated(tmp_path: Path) -> None:
    disturbed = Disturbed(tmp_path, rewound, undo)
    rows, world = disturbed.play(), disturbed.world
    assert world.file("a.py").read_text() == "2\n"
    at = next(int(row[0]) for row in rows if row[2:] == ["entire.write", "a.py"])
    disturbed.play(f"{at}:EACCES")
    assert world.file("a.py").read_text() == "1\n"
    undo(world)
    assert world.file("a.py").read_text() == "2\n"
