"""The real Qwen Code where it differs from the story: it writes its settings again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.e2e.checks import commit, enable
from tests.e2e.clients.qwen import Qwen
from tests.e2e.fake_model import FakeModel
from tests.e2e.script import Script, Turn, say

if TYPE_CHECKING:
    from tests.e2e.sandbox import Repo, Sandbox


def test_nothing_is_left_of_settings_that_we_made(repo: Repo, sandbox: Sandbox) -> None:
    binary = Qwen.find()
    enable(repo, Qwen.name, Qwen.config)
    script = Script(Turn("Write one", Qwen.write(repo.root / "one.py", "1\n"), say("Done.")))
    with FakeModel(script, Qwen.dialect) as model:
        Qwen(binary, sandbox, model).ask("Write one", repo.root)
    config = repo.root / Qwen.config
    assert list(json.loads(config.read_text())) == ["hooks", "$version"]
    assert commit(repo, "one") != ""
    repo.entire("disable", "--uninstall", "--force")
    assert not config.parent.exists()
