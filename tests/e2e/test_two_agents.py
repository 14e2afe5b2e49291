"""Two real clients of different agents in one repository: one works while the other does."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_tidy, commit, enable
from tests.e2e.clients.claude import Claude
from tests.e2e.clients.codex import Codex
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, say

if TYPE_CHECKING:
    from tests.e2e.clients.client import Answer
    from tests.e2e.sandbox import Repo


def test_one_works_while_the_other_does(repo: Repo) -> None:
    """Both sessions are in the checkpoint, each with its own files, tokens and model; lines are apart."""
    programs = Claude.find(), Codex.find()
    enable(repo, Claude.name, Claude.config)
    enable(repo, Codex.name, Codex.config)
    shared = repo.root / "shared.py"
    inside: list[Answer] = []
    outer = Script(
        Turn(
            "Write mine",
            Codex.write(repo.root / "codex.py", "codex = 1\n"),
            say("Mine is written.").during(lambda: inside.append(claude.ask("Write yours", repo.root))),
        ),
        Turn("Write the other line", Codex.edit(shared, "# codex", "codex = 2"), say("The other line, too.")),
    )
    inner = Script(
        Turn(
            "Write yours",
            Claude.write(repo.root / "claude.py", "claude = 1\n"),
            Claude.write(shared, "claude = 2\n# codex\n"),
            say("Yours is written."),
        )
    )
    with ExitStack() as models:
        claude = Claude(programs[0], repo.sandbox, models.enter_context(FakeModel(inner, Claude.dialect)))
        codex = Codex(programs[1], repo.sandbox, models.enter_context(FakeModel(outer, Codex.dialect)))
        first = codex.ask("Write mine", repo.root)
        codex.resume("Write the other line", repo.root, first.session_id)
    [second] = inside

    checkpoint_id = commit(repo, "Both")
    found = [stored.checkpoint(repo, checkpoint_id, slot) for slot in (0, 1)]
    by_session = {one.metadata["session_id"]: one.metadata for one in found}
    facts = {id: (about["agent"], about["files_touched"], about["model"]) for id, about in by_session.items()}
    assert facts == {
        first.session_id: ("Codex", ["codex.py", "shared.py"], codex.model.scripted()[-1].model),
        second.session_id: ("Claude Code", ["claude.py", "shared.py"], claude.model.scripted()[-1].model),
    }
    assert by_session[first.session_id]["token_usage"] == Codex.total(outer.played())
    assert by_session[second.session_id]["token_usage"] == Claude.total(inner.played())
    owners = [row.split("\t")[1].rpartition(" ")[0] for row in repo.entire("blame", "shared.py").splitlines()]
    assert owners == ["Claude Code", "Codex"]
    check_tidy(repo)
