"""Text between tags. Pure."""

from __future__ import annotations

from markupsafe import Markup

from entire.web.story.text import visible


def escaped(text: str) -> Markup:
    """For between tags: quotes stay as they are, which keeps pages small. Never for attributes."""
    safe = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return Markup(safe)
