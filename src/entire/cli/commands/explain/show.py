"""Printing what `entire explain` found: screen, labelled lines, JSON or the raw transcript."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from entire.agent.room import Room
from entire.checkpoint.index.index import Index
from entire.cli import too_large
from entire.cli.commands.explain import (
    detail_facts,
    detail_screen,
    listing_facts,
    listing_screen,
    plain,
    squashed,
    step_facts,
)
from entire.cli.commands.explain.detail_facts import Detail
from entire.cli.commands.explain.find import Found
from entire.cli.commands.explain.listing_facts import Listing
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.screen import terminal
from entire.core.text import printable
from entire.git.repository import Repository


class How(NamedTuple):
    """What to show, and in which form."""

    short: bool
    full: bool
    raw: bool
    json: bool
    pager: bool


def rows_for(how: How) -> Callable[..., list[Any]]:
    """What `many` needs to know of each checkpoint."""
    return listing_facts.rows if how.json or output.on_terminal() else listing_facts.brief_rows


def many(listing: Listing[Any], how: How) -> None:
    if how.json:
        output.write_line(json_output.encode(listing))
    elif output.on_terminal():
        pager.show(listing_screen.render(listing, terminal()), pager=how.pager)
    else:
        pager.show(plain.listing(listing), pager=how.pager)


def one(index: Index, found: Found, how: How) -> None:
    if found.unlinked:
        _show_unlinked(found.unlinked, found.by_hand, how)
    elif how.raw:
        _show_raw(_raw(index, found))
    else:
        room = Room()
        detail = _gather(index, found, how, room)._replace(also=list(found.also))
        if found.also:
            detail = squashed.with_others(index, detail, found.also, room, full=how.full)
        _show_detail(index.repo, detail, how)
        too_large.mention_cut(room)


def _show_unlinked(commit: str, by_hand: Sequence[str], how: How) -> None:
    if how.json:
        output.write_line(json_output.encode({"commit": commit, "checkpoint_id": None}))
    elif output.on_terminal():
        pager.show(detail_screen.unlinked(commit, by_hand, terminal()), pager=how.pager)
    else:
        pager.show(plain.unlinked(commit, by_hand), pager=how.pager)


def _raw(index: Index, found: Found) -> bytes:
    if found.step is not None:
        return step_facts.raw_transcript(index.repo, index.objects, found.step)
    return detail_facts.raw_transcript(index.objects, found.checkpoint_id)


def _show_raw(transcript: bytes) -> None:
    """Print the stored bytes, without control characters if that is to a terminal (I6)."""
    if sys.stdout.isatty():
        transcript = printable(transcript.decode("utf-8", "replace")).encode()
    sys.stdout.buffer.write(transcript)
    sys.stdout.buffer.flush()


def _gather(index: Index, found: Found, how: How, room: Room) -> Detail:
    if found.step is not None:
        return step_facts.gather(index.repo, index.objects, found.step, found.base, room, full=how.full)
    return detail_facts.gather(index, found.checkpoint_id, room, full=how.full)


def _show_detail(repo: Repository, detail: Detail, how: How) -> None:
    if how.json:
        json_output.write(detail)
    else:
        pager.show(_lines(repo, detail, how), pager=how.pager)


def _lines(repo: Repository, detail: Detail, how: How) -> Iterator[str]:
    if detail.total is not None and output.on_terminal():
        return squashed.on_screen(detail, terminal(), repo.worktree, short=how.short)
    if detail.total is not None:
        return squashed.as_lines(detail, short=how.short)
    if output.on_terminal():
        return detail_screen.render(detail, terminal(), repo.worktree, short=how.short)
    return plain.detail(detail, short=how.short)
