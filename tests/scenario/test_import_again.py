"""`entire import`, again or with `--since`: commits that are linked or older still have their lines."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.test_import import Unheard, linked
from tests.scenario.world import World, make_repo
from tests.support import Repo

from entire.core import clock

HOUR = 3600
SOME = "def parse(text):\n    return [part.strip() for part in text.split(';')]\n"
PARSER = SOME + "\n\ndef main():\n    run(parse)\n"
PRINTER = "def show(parts):\n    print(' | '.join(parts))\n"


class Past(World):
    """A repository before entire was enabled; commits are made some hours after the conversation."""

    def __init__(self, path: Path) -> None:
        super().__init__(make_repo(path))
        self.began = int(time.time())

    def at(self, hours: int) -> str:
        return clock.rfc3339(self.began + hours * HOUR)

    def save(self, subject: str, hours: int, **files: str) -> None:
        """Commit what these files then have; an empty one is removed."""
        for name, content in files.items():
            place = self.file(f"{name}.py")
            place.write_text(content) if content else place.unlink(missing_ok=True)
        self.git("add", "--all")
        self.env |= {"GIT_AUTHOR_DATE": self.at(hours), "GIT_COMMITTER_DATE": self.at(hours)}
        self.git("commit", "--quiet", "--allow-empty", "-m", subject)
        del self.env["GIT_AUTHOR_DATE"], self.env["GIT_COMMITTER_DATE"]

    def planned(self, *words: str) -> list[str]:
        found: dict[str, Any] = json.loads(self.entire("import", "--dry-run", "--json", *words))
        return [link["subject"] for link in found["links"]]


@pytest.fixture
def past(tmp_path: Path) -> Past:
    return Past(tmp_path / "repo")


def enable(world: World) -> None:
    """Without a commit."""
    world.entire("enable", "--agent", "claude-code")


def test_a_second_import_links_nothing_that_the_first_one_did_not(past: Past) -> None:
    agent = Unheard(str(past.repo.path), past.env)
    agent.prompt("Write the parser")
    past.git("branch", "topic")
    agent.write("parser.py", PARSER)
    past.save("by the agent", 1, parser=PARSER)
    past.git("checkout", "-q", "topic")
    past.save("by a person", 2, parser=SOME)
    past.git("checkout", "-q", "main")
    enable(past)
    assert past.planned() == ["by the agent"]
    past.entire("import", "--yes")
    assert past.planned() == []
    past.save("later, by a person", 3, other="import sys\n")
    assert past.planned() == [], "whichever branch is the newest"
    past.entire("import", "--undo")
    assert past.planned() == ["by the agent"]


def test_what_was_committed_before_the_window_is_not_matched_in_it(past: Past) -> None:
    agent = Unheard(str(past.repo.path), past.env)
    agent.prompt("Write the parser")
    agent.write("parser.py", PARSER)
    past.save("by the agent", 1, parser=PARSER)
    past.save("reverted", 2, parser="")
    past.save("brought back", 4, parser=PARSER)
    enable(past)
    assert past.planned("--since", past.at(3)) == []
    assert past.planned() == ["by the agent"]
    found = json.loads(past.entire("import", "-n", "--json", "--since", past.at(3)))
    assert found["commit_count"] == 1, "only those of the window are looked for"


def test_tokens_that_an_import_has_counted_are_not_in_the_next(past: Past) -> None:
    agent = Unheard(str(past.repo.path), past.env)
    agent.prompt("Write the parser")
    agent.write("parser.py", PARSER)
    past.save("the parser", 1, parser=PARSER)
    enable(past)
    [first] = json.loads(past.entire("import", "--yes", "--json"))["links"]
    agent.prompt("Write the printer")
    agent.write("printer.py", PRINTER)
    past.save("the printer", 2, printer=PRINTER)
    [second] = json.loads(past.entire("import", "--yes", "--json"))["links"]
    assert second["subject"] == "the printer"
    assert second["sessions"][0]["prompts"] == ["Write the printer"]
    stored = [past.session(link["checkpoint_id"])["token_usage"] for link in (first, second)]
    assert [one["output_tokens"] for one in stored] == [85, 85]


def test_undo_keeps_what_another_clone_imported_for_the_same_commit(past: Past, tmp_path: Path) -> None:
    hub = tmp_path / "hub.git"
    past.git("init", "--quiet", "--bare", "-b", "main", str(hub))
    past.git("remote", "add", "origin", str(hub))
    past.git("push", "--quiet", "-u", "origin", "main")
    past.git("clone", "--quiet", str(hub), str(tmp_path / "other"))
    other = World(Repo(tmp_path / "other"))
    agents = [Unheard(str(world.repo.path), world.env) for world in (past, other)]
    for agent in agents:
        agent.prompt("Write the parser")
        agent.write("parser.py", PARSER)
    past.save("the parser", 1, parser=PARSER)
    past.git("push", "--quiet")
    other.file("parser.py").unlink()
    other.git("pull", "--quiet")
    enable(past)
    enable(other)
    links = [json.loads(world.entire("import", "--yes", "--json"))["links"] for world in (past, other)]
    [id] = {link["checkpoint_id"] for one in links for link in one}
    past.entire("push", "origin")
    before = past.session(id), linked(past)
    other.entire("push", "origin")
    assert len(other.root(id)["sessions"]) == 2
    past.entire("fetch", "origin")
    assert len(past.root(id)["sessions"]) == 2

    asked = json.loads(other.entire("import", "--undo", "--dry-run", "--json"))
    done = json.loads(other.entire("import", "--undo", "--json"))
    assert done == asked | {"done": True}
    assert (done["checkpoint_ids"], done["commit_ids"], done["kept_checkpoint_ids"]) == ([], [], [id])
    assert len(other.root(id)["sessions"]) == 1
    assert (other.session(id), linked(other)) == before
    assert other.root(id)["token_usage"] == before[0]["token_usage"]
    other.check_sound()

    done = json.loads(past.entire("import", "--undo", "--json"))
    assert done["kept_checkpoint_ids"] == [id], "it has the other's session"
    assert past.session(id)["session_id"] == agents[1].session_id
    assert past.entire("import", "--undo") == "Nothing was imported here.\n"


def test_conversations_that_hooks_followed_are_not_called_unmatched(past: Past) -> None:
    agent = Unheard(str(past.repo.path), past.env)
    agent.prompt("Write the parser")
    agent.write("parser.py", PARSER)
    past.save("by the agent", 1, parser=PARSER)
    enable(past)
    past.agent().turn("Write the printer", {"printer.py": PRINTER})
    past.git("add", "printer.py")
    assert past.commit()
    found = json.loads(past.entire("import", "--dry-run", "--json"))
    assert (found["conversation_count"], found["unmatched_count"]) == (2, 0)
