"""What `entire redact` shows: never a secret, only its first characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entire.cli.ui.screen import Column, Screen, table
from entire.core.text import count, one_line

DESCRIPTIONS = {
    "entropy": "Too random to be a word, a name or a hash",
    "pii-email": "Email address",
    "pii-phone": "Phone number",
    "pii-address": "Street address",
}


class Found(NamedTuple):
    """Field names are the names in `--json`."""

    path: str
    line: int
    column: int
    rule: str
    masked: str
    length: int
    description: str


class Known(NamedTuple):
    rule: str
    description: str


def plain(found: Found) -> str:
    """One finding per line, in the format of compilers and `grep -n`."""
    place = f"{one_line(found.path)}:{found.line}:{found.column}"
    return f"{place}: {found.rule}: {one_line(found.masked)} ({found.length} characters)"


def findings(found: Sequence[Found], files: int, screen: Screen) -> list[str]:
    if not found:
        return [f"Nothing would be redacted in {count(files, 'file')}."]
    out = []
    for path in dict.fromkeys(one.path for one in found):
        here = [one for one in found if one.path == path]
        out += [screen.style(one_line(path), "dim"), *_table(here, screen), ""]
    return [*out, f"{count(len(found), 'place')} would be redacted in {count(files, 'file')}."]


def _table(found: Sequence[Found], screen: Screen) -> list[str]:
    return table(
        screen,
        [
            Column([f"{one.line}:{one.column}" for one in found], "dim", right=True),
            Column([one.rule for one in found], "accent"),
            Column([one_line(one.masked) for one in found], "bad"),
            Column([f"{one.length} characters" for one in found], "dim", right=True, keep=False),
            Column([one.description for one in found], free=True),
        ],
    )


def plain_rule(known: Known) -> str:
    return f"{known.rule}: {known.description}"


def rules(known: Sequence[Known], screen: Screen) -> list[str]:
    rows = table(
        screen,
        [
            Column([one.rule for one in known], "accent"),
            Column([one.description for one in known], free=True),
        ],
    )
    return [*rows, "", f"{count(len(known), 'rule')}, and one for strings that are too random to be words."]
