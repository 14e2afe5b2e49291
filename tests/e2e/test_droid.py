"""The story with the real Droid. Without a login it cannot resume: every turn is a session of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable, hooks_present
from tests.e2e.clients.droid import MODEL_ID, Droid
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, Usage, say
from tests.e2e.test_story import points

from entire.core.text import short_session_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.sandbox import Repo, Sandbox

    Start = Callable[[Script], Droid]


@pytest.fixture
def start(request: pytest.FixtureRequest) -> Iterator[Start]:
    binary = Droid.find()
    sandbox: Sandbox = request.getfixturevalue("sandbox")
    models: list[FakeModel] = []

    def begin(script: Script) -> Droid:
        models.append(FakeModel(script).__enter__())
        return Droid(binary, sandbox, models[-1])

    yield begin
    for model in models:
        model.__exit__(None, None, None)


def check(
    repo: Repo, droid: Droid, found: stored.Checkpoint, session_id: str, prompt: str, **facts: object
) -> None:
    facts |= {"session_id": session_id, "agent": Droid.agent_type, "model": MODEL_ID}
    assert {key: found.metadata.get(key) for key in facts} == facts
    assert found.prompt == prompt
    kept, live = found.transcript.splitlines(), droid.transcript(session_id).read_text().splitlines()
    assert kept == live[: len(kept)]


def test_turns_commits_and_what_people_see(repo: Repo, start: Start) -> None:
    config = repo.root / Droid.config
    config.parent.mkdir()
    config.write_text(Droid.theirs)
    enable(repo, Droid.name, Droid.config)
    screens: list[str] = []
    during: list[tuple[str, str]] = []

    def look() -> None:
        checkpoint_id = stored.trailers(repo, "HEAD")["Entire-Checkpoint"]
        during.append((checkpoint_id, stored.checkpoint(repo, checkpoint_id).transcript))

    script = Script(
        Turn(
            "Write the greeting",
            Droid.write(repo.root / "hello.py", "print('hello')\n").using(Usage(11, 1000, 0, 41)),
            Droid.edit(repo.root / "hello.py", "hello", "HELLO").using(Usage(2, 50, 1000, 13)),
            say("The greeting is written.").during(lambda: screens.append(repo.entire("status"))),
        ),
        Turn(
            "Make a list",
            Droid.shell("echo one > list.txt").using(Usage(5, 70, 1050, 29)),
            say("The list is made.").using(Usage(1, 30, 1120, 17)),
        ),
        Turn(
            "Add two and commit",
            Droid.write(repo.root / "two.py", "two = 2\n"),
            Droid.shell("git add two.py && git commit -q -m 'Add two'"),
            say("Added and committed.").during(look),
        ),
    )
    droid = start(script)
    first = droid.ask("Write the greeting", repo.root)
    assert first.text == "The greeting is written."
    [status] = screens  # the prompt is known while the turn goes on, although no hook reports it
    assert [word for word in (Droid.agent_type, "Write the greeting") if word not in status] == []
    second = droid.ask("Make a list", repo.root)
    assert second.session_id != first.session_id
    assert stored.state(repo, first.session_id)["files_touched"] == ["hello.py"]
    assert stored.state(repo, second.session_id)["files_touched"] == ["list.txt"]

    by_hand = commit(repo, "Greet")
    sessions = {
        first.session_id: ("Write the greeting", "hello.py"),
        second.session_id: ("Make a list", "list.txt"),
    }
    for slot in range(2):
        found = stored.checkpoint(repo, by_hand, slot)
        session_id = found.metadata["session_id"]
        prompt, file = sessions.pop(session_id)
        used = Droid.total(script.played(prompt))
        check(repo, droid, found, session_id, prompt, files_touched=[file], token_usage=used)
    check_tidy(repo)

    third = droid.ask("Add two and commit", repo.root)
    [(inside, provisional)] = during  # while the turn went on
    assert "Add two and commit" in provisional
    assert third.text not in provisional
    assert stored.trailers(repo, "HEAD") == {"Entire-Checkpoint": inside}
    found = stored.checkpoint(repo, inside)
    used = Droid.total(script.played("Add two"))
    check(
        repo, droid, found, third.session_id, "Add two and commit", files_touched=["two.py"], token_usage=used
    )
    assert third.text in found.transcript
    check_tidy(repo)

    shown = repo.entire("explain", by_hand, "--full")
    words = ["Write the greeting", "Make a list", "The greeting is written.", "The list is made.", "hello.py"]
    assert [word for word in words if word not in shown] == []
    owners = {"hello.py": first, "list.txt": second, "two.py": third}
    for name, session in owners.items():
        [row] = repo.entire("blame", name).splitlines()
        assert row.split("\t")[1].startswith(f"{Droid.agent_type} {short_session_id(session.session_id)}/"), (
            row
        )

    repo.entire("disable", "--uninstall", "--force")
    assert config.read_text() == Droid.theirs
    assert hooks_present(repo) == []
    assert stored.states(repo) == []


def test_rewind(repo: Repo, start: Start) -> None:
    """What was changed since goes, what the session did stays."""
    enable(repo, Droid.name, Droid.config)
    write = Droid.write(repo.root / "one.py", "one = 1\n")
    droid = start(Script(Turn("Write one", write, say("one is written."))))
    session_id = droid.ask("Write one", repo.root).session_id
    before = droid.transcript(session_id).read_text()
    assert list(points(repo)) == ["Write one", "Before: Write one"]
    (repo.root / "one.py").write_text("one = 2\n")

    said = repo.entire("rewind", "--to", points(repo)["Write one"])

    assert (repo.root / "one.py").read_text() == "one = 1\n"
    assert Droid.resume_command(session_id) in said
    after = droid.transcript(session_id).read_text()
    assert "one is written." in after
    assert before.startswith(after)
    found = stored.checkpoint(repo, commit(repo, "One"))
    assert (found.prompt, found.metadata["files_touched"]) == ("Write one", ["one.py"])
