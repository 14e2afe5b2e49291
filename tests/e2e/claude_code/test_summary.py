"""The real Claude Code writes the summary of what the real Claude Code did."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e import stored
from tests.e2e.checks import commit, enable
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, say, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.e2e.clients.claude import Claude
    from tests.e2e.dialects import Json
    from tests.e2e.sandbox import Repo

    Start = Callable[[Script], Claude]

ANSWER = {"intent": "A greeting", "outcome": "hello.py greets", "open_items": ["Greet by name"]}


class WithoutTools(FakeModel):
    """Answers by script also where no tools are offered, which is otherwise the client's own business."""

    def is_scripted(self, body: Json) -> bool:
        assert not body.get("tools")
        return True


def test_a_summary(repo: Repo, start_claude: Start, tmp_path: Path) -> None:
    enable(repo)
    script = Script(
        Turn("Write the greeting", write(repo.root / "hello.py", "print('hello')\n"), say("It is written."))
    )
    claude = start_claude(script)
    claude.ask("Write the greeting", repo.root)
    checkpoint_id = commit(repo, "Greet")
    before = stored.states(repo)
    home = tmp_path / "sandbox/home/.claude/projects"
    transcripts = sorted(home.rglob("*.jsonl"))
    assert transcripts

    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/claude").symlink_to(claude.executable)
    answer = f"```json\n{json.dumps(ANSWER)}\n```"
    with WithoutTools(Script(Turn("[User] Write the greeting", say(answer)))) as model:
        shown = repo.sandbox.run(
            *("entire", "explain", checkpoint_id, "--generate"),
            cwd=repo.root,
            PATH=f"{tmp_path / 'bin'}:{repo.sandbox.env['PATH']}",
            ANTHROPIC_BASE_URL=model.url,
            ANTHROPIC_API_KEY="dummy",
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            DISABLE_AUTOUPDATER="1",
        )
    assert "\nIntent: A greeting\nOutcome: hello.py greets\n" in shown
    assert "\n[Assistant] It is written.\n" in model.requests[-1].texts()[-1]
    summary = stored.checkpoint(repo, checkpoint_id).metadata["summary"]
    assert {key: summary[key] for key in ANSWER} == ANSWER
    # It is no session: neither for us, nor for the client.
    assert stored.states(repo) == before
    assert sorted(home.rglob("*.jsonl")) == transcripts
