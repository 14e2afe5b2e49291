"""`entire search`: every passage that was ever there is found, by every filter; what is gone is not."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.cli.conftest import Stage, assistant, on_terminal, tool, user
from tests.scenario.world import BRANCH, World
from tests.support import Repo

from entire.checkpoint.index.index import Index
from entire.checkpoint.model import Summary
from entire.core import clock
from entire.git.objects.read import Objects
from entire.search import query
from entire.search.find import Search
from entire.search.tables import ANSWERS, COLUMNS, COMMITS, FILES, PROMPTS, SUMMARIES, TOOLS
from entire.search.where import NOTHING, Where

CHECKPOINTS = 20
FIRST = 1_700_000_000
APART = 10_000  # seconds
CHANCE = random.Random(7)
CHAFF = ["window", "limit", "parser", "the", "login", "retry", "of", "cache", "test", "address", "token", "a"]


class Plant(NamedTuple):
    """A passage that is in one place only."""

    word: str
    column: str
    number: int  # of the checkpoint


class Place(NamedTuple):
    """What is known of a checkpoint."""

    id: str
    session: str
    agent: str
    model: str
    branch: str
    author: str
    file: str
    time: int


def place(number: int) -> Place:
    return Place(
        f"{number:02x}" * 6,
        f"session-{number // 2}-{number}",
        "Codex" if number % 3 == 0 else "Claude Code",
        f"model-{'ab'[number % 2]}-1",
        ("main", "feature/login", "fix")[number % 3],
        ("Ada Lovelace", "Grace Hopper")[number // 2 % 2],
        f"src/part{number % 5}/file{number}.py",
        FIRST + number * APART,
    )


def word() -> str:
    """A word that nobody uses."""
    return "zq" + "".join(CHANCE.choice("bcdfghjklmnp") + CHANCE.choice("aeiou") for _ in range(5))


def chaff() -> str:
    return " ".join(CHANCE.choices(CHAFF, k=40))


def around(planted: str) -> str:
    return f"{chaff()}. Mind {planted} here. {chaff()}"


def conversation(agent: str, plants: dict[str, list[str]], start: int) -> list[dict[str, Any]]:
    """Two turns, with passages in prompts, answers, and what tools were given and returned."""
    prompts, answers, (given, returned, *_) = plants[PROMPTS], plants[ANSWERS], plants[TOOLS]
    if agent == "Codex":
        records = [
            codex("message", role="user", content=[{"type": "input_text", "text": around(prompts[0])}]),
            codex("message", role="assistant", content=[{"type": "output_text", "text": around(answers[0])}]),
            codex("function_call", name="exec_command", arguments=json.dumps({"cmd": given}), call_id="c1"),
            codex("function_call_output", call_id="c1", output=around(returned)),
            codex("message", role="user", content=[{"type": "input_text", "text": around(prompts[1])}]),
            codex("message", role="assistant", content=[{"type": "output_text", "text": around(answers[1])}]),
            codex("message", role="assistant", content=[{"type": "output_text", "text": around(answers[2])}]),
        ]
    else:
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": around(returned)}
        records = [
            user(around(prompts[0])),
            assistant(around(answers[0]), tool("Bash", command=f"grep -r {given} src/")),
            {"type": "user", "message": {"role": "user", "content": [result]}},
            user(around(prompts[1])),
            assistant(around(answers[1])),
            assistant(around(answers[2])),
        ]
    return [record | {"timestamp": clock.rfc3339(start + at)} for at, record in enumerate(records)]


def codex(kind: str, **payload: Any) -> dict[str, Any]:
    return {"type": "response_item", "payload": {"type": kind} | payload}


@pytest.fixture
def planted(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> tuple[Stage, list[Plant], int]:
    """20 checkpoints with 10 passages each, and the time before they were written."""
    began = int(time.time())
    stage = Stage(repo)
    stage.set_up()
    plants: list[Plant] = []
    for number in range(CHECKPOINTS):
        known = place(number)
        columns = {PROMPTS: 2, ANSWERS: 3, TOOLS: 2, FILES: 1, COMMITS: 1, SUMMARIES: 1}
        words = {column: [word() for _ in range(count)] for column, count in columns.items()}
        plants += [Plant(one, column, number) for column, some in words.items() for one in some]
        stage.checkpoint(
            known.id,
            {
                "session_id": known.session,
                "agent": known.agent,
                "model": known.model,
                "branch": known.branch,
                "files_touched": [known.file, f"lib/{words[FILES][0]}/x.py"],
                "summary": Summary(intent="Do it", outcome=around(words[SUMMARIES][0])),
                "lines": conversation(known.agent, words, known.time),
            },
        )
        name = known.author.split()[0]
        monkeypatch.setenv("GIT_AUTHOR_NAME", known.author)
        monkeypatch.setenv("GIT_AUTHOR_EMAIL", f"{name.lower()}@example.com")
        stage.commit(f"Add {words[COMMITS][0]} to it", known.id, date=f"{known.time} +0000")
    return stage, plants, began


@contextmanager
def searching(stage: Stage) -> Iterator[Search]:
    with Objects(stage.repo) as objects, Index(stage.repo, objects) as index:
        search = Search(index, lambda what, number: None)
        search.update()
        yield search
        search.close()


def test_each_of_200_passages_is_found_by_each_filter(planted: tuple[Stage, list[Plant], int]) -> None:
    stage, plants, began = planted
    assert len({plant.word for plant in plants}) == len(plants) == 200
    with searching(stage) as search:

        def found(typed: str, where: Where = NOTHING, columns: tuple[str, ...] = COLUMNS) -> list[str]:
            return [hit.checkpoint for hit in search.find(query.parse([typed]), where, columns)]

        for plant in plants:
            known, other = place(plant.number), place(plant.number + 1)
            here = [known.id]
            for typed in (
                plant.word,
                plant.word.upper(),
                f'"{plant.word}"',
                f"{plant.word[:10]}*",
                plant.word[3:11],  # a part of it
                f"{plant.word} -nothing",
                f"nothing OR {plant.word}",
            ):
                assert found(typed) == here, (plant, typed)
            for columns in ((plant.column,), COLUMNS):
                assert found(plant.word, columns=columns) == here
            assert found(plant.word, columns=tuple(set(COLUMNS) - {plant.column})) == []
            taken: dict[str, Any] = {
                "author": known.author.split()[1].lower(),
                "agents": (known.agent,),
                "model": known.model.upper(),
                "branch": known.branch,
                "files": (known.file.rpartition("/")[0],),
                "session": known.session[:12],
            }
            for name, value in taken.items():
                assert found(plant.word, Where(**{name: value})) == here, (plant, name)
            left: dict[str, Any] = {
                "author": place(plant.number + 2).author,
                "agents": ("Gemini CLI",),
                "model": other.model,
                "branch": other.branch,
                "files": (other.file, "doc"),
                "session": place(plant.number + 2).session,
            }
            for name, value in left.items():
                assert found(plant.word, Where(**{name: value})) == [], (plant, name)
            first, last = known.time, known.time + APART - 1
            if plant.column in (FILES, SUMMARIES):  # which are dated when the checkpoint was written
                first, last = began, int(time.time()) + 1
            assert found(plant.word, Where(since=first - 1, until=last)) == here, plant
            assert found(plant.word, Where(since=last + 1)) == [], plant
            assert found(plant.word, Where(until=first - 1)) == [], plant
            [hit] = search.find(query.parse([plant.word]))
            passage = search.passage(hit, query.parse([plant.word]), COLUMNS, 200)
            assert passage.column == plant.column
            assert {passage.text[start:end] for start, end in passage.matches} == {plant.word}


def search(world: World, *words: str) -> Any:
    done = world.run("entire", "search", *words, "--json", check=False)
    hits = json.loads(done.stdout)["hits"]
    assert done.returncode == (0 if hits else 1)
    return hits


def databases(world: World) -> bytes:
    files = sorted((world.repo.path / ".git" / "entire-index").glob("search*"))
    assert files
    return b"".join(file.read_bytes() for file in files)


SECRET = "ghp_" + "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"


def test_from_a_live_session_to_a_deleted_checkpoint(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.start()
    agent.prompt(f"Look for the quokkaword with {SECRET}")
    assert [hit["temporary"] for hit in search(world, "quokkaword")] == [True]

    agent.write("src/login.py", "limit = 5\n")
    agent.say("It is a wombatword in 検索エンジン.")  # no hook has read it yet
    [hit] = search(world, "wombatword")
    assert (hit["step"], hit["session_id"], hit["found_in"]) == ("", agent.session_id, "answers")
    assert len(search(world, "検索")) == 1

    agent.stop()
    [hit] = search(world, "wombatword")
    assert hit["step"] == world.git("rev-parse", world.shadows()[0])
    assert [file["path"] for file in hit["files"]] == ["src/login.py"]

    world.git("add", "--all")
    checkpoint = world.commit(message="Add a numbatword")
    for typed in ("quokkaword", "wombatword", "numbatword", "src/login.py"):
        assert {hit["checkpoint_id"] for hit in search(world, typed)} == {checkpoint}, typed
    [hit] = search(world, "wombatword")
    assert hit["created_at"].endswith("Z")
    assert [commit["subject"] for commit in hit["commits"]] == ["Add a numbatword"]
    assert search(world, SECRET) == []
    assert SECRET.encode() not in databases(world)

    # A colleague who fetched it finds it, too.
    world.git("push", "--quiet", str(bare(tmp_path)), "main", BRANCH)
    subprocess.run(["git", "clone", "--quiet", tmp_path / "bare", tmp_path / "clone"], check=True)
    clone = World(Repo(tmp_path / "clone"))
    assert [hit["checkpoint_id"] for hit in search(clone, "wombatword")] == [checkpoint]

    # So does one with a partial clone, as far as it has the text, and without a remote.
    world.git("-C", str(tmp_path / "bare"), "config", "uploadpack.allowFilter", "true")
    address = f"file://{tmp_path / 'bare'}"
    subprocess.run(["git", "clone", "-q", "--filter=blob:none", address, tmp_path / "part"], check=True)
    (tmp_path / "bare").rename(tmp_path / "away")
    part = World(Repo(tmp_path / "part"))
    assert search(part, "wombatword") == []
    (tmp_path / "away").rename(tmp_path / "bare")
    part.entire("explain", checkpoint)  # fetches it
    assert [hit["checkpoint_id"] for hit in search(part, "wombatword")] == [checkpoint]

    # One more turn and commit, then the first is gone.
    agent.turn("Now for the bilbyword", {"src/login.py": "limit = 6\n"})
    second = world.commit("--all", message="second")
    assert [hit["checkpoint_id"] for hit in search(world, "bilbyword")] == [second]
    world.git("update-ref", f"refs/heads/{BRANCH}", without(world, checkpoint))
    assert search(world, "wombatword") == []
    assert search(world, "numbatword") == []
    assert [hit["checkpoint_id"] for hit in search(world, "bilbyword")] == [second]
    assert b"wombatword" not in databases(world)

    # The same words narrow the lists.
    listed = json.loads(world.entire("explain", "--grep", "bilbyword", "--json"))
    assert [row["checkpoint_id"] for row in listed["checkpoints"]] == [second]
    for nothing in ("--author=nobody", "--until=2001-01-01", "--file=doc", "--agent=codex"):
        listed = json.loads(world.entire("explain", nothing, "--json"))
        assert (listed["checkpoints"], listed["steps"]) == ([], [])
        assert json.loads(world.entire("session", "list", nothing, "--json"))["sessions"] == []
    listed = json.loads(world.entire("session", "list", "--json", "--since", "1h", "--", "src"))
    assert [row["session_id"] for row in listed["sessions"]] == [agent.session_id]

    # On a terminal, pick a hit and what to do with it.
    picked = on_terminal(
        world.repo.path, "search", "bilbyword", answers=[("Which hit?", "\r"), ("What next?", "\r")]
    )
    assert f"$ entire explain {second}" in picked
    assert "Now for the bilbyword" in picked.partition("$ entire explain")[2]


def bare(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet", "--bare", "-b", "main", tmp_path / "bare"], check=True)
    return tmp_path / "bare"


def without(world: World, checkpoint: str) -> str:
    """A commit on the checkpoints branch that never had this checkpoint, as `git filter-repo` makes one."""
    index = {**world.env, "GIT_INDEX_FILE": str(world.repo.path / ".git" / "scratch-index")}

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=world.repo.path, env=index, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    git("read-tree", BRANCH)
    git("rm", "-r", "--cached", "--quiet", f"{checkpoint[:2]}/{checkpoint[2:]}")
    return git("commit-tree", git("write-tree"), "-m", "rewritten")


def test_words_that_make_no_sense(world: World) -> None:
    for words, message in (
        (["-x"], "nothing to search for"),
        (["x", "--since", "blah"], "not a date"),
        (["x", "--file", "/etc"], "outside the repository"),
        (["x", "--agent", "hal"], "unknown agent"),
        (["x", "--in", "songs"], "songs"),
        (["x", "--limit", "-3"], "-3 is not in the range"),
        (["x", "-n", "y"], "'y' is not a valid integer"),
    ):
        done = world.run("entire", "search", *words, check=False)
        assert done.returncode == 2
        assert message in done.stderr
    done = world.run("entire", "search", "nothinglikeit", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "Hits: 0\n", "")


def test_names_that_are_not_utf8(world: World) -> None:
    agent = world.agent()
    name = os.fsdecode(b"caf\351.txt")
    agent.prompt("Find the wombat")
    agent.shell(r"echo 1 > $(printf 'caf\351.txt')")
    agent.stop()
    world.git("add", "-A")
    assert world.commit()
    assert "wombat" in world.entire("search", "wombat", "--file", name)
    world.entire("search", "wombat", "--file", name, "--json")
    for option in ("--author", "--model", "--branch"):
        done = world.run("entire", "search", "wombat", option, name, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (1, "Hits: 0\n", "")
    done = world.run("entire", "search", name, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert not done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("agent", "add", "{}"),
        ("agent", "new", "{}"),
        ("session", "attach", "{}", "x"),
        ("session", "attach", "claude", "{}"),
        ("resume", "--with", "{}"),
        ("logs", "--level", "{}"),
        ("search", "x", "--in", "{}"),
        ("stats", "--by", "{}"),
        ("--{}",),
    ],
)
def test_messages_quote_them_without_escapes(world: World, words: tuple[str, ...]) -> None:
    name = os.fsdecode(b"caf\351.txt")
    done = world.run("entire", *(word.replace("{}", name) for word in words), check=False)
    assert done.returncode in (1, 2)
    assert "caf.txt" in done.stderr
    assert "udce9" not in done.stderr


def test_a_session_that_does_not_exist(world: World) -> None:
    agent = world.agent("ABCdef00-1111")
    agent.turn("Find the wombat", {"one.py": "1\n"})
    for id in ("ABC", "abcDEF00"):
        assert world.entire("search", "wombat", "--session", id, "--json").count('"passage"') == 1
    done = world.run("entire", "search", "nothinglikeit", "--session", "ABC", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "Hits: 0\n", "")
    done = world.run("entire", "search", "wombat", "--session", "zzz", check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert 'no session starts with "zzz"\nhint: ' in done.stderr
