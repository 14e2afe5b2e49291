"""Find our refs that point to something missing, and those that were repaired since."""

from __future__ import annotations

from entire.checkpoint import mend, repairs
from entire.checkpoint.repairs import Repaired
from entire.core.text import count
from entire.doctor.finding import Finding, Repair
from entire.git.objects.read import Objects
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

DAMAGED = "damaged_refs"
REPAIRED = "repaired_refs"
CAUSE = "a crash of the machine, a full disk, or objects that were removed"


def examine(repo: Repository, objects: Objects) -> list[Finding]:
    found = []
    damaged = mend.damaged(repo, objects)
    if damaged:
        names = ", ".join(ref.removeprefix(BRANCHES) for ref in damaged)
        found.append(
            Finding(
                DAMAGED,
                f"{count(len(damaged), 'ref')} of Entire point{'s' if len(damaged) == 1 else ''} to "
                f"something that is missing: {names}",
                CAUSE,
                "`entire doctor --force` keeps what is still there; a hook that writes to it does, too",
                names=damaged,
                repairs=(Repair.REPAIR,),
            )
        )
    repaired = repairs.listed(repo)
    return [*found, _repaired(repaired)] if repaired else found


def _repaired(done: list[Repaired]) -> Finding:
    lines = "; ".join(_says(one) for one in done)
    return Finding(
        REPAIRED,
        f"{count(len(done), 'damaged ref')} repaired: {lines}",
        CAUSE,
        "check that nothing is missing that you need; `entire doctor --force` forgets this message, and "
        "`entire clean --force` deletes what was kept",
        names=[one.kept_as or one.value for one in done],
        repairs=(Repair.REPAIR,),
    )


def _says(one: Repaired) -> str:
    now = f"now at {one.now[:12]}" if one.now else "deleted"
    old = f"kept as {one.kept_as}" if one.kept_as else f"was {one.value[:40]!r}"
    return f"{one.ref.removeprefix(BRANCHES)} ({now}, {old})"
