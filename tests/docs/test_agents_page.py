"""The agents that the documentation lists are those of the registry."""

from __future__ import annotations

import re

from tests.e2e.test_below_the_root import FINDS_HOOKS
from tools import agents

from entire.agent import registry

NOT_SEEN = ("factoryai-droid", "cursor")  # below the root


def test_the_table_is_up_to_date() -> None:
    text = agents.PAGE.read_text()
    assert agents.table() in text
    assert agents.page(text) == text, "run `make examples`"


def test_the_readme_lists_all_agents() -> None:
    text = agents.README.read_text()
    assert agents.readme(text) == text, "run `make examples`"
    assert all(agent.TYPE in text for agent in registry.every())


def test_every_agent_has_a_section() -> None:
    text = agents.PAGE.read_text()
    missing = [agent.TYPE for agent in registry.every() if f"\n## {agent.TYPE}\n" not in text]
    assert missing in ([], [registry.by_name(registry.DEFAULT).TYPE]), "the default agent is the rule"


def test_an_agent_that_is_missing_is_noticed() -> None:
    text = agents.PAGE.read_text().replace("| Codex |", "| Other |")
    assert agents.page(text) != text
    text = agents.README.read_text()
    names = ", ".join(agent.TYPE for agent in registry.every())
    assert text.count(names) == 2  # the table of tools, the table of platforms
    for place in (text.find(names), text.rfind(names)):
        assert agents.readme(f"{text[:place]}Codex{text[place + len(names) :]}") == text


def test_where_agents_find_hooks_below_the_root() -> None:
    [row] = [
        one for one in agents.PAGE.read_text().splitlines() if one.startswith("| is started in a folder")
    ]
    runs, looks, unseen = re.split(r"\. (?=Claude Code|Factory)", row)
    found = {kind.name for kind in FINDS_HOOKS}
    for agent in registry.every():
        part = runs if agent.NAME in found else unseen if agent.NAME in NOT_SEEN else looks
        assert agent.TYPE in part, agent.NAME
