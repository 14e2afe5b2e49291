"""After a rewind the real Claude Code goes on from there: it remembers what was kept, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.script import Script, Turn, call, say, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.clients.claude import Claude
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Claude]


def points(repo: Repo) -> dict[str, str]:
    """Ids by what was asked."""
    return {point["message"]: point["id"] for point in json.loads(repo.entire("rewind", "--list"))}


def test_back_to_the_first_of_three_turns_and_on(repo: Repo, start_claude: Start) -> None:
    enable(repo)
    script = Script(
        Turn("Write one", write(repo.root / "one.py", "one = 1\n"), say("One is written.")),
        Turn("Write two", write(repo.root / "two.py", "two = 2\n"), say("Two is written.")),
        Turn("Write three", write(repo.root / "three.py", "three = 3\n"), say("Three is written.")),
        Turn("Write four", write(repo.root / "four.py", "four = 4\n"), say("Four is written.")),
    )
    claude = start_claude(script)
    session = claude.ask("Write one", repo.root).session_id
    for number in ("two", "three"):
        claude.ask(f"Write {number}", repo.root, "--resume", session)
    assert list(points(repo)) == ["Write three", "Write two", "Write one", "Before: Write one"]

    repo.entire("rewind", "--to", points(repo)["Write one"])

    assert sorted(path.name for path in repo.root.glob("*.py")) == ["one.py"]
    assert claude.ask("Write four", repo.root, "--resume", session).session_id == session
    heard = claude.model.scripted()[-1]
    asked, said = " ".join(heard.texts()), " ".join(heard.texts("assistant"))
    assert [word for word in ("one", "two", "three", "four") if f"Write {word}" in asked] == ["one", "four"]
    assert "One is written." in said
    assert "Two is written." not in said
    assert list(points(repo)) == ["Write four", "Write one", "Before: Write one"]
    checkpoint = stored.checkpoint(repo, commit(repo, "One and four"))
    assert checkpoint.prompt == "Write one\n\n---\n\nWrite four"
    assert "Write two" not in checkpoint.transcript
    assert checkpoint.metadata["files_touched"] == ["four.py", "one.py"]
    check_tidy(repo)


def test_back_to_a_subagents_step_and_on(repo: Repo, start_claude: Start) -> None:
    enable(repo)
    delegate = call(
        "Agent",
        description="Write the parser",
        prompt="SUBTASK",
        subagent_type="general-purpose",
        run_in_background=False,
    )
    script = Script(
        Turn(
            "Delegate it",
            delegate,
            write(repo.root / "main.py", "main = 1\n"),
            say("Both are written."),
        ),
        Turn("SUBTASK", write(repo.root / "parser.py", "parse = 1\n"), say("The parser is written.")),
        Turn("Write it otherwise", write(repo.root / "main.py", "main = 2\n"), say("Written otherwise.")),
    )
    claude = start_claude(script)
    session = claude.ask("Delegate it", repo.root).session_id
    (task,) = (id for message, id in points(repo).items() if message.startswith("Completed"))

    repo.entire("rewind", "--to", task)

    assert sorted(path.name for path in repo.root.glob("*.py")) == ["parser.py"]
    assert claude.ask("Write it otherwise", repo.root, "--resume", session).text == "Written otherwise."
    said = " ".join(claude.model.scripted()[-1].texts("assistant"))
    assert "Both are written." not in said
    commit(repo, "Parser and main")
    check_tidy(repo)
