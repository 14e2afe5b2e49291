"""Sessions, as commands list and show them."""

from __future__ import annotations

import pytest

from entire.strategy.sessions import merge_prompts


@pytest.mark.parametrize(
    ("kept", "first", "last", "prompts"),
    [
        ([], "", "", []),
        ([], "one", "one", ["one"]),
        ([], "one", "two", ["one", "two"]),
        (["one", "two"], "one", "two", ["one", "two"]),
        (
            ["a long\nprompt that was cut", "b"],
            "a long prompt th...",
            "b",
            ["a long\nprompt that was cut", "b"],
        ),
        (["b"], "a", "c", ["a", "b", "c"]),
        (["a", "b", "a"], "a", "b", ["a", "b"]),
    ],
)
def test_each_prompt_is_shown_once(kept: list[str], first: str, last: str, prompts: list[str]) -> None:
    assert merge_prompts(kept, first, last) == prompts
