"""One vocabulary of JSON: every key that a command prints has the type that docs/json.md says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.scenario.test_disabled import commands
from tests.scenario.test_import import Unheard
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
    """The type of a value; empty if it says nothing: null, an empty text, or an empty list."""
    if isinstance(value, list):
        kinds = {kind_of(item) for item in value} - {""}
        assert len(kinds) <= 1, value
        return f"list of {kinds.pop()}s" if kinds else ""
    return _KINDS.get(type(value), "") if value != "" else ""


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


def commit(world: World, subject: str, *checkpoints: str) -> None:
    """Commit everything, without hooks, linked to these checkpoints."""
    message = f"{subject}\n\n" + "".join(f"Entire-Checkpoint: {id}\n" for id in checkpoints)
    world.git("add", ".")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", message)


def play(world: World, origin: Path) -> Iterator[list[str]]:
    """Work of all kinds; yields the commands to run, those that change something last."""
    Repo.init(origin, "--bare")
    world.git("remote", "add", "origin", str(origin))
    ended = world.agent()
    ended.turn("Write the first part", {"first.py": "first = 1\n"})
    world.git("add", ".")
    first = world.commit(message="First")
    ended.end()
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
    unheard = Unheard(str(world.repo.path), world.env)
    unheard.prompt("Write the parser")
    unheard.write("parser.py", "def parse(text):\n    return text.split(';')\n")
    commit(world, "The parser, by nobody's hook")
    world.file("by_hand.py").write_text("x = 1\n")
    commit(world, "Of one that is not here", "0123456789ab")
    world.file("by_hand.py").write_text("x = 2\n")
    commit(world, "By hand, but of two", checkpoint, first)
    agent.turn("Limit it", {"login.py": LOGIN + "LIMIT = 5\n"})
    world.file("secret.txt").write_text('key = "AKIAIOSFODNN7REALKEY"\n')
    step = json.loads(world.entire("rewind", "--list", "--json"))[0]["id"]
    agent.turn("And more", {"login.py": LOGIN, "more.py": "more = 1\n"})
    yield from _asked(agent.session_id, checkpoint, step)
    yield from _changed(world, checkpoint, step)


def _asked(session: str, checkpoint: str, step: str) -> Iterator[list[str]]:
    yield ["version"]
    yield ["status", "--detailed"]
    yield ["session", "list", "--all"]
    yield ["session", "show"]
    yield ["explain"]
    yield ["explain", "--session", session]
    yield ["explain", "--session", f"{session[:7]}!", "--author", "nobody"]
    yield ["explain", checkpoint]
    yield ["explain", "--commit", "HEAD"]
    yield ["explain", step]
    yield ["export", checkpoint, "--format", "json"]
    yield ["export", "HEAD~5..", "--format", "json"]
    yield ["why", "login.py:1"]
    yield ["why", "login.py:1-2"]
    yield ["blame", "login.py"]
    yield ["blame", "HEAD", "login.py"]
    yield ["search", "login"]
    yield ["stats", "--by", "agent", "--standing"]
    yield ["stats", "HEAD~2..", "--since", "1y", "--until", "2099-01-01"]
    yield ["rewind", "--list"]
    yield ["agent", "list"]
    yield ["agent", "check"]
    yield ["redact", "--check", "secret.txt"]
    yield ["redact", "--rules"]
    yield ["du"]
    yield ["gc"]
    yield ["clean"]
    yield ["doctor"]
    yield ["resume"]
    yield ["import", "--dry-run"]


def _changed(world: World, checkpoint: str, step: str) -> Iterator[list[str]]:
    yield ["import", "--yes"]
    yield ["import", "--undo", "--dry-run"]
    yield ["relink"]
    yield ["push"]
    yield ["fetch"]
    yield ["unlink", "HEAD~1"]
    yield ["link", "HEAD~1", checkpoint]
    yield ["rewind", "--to", step, "--force"]
    yield ["rewind", "--undo", "--force"]
    yield ["resume", "main", "--force"]
    world.git("branch", "entire/0123456-abcdef")
    yield ["clean"]
    yield ["clean", "--force"]
    place = world.file(".claude/settings.json")
    settings = json.loads(place.read_text())
    del settings["hooks"]["Stop"]
    place.write_text(json.dumps(settings))
    yield ["agent", "list"]
    world.file(".git/hooks/post-commit").unlink()
    world.file(".entire/settings.local.json").write_text("{")
    yield ["status"]
    world.file(".entire/settings.local.json").unlink()
    yield ["doctor", "--force"]
    world.entire("disable")
    yield ["status"]


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


class Spoken(NamedTuple):
    """What a command printed."""

    words: list[str]
    document: Any

    @property
    def name(self) -> str:
        """As on the page: options that choose what is done belong to it, and whether it has arguments."""
        first = self.words[:2] if self.words[0] in ("session", "agent") else self.words[:1]
        options = [word for word in self.words if word in _CHOICES]
        rest = [word for word in self.words[len(first) :] if word not in options]
        chosen = self.words[0] in _WITH_ARGUMENT and bool(rest) and not options and "--session" not in rest
        return " ".join([*first, *options[:1], *([_WITH_ARGUMENT[self.words[0]]] if chosen else [])])


_CHOICES = ("--list", "--to", "--undo", "--check", "--rules")
_WITH_ARGUMENT = {"explain": "NAME", "resume": "BRANCH"}


def speak(folder: Path) -> list[Spoken]:
    """What every command prints, in one repository."""
    world = World.new(folder / "work")
    found = []
    for words in play(world, folder / "origin.git"):
        asked = [] if "json" in words else ["--json"]
        done = world.run("entire", *words, *asked, check=False)
        assert done.stdout, f"{words}: {done.stderr}"
        found.append(Spoken(words, json.loads(done.stdout)))
    return found


def test_every_command_speaks_the_same_vocabulary(tmp_path: Path) -> None:
    spoken = speak(tmp_path)
    check_vocabulary(spoken)
    check_keys(spoken)


def check_vocabulary(spoken: list[Spoken]) -> None:
    """Each key has its type wherever it is, and is seen with a value that shows the type."""
    page = PAGE.read_text()
    known = {name: kind for name, kind, _ in _ROW.findall(page)}
    nullable = {name for name, _, null in _ROW.findall(page) if null}
    seen: dict[str, str] = {}
    wrong: list[str] = []
    for one in spoken:
        for key, value in keys(one.document):
            kind = kind_of(value)
            if value is None and key not in nullable:
                wrong.append(f"{one.words}: {key} is null")
            if kind and known.get(key) != kind:
                wrong.append(f"{one.words}: {key} is a {kind}, docs/json.md says {known.get(key, 'nothing')}")
            if key in TIMES and value and not _UTC.fullmatch(value):
                wrong.append(f"{one.words}: {key} is not in UTC: {value}")
            seen[key] = kind or seen.get(key, "")
    assert not wrong, "\n".join(dict.fromkeys(wrong))
    assert known.keys() - seen.keys() == set(), "keys in docs/json.md that no command prints"
    assert {key for key, kind in seen.items() if not kind} == _NEVER_HERE
    called = {name for one in spoken for name in (one.words[0], " ".join(one.words[:2]))}
    speaking = {path for path, one in commands() if any("--json" in option.opts for option in one.params)}
    assert speaking - called == {"logs"}, "commands with --json that this test does not run"


# Keys that say nothing in this story: each needs a mishap, a colleague, a large file, or a model.
_NEVER_HERE = frozenset(
    [
        "at_work",
        "authors",
        "checks",
        "copies",
        "failed_paths",
        "failures",
        "hint",
        "kept_checkpoint_ids",
        "lacks",
        "last_error",
        "left_out",
        "leftovers",
        "lost",
        "manager",
        "missing_hooks",
        "notes",
        "packed",
        "problem",
        "reasons",
        "ref",
        "refused",
        "reset_from",
        "stuck_session",
        "subagents",
        "summary",
        "unlinked",
    ]
)


def check_keys(spoken: list[Spoken]) -> None:
    """Each command has the keys that the page says."""
    page = PAGE.read_text().partition("## Which command has which key")[2]
    listed = {name: set(re.findall(r"`(\w+)`", row)) for name, row in _HAS.findall(page)}
    found: dict[str, set[str]] = {}
    for one in spoken:
        found.setdefault(one.name, set()).update(key for key, _ in keys(one.document))
    rows = [f"| `{name}` | {', '.join(f'`{key}`' for key in sorted(has))} |" for name, has in found.items()]
    assert listed == found, "\n".join(rows)


_HAS = re.compile(r"^\| `([a-zA-Z -]+)` \| (.*) \|$", re.MULTILINE)
