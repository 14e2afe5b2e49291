"""Totals of the owners of lines, for a session's `metadata.json`."""

from __future__ import annotations

from entire.attribution.owner import AGENT, HUMAN, UNKNOWN, Lines
from entire.attribution.replay import Replayed
from entire.checkpoint.model import InitialAttribution
from entire.core import clock
from entire.core.value import Value


class Shares(Value):
    """How many of the added lines belong to whom."""

    agent_lines: int
    human_lines: int
    unknown_lines: int
    agent_removed: int = 0  # lines of the parent that agents removed
    total_removed: int = 0

    @property
    def added(self) -> int:
        return self.agent_lines + self.human_lines + self.unknown_lines


def shares(lines: Lines) -> Shares:
    counts = dict.fromkeys((AGENT, HUMAN, UNKNOWN), 0)
    for file in lines.files:
        for part in file.ranges:
            counts[part.owner.kind] += part.last - part.first + 1
    return Shares(counts[AGENT], counts[HUMAN], counts[UNKNOWN])


def calculate_attribution(found: Replayed) -> InitialAttribution:
    """Compute the totals. Always: ``agent_lines + human_added + human_modified = total_committed``.

    Pure except for the time. The reference has no number for lines that precede the session: they count as a
    person's. People's additions and removals of others' lines count as modifications, as many as can be
    paired.
    """
    found_shares = shares(found.lines)
    agent = found_shares.agent_lines + found.shared
    human = found_shares.added - agent
    modified = min(human, found.removed)
    added = found_shares.added
    return InitialAttribution(
        calculated_at=clock.now_utc(),
        agent_lines=agent,
        human_added=human - modified,
        human_modified=modified,
        human_removed=found.removed - modified,
        total_committed=added,
        agent_percentage=agent / added * 100 if added else 0.0,
        agent_removed=found.agent_removed,
        total_removed=found.total_removed,
    )
