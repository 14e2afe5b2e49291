"""Who owns which line, with the real Claude Code on a scripted model: main scenarios of the truth table."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.script import Call, Script, Step, Turn, call, say, shell, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.clients.claude import Claude
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Claude]

_MOMENT = 0.05  # people are not as fast as the clock of a file system is coarse


def save(repo: Repo, path: str, *lines: str) -> None:
    """A person saves a file."""
    time.sleep(_MOMENT)
    (repo.root / path).write_text("".join(f"{line}\n" for line in lines))
    time.sleep(_MOMENT)


def append(repo: Repo, path: str, *lines: str) -> None:
    save(repo, path, *(repo.root / path).read_text().splitlines(), *lines)


def owners(repo: Repo, path: str) -> str:
    """A word for each line, as in the truth table: `a2` is turn 2 of the agent, `h` a person."""
    told = json.loads(repo.entire("blame", path, "--json"))
    words = {"human": "h", "no_checkpoint": "."}
    return " ".join(
        f"a{line['turn']}" if line["who"] == "agent" else words.get(line["who"], line["who"])
        for line in told["lines"]
    )


def edit(repo: Repo, path: str, old: str, new: str) -> Step:
    return call("Edit", file_path=str(repo.root / path), old_string=old, new_string=new)


def read(repo: Repo, path: str) -> Step:
    return call("Read", file_path=str(repo.root / path))


def write_lines(repo: Repo, path: str, *lines: str) -> Step:
    return write(repo.root / path, "".join(f"{line}\n" for line in lines))


def test_new_files_edits_and_a_person_between_and_during_turns(repo: Repo, start_claude: Start) -> None:
    """A new file and an edit; a person edits between the turns, and while the model thinks."""
    save(repo, "old.py", "import os", "value = compute(1)", "print(value)")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "Old")
    enable(repo)
    script = Script(
        Turn(
            "First",
            write_lines(repo, "new.py", "first = compute(1)", "second = compute(2)", "third = compute(3)"),
            read(repo, "old.py"),
            edit(repo, "old.py", "value = compute(1)", "value = compute(100)"),
            say("Written."),
        ),
        Turn(
            "Second",
            read(repo, "new.py"),
            edit(repo, "new.py", "second = compute(2)", "second = compute(22)"),
            shell("ls -l").during(lambda: append(repo, "new.py", "while = the_model_thinks")),
            say("Done.").during(lambda: save(repo, "notes.txt", "call the customer back")),
        ),
    )
    claude = start_claude(script)
    session = claude.ask("First", repo.root).session_id
    append(repo, "new.py", "mine = by_hand(4)")
    append(repo, "old.py", "also = by_hand(5)")
    claude.ask("Second", repo.root, "--resume", session)
    assert commit(repo, "Work")
    assert owners(repo, "new.py") == "a1 a2 a1 h h"
    assert owners(repo, "old.py") == ". a1 . h"
    assert owners(repo, "notes.txt") == "h"
    check_tidy(repo)


def test_a_formatter_a_rename_and_a_deletion_by_commands(repo: Repo, start_claude: Start) -> None:
    """In another layout, and under another name, a line is still whose it was."""
    enable(repo)
    save(repo, "mine.py", "mine = by_hand(1)", "yours = by_hand(2)")
    save(repo, "gone.py", "nobody = needs(this)")
    assert commit(repo, "Mine") == ""
    script = Script(
        Turn(
            "First",
            write_lines(repo, "calc.py", "total = add(1,2)", "rest = sub(4,3)"),
            write_lines(repo, "helper.py", "temporary = helper(1)"),
            say("Written."),
        ),
        Turn(
            "Second",
            shell("sed -i 's/,/, /; s/^/    /' calc.py mine.py"),
            shell("rm helper.py gone.py && mv mine.py ours.py"),
            shell("printf 'made = by_command(7)\\n' > made.py"),
            say("Formatted."),
        ),
    )
    claude = start_claude(script)
    session = claude.ask("First", repo.root).session_id
    append(repo, "calc.py", "person = by_hand(3,4)")
    claude.ask("Second", repo.root, "--resume", session)
    assert commit(repo, "Work")
    assert owners(repo, "calc.py") == "a1 a1 h"
    assert owners(repo, "ours.py") == ". ."
    assert owners(repo, "made.py") == "a2"
    assert repo.git("ls-files") == "\n".join(
        sorted(
            [
                *repo.git("ls-files", ".claude", ".entire").split(),
                "README.md",
                *("calc.py", "made.py", "ours.py"),
            ]
        )
    )
    check_tidy(repo)


def test_commits_of_the_agent_and_of_its_subagent(repo: Repo, start_claude: Start) -> None:
    """The agent commits in its turn, a person saves in between, a subagent writes, and one commits."""
    enable(repo)

    def delegate(what: str) -> Step:
        arguments = {
            "description": what,
            "prompt": f"SUBTASK: {what}",
            "subagent_type": "general-purpose",
            "run_in_background": False,
        }
        return Step(calls=(Call("Agent", arguments),))

    script = Script(
        Turn(
            "Commit it",
            write_lines(repo, "one.py", "first = compute(1)", "second = compute(2)"),
            shell("git add -A && git commit -q -m 'By the agent'"),
            delegate("write two").during(lambda: append(repo, "one.py", "mine = by_hand(3)")),
            delegate("commit"),
            write_lines(repo, "last.py", "last = compute(9)"),
            say("Both are in."),
        ),
        Turn(
            "SUBTASK: write two",
            write_lines(repo, "two.py", "parser = grammar(1)", "lexer = tokens(2)"),
            say("Wrote it."),
        ),
        Turn(
            "SUBTASK: commit",
            shell("printf 'table = rows(3)\\n' > table.py"),
            shell("git add -A && git commit -q -m 'By the subagent'"),
            say("Committed."),
        ),
    )
    start_claude(script).ask("Commit it", repo.root)
    assert all("Entire-Checkpoint" in stored.trailers(repo, name) for name in ("HEAD", "HEAD~1"))
    assert commit(repo, "The rest")
    assert owners(repo, "one.py") == "a1 a1 h"
    assert owners(repo, "two.py") == "a1 a1"
    assert owners(repo, "table.py") == "a1"
    assert owners(repo, "last.py") == "a1"
    check_tidy(repo)
