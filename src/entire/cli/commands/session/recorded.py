"""What checkpoints say about sessions that ran elsewhere: prompts, author, tokens, files."""

from __future__ import annotations

from collections.abc import Sequence

from entire.checkpoint.committed.listing import get_authors
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.overviews import SessionPart
from entire.checkpoint.overview import session_tokens
from entire.cli.commands.session.facts import SessionRow
from entire.cli.file_row import file_rows
from entire.core.text import split_prompts
from entire.git.identity import get_git_author_from_repo
from entire.strategy.sessions import Session


def add(index: Index, sessions: Sequence[Session], rows: Sequence[SessionRow]) -> list[SessionRow]:
    """Add to each row what is known of its session."""
    elsewhere = [one.state.session_id for one in sessions if not one.local]
    parts = index.parts_of_sessions(elsewhere)
    authors = _authors(index, parts)
    user = get_git_author_from_repo(index.repo) if len(elsewhere) < len(sessions) else None
    me = f"{user.name} <{user.email}>" if user is not None else ""
    return [
        row._replace(author=me)
        if session.local
        else _filled(row, parts.get(row.session_id, []))._replace(author=authors.get(row.session_id, ""))
        for session, row in zip(sessions, rows, strict=True)
    ]


def _filled(row: SessionRow, parts: Sequence[SessionPart]) -> SessionRow:
    """Pure."""
    prompts = [prompt.strip() for one in parts for prompt in split_prompts(one.part.prompts)]
    return row._replace(
        first_prompt=prompts[0] if prompts else "",
        last_prompt=prompts[-1] if prompts else "",
        files=file_rows(dict.fromkeys(path for one in parts for path in one.part.files)),
        tokens=session_tokens(one.part for one in parts),
    )


def _authors(index: Index, parts: dict[str, list[SessionPart]]) -> dict[str, str]:
    """Return who committed the work of each session first; without a commit, who wrote the checkpoint."""
    ids = {one.checkpoint_id: session for session, own in parts.items() for one in own}
    found: dict[str, str] = {}
    for commit in index.commits(index.links(ids)) if ids else ():  # newest first
        found |= {ids[id]: commit.author for id in commit.checkpoint_ids if id in ids}
    without = {own[0].checkpoint_id: session for session, own in parts.items() if session not in found}
    others = get_authors(index.repo, index.objects, without)
    return found | {without[id]: author for id, author in others.items()}
