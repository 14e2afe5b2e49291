"""What holds for all commands: help with examples, near names, exit codes; and `help`, `version`."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.cli.conftest import run

import entire
from entire.cli.main import entire as top

VERSION = f"""\
entire {entire.__version__}
Python {platform.python_version()}
{sys.platform}/{platform.machine()}
"""


def _commands(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*before, name)
        if isinstance(command, click.Group):
            yield from _commands(command, *before, name)


@pytest.mark.parametrize("words", list(_commands(top)), ids=" ".join)
def test_every_command_has_help_with_an_example(words: tuple[str, ...]) -> None:
    for ask in ("--help", "-h"):
        done = CliRunner().invoke(top, [*words, ask], prog_name="entire")
        assert done.exit_code == 0
        assert done.output.startswith(f"Usage: entire {' '.join(words)} ")
        assert "Example" in done.output
        assert "successfully" not in done.output


def test_no_command(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Usage: entire ")
    assert "\n  session " in done.out
    assert run(tmp_path, "help") == done


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dcotor"], 'entire: unknown command "dcotor". Did you mean doctor?\n'),
        (["session", "stpo"], 'entire: unknown command "stpo". Did you mean stop'),
        (["xyzzy"], 'entire: unknown command "xyzzy".\nhint: see `entire --help`\n'),
        (["\x1b[2J"], 'entire: unknown command "[2J".\n'),
        (["--no-such"], "entire: No such option"),
        (["explain", "--no-such"], "hint: see `entire explain --help`\n"),
        (["explain", "a", "b"], "unexpected extra argument"),
        (["session", "show", "a", "b"], "unexpected extra argument"),
        (["help", "dcotor"], "Did you mean doctor?"),
        (["help", "version", "x"], '`entire version` has no subcommand "x"'),
    ],
)
def test_what_nobody_can_mean(tmp_path: Path, words: list[str], message: str) -> None:
    done = run(tmp_path, *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: entire")
    assert message in done.err
    assert "\x1b" not in done.err


def test_help_of_a_command(tmp_path: Path) -> None:
    assert run(tmp_path, "help", "session", "list") == run(tmp_path, "session", "list", "--help")
    tree = run(tmp_path, "help", "-t").out
    assert "├── session\n│   ├── attach\n│   ├── list\n│   ├── show\n│   └── stop\n" in tree
    assert tree.startswith("entire\n├── ")


def test_version(tmp_path: Path) -> None:
    assert run(tmp_path, "version") == (VERSION, "", 0)
    assert run(tmp_path, "--version") == (VERSION, "", 0)
    assert json.loads(run(tmp_path, "version", "--json").out) == {
        "version": entire.__version__,
        "python": platform.python_version(),
        "platform": f"{sys.platform}/{platform.machine()}",
    }
