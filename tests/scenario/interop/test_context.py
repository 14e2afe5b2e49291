"""The session's folder on a shadow branch has `context.md`, as the checkpoint does."""

from __future__ import annotations

from tests.scenario.world import World

SECRET = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"


def test_a_step_has_its_context(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "one = 1\n"})
    agent.turn(f"Write two with {SECRET}", {"two.py": "two = 2\n"})
    (shadow,) = world.shadows()
    text = world.show(f".entire/metadata/{agent.session_id}/context.md", shadow)
    assert text.startswith(
        "# Session Context\n\n## User Prompts\n\n### Prompt 1\n\nWrite one\n\n### Prompt 2\n\n"
    )
    assert SECRET not in text
    world.git("add", "-A")
    assert world.stored(world.commit(), "context.md") == text
