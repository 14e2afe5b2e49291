"""Find the conversations of a repository on this machine, and read what they wrote and when."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from entire.agent import defaults, on_disk
from entire.agent.protocol import Agent
from entire.core import clock, files
from entire.core.paths import to_relative
from entire.core.value import Value
from entire.imports import written
from entire.imports.match import Write
from entire.imports.written import Written
from entire.transcript import reader
from entire.transcript.cursor import Mark
from entire.transcript.facts import Facts
from entire.transcript.usage import TokenUsage, add

Progress = Callable[[str, int], None]
_MOST_SUBAGENTS = 1000


class Turn(Value):
    position: int
    prompt: str  # not redacted


class Conversation(Value):
    """What is known of a conversation. Positions count records of its transcript."""

    agent: Agent
    session_id: str
    path: str
    directory: str
    turns: list[Turn]
    written: list[tuple[Written, float]]  # with times in seconds
    usage: list[tuple[int, TokenUsage | None]]  # tokens after the record at a position, whenever they grew
    end: int  # position after the last record
    started: float

    def turn_at(self, position: int) -> int:
        """The number of the turn that a position is in, from 1; 0 before the first prompt."""
        return sum(turn.position <= position for turn in self.turns)

    def start_of(self, position: int) -> int:
        """Where the turn of a position begins."""
        number = self.turn_at(position)
        return self.turns[number - 1].position if number else 0

    def end_of(self, position: int) -> int:
        """Where the turn of a position ends."""
        later = (turn.position for turn in self.turns if turn.position > position)
        return next(later, self.end)

    def usage_until(self, position: int) -> TokenUsage | None:
        """The tokens of all records before a position."""
        return next((usage for at, usage in reversed(self.usage) if at < position), None)


def find(agents: Sequence[Agent], roots: Sequence[str], progress: Progress) -> Iterator[Conversation]:
    """Read the conversations of these agents that began in a worktree with one of these roots."""
    number = 0
    for agent in agents:
        listed = getattr(agent, "conversations", defaults.conversations)  # older plugins have none
        for one in listed(roots):
            if _root_of(one.directory) not in roots:  # a repository below a root
                continue
            number += 1
            progress("conversations", number)
            found = read(agent, one)
            if found is not None:
                yield found


def _root_of(directory: str) -> str:
    """The top of the work tree that a directory is in, also if the directory itself is gone."""
    while not os.path.lexists(os.path.join(directory, ".git")):
        above = os.path.dirname(directory)
        if above == directory:
            return ""
        directory = above
    return directory


def read(agent: Agent, found: on_disk.OnDisk) -> Conversation | None:
    """Read a conversation; None if it cannot be read."""
    agent.prepare_transcript(found.session_id, found.path)
    try:
        descriptor = files.open_regular(found.path)
        modified = os.stat(found.path).st_mtime
    except OSError:
        return None
    if descriptor is None:
        return None
    mark, turns, usage = Mark(), [], []
    facts = Facts(mark.open_usage())
    times: list[tuple[int, float]] = []  # of records that have one
    below = _Below(agent, found.path)
    try:
        for record in agent.layout().records(descriptor, mark):
            facts.next_record()
            facts.position = mark.position - 1
            before = facts.usage.total
            agent.read_record(record, facts)
            time = agent.record_time(record)
            if time is not None:
                times.append((facts.position, time))
            turns += [Turn(facts.position, facts.prompts[0])] if facts.prompts else []
            if below.read(facts.subagents, facts.position) or facts.usage.total is not before:
                usage.append((facts.position, below.with_own(facts.usage.total)))
    finally:
        os.close(descriptor)
    session = agent.session_usage(found.path)
    if session is not None and usage:
        facts.usage.reach(session)
        usage.append((mark.position - 1, below.with_own(facts.usage.total)))
    everything = [*written.of_reports(facts.reports), *below.written]
    return Conversation(
        *(agent, found.session_id, found.path, found.directory, turns),
        [(one, _time(one, times, modified)) for one in everything],
        usage,
        mark.position,
        times[0][1] if times else modified,
    )


def _time(one: Written, times: Sequence[tuple[int, float]], modified: float) -> float:
    """When something was written; at the latest when the transcript was, if nothing says more."""
    own = clock.timestamp(one.time)
    if own is not None:
        return own
    return next((time for position, time in reversed(times) if position <= one.position), modified)


class _Below:
    """The subagents of a conversation: what they wrote counts for the turn that called them."""

    def __init__(self, agent: Agent, path: str) -> None:
        self._agent, self._path = agent, path
        self._seen: set[str] = set()
        self._usage: TokenUsage | None = None
        self.written: list[Written] = []

    def read(self, ids: Sequence[str], position: int) -> bool:
        """Read the subagents that a record mentions for the first time; say whether there were any."""
        waiting = [id for id in ids if id not in self._seen]
        any_read = False
        for id in waiting:  # grows: subagents call others
            if id in self._seen or len(self._seen) >= _MOST_SUBAGENTS:
                continue
            self._seen.add(id)
            facts = reader.facts_of(self._agent.subagent_path(self._path, id), self._agent)
            if facts is None:
                continue
            any_read = True
            self._usage = add(self._usage, facts.usage.total)
            self.written += [one.replace(position=position) for one in written.of_reports(facts.reports)]
            waiting += facts.subagents
        return any_read

    def with_own(self, own: TokenUsage | None) -> TokenUsage | None:
        if self._usage is None:
            return own
        return add(own or TokenUsage(), TokenUsage(subagent_tokens=self._usage))


def writes(number: int, found: Conversation, roots: Sequence[str], until: float | None) -> list[Write]:
    """What a conversation wrote in the repository; before a time, if one is given."""
    known: dict[str, str] = {}
    out = []
    for one, time in found.written:
        if until is not None and time >= until:
            continue
        if one.path not in known:
            known[one.path] = _in_repository(one.path, found.directory, roots)
        if known[one.path]:
            out.append(Write(number, known[one.path], time, one.position, one.lines))
    return out


def _in_repository(path: str, directory: str, roots: Sequence[str]) -> str:
    """A path from the top of the worktree that has it; empty if none has."""
    whole = os.path.normpath(os.path.join(directory, path))
    for root in sorted(roots, key=len, reverse=True):
        found: Any = to_relative(whole, root)
        if found:
            return "" if found.startswith(".git/") else str(found)
    return ""
