from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from entire.agent import registry
from entire.agent.claude_code import agent as claude_code
from entire.agent.protocol import Agent, Reader
from entire.core.errors import EntireError


def test_an_agent_is_found_by_its_name_and_by_its_type() -> None:
    for found in (registry.by_name("claude-code"), registry.by_type("Claude Code")):
        assert id(found) == id(claude_code)
    assert registry.DEFAULT in registry.names()


@pytest.mark.parametrize("name", ["", "claude", "Claude Code", "../claude_code", "x" * 500, "\x1b[2J"])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(EntireError) as caught:
        registry.by_name(name)
    assert "claude-code" in caught.value.hint
    assert len(caught.value.message) < 200
    assert "\x1b" not in caught.value.message


@pytest.mark.parametrize("agent_type", ["", "Agent", "Aider", "claude-code"])
def test_an_unknown_type_is_none(agent_type: str) -> None:
    assert registry.by_type(agent_type) is None


def test_every_agent_offers_what_the_protocol_asks_for() -> None:
    offered = [name for name in (*vars(Reader), *vars(Agent)) if not name.startswith("_")]
    assert len(offered) > 10
    for agent in registry.every():
        for name in offered:
            wanted = inspect.getattr_static(Agent, name)
            found = getattr(agent, name)
            if not isinstance(wanted, property):
                parameters = list(inspect.signature(wanted).parameters.values())[1:]
                assert [p.name for p in inspect.signature(found).parameters.values()] == [
                    p.name for p in parameters
                ], name


def test_names_and_types_agree() -> None:
    for name, agent in zip(registry.names(), registry.every(), strict=True):
        assert name == agent.NAME
        assert registry.by_type(agent.TYPE) is agent


def test_asking_for_the_names_imports_no_agent() -> None:
    code = "import sys; from entire.agent import registry; print('claude_code' in str(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# Claude Code's own places


@pytest.mark.parametrize(
    ("root", "folder"),
    [("/repo", "-repo"), ("/home/me/my proj.x", "-home-me-my-proj-x"), ("/é/A_b-1", "---A-b-1"), ("/", "-")],
)
def test_a_transcript_is_found_by_the_name_of_the_work_tree(isolated: Path, root: str, folder: str) -> None:
    wanted = isolated / ".claude" / "projects" / folder / "abc.jsonl"
    assert claude_code.transcript_path(root, "abc") == str(wanted)


def test_the_environment_can_move_the_transcripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/config")
    assert claude_code.transcript_path("/repo", "s") == "/config/projects/-repo/s.jsonl"
    monkeypatch.setenv("ENTIRE_TEST_CLAUDE_PROJECT_DIR", "/elsewhere")
    assert claude_code.transcript_path("/repo", "s") == "/elsewhere/s.jsonl"


def test_a_subagents_transcript_has_two_possible_places(tmp_path: Path) -> None:
    session = str(tmp_path / "s.jsonl")
    inside = tmp_path / "s" / "subagents" / "agent-a1.jsonl"
    beside = tmp_path / "agent-a1.jsonl"
    assert claude_code.subagent_path(session, "a1") == str(inside)
    beside.write_text("")
    assert claude_code.subagent_path(session, "a1") == str(beside)
    inside.parent.mkdir(parents=True)
    inside.write_text("")
    assert claude_code.subagent_path(session, "a1") == str(inside)


def test_the_rest_of_what_is_known_about_it(tmp_path: Path) -> None:
    assert claude_code.resume_command("abc") == "claude -r abc"
    assert not claude_code.is_present(str(tmp_path))
    (tmp_path / ".claude").mkdir()
    assert claude_code.is_present(str(tmp_path))
