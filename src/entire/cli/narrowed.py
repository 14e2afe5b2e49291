"""Lists of checkpoints, steps and sessions without what the filters leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from entire.checkpoint.committed.listing import get_authors
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.overviews import SessionPart
from entire.checkpoint.overview import Overview, seconds
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
from entire.cli import reading
from entire.cli.ui.progress import Progress
from entire.core import clock
from entire.core.paths import is_infrastructure
from entire.git import diff
from entire.git.errors import GitError
from entire.git.identity import get_git_author_from_repo, parse_author
from entire.search import query
from entire.search.find import Search
from entire.search.where import NOTHING, Where
from entire.session.state import State
from entire.strategy.sessions import Session

Prepare = Callable[[Search], None]


class Mentioned(NamedTuple):
    """Where words were found."""

    checkpoints: set[str]
    steps: set[str]
    sessions: set[str]


class Filter:
    """``grep``: words that must be in it, as for `entire search`; empty for any.

    ``prepare`` brings the search index up to date.
    """

    def __init__(self, index: Index, where: Where, grep: str = "", prepare: Prepare = Search.update) -> None:
        self._index = index
        self._where = where
        self._mentioned = mentions(index, grep, prepare) if grep.strip() else None

    def checkpoints(self, ids: Sequence[str]) -> list[str]:
        """Return those that count, in this order."""
        if self._mentioned is not None:
            ids = [id for id in ids if id in self._mentioned.checkpoints]
        if self._where == NOTHING:
            return list(ids)
        authors = self._authors(ids)
        found = self._index.overviews(ids)
        return [
            one.checkpoint_id
            for one in found
            if self._takes(one) and self._where.takes_author(authors.get(one.checkpoint_id, []))
        ]

    def _takes(self, one: Overview) -> bool:
        where = self._where
        return where.takes_time(seconds(one.created_at)) and any(
            where.takes_part(part.agent, part.model, part.branch, part.session_id, part.files or one.files)
            for part in one.parts
        )

    def _authors(self, ids: Iterable[str]) -> dict[str, list[str]]:
        """Return who committed each checkpoint's work; without a commit, who wrote the checkpoint."""
        if not self._where.author:
            return {}
        wanted = list(ids)
        found: dict[str, list[str]] = {}
        for commit in self._index.commits(self._index.links(wanted)):
            for id in commit.checkpoint_ids:
                found.setdefault(id, []).append(commit.author)
        without = [id for id in wanted if id not in found]
        others = get_authors(self._index.repo, self._index.objects, without)
        return found | {id: [author] for id, author in others.items() if author}

    def step(self, step: TemporaryCheckpointInfo, state: State) -> bool:
        """Whether a step counts; ``state`` is that of its session."""
        where = self._where
        if self._mentioned is not None and step.commit_hash not in self._mentioned.steps:
            return False
        files = self._changed(step, state) if where.files else []
        return (
            where.takes_time(step.timestamp)
            and where.takes_part(state.agent_type, state.model_name, state.branch, step.session_id, files)
            and where.takes_author(self._author_of(step))
        )

    def _author_of(self, step: TemporaryCheckpointInfo) -> list[str]:
        commit = self._index.objects.commit(step.commit_hash)
        author = parse_author(commit.author) if commit is not None else None
        return [f"{author.name} <{author.email}>"] if author is not None else []

    def _changed(self, step: TemporaryCheckpointInfo, state: State) -> list[str]:
        before = step.parent or state.base_commit
        try:
            counts = diff.line_counts(self._index.repo, before, step.commit_hash) if before else {}
        except GitError:
            return []
        return [path for path in counts if not is_infrastructure(path)]

    def sessions(self, sessions: Iterable[Session]) -> list[Session]:
        """Return the sessions that count: what they did, with or without a commit."""
        where = self._where
        found = [one for one in sessions if self._mentions(one.state) and self._in_time(one.state)]
        if where.replace(since=None, until=None) == NOTHING:
            return found
        parts = self._index.parts_of_sessions(one.state.session_id for one in found)
        authors = self._authors(one.checkpoint_id for own in parts.values() for one in own)
        me = [self._user()] if where.author else []
        return [
            one
            for one in found
            if self._takes_session(one, parts.get(one.state.session_id, []), authors, me if one.local else [])
        ]

    def _mentions(self, state: State) -> bool:
        return self._mentioned is None or state.session_id in self._mentioned.sessions

    def _takes_session(
        self,
        session: Session,
        parts: Sequence[SessionPart],
        authors: Mapping[str, Sequence[str]],
        people: Sequence[str],
    ) -> bool:
        """``people`` had the conversation besides the authors of its checkpoints."""
        where, state = self._where, session.state
        facts = [(one.part.agent, one.part.model, one.part.branch, one.part.files) for one in parts]
        if session.local:
            facts.append((state.agent_type, state.model_name, state.branch, state.files_touched))
        everyone = {*people, *(name for one in parts for name in authors.get(one.checkpoint_id, ()))}
        return where.takes_author(everyone) and any(
            where.takes_part(agent, model, branch, state.session_id, files)
            for agent, model, branch, files in facts
        )

    def _user(self) -> str:
        user = get_git_author_from_repo(self._index.repo)
        return f"{user.name} <{user.email}>"

    def _in_time(self, state: State) -> bool:
        """Whether any of a session's time is in the range."""
        since, until = self._where.since, self._where.until
        begun = clock.timestamp(state.started_at)
        last = clock.timestamp(state.last_interaction_time) or clock.timestamp(state.ended_at) or begun
        return (since is None or (last is not None and last >= since)) and (
            until is None or (begun is not None and begun <= until)
        )


def mentions(index: Index, words: str, prepare: Prepare = Search.update) -> Mentioned:
    """Return what `entire search` finds for these words."""
    wanted = query.parse([words])
    with Progress() as progress:
        search = Search(index, progress)
        try:
            prepare(search)
            hits = search.find(wanted)
        finally:
            search.close()
    reading.warn_outdated(search)
    return Mentioned(
        {hit.checkpoint for hit in hits if hit.checkpoint},
        {hit.name for hit in hits if not hit.checkpoint and hit.name},
        {hit.session for hit in hits},
    )
