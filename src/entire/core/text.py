"""Text rules that several formats share."""

from __future__ import annotations

from entire.core.pattern import pattern

PROMPT_SEPARATOR = "\n\n---\n\n"
MAX_DESCRIPTION_LENGTH = 60
_SHORT_ID, _LONGEST_WORD = 8, 5
_UUID, _VERSION = 36, 14  # how long one is, and where it says which

_SPACES = str.maketrans(dict.fromkeys("\t\n\f\r", " "))
# C0 except tab and newline, DEL, C1, and characters that reorder or hide text on a terminal.
_CONTROL = pattern(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)

_CODES = pattern(  # of terminals: colours and the cursor, titles and links, character sets
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[ -/]+[0-~]"
)


def collapse_whitespace(text: str) -> str:
    if "  " not in text and text.isprintable():  # as almost all lines
        return text.strip()
    return " ".join(filter(None, text.translate(_SPACES).split(" "))).strip()


def truncate(text: str, limit: int, suffix: str = "...") -> str:
    """Cut a text to ``limit`` characters, ending in ``suffix`` if something was cut."""
    if len(text) <= limit:
        return text
    return text[: max(0, limit - len(suffix))] + suffix


def truncate_description(text: str, limit: int = MAX_DESCRIPTION_LENGTH) -> str:
    return text[:limit] if limit < 3 else truncate(text, limit)


def extract_first_prompt(content: str) -> str:
    """Return the first meaningful prompt of a ``prompt.txt``, cut for display."""
    for part in content.split(PROMPT_SEPARATOR):
        if part.strip(" -\t\r\n"):
            return truncate_description(part.strip())
    return ""


def first_prompt(prompts: list[str]) -> str:
    """The first of the prompts on one line, cut for display; empty if there is none."""
    return one_line(extract_first_prompt(prompts[0] if prompts else ""))


def split_prompts(content: str) -> list[str]:
    """The prompts of a ``prompt.txt``."""
    return [prompt for prompt in content.split(PROMPT_SEPARATOR) if prompt.strip()]


def printable(text: str) -> str:
    """Remove everything from a text that could control a terminal (I6)."""
    return text if text.isprintable() else _CONTROL.sub("", text.replace("\r\n", "\n"))


def without_codes(text: str) -> str:
    """Remove whole codes for a terminal; of a colour, `printable` leaves the `[31m`."""
    return text if text.isprintable() else _CODES.sub("", text)


def one_line(text: str, limit: int | None = None) -> str:
    """Return printable text on a single line, cut with an ellipsis."""
    line = collapse_whitespace(printable(text))
    return line if limit is None else truncate(line, limit, "…")


def quoted(text: str, limit: int) -> str:
    """What was typed, or what git says, in quotes in a message; at most ``limit`` characters of it."""
    return f"'{one_line(text[:limit])}'"


def short_session_id(session_id: str) -> str:
    """The beginning of a session's id, by which people know it.

    Some agents put a word in front (`ses_…`). Some ids begin with the time: those of a UUID of version 7 have
    the same 8 digits for a minute, and then a dash.
    """
    if len(session_id) == _UUID and session_id[_VERSION] == "7":
        return session_id[: _SHORT_ID + 5]
    return session_id[: session_id.find("_", 0, _LONGEST_WORD) + 1 + _SHORT_ID]


def count(number: int, noun: str, plural: str = "") -> str:
    """Format a number with its noun: `1 step`, `2,000 steps`. ``plural`` is for nouns that take no `s`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"
