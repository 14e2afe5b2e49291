"""Prompts: all of a conversation, page by page; other pages show the first ones."""

from __future__ import annotations

from collections.abc import Callable

from entire.web.story.reading import Prompt
from entire.web.view import Page, View

_PAGE = 500


def show(
    view: View,
    some: Callable[[int, int], tuple[list[Prompt], int]],
    part: int,
    own: Callable[..., str],
) -> Page:
    """``some``: so many after others, and how many there are. ``own``: the address of the conversation."""
    skip = view.number("skip")
    prompts, total = some(skip, _PAGE)
    rows = [
        (number, prompt.text, f"{own(part=part, **{'from': prompt.position})}#p1-{part}-{prompt.position}")
        for number, prompt in enumerate(prompts, skip + 1)
    ]
    more = total > skip + _PAGE
    facts = {
        "rows": rows,
        "total": total,
        "back": own(),
        "older": own(prompts=part + 1, skip=skip + _PAGE) if more else "",
    }
    return Page("prompts.html", "Prompts", facts)
