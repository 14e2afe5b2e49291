"""How commands speak: screens on a terminal, plain lines for programs."""

from __future__ import annotations

import os
import sys

import click

from entire.core.text import printable


def on_terminal() -> bool:
    """Whether a person looks at standard output (screens of ours), and not a program (plain lines)."""
    return sys.stdout.isatty() and not os.environ.get("ACCESSIBLE")


def width() -> int:
    return size().columns


def size() -> os.terminal_size:
    import shutil  # which few need who have no terminal

    return shutil.get_terminal_size((80, 24))


def colours() -> bool:
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def style(text: str, name: str) -> str:
    """``text`` dim, accented, good or bad; unchanged where colours are not wanted."""
    if not colours() or not text:
        return text
    styles = {"dim": {"dim": True}, "accent": {"fg": "cyan"}, "good": {"fg": "green"}, "bad": {"fg": "red"}}
    return click.style(text, **styles[name])  # type: ignore[arg-type]


def line(text: str = "") -> None:
    """One line of ours; parts that came from elsewhere must have passed `safe`."""
    click.echo(text, color=True)


def safe(text: str) -> str:
    """Text from a transcript, a commit or a file name, made harmless (I6)."""
    return printable(text)


def problem(message: str, hint: str = "") -> None:
    click.echo(f"entire: {safe(message)}", err=True)
    if hint:
        click.echo(f"hint: {safe(hint)}", err=True)
