"""`entire import`: conversations of all agents of before `enable`, and the commits that were made of them."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from tests.imports.recorded import CALC, Recording, stage
from tests.scenario.world import World, make_repo
from tests.support import Repo

from entire.cli.commands.demo.stand_in import StandIn

DAY = 1794700800  # 2026-11-15
SINCE = ("--since", "10y")


class Past:
    """A repository in which agents and people worked before entire was enabled."""

    def __init__(self, repo: Repo, home: Path) -> None:
        self.repo = repo
        self.recordings = stage(home, repo.path)
        self.expected: dict[str, str] = {}  # by subject, the session of the commit
        working = [one for one in self.recordings if one.left]
        first = {f"{one.folder}/src/calc.py": CALC for one in working} | {"cursor-documented/cli.py": "a\n"}
        commits = [_commit("main", "first", DAY, first), "reset refs/heads/topic\nfrom refs/heads/main\n\n"]
        commits += [
            one for at, each in enumerate(working) if at % 6 != 2 for one in self.work("main", each, at)
        ]
        commits += [
            one for at, each in enumerate(working) if at % 6 == 2 for one in self.work("topic", each, at)
        ]
        repo.git("fast-import", "--quiet", data="".join(commits).encode())
        repo.git("checkout", "-q", "topic")
        repo.git("rebase", "--quiet", "main")
        repo.git("checkout", "-q", "main")
        repo.git("merge", "-q", "--ff-only", "topic")
        repo.git("branch", "-q", "-D", "topic")
        self.people()

    def work(self, branch: str, one: Recording, number: int) -> list[str]:
        """Commit what an agent left, each file by itself, some of them edited by a person before that."""
        found = []
        for at, (path, content) in enumerate(one.left):
            subject = f"{one.folder}: {path}"
            self.expected[subject] = one.session_id
            found.append(
                _commit(branch, subject, one.end + at, {f"{one.folder}/{path}": edited(content, number + at)})
            )
        return found

    def commit(self, subject: str, time: int) -> str:
        self.repo.git("add", "--all")
        os.environ["GIT_AUTHOR_DATE"] = os.environ["GIT_COMMITTER_DATE"] = f"@{time} +0000"
        try:
            self.repo.git("commit", "--quiet", "-m", subject)
        finally:
            del os.environ["GIT_AUTHOR_DATE"], os.environ["GIT_COMMITTER_DATE"]
        return self.repo.head

    def people(self) -> None:
        """What people did before, in between and later, with lines that look alike."""
        time = DAY + 12 * 3600
        last = self.repo.head
        self.repo.git("revert", "--no-edit", last)
        self.repo.git("revert", "--no-edit", "HEAD")
        self.repo.write("own.py", "print('hello')\nprint('world')\n")
        self.commit("people: another file", time)
        one = next(one for one in self.recordings if one.folder == "codex-one_turn")
        self.repo.write(f"{one.folder}/hello.py", "import sys\n\nprint(sys.argv)\n")
        self.commit("people: the file again", time + 60)
        self.repo.write(f"{one.folder}/hello.py", "print('hello')\n")
        self.commit("people: back again", time + 120)


def edited(content: str, number: int) -> str:
    """A person adds a line to a third of the files, and changes the agent's last line in another third."""
    if number % 3 == 1:
        return content + "# checked by hand\n"
    return content.removesuffix("\n") + "  # by hand\n" if number % 3 == 2 else content


def _commit(branch: str, subject: str, time: int, files: dict[str, str]) -> str:
    """For `git fast-import`."""
    who = f"Test Person <person@example.com> {time} +0000"
    head = f"commit refs/heads/{branch}\nauthor {who}\ncommitter {who}\ndata {len(subject)}\n{subject}\n"
    body = [f"M 644 inline {path}\ndata {len(text)}\n{text}\n" for path, text in files.items()]
    return head + "".join(body)


@pytest.fixture
def past(tmp_path: Path) -> Past:
    return Past(Repo.init(tmp_path / "repo"), Path(os.environ["HOME"]))


def refs(world: World) -> str:
    return world.git("for-each-ref", "--format=%(refname) %(objectname)")


def links_of(found: dict[str, Any]) -> dict[str, list[str]]:
    return {link["subject"]: [one["session_id"] for one in link["sessions"]] for link in found["links"]}


def test_conversations_of_all_agents_are_linked_to_the_commits_made_of_them(past: Past) -> None:
    world = World.enabled(past.repo)
    before, history = refs(world), world.git("rev-list", "main")

    planned = json.loads(world.entire("import", "--dry-run", "--json", *SINCE))
    assert not planned["done"]
    assert refs(world) == before
    found = links_of(planned)
    wrong = {subject: ids for subject, ids in found.items() if ids != [past.expected.get(subject)]}
    assert wrong == {}, "precision"
    missed = [subject for subject in past.expected if subject not in found]
    assert len(missed) <= len(past.expected) // 20, missed
    assert {one.agent for one in past.recordings} == {subject.partition("-")[0] for subject in found}

    done = json.loads(world.entire("import", "--yes", "--json", *SINCE))
    assert done == planned | {"done": True}
    assert world.git("rev-list", "main") == history
    for link in done["links"][::9]:
        stored = world.session(link["checkpoint_id"])
        assert (stored["kind"], stored["commit_sha"]) == ("imported", link["commit"])
        assert stored["confidence"] == link["sessions"][0]["confidence"]
        assert stored["created_at"] == link["date"]
        assert stored["files_touched"] == [file["path"] for file in link["sessions"][0]["files"]]
    world.check_sound()

    imported = refs(world)
    assert "No commit without a link matches" in world.entire("import", "--yes", *SINCE)
    assert refs(world) == imported

    commit = next(link for link in done["links"] if link["subject"] == "codex-code_mode: hello.py")
    shown = world.entire("explain", commit["commit"])
    assert "Imported: 70 % sure" in shown
    assert "[User] Write hello.py, commit it, then change calc.py" in shown
    assert f"[{commit['checkpoint_id']}] [imported]" in world.entire("explain", "--search-all")
    assert "imported: matched by the lines" in world.entire("why", "codex-code_mode/hello.py:1")
    blamed = world.entire("blame", "codex-code_mode/hello.py").splitlines()
    assert [row.split("\t")[1] for row in blamed] == ["Codex 01a1de27-a956/1", "unknown"]
    assert "[Codex] 01a1de27-a956-7013-92a1-e623479757e6 imported" in world.entire("session", "list", "--all")

    undone = json.loads(world.entire("import", "--undo", "--json"))
    assert sorted(undone["checkpoint_ids"]) == sorted(link["checkpoint_id"] for link in done["links"])
    assert refs(world) == before
    assert world.entire("import", "--undo") == "Nothing was imported here.\n"
    assert links_of(json.loads(world.entire("import", "--dry-run", "--json", *SINCE))) == found


SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


class Unheard(StandIn):
    """An agent whose hooks are not installed yet."""

    def hook(self, verb: str, **fields: Any) -> str:
        return ""


@pytest.fixture
def small(tmp_path: Path) -> World:
    """Enabled after a conversation with two commits. There is a secret in it."""
    world = World(make_repo(tmp_path / "repo"))
    agent = Unheard(str(world.repo.path), world.env)
    agent.prompt(f"Write the parser, the token is {SECRET}")
    agent.write("parser.py", "def parse(text):\n    return text.split(';')\n")
    world.repo.commit("Add the parser")
    agent.prompt("Now the printer")
    agent.write("printer.py", "def show(parts):\n    print(' | '.join(parts))\n")
    world.repo.commit("Add the printer")
    return World.enabled(world.repo)


def linked(world: World) -> dict[str, list[str]]:
    out = world.git("log", "--notes=refs/notes/entire", "--format=%s%x00%N%x01").split("\x01")
    rows = (row.strip().partition("\0") for row in out if row.strip())
    return {subject: re.findall("^Entire-Checkpoint: (.*)$", note, re.MULTILINE) for subject, _, note in rows}


def test_an_import_that_is_killed_is_completed_by_the_next(small: World, tmp_path: Path) -> None:
    log = tmp_path / "effects"
    before = refs(small)
    planned = json.loads(small.entire("import", "--dry-run", "--json"))
    killed = 0
    for number in range(10, 1000, 11):
        small.env["ENTIRE_FAULT"] = f"{number}:kill:{log}"
        code = small.run("entire", "import", "--yes", check=False).returncode
        log.unlink()
        if code == 0:
            break
        assert code == -9
        killed += 1
    assert killed > 2
    del small.env["ENTIRE_FAULT"]
    found = linked(small)
    for link in planned["links"]:
        assert found[link["subject"]] == [link["checkpoint_id"]]
        assert small.session(link["checkpoint_id"])["kind"] == "imported"
    small.git("fsck", "--strict", "--no-dangling")
    assert not small.file(".git/entire-sessions/importing").exists()
    small.entire("import", "--undo")
    assert refs(small) == before


def test_the_end_of_an_import_that_was_killed_is_noted_by_the_next(small: World) -> None:
    """It had written everything else, so nothing is left to import."""
    small.entire("import", "--yes")
    place = small.file(".git/entire-sessions/imported")
    noted = json.loads(place.read_text())
    del noted["runs"][0]["ended_at"]
    place.write_text(json.dumps(noted))
    small.entire("import", "--dry-run")
    assert json.loads(place.read_text()) == noted
    small.entire("import", "--yes")
    [run] = json.loads(place.read_text())["runs"]
    assert run.pop("ended_at")
    assert run == noted["runs"][0]


def test_an_import_that_lacks_its_links_is_not_ended_by_one_for_another_agent(small: World) -> None:
    small.entire("import", "--yes")
    before = linked(small)
    place = small.file(".git/entire-sessions/imported")
    noted = json.loads(place.read_text())
    del noted["runs"][0]["ended_at"]
    place.write_text(json.dumps(noted))
    small.git("update-ref", "-d", "refs/notes/entire")
    small.entire("import", "--yes", "--agent", "pi")
    assert json.loads(place.read_text()) == noted
    small.entire("import", "--yes")
    [run] = json.loads(place.read_text())["runs"]
    assert run["ended_at"]
    assert linked(small) == before


def test_only_what_was_imported_is_undone_and_what_was_unlinked_stays_so(small: World) -> None:
    asked = small.run("entire", "import", check=False)
    assert asked.returncode == 1
    assert "Would import 2 commits" in asked.stdout
    assert "--yes" in asked.stderr
    done = json.loads(small.entire("import", "--yes", "--json"))
    checkpoints = linked(small)
    everything = small.run("git", "log", "-p", "--all", "--notes=refs/notes/entire").stdout
    assert "Write the parser, the token is" in everything
    assert SECRET not in everything

    agent = small.agent(done["links"][0]["sessions"][0]["session_id"])  # hooks follow it from here on
    agent.turn("Add a test", {"test_parser.py": "def test():\n    assert parse('a;b')\n"})
    small.git("add", "--all")
    own = small.commit(message="Add a test")
    agent.turn("Add another", {"test_printer.py": "def test_show():\n    assert show(['a'])\n"})
    small.git("add", "--all")
    small.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "Not to be linked")
    parser = small.git("log", "-1", "--format=%H", "--grep=Add the parser")
    small.entire("unlink", parser)
    assert small.entire("import", "--yes").endswith("No commit without a link matches a conversation.\n")

    undone = small.entire("import", "--undo")
    assert undone == "Removed 2 imported checkpoints and the links of 1 commit.\n"
    left = {name.partition("/0/")[0] for name in small.names() if "/0/" in name}
    assert left == {f"{own[:2]}/{own[2:]}"}
    assert linked(small)["Add the printer"] == []
    assert checkpoints["Add the printer"] != []
    small.check_sound()


def test_words_that_are_no_time_or_agent_are_named(small: World) -> None:
    for code, words, complaint in (
        (2, ("--since", "the day before"), '--since: not a date: "the day before"'),
        (1, ("--agent", "nobody"), "unknown agent: 'nobody'"),
        (1, ("--json",), "cannot ask with --json"),
    ):
        done = small.run("entire", "import", *words, check=False)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith(f"entire: {complaint}")
        assert "hint: " in done.stderr
    found = json.loads(small.entire("import", "--dry-run", "--json", "--agent", "codex", "--agent", "pi"))
    assert (found["conversation_count"], found["links"]) == (0, [])
    assert json.loads(small.entire("import", "-n", "--json", "--since", "2h"))["links"] != []
    assert json.loads(small.entire("import", "-n", "--json", "--since", "2099-01-31"))["links"] == []
