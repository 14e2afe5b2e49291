"""Sums over commits and checkpoints, whole and by group. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from entire.attribution.owner import AGENT, HUMAN
from entire.core.value import Value
from entire.numbers.facts import CheckpointFacts, LineCount, PartFacts
from entire.numbers.tokens import Used, add_to

PEOPLE = "(people)"
UNKNOWN = "(unknown)"
NONE = "(none)"  # commits without agents
DAY = 86400


class By:
    """What rows are grouped by."""

    AGENT = "agent"
    MODEL = "model"
    AUTHOR = "author"
    DAY = "day"
    WEEK = "week"
    BRANCH = "branch"
    DIRECTORY = "directory"
    FILE = "file"

    ALL = (AGENT, MODEL, AUTHOR, DAY, WEEK, BRANCH, DIRECTORY, FILE)
    TIMES = (DAY, WEEK)
    PLACES = (DIRECTORY, FILE)  # tokens are not used by file


class Commit(Value):
    oid: str
    author: str
    time: int  # author date, in seconds
    checkpoint_ids: Sequence[str]


class Lines(Value):
    agent_lines: int = 0
    human_lines: int = 0
    unknown_lines: int = 0

    @property
    def total(self) -> int:
        return self.agent_lines + self.human_lines + self.unknown_lines


class Sums:
    """What is counted, for all or for a group."""

    def __init__(self) -> None:
        self.commits: set[str] = set()
        self.linked: set[str] = set()  # commits with agents
        self.checkpoints: set[str] = set()
        self.sessions: set[str] = set()
        self.prompts = self.turns = self.milliseconds = self.untimed = 0
        self.used: Used = {}
        self.below: Used = {}  # by subagents
        self.lines = Lines()
        self.agent_removed = self.removed = 0
        self.unmeasured: set[str] = set()  # checkpoints that record nothing about lines

    def commit(self, commit: Commit) -> None:
        self.commits.add(commit.oid)
        if commit.checkpoint_ids:
            self.linked.add(commit.oid)

    def checkpoint(self, id: str, facts: CheckpointFacts) -> None:
        self.checkpoints.add(id)
        if not facts.measured:
            self.unmeasured.add(id)

    def part(self, part: PartFacts) -> None:
        self.sessions.add(part.session_id)
        self.prompts += part.prompts
        self.turns += part.turns
        self.milliseconds += part.milliseconds
        self.untimed += part.untimed

    def add_lines(self, one: LineCount) -> None:
        agent, human, unknown = self.lines
        if one.kind == AGENT:
            self.lines = Lines(agent + one.lines, human, unknown)
        elif one.kind == HUMAN:
            self.lines = Lines(agent, human + one.lines, unknown)
        else:
            self.lines = Lines(agent, human, unknown + one.lines)


class Summed(Value):
    total: Sums
    groups: dict[str, Sums]
    missing: list[str]  # checkpoints that commits name and this clone does not have


def sum_up(
    commits: Iterable[Commit], facts: Mapping[str, CheckpointFacts], by: str = "", zone: int | None = None
) -> Summed:
    """Sum up commits, oldest first. A checkpoint counts once, with the first commit that names it.

    ``zone``: seconds east of Greenwich for days; None: the machine's time zone.
    """
    total = Sums()
    groups: dict[str, Sums] = {}
    missing: dict[str, None] = {}
    seen: set[str] = set()

    def group(key: str) -> Sums:
        found = groups.get(key)
        if found is None:
            found = groups[key] = Sums()
        return found

    for commit in commits:
        known = [(id, facts[id]) for id in commit.checkpoint_ids if id in facts]
        missing |= dict.fromkeys(id for id in commit.checkpoint_ids if id not in facts)
        total.commit(commit)
        when = when_key(commit, by, zone)
        for key in _commit_keys(by, commit, when, [one for _, one in known]):
            group(key).commit(commit)
        for id, one in known:
            if id in seen:
                continue
            seen.add(id)
            _add(total, id, one)
            if by:
                _add_by(group, by, when, id, one)
    return Summed(total, groups, list(missing))


def prompts_by_day(commits: Iterable[Commit], facts: Mapping[str, CheckpointFacts]) -> dict[str, int]:
    """Return the prompts of each day that has commits, oldest first."""
    found: dict[str, int] = {}
    seen: set[str] = set()
    for commit in commits:
        day = when_key(commit, By.DAY)
        new = [id for id in commit.checkpoint_ids if id in facts and id not in seen]
        seen.update(new)
        found[day] = found.get(day, 0) + sum(part.prompts for id in new for part in facts[id].parts)
    return dict(sorted(found.items()))


def _add(sums: Sums, id: str, facts: CheckpointFacts) -> None:
    sums.checkpoint(id, facts)
    for part in facts.parts:
        sums.part(part)
        add_to(sums.used, part.used)
        add_to(sums.below, part.below)
    for line in facts.lines:
        sums.add_lines(line)
    sums.removed += facts.removed
    sums.agent_removed += facts.agent_removed


def _add_by(group: Callable[[str], Sums], by: str, when: str, id: str, facts: CheckpointFacts) -> None:
    """Add a checkpoint to its groups."""
    if by in (By.AUTHOR, *By.TIMES):
        _add(group(when), id, facts)
        return
    for part in facts.parts:
        for key in _part_keys(by, part, facts):
            group(key).checkpoint(id, facts)
            group(key).part(part)
            if by not in (By.MODEL, *By.PLACES):
                add_to(group(key).used, part.used)
                add_to(group(key).below, part.below)
        if by == By.MODEL:
            for source, tokens in part.used.items():
                add_to(group(source.model or UNKNOWN).used, {source: tokens})
            for source, tokens in part.below.items():
                add_to(group(source.model or UNKNOWN).below, {source: tokens})
    for line in facts.lines:
        group(line_key(by, line, facts)).add_lines(line)


def when_key(commit: Commit, by: str, zone: int | None = None) -> str:
    if by == By.AUTHOR:
        return commit.author
    if by not in By.TIMES:
        return ""
    local = time.localtime if zone is None else lambda seconds: time.gmtime(seconds + zone)
    try:
        day = local(commit.time)
        if by == By.WEEK:  # by its Monday
            noon = time.struct_time((day.tm_year, day.tm_mon, day.tm_mday - day.tm_wday, 12, 0, 0, 0, 0, -1))
            day = time.localtime(time.mktime(noon))
        return time.strftime("%Y-%m-%d", day)
    except (OverflowError, OSError, ValueError):  # no calendar has that day
        return UNKNOWN


def _commit_keys(by: str, commit: Commit, when: str, known: list[CheckpointFacts]) -> set[str]:
    if not by:
        return set()
    if by in (By.AUTHOR, *By.TIMES):
        return {when}
    keys = {key for one in known for part in one.parts for key in _part_keys(by, part, one)}
    if by == By.MODEL:
        keys |= {source.model or UNKNOWN for one in known for part in one.parts for source in part.used}
    nobody = PEOPLE if by in (By.AGENT, By.MODEL) else NONE
    return keys or {UNKNOWN if commit.checkpoint_ids else nobody}


def _part_keys(by: str, part: PartFacts, facts: CheckpointFacts) -> list[str]:
    if by == By.AGENT:
        return [part.agent or UNKNOWN]
    if by == By.MODEL:
        return [part.model or UNKNOWN]
    if by == By.BRANCH:
        return [part.branch or facts.branch or UNKNOWN]
    paths = {line.path for line in facts.lines if line.path} | set(facts.files)
    return sorted({_place(by, path) for path in paths}) or [UNKNOWN]


def line_key(by: str, line: LineCount, facts: CheckpointFacts) -> str:
    if by in By.PLACES:
        return _place(by, line.path) if line.path else UNKNOWN
    if by == By.BRANCH:
        return facts.branch or next((part.branch for part in facts.parts if part.branch), UNKNOWN)
    if line.kind == AGENT:
        return (line.agent if by == By.AGENT else line.model) or UNKNOWN
    return PEOPLE if line.kind == HUMAN else UNKNOWN


def _place(by: str, path: str) -> str:
    return path if by == By.FILE else path.rpartition("/")[0] or "."


_COUNTS = ("prompts", "turns", "milliseconds", "untimed")


def once(parts: Sequence[PartFacts]) -> list[PartFacts]:
    """Pure: a session's parts, oldest first, each without what those before it counted already.

    Some programs count from the start of the session.
    """
    counted: Used = {}
    below: Used = {}
    sums = dict.fromkeys(_COUNTS, 0)
    found: list[PartFacts] = []
    for part in parts:
        if part.from_start and found:
            part = part.replace(
                used=_more(part.used, counted),
                below=_more(part.below, below),
                shortened=True,
                **{name: max(0, getattr(part, name) - sums[name]) for name in _COUNTS},
            )
        found.append(part)
        add_to(counted, part.used)
        add_to(below, part.below)
        for name in _COUNTS:
            sums[name] += getattr(part, name)
    return found


def _more(now: Used, before: Used) -> Used:
    found: Used = {}
    for source, tokens in now.items():
        if source in before:
            tokens = type(tokens)(*(max(0, a - b) for a, b in zip(tokens, before[source], strict=True)))
        if any(tokens):
            found[source] = tokens
    return found
