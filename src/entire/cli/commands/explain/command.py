"""`entire explain`"""

from __future__ import annotations

import sys
from typing import Any

import click

from entire.checkpoint.index.index import Index
from entire.cli import complete, narrow, reading
from entire.cli.commands.explain import find, listing_facts, show
from entire.cli.commands.explain.find import Found
from entire.cli.commands.explain.show import How
from entire.cli.narrowed import Filter
from entire.cli.ui import output
from entire.cli.ui.options import flag
from entire.core.errors import EntireError, UsageError
from entire.git import repository
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.search.where import NOTHING

_EXAMPLES = (
    "Examples: entire explain · entire explain a3b2c4 · entire explain --commit HEAD~1 --full · "
    "entire explain --since 2w -- src"
)


@click.command("explain", cls=narrow.PathsCommand, epilog=_EXAMPLES)
@click.argument("name", metavar="[ID]", default="", shell_complete=complete.checkpoints)
@click.option(
    "--checkpoint",
    "-c",
    default="",
    metavar="ID",
    help="A checkpoint; a prefix of its id is enough.",
    shell_complete=complete.checkpoints,
)
@click.option(
    "--commit",
    default="",
    metavar="REF",
    help="The checkpoint of a commit.",
    shell_complete=complete.branches,
)
@click.option(
    "--session",
    default="",
    metavar="ID",
    help="Only checkpoints of this session.",
    shell_complete=complete.sessions,
)
@narrow.options
@narrow.grep
@flag("--search-all", help="List checkpoints of all branches, and those of no branch.")
@flag("--short", "-s", help="Leave out files and conversation.")
@flag("--full", help="Show the whole conversation, not only this checkpoint's part.")
@flag("--raw-transcript", help="Print the transcript as stored.")
@flag("--generate", help="Generate a summary of the checkpoint.")
@flag("--force", "-f", help="With --generate: replace an existing summary.")
@click.option(
    "--limit",
    "-n",
    type=click.IntRange(0),
    metavar="N",
    default=100,
    help="Number of checkpoints to list; 0 for all.",
)
@flag("--json", help="Print JSON.")
@click.option("--no-pager", is_flag=True, help="Do not use a pager.")
def command(
    name: str,
    checkpoint: str,
    commit: str,
    session: str,
    search_all: bool,
    short: bool,
    full: bool,
    raw_transcript: bool,
    generate: bool,
    force: bool,
    limit: int,
    json: bool,
    no_pager: bool,
    grep: str,
    paths: tuple[str, ...],
    **given: Any,
) -> None:
    """Show how code was written: list the checkpoints of this branch, or show one.

    ID is a prefix of the id of a checkpoint, a commit or a session. PATHS after `--` are files and folders:
    only checkpoints that changed one of them are listed.
    """
    _check_exclusive("ID, --checkpoint, --commit and --session", name, checkpoint, commit, session)
    _check_exclusive("--short, --full and --raw-transcript", short, full, raw_transcript)
    _check_exclusive("--raw-transcript and --json", raw_transcript, json)
    _check_exclusive("--generate and --raw-transcript", generate, raw_transcript)
    if force and not generate:
        raise UsageError("--force requires --generate")
    repo = repository.open_repository()
    where = narrow.where(repo, given, paths)
    narrowed = bool(grep.strip()) or where != NOTHING
    how = How(short, full, raw_transcript, json, not no_pager)
    with reading.open_index(repo) as index:
        reading.warn_disconnected(index)
        found = _find(index, name, checkpoint, commit)
        if found is not None and narrowed:
            raise UsageError("filters narrow the list: leave out what names one checkpoint", find.LIST_HINT)
        if found is not None and found.unlinked and (raw_transcript or generate):
            raise find.no_checkpoint(found.unlinked)
        if found is not None and generate:
            _generate_summary(repo, found, force=force)
        if found is not None:
            show.one(index, found, how)
            return
        _check_list(full=full, raw_transcript=raw_transcript, generate=generate)
        listing = listing_facts.gather(
            index,
            show.rows_for(how),
            session=session or name,
            limit=limit,
            everywhere=search_all or bool(where.branch),
            narrow=Filter(index, where, grep) if narrowed else None,
        )
        matches = listing.session_matches
        if matches is not None and not matches.session_ids and not listing.steps and not narrowed:
            raise find.not_found(index, name) if name else find.no_session(session, matches.near)
    show.many(listing, how)


def _check_exclusive(names: str, *given: object) -> None:
    if sum(map(bool, given)) > 1:
        raise UsageError(f"{names} cannot be used together")


def _check_list(**options: bool) -> None:
    """Refuse options for one checkpoint where there is a list."""
    for name, is_given in options.items():
        if is_given:
            raise UsageError(f"--{name.replace('_', '-')} requires a checkpoint", find.LIST_HINT)


def _find(index: Index, name: str, checkpoint: str, commit: str) -> Found | None:
    """What the arguments name; None if that is nothing, or can only be a session."""
    if checkpoint:
        return find.by_id(index, checkpoint)
    if commit:
        return find.by_commit(index, commit)
    return find.anything(index, name) if name else None


def _generate_summary(repo: Repository, found: Found, *, force: bool) -> None:
    """Generate a summary and store it in the checkpoint."""
    if found.step is not None:
        raise EntireError(
            "a step cannot have a summary", "commit its work first: the checkpoint of the commit can"
        )
    from entire.summarize import summarize  # imported here: only --generate needs it

    chosen = own_settings.load(repo).settings.strategy_options
    summarize.generate(repo, chosen, found.checkpoint_id, force=force, asked=True, on_start=_announce)


def _announce(provider: str) -> None:
    """Show what a person waits for."""
    if sys.stderr.isatty():
        click.echo(f"Asking {output.safe(provider)} …", err=True)
