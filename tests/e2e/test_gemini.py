"""The real Gemini CLI where it differs from the story: its shell turns off git's hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import check_tidy, enable
from tests.e2e.clients.gemini import Gemini
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, say

if TYPE_CHECKING:
    from tests.e2e.sandbox import Repo, Sandbox


def test_a_commit_of_files_that_only_commands_wrote(repo: Repo, sandbox: Sandbox) -> None:
    binary = Gemini.find()
    enable(repo, Gemini.name, Gemini.config)
    script = Script(
        Turn(
            "Generate and commit",
            Gemini.shell("echo 1 > made.py"),
            Gemini.shell("git add -A && git commit -q -m made"),
            say("Committed."),
        )
    )
    with FakeModel(script, Gemini.dialect) as model:
        answer = Gemini(binary, sandbox, model).ask("Generate and commit", repo.root)
    assert stored.trailers(repo, "HEAD") == {}
    found = stored.checkpoint(repo, stored.noted(repo, "HEAD")["Entire-Checkpoint"])
    assert (found.metadata["session_id"], found.metadata["files_touched"]) == (answer.session_id, ["made.py"])
    assert found.prompt == "Generate and commit"
    check_tidy(repo)
