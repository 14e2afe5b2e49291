"""What `entire blame` shows of a file. Field names are the names in `--json`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from entire.attribution import asked
from entire.attribution.asked import Turn
from entire.attribution.blame import NO_LINES, Line, Origin, blame
from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.checkpoint.index.index import Index
from entire.cli.commit_row import CommitRow, commit_row
from entire.core import paths
from entire.core.errors import EntireError, UsageError
from entire.git.repository import Repository


class LineRow(NamedTuple):
    line: int
    text: str
    commit: str  # empty if not committed yet
    original_path: str
    original_line: int
    who: str  # agent, human or unknown, or the reason why there is no answer
    checkpoint_id: str
    session_id: str
    turn: int
    why: str = ""  # why the owner is unknown, or how an agent is known
    agents: list[str] = []  # that probably wrote the line, if the checkpoint does not record lines


class TurnRow(NamedTuple):
    """A turn that wrote at least one of the lines."""

    session_id: str
    turn: int
    agent: str
    model: str
    checkpoint_id: str
    short_id: str
    prompt: str
    transcript_line: int


class Blame(NamedTuple):
    path: str
    lines: list[LineRow]
    turns: list[TurnRow]  # in the order of the lines
    commits: list[CommitRow]

    def lines_of(self, *who: str) -> int:
        return sum(row.who in who for row in self.lines)

    @property
    def without_owner(self) -> int:
        return len(self.lines) - self.lines_of(AGENT, HUMAN, UNKNOWN)


def repository_path(repo: Repository, name: str, commit: str = "") -> str:
    """The path of a file in the repository. Raises EntireError if it cannot be one.

    ``commit``: the file is in this one, not in the work tree.
    """
    if not name:
        raise UsageError("the name of the file is empty", "for example src/login.py")
    place = os.path.join(os.getcwd(), name)
    path = paths.to_relative(place, repo.worktree)
    if not path and os.path.realpath(place) != os.path.realpath(repo.worktree):
        raise EntireError(f"{name} is outside this work tree", f"files are in {repo.worktree}")
    if not path or (not commit and os.path.isdir(repo.path(path))):
        raise EntireError(f"{name} is a folder", "choose one of its files: `git ls-files` lists them")
    if name.endswith(("/", "/.")):
        raise EntireError(f"{name} is not a folder", f"the file would be {name.rstrip('/.')}")
    return path


def gather(index: Index, name: str, lines: str = "", commit: str = "") -> Blame:
    """``commit``: of the file in this one, not in the work tree."""
    path = repository_path(index.repo, name, commit)
    found = blame(index, path, lines, commit)
    commits = {line.origin.commit.oid: line.origin.commit for line in found if line.origin.commit is not None}
    agents = agents_of(index, [line.origin for line in found])
    return Blame(
        path,
        [_row(line, agents) for line in found],
        _turns(index, found),
        [*map(commit_row, commits.values())],
    )


def text_of(line: Line) -> str:
    return line.text.decode("utf-8", "replace").removesuffix("\r")


def agents_of(index: Index, origins: Sequence[Origin]) -> dict[str, list[str]]:
    """The agents of checkpoints that do not record lines, unless they count none as an agent's."""
    ids = {origin.checkpoint_id for origin in origins if origin.missing == NO_LINES}
    return {
        one.checkpoint_id: list(
            dict.fromkeys(part.agent for part in one.parts if part.agent and part.agent_percentage != 0)
        )
        for one in (index.overviews(ids) if ids else ())
    }


def _row(line: Line, agents: Mapping[str, list[str]]) -> LineRow:
    origin = line.origin
    return LineRow(
        line.line,
        text_of(line),
        origin.commit.oid if origin.commit is not None else "",
        line.original_path,
        line.original_line,
        origin.who,
        origin.checkpoint_id,
        origin.owner.session_id if origin.owner is not None else "",
        origin.owner.turn if origin.owner is not None else 0,
        origin.why,
        agents.get(origin.checkpoint_id, []) if origin.missing == NO_LINES else [],
    )


def _turns(index: Index, lines: list[Line]) -> list[TurnRow]:
    origins = dict.fromkeys((line.origin.checkpoint_id, line.origin.owner) for line in lines)
    turns = [Turn(id, owner) for id, owner in origins if owner is not None and owner.is_agent]
    return [
        TurnRow(
            turn.owner.session_id,
            turn.owner.turn,
            turn.owner.agent,
            turn.owner.model,
            turn.checkpoint_id,
            index.shorten(turn.checkpoint_id),
            prompt,
            turn.owner.prompt_line,
        )
        for turn, prompt in zip(turns, asked.prompts(index, turns), strict=True)
    ]
