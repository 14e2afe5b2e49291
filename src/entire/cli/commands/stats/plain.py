"""`entire stats` as labelled lines, and as comma-separated values."""

from __future__ import annotations

import csv
import io

from entire.cli.commands.stats.facts import Row, Stats
from entire.cli.commands.stats.wording import cost_note, lines_of, notes, scope, standing_of, still, tokens_of
from entire.cli.money import dollars
from entire.cli.ui.screen import duration
from entire.core.text import count, one_line
from entire.transcript.usage import TokenUsage, total


def render(found: Stats) -> list[str]:
    row = found.total
    out = [
        f"Range: {scope(found)}",
        f"Commits: {row.commit_count}",
        f"Commits with agents: {row.agent_commit_count}",
        f"Sessions: {row.session_count}",
        f"Prompts: {row.prompt_count}",
        f"Turns: {row.turn_count}",
        f"Worked: {duration(row.seconds_worked)}",
        f"Tokens: {tokens_of(row.token_usage)}",
        f"Cost: {cost_note(row.cost, found)}",
        f"Lines: {lines_of(row) or '0 added'}",
    ]
    if row.standing is not None:
        out.append(f"Still there: {standing_of(row.standing)}")
    if found.by:
        out += ["", f"By {found.by}: {len(found.rows)}", *map(_line, found.rows)]
    rest = notes(found)
    return out + (["", *rest] if rest else [])


def _line(row: Row) -> str:
    parts = [count(row.commit_count, "commit"), count(row.prompt_count, "prompt")]
    if tokens := total(row.token_usage):
        parts += [count(tokens, "token"), dollars(row.cost)]
    lines = row.line_counts
    if lines.total:
        parts.append(
            f"{count(lines.total, 'line')} ({lines.agent_lines:,} agent, {lines.human_lines:,} human)"
        )
    if row.standing is not None and row.standing.line_count:
        parts.append(f"{still(row.standing)} still there")
    return f"  {one_line(row.name)}: {', '.join(parts)}"


def as_csv(found: Stats) -> str:
    """A row for each group; without groups, the total."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in found.rows if found.by else [found.total]:
        writer.writerow(_cells(found.by, row))
    return sink.getvalue().removesuffix("\n")


_COLUMNS = (
    *("by", "name", "commits", "commits_with_agents", "checkpoints", "sessions", "prompts", "turns"),
    *("seconds_worked", "input_tokens", "cache_creation_tokens", "cache_read_tokens", "output_tokens"),
    *("subagent_tokens", "api_call_count", "cost_microdollars", "cost_unknown_tokens"),
    *("lines_agent", "lines_human", "lines_unknown", "lines_removed", "lines_removed_by_agents"),
    *("standing", "rewritten_by_people", "rewritten_by_agents", "rewritten_by_unknown", "deleted"),
)


def _cells(by: str, row: Row) -> list[str | int | float]:
    cost = row.cost.microdollars
    return [
        *(
            by,
            _safe(row.name),
            row.commit_count,
            row.agent_commit_count,
            row.checkpoint_count,
            row.session_count,
        ),
        *(row.prompt_count, row.turn_count, row.seconds_worked, *_tokens(row.token_usage)),
        *("" if cost is None else cost, row.cost.unknown_tokens),
        *(
            row.line_counts.agent_lines,
            row.line_counts.human_lines,
            row.line_counts.unknown_lines,
            row.lines_removed,
        ),
        *(row.lines_removed_by_agents, *(row.standing[1:] if row.standing is not None else [""] * 5)),
    ]


def _tokens(usage: TokenUsage) -> list[int]:
    return [
        *(usage.input_tokens, usage.cache_creation_tokens, usage.cache_read_tokens, usage.output_tokens),
        *(total(usage.subagent_tokens), usage.api_call_count),
    ]


def _safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula (I6)."""
    text = one_line(name)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
