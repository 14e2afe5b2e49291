"""What an import would do: which commits get a checkpoint, of which parts of which conversations."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from entire.agent.protocol import Agent
from entire.checkpoint import condensed
from entire.checkpoint.condensed import Condensed
from entire.checkpoint.model import IMPORTED
from entire.core import clock
from entire.core.value import Value
from entire.git.history import LoggedCommit
from entire.git.objects.read import Objects
from entire.git.patch import FilePatch
from entire.git.repository import Repository
from entire.imports import commits, match, read
from entire.imports.match import Credit, Matched
from entire.imports.read import Conversation, Progress
from entire.session.store import BrokenState, Store
from entire.transcript.usage import TokenUsage, is_zero, subtract


class Part(Value):
    """A conversation's part of a commit."""

    conversation: Conversation
    credit: Credit
    start: int  # in the transcript
    end: int
    token_start: int
    usage: TokenUsage | None


class Link(Value):
    """A commit, and the checkpoint that it gets."""

    commit: LoggedCommit
    checkpoint_id: str
    parts: list[Part]
    patches: list[FilePatch]


class Plan(Value):
    """Links, oldest commit first."""

    conversations: list[Conversation]
    commits: int  # without a link, that were looked at
    links: list[Link]
    recorded: set[str]  # sessions that hooks have followed, or that were imported before

    @property
    def unmatched(self) -> int:
        """How many conversations belong to no commit."""
        used = {part.conversation.session_id for link in self.links for part in link.parts} | self.recorded
        return sum(one.session_id not in used for one in self.conversations)


def make(
    repo: Repository, objects: Objects, agents: Sequence[Agent], since: float, progress: Progress
) -> Plan:
    """Read the conversations and the commits, and match them."""
    roots = commits.worktree_roots(repo)
    found = sorted(read.find(agents, roots, progress), key=lambda one: (one.started, one.session_id))
    stored = condensed.by_session(repo, objects)
    known = _known_since(repo, stored)
    writes = [
        write
        for number, one in enumerate(found)
        for write in read.writes(number, one, roots, known.get(one.session_id))
    ]
    span = commits.Span(since, min((write.time for write in writes), default=since))
    candidates = commits.gather(repo, objects, span, {write.path for write in writes}, progress)
    parts = _parts(found, match.match(candidates.commits, writes), candidates.logged, stored)
    links = [
        Link(candidates.logged[oid], checkpoint_id(oid), own, candidates.patches[oid])
        for oid, own in parts.items()
    ]
    return Plan(found, sum(one.wanted for one in candidates.commits), links, {*known, *stored})


def checkpoint_id(commit: str) -> str:
    """The same each time: after a kill, the same checkpoint is written (I2)."""
    return hashlib.sha256(f"{IMPORTED}\0{commit}".encode()).hexdigest()[:12]


def _known_since(repo: Repository, stored: Mapping[str, Sequence[Condensed]]) -> dict[str, float]:
    """Since when hooks have followed sessions: what they did then is linked, or was not to be."""
    known: dict[str, float] = {}
    for session_id, parts in stored.items():
        times = [clock.timestamp(one.created_at) for one in parts if one.raw.get("kind") != IMPORTED]
        if times:
            known[session_id] = min(time or 0.0 for time in times)
    try:
        states = Store(repo).all()
    except BrokenState:
        states = []
    for state in states:
        began = clock.timestamp(state.started_at)
        if began is not None:
            known[state.session_id] = min(began, known.get(state.session_id, began))
    return known


def _parts(
    found: Sequence[Conversation],
    matched: Matched,
    logged: Mapping[str, LoggedCommit],
    stored: Mapping[str, Sequence[Condensed]],
) -> dict[str, list[Part]]:
    """The parts of each new commit: a conversation's commits share it, in the order of their author dates.

    What was imported before comes first: its tokens are counted.
    """

    def in_order(credits: Mapping[str, list[Credit]]) -> list[tuple[str, Conversation, Credit]]:
        oids = sorted(credits, key=lambda oid: (logged[oid].time, oid))
        return [(oid, found[one.conversation], one) for oid in oids for one in credits[oid]]

    ends: dict[int, int] = {}
    parts: dict[str, list[Part]] = {}
    for oid, conversation, credit in in_order(matched.known):
        there = stored.get(conversation.session_id, ())
        if any(one.checkpoint_id == checkpoint_id(oid) for one in there):
            part_of(conversation, credit, ends)
    for oid, conversation, credit in in_order(matched.new):
        parts.setdefault(oid, []).append(part_of(conversation, credit, ends))
    return parts


def part_of(conversation: Conversation, credit: Credit, ends: dict[int, int]) -> Part:
    """Whole turns: from where the part before it ended, or from the first turn that counts, if it is earlier.

    ``ends``: by conversation, the position up to which tokens are counted; it is changed.
    """
    before = ends.get(credit.conversation, 0)
    end = conversation.end_of(credit.last)
    start = min(before, conversation.start_of(credit.first))
    usage = None
    if end > before:
        usage = subtract(conversation.usage_until(end), conversation.usage_until(before))
        ends[credit.conversation] = end
    return Part(*(conversation, credit, start, end, min(before, end)), None if is_zero(usage) else usage)
