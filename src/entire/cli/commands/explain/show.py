"""The forms of `entire explain`: a screen for a person, labelled lines or JSON for a program."""

from __future__ import annotations

import sys
from typing import NamedTuple

from entire.checkpoint.index.index import Index
from entire.cli.commands.explain import detail as explain_detail
from entire.cli.commands.explain import listing_screen, plain, step
from entire.cli.commands.explain import screen as explain_screen
from entire.cli.commands.explain.detail import Detail
from entire.cli.commands.explain.find import Found
from entire.cli.commands.explain.listing import Listing
from entire.cli.ui import json_output, output, screen
from entire.cli.ui import pager as screen_pager
from entire.core.text import printable
from entire.git.repository import Repository


class How(NamedTuple):
    """What to show of it, and in which form."""

    short: bool
    full: bool
    raw: bool
    json: bool
    pager: bool


def many(listing: Listing, how: How) -> None:
    if how.json:
        output.line(json_output.encode(listing))
    elif output.on_terminal():
        _print(listing_screen.lines(listing, screen.here()), how)
    else:
        _print(plain.listing(listing), how)


def one(index: Index, found: Found, how: How) -> None:
    if found.unlinked:
        _show_unlinked(found.unlinked, how)
    elif how.raw:
        _show_raw(_raw(index, found))
    else:
        detail = _gather(index, found, how)._replace(also=list(found.also))
        _show_detail(index.repo, detail, how)


def _show_unlinked(commit: str, how: How) -> None:
    if how.json:
        output.line(json_output.encode({"commit": commit, "checkpoint_id": None}))
    elif output.on_terminal():
        _print(explain_screen.unlinked(commit, screen.here()), how)
    else:
        _print(plain.unlinked(commit), how)


def _raw(index: Index, found: Found) -> bytes:
    if found.step is not None:
        return step.raw_transcript(index.repo, index.objects, found.step)
    return explain_detail.raw_transcript(index.objects, found.checkpoint_id)


def _show_raw(transcript: bytes) -> None:
    """The bytes as they are stored; a terminal gets only what cannot drive it (I6)."""
    if sys.stdout.isatty():
        transcript = printable(transcript.decode("utf-8", "replace")).encode()
    sys.stdout.buffer.write(transcript)
    sys.stdout.buffer.flush()


def _gather(index: Index, found: Found, how: How) -> Detail:
    if found.step is not None:
        return step.gather(index.repo, index.objects, found.step, found.base, full=how.full)
    return explain_detail.gather(index, found.checkpoint_id, full=how.full)


def _show_detail(repo: Repository, detail: Detail, how: How) -> None:
    if how.json:
        output.line(json_output.encode(detail))
    elif output.on_terminal():
        _print(explain_screen.lines(detail, screen.here(), repo.worktree, short=how.short), how)
    else:
        _print(plain.detail(detail, short=how.short), how)


def _print(lines: list[str], how: How) -> None:
    screen_pager.show("\n".join(lines), pager=how.pager)
