"""The agents that the documentation lists are those of the registry."""

from __future__ import annotations

from tools import agents

from entire.agent import registry


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
    assert agents.readme("| agents | Codex ([what is known") != "| agents | Codex ([what is known"
