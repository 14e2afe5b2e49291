from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo

from entire.cli.commands.demo.stand_in import StandIn
from entire.strategy import registry


class Team(World):
    """People who use a strategy: how a turn becomes a commit is all that differs."""

    strategy = ""

    def work(self, agent: StandIn, prompt: str, files: dict[str, str]) -> str:
        """A turn, and its commit; returns the checkpoint."""
        agent.turn(prompt, files)
        return self.committed(*files)

    def committed(self, *paths: str) -> str:
        """Commit these files, unless the strategy did."""
        if not registry.get(self.strategy).MAKES_COMMITS:
            self.git("add", "--", *paths)
            self.git("commit", "--quiet", "-m", "work")
        return self.checkpoint()


@pytest.fixture(params=list(registry.MODULES))
def team(request: pytest.FixtureRequest, tmp_path: Path) -> Team:
    team = Team(make_repo(tmp_path / "repo"))
    team.strategy = request.param
    team.entire("enable", "--agent", "claude-code", "--strategy", team.strategy, "--project")
    team.git("add", ".claude", ".entire")
    team.git("commit", "--quiet", "-m", "use entire")
    return team
