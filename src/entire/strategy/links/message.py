"""The user's text in a commit message, apart from our trailer. Pure."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.git import message


def only_trailer(text: str, comment: str) -> bool:
    """Whether the message has no text by the user."""
    lines = (line.strip() for line in message.above_scissors(text, comment).split("\n"))
    return all(not line or line.startswith((comment, f"{trailers.CHECKPOINT}:")) for line in lines)


def is_untouched(text: str, template: str, comment: str) -> bool:
    """Whether the message is still the template that git offered."""
    written = message.split_comments(without_trailer(text), comment)[0]
    return bool(template) and written.split() == message.split_comments(template, comment)[0].split()


def without_trailer(text: str) -> str:
    """The message with our trailer removed."""
    return "\n".join(
        line for line in text.split("\n") if not line.strip().startswith(f"{trailers.CHECKPOINT}:")
    )
