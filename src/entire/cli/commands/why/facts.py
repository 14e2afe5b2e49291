"""What `entire why` shows of a line. Field names are the names in `--json`."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from entire.attribution import asked, said
from entire.attribution.asked import Turn
from entire.attribution.blame import Line, Origin, blame
from entire.attribution.owner import Owner
from entire.checkpoint.index.index import Index
from entire.cli.commands.blame.facts import agents_of, repository_path, text_of
from entire.cli.commit_row import CommitRow, commit_row
from entire.core.text import split_prompts


class SessionRow(NamedTuple):
    """A session of the commit, if it is not known which turn wrote the line."""

    session_id: str
    agent: str
    model: str
    agent_percentage: float | None  # of what the commit added


class Why(NamedTuple):
    path: str
    line: int
    text: str
    who: str  # agent, human or unknown, or the reason why there is no answer
    commit: str  # empty if not committed yet
    original_path: str
    original_line: int
    checkpoint_id: str
    short_id: str
    session_id: str
    turn: int
    agent: str
    model: str
    transcript_line: int
    prompts: list[str]  # of the turn; of the whole checkpoint if the turn is not known
    sessions: list[SessionRow]
    why: str = ""  # why the owner is unknown, or how an agent is known
    agents: list[str] = []  # that probably wrote the line, if the checkpoint does not record lines
    last_line: int = 0  # of several that come from the same place
    said: str = ""  # the agent's words before it wrote the line; empty if not known
    commits: list[CommitRow] = []  # the commit, unless it is not committed yet


def gather(index: Index, name: str, first: int, last: int, commit: str = "") -> list[Why]:
    """Read where lines come from; those that follow each other and have the same origin together.

    ``commit``: of the file in this one, not in the work tree.
    """
    path = repository_path(index.repo, name, commit)
    lines = blame(index, path, f"{first},{last}", commit)
    groups = [list(some) for _, some in groupby(lines, key=_place)]
    return [_why(index, path, group) for group in groups]


def _place(line: Line) -> tuple[object, ...]:
    origin = line.origin
    commit = origin.commit.oid if origin.commit is not None else ""
    return commit, line.original_path, origin.checkpoint_id, origin.owner, origin.missing


def _why(index: Index, path: str, lines: list[Line]) -> Why:
    line, origin = lines[0], lines[0].origin
    owner = origin.owner or Owner(origin.missing)
    sessions, prompts = _context(index, origin)
    return Why(
        path,
        line.line,
        "\n".join(map(text_of, lines)),
        origin.who,
        origin.commit.oid if origin.commit is not None else "",
        line.original_path,
        line.original_line,
        origin.checkpoint_id,
        index.shorten(origin.checkpoint_id),
        owner.session_id,
        owner.turn,
        owner.agent,
        owner.model,
        owner.prompt_line,
        prompts,
        sessions,
        origin.why,
        agents_of(index, [origin]).get(origin.checkpoint_id, []),
        lines[-1].line,
        said.words_before(
            index, Turn(origin.checkpoint_id, owner), line.original_path, [*map(text_of, lines)]
        ),
        [commit_row(origin.commit)] if origin.commit is not None else [],
    )


def _context(index: Index, origin: Origin) -> tuple[list[SessionRow], list[str]]:
    """The prompt of the turn; else sessions and prompts of the whole checkpoint."""
    if origin.owner is not None:
        return [], [*filter(None, asked.prompts(index, [Turn(origin.checkpoint_id, origin.owner)]))]
    overviews = index.overviews([origin.checkpoint_id])
    rows = [
        SessionRow(part.session_id, part.agent, part.model, part.agent_percentage)
        for one in overviews
        for part in one.parts
    ]
    return rows, [prompt for one in overviews for prompt in split_prompts(one.prompts)]
