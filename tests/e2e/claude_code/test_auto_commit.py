"""The real Claude Code with auto-commit: a turn, a commit that it makes itself, and one that is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_checkpoint, check_tidy, enable
from tests.e2e.script import Script, Turn, say, shell, total, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.clients.claude import Claude
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Claude]


def auto(repo: Repo) -> None:
    enable(repo)
    repo.entire("enable", "--strategy", "auto-commit", "--project")
    repo.git("commit", "--quiet", "--all", "-m", "auto-commit")


def names(repo: Repo, commit: str = "HEAD") -> list[str]:
    return repo.git("show", "--format=", "--name-only", commit).split()


def test_turns_become_commits(repo: Repo, start_claude: Start) -> None:
    auto(repo)
    (repo.root / "mine.txt").write_text("mine\n")
    first = Turn("Write one.py", write(repo.root / "one.py", "one = 1\n"), say("Written."))
    second = Turn("Now two.py", write(repo.root / "two.py", "two = 2\n"), say("Written, too."))
    script = Script(first, second)
    claude = start_claude(script)
    answer = claude.ask("Write one.py", repo.root)
    claude.ask("Now two.py", repo.root, "--resume", answer.session_id)

    assert repo.git("log", "-2", "--format=%s").splitlines() == ["Now two.py", "Write one.py"]
    assert [names(repo, "HEAD~1"), names(repo)] == [["one.py"], ["two.py"]]
    assert repo.git("status", "--porcelain") == "?? mine.txt"
    ids = [stored.trailers(repo, name)["Entire-Checkpoint"] for name in ("HEAD~1", "HEAD")]
    for id, file, prompt in zip(ids, ("one.py", "two.py"), ("Write one.py", "Now two.py"), strict=True):
        facts = {
            "session_id": answer.session_id,
            "agent": "Claude Code",
            "files_touched": [file],
            "strategy": "auto-commit",
        }
        check_checkpoint(repo, id, facts, [prompt])
    used = [stored.checkpoint(repo, id).metadata["token_usage"] for id in ids]
    assert {key: sum(usage[key] for usage in used) for key in total([])} == total(script.played())
    check_tidy(repo)


def test_a_commit_of_its_own_and_the_rest(repo: Repo, start_claude: Start) -> None:
    auto(repo)
    turn = Turn(
        "Write two, commit one",
        write(repo.root / "one.py", "one = 1\n"),
        shell("git add one.py && git commit -q -m 'Add one.py'"),
        write(repo.root / "two.py", "two = 2\n"),
        say("Done."),
    )
    start_claude(Script(turn)).ask("Write two, commit one", repo.root)
    assert repo.git("log", "-2", "--format=%s").splitlines() == ["Write two, commit one", "Add one.py"]
    assert [names(repo, "HEAD~1"), names(repo)] == [["one.py"], ["two.py"]]
    ids = {stored.trailers(repo, name)["Entire-Checkpoint"] for name in ("HEAD~1", "HEAD")}
    assert len(ids) == 2
    assert repo.git("status", "--porcelain") == ""
    check_tidy(repo)


def test_a_refused_commit_is_made_with_the_next_turn(repo: Repo, start_claude: Start) -> None:
    auto(repo)
    hook = repo.root / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\ngrep -q good one.py || { echo 'one.py is bad' >&2; exit 1; }\n")
    hook.chmod(0o755)
    script = Script(
        Turn("Write one.py", write(repo.root / "one.py", "bad\n"), say("Written.")),
        Turn("Mend it", shell("echo good > one.py"), say("Mended.")),
    )
    claude = start_claude(script)
    answer = claude.ask("Write one.py", repo.root)
    assert repo.git("status", "--porcelain") == "?? one.py"
    claude.ask("Mend it", repo.root, "--resume", answer.session_id)
    assert repo.git("log", "-1", "--format=%s") == "Mend it"
    assert repo.git("status", "--porcelain") == ""
    found = stored.checkpoint(repo, stored.trailers(repo, "HEAD")["Entire-Checkpoint"])
    assert "Write one.py" in found.prompt
    check_tidy(repo)
