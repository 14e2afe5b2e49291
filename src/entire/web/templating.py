"""The templates of pages and stories. Everything that they show is escaped."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_FOLDER = Path(__file__).parent / "templates"


# Those that the first pages a person opens need: each takes 10 to 70 ms to compile.
FIRST_PAGES = ("timeline.html", "checkpoint.html")
FIRST_STORIES = ("story/chapter.html",)


def make_environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
