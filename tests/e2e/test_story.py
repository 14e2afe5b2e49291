"""One story, played with every real client: from `enable` to `disable --uninstall`, on a scripted model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import SEPARATOR, check_tidy, commit, enable, hooks_present
from tests.e2e.sandbox import Repo, Sandbox
from tests.e2e.script import Script, Turn, Usage, say

from entire.core.text import short_session_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.clients.client import Client

    Start = Callable[[Script], Client]


def check_checkpoint(
    repo: Repo, client: Client, checkpoint_id: str, session_id: str, prompts: list[str], **facts: object
) -> stored.Checkpoint:
    """What the fake model was asked and said is what the checkpoint tells."""
    found = stored.checkpoint(repo, checkpoint_id)
    facts |= {
        "session_id": session_id,
        "agent": client.agent_type,
        "model": client.model.scripted()[-1].model,
    }
    assert {key: found.metadata.get(key) for key in facts} == facts
    assert found.prompt == SEPARATOR.join(prompts)
    kept, live = found.transcript.splitlines(), client.transcript(session_id).read_text().splitlines()
    assert kept == live[: len(kept)]
    return found


def theirs_in(repo: Repo, kind: type[Client]) -> dict[Path, str]:
    """What others have where our hooks go: it must not change."""
    named = [(kind.config, kind.theirs)] if kind.theirs is not None else []
    found = {repo.root / name: text for name, text in [*named, *filter(None, [kind.beside])]}
    for path, text in found.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return found


def found(repo: Repo, words: str) -> list[tuple[int, str]]:
    """Turns with their passages; the command says by its exit code whether there are any."""
    out = repo.sandbox.run("sh", "-c", 'entire search "$0" --json || test $? = 1', words, cwd=repo.root)
    return [(hit["turn"], hit["passage"]) for hit in json.loads(out)["hits"]]


def check_search(repo: Repo) -> None:
    """Clients write what hooks said into their transcripts; nobody asked or answered it."""
    assert found(repo, '"greeting is written"') == [(1, "The greeting is written.")]
    assert found(repo, '"linked to your next commit"') == []


def points(repo: Repo) -> dict[str, str]:
    """Ids by what was asked."""
    return {point["message"]: point["id"] for point in json.loads(repo.entire("rewind", "--list"))}


def test_turns_commits_and_what_people_see(repo: Repo, kind: type[Client], start: Start) -> None:
    theirs = theirs_in(repo, kind)
    before = {path.name: path.read_bytes() for path in (repo.root / ".git/hooks").iterdir()}
    enable(repo, kind.name, kind.config)
    screens: list[str] = []
    during: list[tuple[str, str]] = []

    def look() -> None:
        if not kind.runs_git_hooks:
            return  # then the commit is linked when the turn ends
        checkpoint_id = stored.trailers(repo, "HEAD")["Entire-Checkpoint"]
        during.append((checkpoint_id, stored.checkpoint(repo, checkpoint_id).transcript))

    script = Script(
        Turn(
            "Write the greeting",
            kind.write(repo.root / "hello.py", "print('hello')\n").using(Usage(11, 1000, 0, 41)),
            kind.edit(repo.root / "hello.py", "print('hello')", "print('HELLO')").using(
                Usage(2, 50, 1000, 13)
            ),
            say("The greeting is written.").during(lambda: screens.append(repo.entire("status"))),
        ),
        Turn(
            "Make a list",
            kind.shell("echo one > list.txt").using(Usage(5, 70, 1050, 29)),
            say("The list is made.").using(Usage(1, 30, 1120, 17)),
        ),
        Turn(
            "Add two and commit",
            kind.write(repo.root / "two.py", "two = 2\n"),
            kind.shell("git add two.py && git commit -q -m 'Add two'"),
            say("Added and committed.").during(look),
        ),
    )
    client = start(script)
    first = client.ask("Write the greeting", repo.root)
    assert first.text == "The greeting is written."
    check_search(repo)
    [status] = screens
    assert [word for word in (kind.agent_type, "Write the greeting") if word not in status] == []
    second = client.resume("Make a list", repo.root, first.session_id)
    assert (second.session_id, second.text) == (first.session_id, "The list is made.")
    state = stored.state(repo, first.session_id)
    assert (state["checkpoint_count"], state["files_touched"]) == (2, ["hello.py", "list.txt"])
    assert len(stored.steps(repo, stored.shadow_branch(repo))) == 2

    by_hand = commit(repo, "Greet")
    check_search(repo)
    prompts = ["Write the greeting", "Make a list"]
    used = kind.total(script.played())
    files = ["hello.py", "list.txt"]
    check_checkpoint(
        repo,
        client,
        by_hand,
        first.session_id,
        prompts,
        files_touched=files,
        token_usage=used,
        checkpoints_count=2,
    )
    check_tidy(repo)

    third = client.resume("Add two and commit", repo.root, first.session_id)
    assert third.text == "Added and committed."
    if kind.runs_git_hooks:
        [(inside, provisional)] = during  # while the turn went on
        assert "Add two and commit" in provisional or not kind.writes_at_once
        assert third.text not in provisional
        assert stored.trailers(repo, "HEAD") == {"Entire-Checkpoint": inside}
    else:
        assert stored.trailers(repo, "HEAD") == {}
        inside = stored.noted(repo, "HEAD")["Entire-Checkpoint"]
    used = kind.total(script.played("Add two"))
    found = check_checkpoint(
        repo,
        client,
        inside,
        first.session_id,
        ["Add two and commit"],
        files_touched=["two.py"],
        token_usage=used,
    )
    assert third.text in found.transcript
    check_tidy(repo)

    shown = repo.entire("explain", by_hand, "--full")
    words = [*prompts, "The greeting is written.", "The list is made.", "hello.py"]
    assert [word for word in words if word not in shown] == []
    for name in ("hello.py", "list.txt", "two.py"):
        [row] = repo.entire("blame", name).splitlines()
        assert row.split("\t")[1].startswith(f"{kind.agent_type} {short_session_id(first.session_id)}/"), row

    repo.entire("disable", "--uninstall", "--force")
    assert {path: path.read_text() for path in theirs} == theirs
    assert kind.theirs is not None or not (repo.root / kind.config).exists()
    assert {path.name: path.read_bytes() for path in (repo.root / ".git/hooks").iterdir()} == before
    assert hooks_present(repo) == []
    assert not (repo.root / ".entire").exists()
    assert stored.states(repo) == []
    assert repo.branches("entire/") == [stored.CHECKPOINTS]


def test_rewind(repo: Repo, kind: type[Client], start: Start) -> None:
    """The client goes on from there: it remembers what was kept, and nothing else."""
    enable(repo, kind.name, kind.config)
    numbers = ("one", "two", "three")
    turns = [
        Turn(f"Write {n}", kind.write(repo.root / f"{n}.py", f"{n} = 1\n"), say(f"{n} is written."))
        for n in numbers
    ]
    client = start(Script(*turns))
    session = client.ask("Write one", repo.root).session_id
    client.resume("Write two", repo.root, session)
    assert list(points(repo)) == ["Write two", "Write one", "Before: Write one"]

    repo.entire("rewind", "--to", points(repo)["Write one"])

    assert sorted(path.name for path in repo.root.glob("*.py")) == ["one.py"]
    assert client.resume("Write three", repo.root, session).session_id == session
    heard = client.model.scripted()[-1]
    asked, said = " ".join(heard.texts()), " ".join(heard.texts("assistant"))
    assert [n for n in numbers if f"Write {n}" in asked] == ["one", "three"]
    assert [n for n in numbers if f"{n} is written." in said] == ["one"]
    assert list(points(repo)) == ["Write three", "Write one", "Before: Write one"]
    found = stored.checkpoint(repo, commit(repo, "One and three"))
    assert found.prompt == SEPARATOR.join(["Write one", "Write three"])
    assert "Write two" not in found.transcript
    assert found.metadata["files_touched"] == ["one.py", "three.py"]
    check_tidy(repo)


def test_resume_on_a_second_clone(repo: Repo, kind: type[Client], start: Start, tmp_path: Path) -> None:
    """Pushed, cloned, resumed: the client sends the earlier turns along, and new ones count once."""
    origin, there = tmp_path / "origin.git", tmp_path / "elsewhere" / "clone"
    repo.git("clone", "--quiet", "--bare", repo.root, origin)
    repo.git("remote", "add", "origin", origin)
    enable(repo, kind.name, kind.config)
    repo.git("push", "--quiet", "--no-verify", "origin", "main")
    repo.git("switch", "--quiet", "--create", "feature")
    script = Script(
        Turn(
            "Write the greeting",
            kind.write(repo.root / "hello.py", "print('hello')\n").using(Usage(11, 1000, 0, 41)),
            say("The greeting is written."),
        ),
        Turn(
            "Write another",
            kind.write(there / "other.py", "print('other')\n").using(Usage(5, 70, 1050, 29)),
            say("Another is written."),
        ),
    )
    client = start(script)
    first = client.ask("Write the greeting", repo.root)
    begun = commit(repo, "Greet")
    repo.git("push", "--quiet", "--no-verify", "origin", "feature", stored.CHECKPOINTS)

    machine = Sandbox(tmp_path / "machine")
    repo.git("clone", "--quiet", origin, there)
    clone, other = Repo(machine, there), client.on(machine)
    said = clone.entire("resume", "feature", "--force")
    assert kind.resume_command(first.session_id) in said
    log = other.transcript(first.session_id)
    assert log.read_text() == stored.checkpoint(repo, begun).transcript
    restored = len(log.read_text().splitlines())

    second = other.resume("Write another", clone.root, first.session_id)
    assert (second.session_id, second.text) == (first.session_id, "Another is written.")
    sent = client.model.scripted()[-1]
    assert any("Write the greeting" in text for text in sent.texts())
    assert first.text in sent.texts("assistant")
    assert other.transcript(first.session_id) == log, "the client went on in that file"

    checkpoint_id = commit(clone, "Another")
    found = check_checkpoint(
        clone,
        other,
        checkpoint_id,
        first.session_id,
        ["Write another"],
        files_touched=["other.py"],
        token_usage=kind.total(script.played("Write another")),
    )
    assert found.metadata["checkpoint_transcript_start"] == restored
    check_tidy(clone)
