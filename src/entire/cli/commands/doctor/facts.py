"""What `entire doctor` found and did. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.doctor.examine import FAILED
from entire.doctor.finding import Finding


class Outcome(NamedTuple):
    """The result of a repair."""

    kind: str
    session_id: str
    repair: str
    did: str = ""
    error: str = ""
    hint: str = ""
    ref: str = ""


class Report(NamedTuple):
    findings: list[Finding]
    outcomes: list[Outcome]

    @property
    def stuck(self) -> int:
        return sum(finding.stuck_session is not None for finding in self.findings)

    @property
    def is_complete(self) -> bool:
        """Whether all checks could run."""
        return all(finding.kind != FAILED for finding in self.findings)

    @property
    def all_fixed(self) -> bool:
        """Whether nothing was wrong, or everything is repaired."""
        outcomes = [self.outcome_of(finding) for finding in self.findings]
        return all(outcome is not None and not outcome.error for outcome in outcomes)

    def outcome_of(self, finding: Finding) -> Outcome | None:
        """Return what became of a finding; several of a kind differ by their ref."""
        key = (finding.kind, finding.session_id)
        same = (one for one in self.outcomes if (one.kind, one.session_id) == key)
        return next((one for one in same if one.ref in ("", finding.ref)), None)
