"""Prompts that were redacted in one piece need not be redacted again."""

from __future__ import annotations

import pytest

from entire.strategy.turn.conversation import _contains


@pytest.mark.parametrize(
    ("content", "whole"),
    [
        ("Use it", True),
        (" Use it \n", True),
        ([{"type": "text", "text": "Use it"}, {"type": "image"}], True),
        ([{"type": "text", "text": "Use"}, {"type": "text", "text": "it"}], False),
        ("<note>Use it</note>", False),
        (None, False),
    ],
)
def test_a_text_is_whole_or_put_together(content: object, whole: bool) -> None:
    assert _contains({"type": "user", "message": {"content": content}}, "Use it") is whole
