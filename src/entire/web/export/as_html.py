"""A story as one HTML file: no script, nothing to load, and a policy that says so."""

from __future__ import annotations

import base64
import hashlib

from markupsafe import Markup

from entire import __version__
from entire.core.text import one_line
from entire.web.export.story import Story
from entire.web.story import html
from entire.web.story.gather import title
from entire.web.story.html import Look
from entire.web.story.text import visible


def render(story: Story) -> str:
    style = "body{margin:0;background:var(--paper)}\n" + html.style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    titles = [one_line(visible(title(chapter))) for chapter in story.chapters]
    chapters = [
        html.chapter(chapter, Look(number, utc=True)) for number, chapter in enumerate(story.chapters, 1)
    ]
    template = html.environment().get_template("story/file.html")
    return template.render(
        story=story,
        title=titles[-1],
        contents=list(zip(titles, story.chapters, strict=True)),
        chapters=chapters,
        style=Markup(style),  # ours
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
        version=__version__,
        look=Look(utc=True),
    )
