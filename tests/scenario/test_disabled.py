"""What commands print and how they exit: one table of all of them.

0: shown. 1: not found, or problems found. With `--json`, standard output is JSON or empty. In a disabled
repository, commands that change nothing do the same as before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import click
import pytest
from tests.scenario.world import World

from entire.cli.main import entire


class Row(NamedTuple):
    words: str
    code: int = 0
    off: int | None = None  # the code in a disabled repository, if it is another one


# By command. Those that change something have only rows in which they do not.
TABLE: dict[str, list[Row]] = {
    "status": [Row("status")],
    "explain": [
        Row("explain"),
        Row("explain HEAD"),
        Row("explain zz", 1),
        Row("explain --session zz", 1),
        Row("explain --checkpoint zz", 1),
        Row("explain --commit zz", 1),
    ],
    "search": [Row("search one"), Row("search zzz", 1)],
    "why": [Row("why one.py:1"), Row("why one.py:99", 1), Row("why no.py:1", 1)],
    "blame": [Row("blame one.py"), Row("blame no.py", 1), Row("blame one.py -L 50,60", 1)],
    "export": [Row("export HEAD --format md -o -"), Row("export zz --format md -o -", 1)],
    "stats": [Row("stats"), Row("stats --standing"), Row("stats zz..HEAD", 1)],
    "rewind": [Row("rewind --list"), Row("rewind --to HEAD --dry-run"), Row("rewind --to zzzz --dry-run", 1)],
    "resume": [Row("resume")],
    "session list": [Row("session list --all")],
    "session show": [Row("session show"), Row("session show zz", 1)],
    "agent list": [Row("agent list")],
    "agent check": [Row("agent check claude-code"), Row("agent check zz", 1)],
    "doctor": [Row("doctor", 0, off=1)],  # it finds that entire is disabled
    "clean": [Row("clean")],
    "du": [Row("du")],
    "gc": [Row("gc")],
    "relink": [Row("relink")],
    "import": [Row("import --dry-run"), Row("import --dry-run --agent zz", 1)],
    "redact": [Row("redact --rules"), Row("redact --check plain.txt"), Row("redact --check secret.txt", 1)],
    "logs": [Row("logs"), Row("logs --session zz", 1)],
    "version": [Row("version")],
    "help": [Row("help")],
    "completion": [Row("completion bash")],
    "push": [Row("push", 1), Row("push zz", 1)],  # there is no remote
    "fetch": [Row("fetch", 1), Row("fetch zz", 1)],
    "link": [Row("link zz zz", 1), Row("link HEAD zz", 1)],
    "unlink": [Row("unlink zz", 1), Row("unlink HEAD~1", 1)],
    "session stop": [Row("session stop zz", 1)],
    "session attach": [Row("session attach claude-code zz", 1)],
    "reset": [Row("reset --session zz", 1)],
}
# Commands that only change something.
CHANGING = {"enable", "disable", "edited", "run", "agent add", "agent new", "agent remove", "demo"}
SERVING = {"web"}  # until it is stopped
STREAMS = {"logs"}  # an object in each line


@pytest.fixture
def used(world: World) -> World:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    agent.turn("Write two", {"two.py": "2\n"})
    world.repo.write("plain.txt", "nothing to hide\n")
    world.repo.write("secret.txt", "DATABASE_PASSWORD=wk2Yv8Qp3Zr7Xs1L\n")
    return world


def commands(group: click.Group = entire, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Yield all commands that can be typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))
        else:
            yield " ".join((*path, name)), found


def test_every_command_is_in_the_table() -> None:
    known = dict(commands())
    assert not TABLE.keys() & CHANGING
    assert known.keys() == TABLE.keys() | CHANGING | SERVING
    assert [name for name in CHANGING if _has_json(known[name])] == []


def _has_json(command: click.Command) -> bool:
    return any("--json" in parameter.opts for parameter in command.params)


def is_json(text: str, command: str) -> bool:
    try:
        for part in text.splitlines() if command in STREAMS else [text]:
            json.loads(part)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("disabled", [False, True])
def test_exit_codes_and_json(used: World, disabled: bool) -> None:
    """Each row, also with `--json`."""
    if disabled:
        used.entire("disable")
    known = dict(commands())
    wrong: list[tuple[str, int, str, str]] = []
    for name, rows in TABLE.items():
        for row in rows:
            expected = row.off if disabled and row.off is not None else row.code
            plain = used.run("entire", *row.words.split(), check=False)
            shows = bool(plain.stdout) or expected == 1
            says = bool(plain.stderr) == (expected == 1 and not plain.stdout)
            if plain.returncode != expected or not shows or not says:
                wrong.append((row.words, plain.returncode, plain.stdout[:200], plain.stderr[:200]))
            if not _has_json(known[name]):
                continue
            told = used.run("entire", *row.words.split(), "--json", check=False)
            same = (told.returncode, bool(told.stdout)) == (expected, bool(plain.stdout))
            if not same or (told.stdout and not is_json(told.stdout, name)):
                wrong.append((f"{row.words} --json", told.returncode, told.stdout[:200], told.stderr[:200]))
    assert wrong == []


# What they show in a disabled repository is what they showed before.
READING = [
    "explain",
    "explain --json",
    "explain HEAD --json",
    "search write",
    "search write --json",
    "rewind --list",
    "rewind --to HEAD --dry-run --json",
    "resume",
    "resume --json",
    "session list --all --json",
    "session show --json",
    "blame one.py",
    "blame one.py --json",
    "why one.py:1",
    "why one.py:1 --json",
    "du --json",
]


def test_commands_that_read(used: World) -> None:
    before = {words: used.run("entire", *words.split(), check=False) for words in READING}
    used.entire("disable")
    for words, expected in before.items():
        done = used.run("entire", *words.split(), check=False)
        assert (done.returncode, done.stderr) == (expected.returncode, expected.stderr), words
        assert len(done.stdout.splitlines()) == len(expected.stdout.splitlines()), words


@pytest.mark.parametrize("words", ["explain --session zz", "explain zz", "session show zz"])
@pytest.mark.parametrize("json", [False, True])
def test_what_is_not_there(used: World, words: str, json: bool) -> None:
    done = used.run("entire", *words.split(), *["--json"] * json, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("entire: no ")


def test_problems_found(used: World) -> None:
    """`doctor` exits with 1 while there is one, and with 0 when it was repaired."""
    hook = used.file(".git/hooks/post-commit")
    hook.unlink()
    for words in ("doctor", "doctor --json"):
        done = used.run("entire", *words.split(), check=False)
        assert (done.returncode, bool(done.stdout)) == (1, True), words
    assert used.run("entire", "doctor", "--force", check=False).returncode == 0
    assert used.run("entire", "doctor", check=False).returncode == 0
    assert hook.exists()
