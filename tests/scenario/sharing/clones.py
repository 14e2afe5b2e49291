"""Two people with a clone each, and what lies between them."""

from __future__ import annotations

from pathlib import Path

from tests.scenario.ways import BY_HAND, Way
from tests.scenario.world import BRANCH, World
from tests.support import Repo

from entire.cli.commands.demo.stand_in import StandIn

SESSION = "8f76b0e8-1111-4222-8333-444455556666"


class Clones:
    """`ada` has worked, committed and pushed; `bob` has cloned, on another machine."""

    def __init__(self, base: Path, way: Way = BY_HAND) -> None:
        self.base = base
        self.origin = base / "origin.git"
        self.ada = World.new(base / "ada", way)
        self.ada.git("clone", "--quiet", "--bare", str(base / "ada"), str(self.origin))
        self.ada.git("remote", "add", "origin", str(self.origin))

    def work(self, *prompts: str, session_id: str = SESSION, world: World | None = None) -> str:
        """A turn for each prompt, then a commit; returns its checkpoint."""
        world = world or self.ada
        agent = world.agent(session_id)
        for prompt in prompts:
            agent.turn(prompt, {f"{prompt.split()[0].lower()}.py": f"{prompt}\n"}, f"Done: {prompt}.")
        world.git("add", "--all")
        return world.commit(message=prompts[-1])

    def push(self, *branches: str, world: World | None = None) -> None:
        (world or self.ada).git("push", "--quiet", "--no-verify", "origin", BRANCH, *branches)

    def clone(self, name: str = "bob", *options: str) -> World:
        path = self.base / name
        self.ada.git("clone", "--quiet", *options, self.origin.as_uri(), str(path))
        world = World(Repo(path))
        world.way = self.ada.way
        home = self.base / f"home-of-{name}"
        home.mkdir()
        config = home / ".gitconfig"
        config.write_text(f"[user]\n\tname = {name}\n\temail = {name}@example.com\n")
        world.env |= {"HOME": str(home), "GIT_CONFIG_GLOBAL": str(config)}
        return world


def transcript(world: World, session_id: str = SESSION) -> Path:
    """Where the agent keeps it."""
    return Path(StandIn(str(world.repo.path), world.env, session_id).transcript)


def ref(world: World, name: str = f"refs/heads/{BRANCH}") -> str:
    """The value of a ref, empty if there is none."""
    return world.run("git", "rev-parse", "--verify", "--quiet", name, check=False).stdout.strip()
