"""Prompts: all of a conversation, page by page; other pages show the first ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from entire.web.story.reading import Prompt
from entire.web.view import Page, View

_PAGE = 500


def show(
    view: View,
    prompts: Sequence[Prompt],
    part: int,
    own: Callable[..., str],
) -> Page:
    """``own``: the address of the conversation, with what is asked for."""
    skip = view.number("skip")
    rows = [
        (number, prompt.text, f"{own(part=part, **{'from': prompt.position})}#p1-{part}-{prompt.position}")
        for number, prompt in enumerate(prompts[skip : skip + _PAGE], skip + 1)
    ]
    more = len(prompts) > skip + _PAGE
    facts = {
        "rows": rows,
        "total": len(prompts),
        "back": own(),
        "older": own(prompts=part + 1, skip=skip + _PAGE) if more else "",
    }
    return Page("prompts.html", "Prompts", facts)
