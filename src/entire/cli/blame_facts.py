"""What `entire blame` knows of a file. Field names are the names in `--json`."""

from __future__ import annotations

import os
from typing import NamedTuple

from entire.attribution.asked import Prompts
from entire.attribution.blame import Line, blame
from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.checkpoint.committed_list import list_checkpoint_ids
from entire.cli.explain_list import CommitRow, commit_row
from entire.core import paths, prefix
from entire.core.errors import EntireError
from entire.git.objects import Objects
from entire.git.repository import Repository


class LineRow(NamedTuple):
    line: int
    text: str
    commit: str  # empty where it is not committed yet
    original_path: str
    original_line: int
    who: str  # agent, human, unknown; or why that is not known
    checkpoint_id: str
    session_id: str
    turn: int


class TurnRow(NamedTuple):
    """A turn that wrote some of the lines."""

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


def repository_path(repo: Repository, name: str) -> str:
    """A file as git names it. Raises EntireError if it is not in the work tree."""
    path = paths.to_relative(os.path.join(os.getcwd(), name), repo.worktree)
    if not path:
        raise EntireError(f"{name} is not in this work tree")
    return path


def gather(repo: Repository, objects: Objects, name: str, lines: str = "") -> Blame:
    path = repository_path(repo, name)
    found = blame(repo, objects, path, lines)
    commits = {line.origin.commit.oid: line.origin.commit for line in found if line.origin.commit is not None}
    return Blame(
        path, [_row(line) for line in found], _turns(objects, found), [*map(commit_row, commits.values())]
    )


def text_of(line: Line) -> str:
    return line.text.decode("utf-8", "replace").removesuffix("\r")


def _row(line: Line) -> LineRow:
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
    )


def _turns(objects: Objects, lines: list[Line]) -> list[TurnRow]:
    shorten = prefix.shortener(list_checkpoint_ids(objects))
    prompts = Prompts(objects)
    origins = dict.fromkeys((line.origin.checkpoint_id, line.origin.owner) for line in lines)
    return [
        TurnRow(
            owner.session_id,
            owner.turn,
            owner.agent,
            owner.model,
            id,
            shorten(id),
            prompts.of(id, owner),
            owner.prompt_line,
        )
        for id, owner in origins
        if owner is not None and owner.is_agent
    ]
