"""Find slow hooks in the log."""

from __future__ import annotations

from collections.abc import Iterable

from entire.core import clock, log_read
from entire.core.log_read import Row, Wanted
from entire.core.text import count
from entire.core.value import Value
from entire.doctor.finding import Finding
from entire.git.repository import Repository

KIND = "slow_hook"
LIMIT = 200  # rows of the log to read
RECENT_SECONDS = 7 * 24 * 3600

_FIX = "if `git status` is slow too, try `git config core.untrackedCache true` and `core.fsmonitor true`"


class Slow(Value):
    hook: str
    times: int
    longest: int  # milliseconds


def examine(repo: Repository) -> list[Finding]:
    rows = log_read.tail(repo.worktree, Wanted(level="WARN"), LIMIT)
    return [
        Finding(
            KIND,
            f"the hook {slow.hook} took up to {slow.longest / 1000:.1f} s, "
            f"{count(slow.times, 'time')} in the last week",
            "a large work tree, a slow disk, or another process that locked the repository",
            _FIX,
            names=[slow.hook],
        )
        for slow in summarize(row for row in rows if _is_recent(row))
    ]


def _is_recent(row: Row) -> bool:
    age = clock.age(row.time)
    return age is not None and age < RECENT_SECONDS


def summarize(rows: Iterable[Row]) -> list[Slow]:
    """Pure: return how often each hook was slow and how long it took, the slowest first."""
    taken: dict[str, list[int]] = {}
    for row in rows:
        hook, milliseconds = row.values.get("hook"), row.values.get("duration_ms")
        if isinstance(hook, str) and isinstance(milliseconds, int):
            taken.setdefault(hook, []).append(milliseconds)
    found = [Slow(hook, len(each), max(each)) for hook, each in taken.items()]
    return sorted(found, key=lambda slow: slow.longest, reverse=True)
