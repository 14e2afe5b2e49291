"""`entire search`"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import click

from entire.checkpoint.index.index import Index
from entire.cli import complete, narrow, reading
from entire.cli.commands.search import facts, pick, screen
from entire.cli.commands.search.facts import Found
from entire.cli.ui import ask, json_output, output, pager
from entire.cli.ui.options import Command, flag
from entire.cli.ui.progress import Progress
from entire.cli.ui.screen import terminal
from entire.git import repository
from entire.search import query
from entire.search.find import Search
from entire.search.passage import LENGTH
from entire.search.tables import COLUMNS
from entire.session.find import AmbiguousSession
from entire.strategy.sessions import get_session, list_sessions

_EXAMPLES = (
    'Examples: entire search rate limit · entire search "sliding window" --since 2w · '
    "entire search login -test --in prompts · entire search parse_* OR decode_*"
)
_MARK = "\0"  # before a word that click would take for an option


class _SearchCommand(Command):
    """A command whose words may begin with `-`: what must not be there."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        names = {name for option in given for name in option.opts}
        with_value = {name for option in given if not option.is_flag for name in option.opts}
        marked = []
        for before, word in zip(["", *args], args, strict=False):
            is_word = before not in with_value and word not in names and _is_without(word)
            marked.append(_MARK + word if is_word else word)
        return super().parse_args(ctx, marked)


def _is_without(word: str) -> bool:
    return len(word) > 1 and word[0] == "-" and word[1] != "-"


@click.command("search", cls=_SearchCommand, epilog=_EXAMPLES)
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@click.option(
    "--in",
    "within",
    type=click.Choice(COLUMNS),
    multiple=True,
    help="Search only these; can be repeated.",
)
@narrow.options
@click.option(
    "--session",
    default="",
    metavar="ID",
    help="Only in this session.",
    shell_complete=complete.sessions,
)
@click.option(
    "--limit",
    "-n",
    type=click.IntRange(0),
    metavar="N",
    default=10,
    help="Show at most N hits (default 10, 0 for all).",
)
@flag("--json", help="Print JSON.")
@click.option("--no-pager", is_flag=True, help="Show the hits, without a list to pick from or a pager.")
def command(
    words: tuple[str, ...],
    within: tuple[str, ...],
    limit: int,
    json: bool,
    no_pager: bool,
    **given: Any,
) -> None:
    """Find what was asked and answered, in all checkpoints and in work that is not committed yet.

    All WORDS must be there. "several words" in this order, pre* for the beginning of a word, -word for what
    must not be there, OR between words for either. Parts of words of three letters or more are found too.
    """
    wanted = query.parse([word.removeprefix(_MARK) for word in words])
    repo = repository.open_repository()
    where = narrow.where(repo, given)
    with reading.open_index(repo) as index, Progress() as progress:
        reading.warn_disconnected(index)
        search = Search(index, progress)
        try:
            search.update()
            found = facts.gather(index, search, wanted, where, within or COLUMNS, limit, LENGTH, progress)
        finally:
            search.close()
        if where.session and not found.hits:
            _check_session(index, where.session)
    reading.warn_outdated(search)
    _show(found, repo.worktree, json=json, menu=not no_pager)
    if not found.hits:
        raise click.exceptions.Exit(1)


def _check_session(index: Index, typed: str) -> None:
    """Raise NoSession if no session starts with this; several may."""
    with suppress(AmbiguousSession):
        get_session(list_sessions(index), typed)


def _show(found: Found, root: str, *, json: bool, menu: bool) -> None:
    here = terminal()
    if json:
        output.write_line(json_output.encode(found))
    elif not output.on_terminal():
        output.write_line("\n".join(screen.plain(found)))
    elif not found.hits:
        output.write_line("\n".join(screen.nothing(here)))
    elif menu and ask.is_interactive():
        pick.pick(found, here, root)
    else:
        pager.show(screen.render(found, here), pager=menu)
