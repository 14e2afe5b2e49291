"""A story as one HTML file: no script, nothing to load, and a policy that says so."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

from markupsafe import Markup

from entire import __version__
from entire.core.text import one_line
from entire.web.export.story import Story
from entire.web.story import html
from entire.web.story.gather import title
from entire.web.story.html import Look
from entire.web.story.text import visible

MOST_MORE = 60 * 1024  # bytes besides twice the text that is shown

Parts = list[dict[str, list[Markup]]]  # of each chapter, in pieces


def render(story: Story) -> Iterator[str]:
    """A file of at most twice its text and MOST_MORE, unless most of the text are signs to be escaped."""
    parts = [
        {name: html.part(name, chapter, _look(number)) for name in html.PARTS}
        for number, chapter in enumerate(story.chapters)
    ]
    empty: dict[str, list[Markup]] = {name: [] for name in html.PARTS}
    frame = html.excess(["".join(_file(story, [empty] * len(parts)))])
    too_large = frame + sum(html.excess(part) for own in parts for part in own.values()) - MOST_MORE
    return _file(story, _smaller(story, parts, too_large) if too_large > 0 else parts)


def _smaller(story: Story, parts: Parts, left: int) -> Parts:
    """The parts whose tags weigh most as plain text, until so many bytes are saved."""
    weights = [
        (html.excess(part), number, name) for number, own in enumerate(parts) for name, part in own.items()
    ]
    for weight, number, name in sorted(weights, reverse=True):
        if left <= 0:
            break
        text = html.part(name, story.chapters[number], _look(number), text=True)
        saved = weight - html.excess(text)
        if saved > 0:
            parts[number][name] = text
            left -= saved
    return parts


def _look(number: int) -> Look:
    return Look(number + 1, utc=True)


def _file(story: Story, parts: Parts) -> Iterator[str]:
    style = "body{margin:0;background:var(--paper)}\n" + html.style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    titles = [one_line(visible(title(chapter))) for chapter in story.chapters]
    template = html.environment().get_template("story/file.html")
    return template.generate(
        story=story,
        title=titles[-1],
        contents=list(zip(titles, story.chapters, strict=True)),
        chapters=parts,
        style=Markup(style),  # ours
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
        version=__version__,
        look=Look(utc=True),
    )
