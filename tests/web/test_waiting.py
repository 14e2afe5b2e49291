"""An agent that waits for the user is named on each page that lists its session, until it goes on."""

from __future__ import annotations

from pathlib import Path

from tests.scenario.world import World
from tests.web.test_pages import read, words

from entire.git.repository import open_repository


def test_a_session_that_waits_for_the_user(tmp_path: Path) -> None:
    world = World.new(tmp_path / "repo")
    repo = open_repository(str(world.repo.path))
    agent = world.agent()
    pages = ("/", "/sessions", f"/session/{agent.session_id}")
    agent.prompt("Delete everything")
    assert [page for page in pages if "working" not in words(read(repo, page))] == []
    agent.hook("notification", notification_type="permission_prompt", message="Claude needs your permission")
    assert [page for page in pages if "waiting for you" not in words(read(repo, page))] == []
    agent.stop()
    assert [page for page in pages if "waiting" in words(read(repo, page))] == []
