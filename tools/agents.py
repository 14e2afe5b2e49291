"""`make examples`: the table of agents in docs/agents.md and their lists in the README, from the registry."""

from __future__ import annotations

import re
from pathlib import Path

from entire.agent import registry
from entire.agent.protocol import Agent

ROOT = Path(__file__).parents[1]
PAGE, README = ROOT / "docs" / "agents.md", ROOT / "README.md"
CLIENTS = ROOT / "tests" / "e2e" / "agents.txt"
_HEAD = "| agent | name | hooks in | runs hooks | tested with |\n|---|---|---|---|---|\n"
_LIMITS = {
    "factoryai-droid": ", without resuming and subagents",
    "opencode": "; of version 2, its source: no real client was seen",
}
_TABLE = re.compile(re.escape(_HEAD) + r"(?:\|.*\n)*")
_LISTS = (
    re.compile(r"(?m)^(\| agents \| )[^(|]*(?= \(\[what is known)"),
    re.compile(r"(?m)^(\| agents \| any \|.*\| \*\*)[^*|]*(?=\*\* \|$)"),  # among other tools
)


def table() -> str:
    """Which agents there are, where their hooks are, and what they are tested with."""
    versions = dict(re.findall(r"(?m)^([\w-]+) \S+?@([\d.]+)(?= |$)", CLIENTS.read_text()))
    return _HEAD + "".join(_row(agent, versions.get(agent.NAME, "")) for agent in registry.every())


def _row(agent: Agent, version: str) -> str:
    runs = "after you trust the folder" if agent.TRUST_HINT else "at once"
    tested = f"the real client, {version}" if version else "its documentation; no real client was seen"
    cells = (
        agent.TYPE,
        f"`{agent.NAME}`",
        f"`{agent.CONFIG_FILE}`",
        runs,
        tested + _LIMITS.get(agent.NAME, ""),
    )
    return f"| {' | '.join(cells)} |\n"


def page(text: str) -> str:
    """docs/agents.md with the table as it must be."""
    return _TABLE.sub(lambda _: table(), text)


def readme(text: str) -> str:
    """The README with both lists as they must be."""
    names = ", ".join(agent.TYPE for agent in registry.every())
    for one in _LISTS:
        text = one.sub(lambda found: found[1] + names, text)
    return text


def main() -> None:
    for path, update in ((PAGE, page), (README, readme)):
        path.write_text(update(path.read_text()))


if __name__ == "__main__":
    main()
