"""What `entire why` knows of a line. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.attribution.asked import Prompts
from entire.attribution.blame import Origin, blame
from entire.attribution.owner import Owner
from entire.checkpoint import linked
from entire.checkpoint.committed_list import list_checkpoint_ids
from entire.cli.blame_facts import repository_path, text_of
from entire.cli.explain_detail import split_prompts
from entire.cli.explain_list import CommitRow, commit_row
from entire.core import prefix
from entire.git.objects import Objects
from entire.git.repository import Repository


class SessionRow(NamedTuple):
    """A session that took part in the commit, where more is not known."""

    session_id: str
    agent: str
    model: str
    agent_percentage: float | None  # of what the commit added


class Why(NamedTuple):
    path: str
    line: int
    text: str
    who: str  # agent, human, unknown; or why that is not known
    commit: CommitRow | None  # None where it is not committed yet
    original_path: str
    original_line: int
    checkpoint_id: str
    short_id: str
    session_id: str
    turn: int
    agent: str
    model: str
    transcript_line: int
    prompts: list[str]  # of the turn; of the whole checkpoint, where the turn is not known
    sessions: list[SessionRow]


def gather(repo: Repository, objects: Objects, name: str, number: int) -> Why:
    path = repository_path(repo, name)
    [line] = blame(repo, objects, path, f"{number},{number}")
    origin = line.origin
    owner = origin.owner or Owner(origin.missing)
    sessions, prompts = _told(objects, origin)
    return Why(
        path,
        number,
        text_of(line),
        origin.who,
        commit_row(origin.commit) if origin.commit is not None else None,
        line.original_path,
        line.original_line,
        origin.checkpoint_id,
        prefix.shortener(list_checkpoint_ids(objects))(origin.checkpoint_id),
        owner.session_id,
        owner.turn,
        owner.agent,
        owner.model,
        owner.prompt_line,
        prompts,
        sessions,
    )


def _told(objects: Objects, origin: Origin) -> tuple[list[SessionRow], list[str]]:
    """The prompt of the turn; or what the checkpoint tells as a whole."""
    if origin.owner is not None:
        prompt = Prompts(objects).of(origin.checkpoint_id, origin.owner)
        return [], [prompt] if prompt else []
    found = linked.overview(objects, origin.checkpoint_id) if origin.checkpoint_id else None
    if found is None:
        return [], []
    measured = ((session, session.initial_attribution) for session in found.sessions)
    rows = [
        SessionRow(
            one.session_id, one.agent, one.model, share.agent_percentage if share is not None else None
        )
        for one, share in measured
    ]
    return rows, split_prompts(found.prompts)
