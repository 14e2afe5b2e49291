"""`entire export`: the story of a change in one file, of a real repository, through the command."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.commits.subagent import Sub
from tests.scenario.world import BRANCH, World, make_repo
from tests.support import Repo
from tests.web.allowed import HOSTILE, Checked

from entire.cli.commands.demo.stand_in import StandIn

SECRET = "AKIAIOSFODNN7REALKEY"
LOGIN = "def login(name, password):\n    return check(name, password)\n"
FORMATS = ("html", "md", "json")
MOST_MORE = 60 * 1024


def work(world: World, agent: StandIn, prompt: str, path: str, content: str, message: str) -> str:
    """A turn and its commit; returns the checkpoint."""
    agent.prompt(prompt)
    agent.say(f"I will write {path}.")
    agent.write(path, content)
    output = agent.call("Bash", command="make test")
    agent.result(output, {"stdout": "3 passed\n", "stderr": ""})
    agent.say("It is **done**.")
    agent.stop()
    world.git("add", ".")
    return world.commit(message=message)


@pytest.fixture
def agent(world: World) -> StandIn:
    agent = world.agent()
    agent.start()
    return agent


def loaded(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_checkpoint_in_every_format(world: World, agent: StandIn) -> None:
    id = work(world, agent, "Write the login", "login.py", LOGIN, "Add a login")
    for name in (id, id[:6], "HEAD", world.git("rev-parse", "HEAD")[:8]):
        page = Checked(world.entire("export", name), file=True)
        assert page.wrong == []
        for wanted in ("Add a login", "Write the login", "I will write login.py.", "3 passed", "2 by agents"):
            assert wanted in page.text
        assert "+def login(name, password):" in page.text
        assert all(address.startswith("#") for address in page.addresses)
    text = world.entire("export", id, "--format", "md")
    for wanted in (
        "# Add a login",
        "> Write the login",
        "It is **done**.",
        "3 passed",
        "+A def login(name, password):",
    ):
        assert wanted in text
    [one] = loaded(world.entire("export", id, "--format", "json"))["checkpoints"]
    assert one["checkpoint_id"] == id
    assert [entry["kind"] for entry in one["sessions"][0]["entries"]] == [
        *("user", "assistant", "tool", "tool", "assistant")
    ]
    assert one["sessions"][0]["entries"][3]["output"] == "3 passed\n"
    [change] = one["changes"]
    assert (change["path"], change["agent_lines"], change["lines"][0]["who"]) == ("login.py", 2, "agent")


def test_a_story_is_small_and_needs_nothing_else(world: World, agent: StandIn) -> None:
    code = "".join(
        f'def function_{number}(value: int) -> str:\n    return "a" + str(value)\n\n' for number in range(400)
    )
    agent.prompt("Write a lot")
    for number in range(60):
        agent.say(f"Next is *part {number}*, with `names` and more words.\n\n```python\n{code[:1500]}```\n")
        agent.use("Read", file_path=str(world.file(f"src/part_{number}.py")))
    agent.write("parts.py", code)
    agent.stop()
    world.git("add", ".")
    out = world.entire("export", world.commit(message="Parts"))
    page = Checked(out, file=True)
    assert page.wrong == []
    assert len(out.encode()) <= 2 * len(page.text.encode()) + MOST_MORE
    assert len(page.text) > 100_000
    style = out.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}';" in html.unescape(out)
    for sign in ("<script", "src=", "<link", "url(", "@import", "http-equiv=refresh"):
        assert sign not in out


def test_a_story_of_small_things_is_small(world: World, agent: StandIn) -> None:
    agent.prompt("Write many")
    for _ in range(400):
        agent.say("Next.")
        agent.record(type="user", message={"role": "user", "content": "continue"})
    for number in range(400):
        agent.write(f"src/part_{number}.py", "x = 1\n")
    agent.stop()
    world.git("add", ".")
    out = world.entire("export", world.commit(message="Parts"))
    page = Checked(out, file=True)
    assert page.wrong == []
    assert len(out.encode()) <= 2 * len(page.text.encode()) + MOST_MORE
    assert page.text.count("continue") >= 400
    assert "src/part_399.py" in page.text


def test_hostile_conversations_stay_text(world: World, agent: StandIn) -> None:
    agent.prompt("\n".join(HOSTILE[:-3]))
    for text in HOSTILE:
        if "\ud800" not in text:
            agent.say(text)
    agent.write("evil.html", "\n".join(text for text in HOSTILE if "\ud800" not in text))
    agent.say("x" * 1_000_000)
    agent.stop()
    world.git("add", ".")
    out = world.entire("export", world.commit(message="<script>alert(1)</script>"))
    page = Checked(out, file=True)
    assert page.wrong == []
    assert page.text.count("<script>alert(1)</script>") > 5
    assert not {"\x1b", "\x00", "\u202e"} & set(out)


def test_a_range_has_all_checkpoints_and_names_the_other_commits(world: World, agent: StandIn) -> None:
    first = work(world, agent, "Write the login", "login.py", LOGIN, "Add a login")
    world.file("by_hand.py").write_text("x = 1\n")
    world.git("add", ".")
    world.git("commit", "--quiet", "--no-verify", "-m", "By hand")
    second = work(world, agent, "Limit it", "limit.py", "LIMIT = 5\n", "Limit the login")
    story = loaded(world.entire("export", "HEAD~3..", "--format", "json"))
    assert [one["checkpoint_id"] for one in story["checkpoints"]] == [first, second]
    assert [commit["subject"] for commit in story["without_checkpoint"]] == ["By hand"]
    page = Checked(world.entire("export", "HEAD~3..HEAD"), file=True)
    assert page.wrong == []
    assert {"#chapter-1", "#chapter-2"} <= set(page.addresses)
    for wanted in ("2 checkpoints, 1 commit without one", "By hand", "Write the login", "Limit it"):
        assert wanted in page.text
    assert "Commits without a checkpoint" in world.entire("export", "HEAD~3..HEAD", "--format", "md")


def test_a_range_names_commits_whose_checkpoint_is_not_in_this_clone(world: World, agent: StandIn) -> None:
    first = work(world, agent, "Write the login", "login.py", LOGIN, "Add a login")
    before = world.git("rev-parse", BRANCH)
    second = work(world, agent, "Limit it", "limit.py", "LIMIT = 5\n", "Limit the login")
    world.git("update-ref", f"refs/heads/{BRANCH}", before)
    story = loaded(world.entire("export", "HEAD~2..", "--format", "json"))
    assert [one["checkpoint_id"] for one in story["checkpoints"]] == [first]
    assert story["missing"] == [second]
    assert [commit["subject"] for commit in story["with_missing_checkpoint"]] == ["Limit the login"]
    assert story["without_checkpoint"] == []
    page = Checked(world.entire("export", "HEAD~2.."), file=True)
    for wanted in ("1 checkpoint, 1 more is not in this clone", "Limit the login"):
        assert wanted in page.text
    text = world.entire("export", "HEAD~2..", "--format", "md")
    assert "## Commits whose checkpoint is not in this clone\n\n- `" in text
    alone = world.run("entire", "export", "HEAD~1..", check=False)
    assert alone.returncode == 1
    assert "the checkpoints of HEAD~1.. are not in this clone" in alone.stderr
    assert "entire fetch" in alone.stderr


def test_a_session_is_told_to_its_last_step(world: World, agent: StandIn) -> None:
    first = work(world, agent, "Write the login", "login.py", LOGIN, "Add a login")
    other = world.agent()
    other.start()
    work(world, other, "Something else", "other.py", "y = 1\n", "Other")
    second = work(world, agent, "Limit it", "limit.py", "LIMIT = 5\n", "Limit the login")
    agent.turn("Not committed yet", {"later.py": "z = 1\n"})
    story = loaded(world.entire("export", agent.session_id[:8], "--format", "json"))
    assert story["session_id"] == agent.session_id
    checkpoints = story["checkpoints"]
    assert [one["checkpoint_id"] for one in checkpoints[:-1]] == [first, second]
    assert checkpoints[-1]["temporary"]
    prompts = [
        entry["text"]
        for one in checkpoints
        for part in one["sessions"]
        for entry in part["entries"]
        if entry["kind"] == "user"
    ]
    assert prompts == ["Write the login", "Limit it", "Not committed yet"]
    page = Checked(world.entire("export", agent.session_id), file=True)
    assert page.wrong == []
    assert "later.py" in page.text
    assert "Something else" not in page.text


def plant(world: World, old: str, new: str) -> None:
    """Change the texts of all checkpoints, as if they had been written with other rules."""
    world.env["GIT_INDEX_FILE"] = str(world.file(".git/planted"))
    world.git("read-tree", BRANCH)
    for name in world.names():
        text = world.show(name)
        if old in text:
            (world.repo.path.parent / "blob").write_text(text.replace(old, new))
            oid = world.git("hash-object", "-w", str(world.repo.path.parent / "blob"))
            world.git("update-index", "--cacheinfo", f"100644,{oid},{name}")
    tree = world.git("write-tree")
    del world.env["GIT_INDEX_FILE"]
    commit = world.git("commit-tree", tree, "-p", BRANCH, "-m", "Planted")
    world.git("update-ref", f"refs/heads/{BRANCH}", commit)


@pytest.mark.parametrize("kind", FORMATS)
def test_secrets_of_older_checkpoints_are_redacted_by_the_newest_rules(
    world: World, agent: StandIn, kind: str
) -> None:
    id = work(world, agent, "Use the key PLANTED", "login.py", f'KEY = "{SECRET}"\n', "Add a login")
    plant(world, "PLANTED", SECRET)
    assert SECRET in world.transcript(id), "the checkpoint has the secret, and so does the commit"
    out = world.entire("export", id, "--format", kind)
    assert SECRET not in out
    assert out.count("REDACTED") > 1


@pytest.mark.parametrize("kind", FORMATS)
def test_a_public_story_names_nobody(world: World, kind: str) -> None:
    world.git("config", "user.name", "Grace Hopper")
    world.git("config", "user.email", "ghopper@navy.example")
    world.git("remote", "add", "origin", "ssh://git@forge.navy.example/team/shop.git")
    agent = world.agent()
    agent.start()
    place, home = str(world.repo.path), os.environ["HOME"]
    names = (
        "Grace",
        "Hopper",
        "ghopper",
        "navy.example",
        "mallory",
        "eniac",
        place,
        str(Path(place).parent),
        home,
    )
    text = (
        f"Grace Hopper <ghopper@navy.example> works in {place}/src, above it is {Path(place).parent}/other; "
        f"see /home/mallory/notes, {home}/x, mallory@eniac:~$ ls, forge.navy.example, "
        f"{socket.gethostname()}. "
        f"Thanks, Hopper! KEPT"
    )
    id = work(world, agent, text, "src/login.py", f"# {text}\n{LOGIN}", "Add Grace's login")
    named = world.entire("export", id, "--format", kind)
    assert "Grace Hopper" in named
    out = world.entire("export", id, "--format", kind, "--public")
    assert out.count("KEPT") >= 3
    assert [name for name in names if name.lower() in out.lower()] == []
    assert "src/login.py" in out
    if len(socket.gethostname()) > 2:
        assert f" {socket.gethostname()}." not in out


def test_the_file_that_is_named(world: World, agent: StandIn, tmp_path: Path) -> None:
    id = work(world, agent, "Write the login", "login.py", LOGIN, "Add a login")
    path = tmp_path / "story.html"
    assert world.entire("export", id, "-o", str(path)) == f"Wrote {path}\n"
    assert Checked(path.read_text(), file=True).wrong == []
    link = tmp_path / "link.html"
    link.symlink_to(path)
    done = world.run("entire", "export", id, "-o", str(link), check=False)
    assert (done.returncode, "symbolic link" in done.stderr) == (1, True)
    assert world.entire("export", id, "-o", "-", "--format", "md").startswith("# Add a login")
    assert "story" not in world.git("status", "--porcelain")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "no checkpoint, commit or session starts with"),
        ("HEAD", "has no checkpoint"),
        ("HEAD~1..HEAD", "no commit in HEAD~1..HEAD has a checkpoint"),
        ("a...b", "cannot export"),
        ("--upload-pack=x..HEAD", "No such option"),
        ("HEAD..--all", 'no commit named "--all"'),
        ("../..", 'no commit named "/.."'),
    ],
)
def test_what_cannot_be_exported(world: World, name: str, message: str) -> None:
    world.file("by_hand.py").write_text("x = 1\n")
    world.git("add", ".")
    world.git("commit", "--quiet", "-m", "By hand")
    done = world.run("entire", "export", name, check=False)
    assert done.returncode in (1, 2)
    assert message in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        *(("export", "HEAD"), ("export", "HEAD~1..HEAD"), ("explain", "HEAD"), ("explain", "--commit", "@")),
        *(("stats", "HEAD"), ("stats", "HEAD~1..HEAD"), ("link", "HEAD", "abcdef"), ("unlink", "HEAD")),
    ],
)
@pytest.mark.parametrize("orphan", [False, True])
def test_a_branch_without_commits(tmp_path: Path, words: tuple[str, ...], orphan: bool) -> None:
    world = World(make_repo(tmp_path / "repo") if orphan else Repo.init(tmp_path / "repo"))
    if orphan:
        world.git("switch", "--quiet", "--orphan", "new")
    done = world.run("entire", *words, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    message = "this branch has no commits yet"
    assert done.stderr == f"entire: {message}\nhint: make the first commit, then try again\n"


def test_a_public_story_without_names_of_two_letters(world: World) -> None:
    world.env["LOGNAME"] = "jo"
    world.git("config", "user.name", "Li Xu")
    agent = world.agent()
    agent.start()
    text = "-rw-r--r-- 1 jo jo 12 x.py; ask Li or JO. A job of Xu KEPT"
    id = work(world, agent, text, "login.py", LOGIN, "Add a login")
    out = world.entire("export", id, "--format", "md", "--public")
    assert "-rw-r--r-- 1 user user 12 x.py; ask user or user. A job of user KEPT" in out


def test_without_the_extra_only_html_asks_for_it(world: World, agent: StandIn, tmp_path: Path) -> None:
    id = work(world, agent, "Write the login", "login.py", LOGIN, "Add a login")
    names = ("jinja2", "markdown_it", "pygments", "markupsafe", "starlette", "uvicorn")
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.partition('.')[0] in {names!r}:\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Missing())\n"
    )
    world.env["PYTHONPATH"] = str(tmp_path)
    done = world.run("entire", "export", id, check=False)
    assert done.returncode == 1
    assert "in a clone of entire: `pipx install --force '.[web]'`" in done.stderr
    assert world.entire("export", id, "--format", "md").startswith("# Add a login")
    assert loaded(world.entire("export", id, "--format", "json"))["checkpoints"]


def test_subagents_are_told_where_they_were_called(world: World, agent: StandIn) -> None:
    agent.prompt("Search for it")
    sub = Sub(agent, "Look around")
    sub.own().record(type="user", isSidechain=True, message={"role": "user", "content": "Look behind it"})
    sub.own().say("Found it below")
    sub.write("found.py", "found = 1\n")
    sub.end()
    agent.say("Done.")
    agent.stop()
    page = Checked(world.entire("export", agent.session_id), file=True)
    assert page.wrong == []
    before, found, after = page.text.partition("Found it below")
    assert found
    assert "Look around" in before
    assert "Done." in after
    text = world.entire("export", agent.session_id, "--format", "md")
    assert "<details><summary>Subagent: Look behind it</summary>" in text
