"""Sentences that the screen and the plain lines of `entire stats` share."""

from __future__ import annotations

from collections.abc import Sequence

from entire.cli.commands.stats.facts import Row, Standing, Stats
from entire.cli.money import UNKNOWN, CostRow, dollars
from entire.core.text import count, one_line
from entire.numbers.prices import BUILT_IN
from entire.transcript.usage import TokenUsage, total


def scope(found: Stats) -> str:
    """What is counted."""
    parts = [one_line(found.range) or "HEAD"]
    parts += [f"{word} {one_line(text)}" for word, text in _filters(found) if text]
    return " · ".join(parts)


def _filters(found: Stats) -> list[tuple[str, str]]:
    return [
        ("since", found.since),
        ("until", found.until),
        ("author", found.author),
        ("agent", found.agent),
        ("in", ", ".join(path or "." for path in found.paths)),
    ]


def commits_of(row: Row) -> str:
    without = row.commit_count - row.agent_commit_count
    return f"{row.commit_count:,}: {row.agent_commit_count:,} with agents · {without:,} without"


def tokens_of(usage: TokenUsage) -> str:
    parts = [
        f"{usage.input_tokens:,} in",
        f"{usage.cache_creation_tokens:,} cache write",
        f"{usage.cache_read_tokens:,} cache read",
        f"{usage.output_tokens:,} out",
    ]
    if usage.subagent_tokens is not None:
        parts.append(f"{total(usage.subagent_tokens):,} subagents")
    return f"{total(usage):,}: {' · '.join(parts)} · {count(usage.api_call_count, 'call')}"


def cost_note(cost: CostRow, found: Stats) -> str:
    """The cost, and where prices come from."""
    if cost.microdollars is None:
        return UNKNOWN
    seen = f"prices seen {one_line(found.prices_seen)}" if found.prices_seen else "prices"
    if found.prices != BUILT_IN:
        seen += f" in {one_line(found.prices)}"
    return f"{dollars(cost)} · {seen}"


def lines_of(row: Row) -> str:
    lines = row.line_counts
    parts = [f"{lines.agent_lines:,} agent", f"{lines.human_lines:,} human"]
    if lines.unknown_lines:
        parts.append(f"{lines.unknown_lines:,} unknown")
    added = f"{lines.total:,} added: {' · '.join(parts)}" if lines.total else ""
    removed = (
        f"{row.lines_removed:,} removed: {row.lines_removed_by_agents:,} agent" if row.lines_removed else ""
    )
    return " · ".join(filter(None, [added, removed]))


def share(row: Row) -> str:
    """The agents' part of the lines."""
    return f"{row.line_counts.agent_lines * 100 // row.line_counts.total} %" if row.line_counts.total else ""


def standing_of(found: Standing) -> str:
    """What became of the lines of agents."""
    if not found.line_count:
        return "no lines of agents"
    parts = [
        f"{found.standing_count:,} of {count(found.line_count, 'line')} of agents ({still(found)})",
        f"{found.rewritten_by_people:,} rewritten by people",
        f"{found.rewritten_by_agents:,} by agents",
    ]
    if found.rewritten_by_unknown:
        parts.append(f"{found.rewritten_by_unknown:,} unknown")
    return " · ".join([*parts, f"{found.deleted_count:,} deleted"])


def still(found: Standing | None) -> str:
    return (
        f"{found.standing_count * 100 // found.line_count} %"
        if found is not None and found.line_count
        else ""
    )


def notes(found: Stats) -> list[str]:
    """What the numbers do not contain."""
    row, out = found.total, []
    if row.cost.unknown_tokens:
        names = [one_line(one.model) or "an unknown model" for one in row.models if one.cost.unknown_tokens]
        some = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        out.append(f"No known price: {count(row.cost.unknown_tokens, 'token')} of {some}")
    if row.checkpoints_without_lines:
        number = count(row.checkpoints_without_lines, "checkpoint")
        out.append(f"Lines not recorded: {number}")
    if row.answers_without_time:
        out.append(f"Time not recorded: {count(row.answers_without_time, 'answer')}")
    if found.missing:
        out.append(not_here(found.missing))
    return out


def not_here(missing: Sequence[str]) -> str:
    return f"Not in this clone: {count(len(missing), 'checkpoint')} (`entire fetch`)"
