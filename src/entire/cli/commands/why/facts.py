"""What `entire why` shows of a line. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.attribution import asked
from entire.attribution.asked import Turn
from entire.attribution.blame import Origin, blame
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
    commit: CommitRow | None  # None if not committed yet
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
    why: str = ""  # why the owner is unknown
    agents: list[str] = []  # that probably wrote the line, if the checkpoint does not record lines


def gather(index: Index, name: str, number: int) -> Why:
    path = repository_path(index.repo, name)
    [line] = blame(index, path, f"{number},{number}")
    origin = line.origin
    owner = origin.owner or Owner(origin.missing)
    sessions, prompts = _context(index, origin)
    return Why(
        path,
        number,
        text_of(line),
        origin.who,
        commit_row(origin.commit) if origin.commit is not None else None,
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
        owner.why,
        agents_of(index, [origin]).get(origin.checkpoint_id, []),
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
