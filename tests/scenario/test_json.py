"""One vocabulary of JSON: every key that a command prints has the type that docs/json.md says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.scenario.test_disabled import commands
from tests.scenario.world import World
from tests.support import Repo

from entire.cli.ui.json_output import TIMES

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
_ROW = re.compile(r"^\| `(\w+)` \| ([a-z ]+?)(, or null)? \|", re.MULTILINE)
_KINDS = {str: "text", bool: "yes or no", int: "number", float: "number", dict: "object"}
# Objects whose keys are names of files, sessions, branches and the like.
_MAPS = frozenset({"moved_branches", "accumulated_metrics"})
_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
LOGIN = "def login(name, password):\n    return check(name, password)\n"


def kind_of(value: Any) -> str:
    """The type of a value; empty if it says nothing: null, or an empty list."""
    if isinstance(value, list):
        kinds = {kind_of(item) for item in value} - {""}
        assert len(kinds) <= 1, value
        return f"list of {kinds.pop()}s" if kinds else ""
    return _KINDS.get(type(value), "")


def keys(value: Any) -> Iterator[tuple[str, Any]]:
    """Every key in a document, with its value."""
    if isinstance(value, list):
        for item in value:
            yield from keys(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key, item
            if key not in _MAPS:
                yield from keys(item)


def play(world: World, origin: Path) -> list[list[str]]:
    """Work of all kinds; returns the commands to run, those that change something last."""
    Repo.init(origin, "--bare")
    world.git("remote", "add", "origin", str(origin))
    agent = world.agent()
    agent.start()
    agent.prompt("Write the login")
    agent.say("One file is enough.")
    agent.write("login.py", LOGIN)
    command = agent.call("Bash", command="make")
    agent.result(command, {"stdout": "done\n", "stderr": ""})
    agent.stop()
    world.git("add", ".")
    checkpoint = world.commit(message="Login")
    world.file("by_hand.py").write_text("x = 1\n")
    world.git("add", ".")
    world.git("commit", "--quiet", "--no-verify", "-m", "By hand")
    agent.turn("Limit it", {"login.py": LOGIN + "LIMIT = 5\n"})
    world.file("secret.txt").write_text('key = "AKIAIOSFODNN7REALKEY"\n')
    step = json.loads(world.entire("rewind", "--list", "--json"))[0]["id"]
    return [
        ["version"],
        ["status", "--detailed"],
        ["session", "list", "--all"],
        ["session", "show"],
        ["explain"],
        ["explain", "--session", agent.session_id],
        ["explain", checkpoint],
        ["explain", "--commit", "HEAD"],
        ["explain", step],
        ["export", checkpoint, "--format", "json"],
        ["export", "HEAD~2..", "--format", "json"],
        ["why", "login.py:1"],
        ["why", "login.py:1-2"],
        ["blame", "login.py"],
        ["blame", "HEAD", "login.py"],
        ["search", "login"],
        ["stats", "--by", "agent", "--standing"],
        ["rewind", "--list"],
        ["agent", "list"],
        ["agent", "check"],
        ["redact", "--check", "secret.txt"],
        ["redact", "--rules"],
        ["du"],
        ["gc"],
        ["clean"],
        ["doctor"],
        ["resume"],
        ["import", "--dry-run"],
        ["import", "--undo", "--dry-run"],
        ["relink"],
        ["push"],
        ["fetch"],
        ["unlink", "HEAD~1"],
        ["link", "HEAD~1", checkpoint],
        ["rewind", "--to", step, "--force"],
        ["rewind", "--undo", "--force"],
        ["resume", "main", "--force"],
    ]


# Numbers that say by their name what they measure, and those that are no numbers of things.
_MEASURES = (
    "bytes",
    "tokens",
    "lines",
    "added",
    "removed",
    "modified",
    "committed",
    "dollars",
    "rewritten_by",
)
_OTHERS = frozenset(
    {
        *("agent_percentage", "agent_share", "confidence", "seconds_worked", "length"),
        *("column", "end", "start", "line", "last_line", "original_line", "transcript_line"),
        *("step_number", "turn"),
    }
)


def test_numbers_of_things_are_named_by_the_rule_or_on_the_page() -> None:
    page = PAGE.read_text()
    numbers = {name for name, kind, _ in _ROW.findall(page) if kind == "number"}
    listed = page.partition("These are numbers of things, too:")[2].partition("\n- ")[0]
    others = re.findall(r"`(\w+)`", listed)
    assert others == sorted(others)
    assert set(others) <= numbers
    measured = {name for name in numbers if any(word in name for word in _MEASURES)}
    counted = {name for name in numbers if name.endswith("_count")}
    assert numbers - counted - measured - _OTHERS - set(others) == set()


def test_every_command_speaks_the_same_vocabulary(tmp_path: Path) -> None:
    world = World.new(tmp_path / "work")
    page = PAGE.read_text()
    known = {name: kind for name, kind, _ in _ROW.findall(page)}
    nullable = {name for name, _, null in _ROW.findall(page) if null}
    seen: dict[str, str] = {}
    called: set[str] = set()
    wrong: list[str] = []
    for words in play(world, tmp_path / "origin.git"):
        called |= {words[0], " ".join(words[:2])}
        asked = [] if "json" in words else ["--json"]
        done = world.run("entire", *words, *asked, check=False)
        assert done.stdout, f"{words}: {done.stderr}"
        for key, value in keys(json.loads(done.stdout)):
            kind = kind_of(value)
            if value is None and key not in nullable:
                wrong.append(f"{words}: {key} is null")
            if kind and known.get(key) != kind:
                wrong.append(f"{words}: {key} is a {kind}, docs/json.md says {known.get(key, 'nothing')}")
            if key in TIMES and value and not _UTC.fullmatch(value):
                wrong.append(f"{words}: {key} is not in UTC: {value}")
            seen[key] = kind or seen.get(key, "")
    assert not wrong, "\n".join(dict.fromkeys(wrong))
    assert known.keys() - seen.keys() == set(), "keys in docs/json.md that no command prints"
    speaking = {path for path, one in commands() if any("--json" in option.opts for option in one.params)}
    assert speaking - called == {"logs"}, "commands with --json that this test does not run"
