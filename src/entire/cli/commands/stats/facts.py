"""What `entire stats` shows. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from entire.checkpoint.index.index import Index
from entire.cli.commands.stats import choose
from entire.cli.money import CostRow, cost_row
from entire.numbers import counted, standing
from entire.numbers.facts import CheckpointFacts
from entire.numbers.prices import Prices, cost_of
from entire.numbers.standing import Fates, FileFates
from entire.numbers.sums import By, Commit, Lines, Sums, prompts_by_day, sum_up
from entire.numbers.tokens import as_usage, by_model, total_of
from entire.search.where import Where
from entire.transcript.usage import TokenUsage

Progress = Callable[[str, int], None]


class ModelRow(NamedTuple):
    model: str  # empty if unknown
    token_usage: TokenUsage
    cache_creation_5m_tokens: int  # known to be kept for five minutes
    cache_creation_1h_tokens: int  # and for an hour; the others are unknown
    cost: CostRow


class Standing(NamedTuple):
    """What became of the lines that agents wrote."""

    line_count: int
    standing_count: int  # in HEAD
    rewritten_by_people: int
    rewritten_by_agents: int
    rewritten_by_unknown: int
    deleted_count: int


class Row(NamedTuple):
    name: str  # empty for the total
    commit_count: int
    agent_commit_count: int
    checkpoint_count: int
    session_count: int
    prompt_count: int
    turn_count: int  # prompts that were answered
    seconds_worked: float
    answers_without_time: int
    token_usage: TokenUsage
    cost: CostRow
    models: list[ModelRow]
    line_counts: Lines  # added
    lines_removed: int
    lines_removed_by_agents: int
    checkpoints_without_lines: int
    standing: Standing | None = None  # if it was asked for


class DayRow(NamedTuple):
    day: str
    prompt_count: int


class Stats(NamedTuple):
    range: str
    since: str
    until: str
    author: str
    agent: str
    paths: list[str]
    by: str
    prices: str  # the file, or `built in`
    prices_seen: str
    total: Row
    rows: list[Row]
    days: list[DayRow]
    missing: list[str]  # checkpoints that commits name, but that are not in this clone


class Wanted(NamedTuple):
    range: str
    where: Where
    given: dict[str, str]  # the filters as they were typed
    by: str
    standing: bool


class Counted(NamedTuple):
    """The commits that count, oldest first, and the facts of their checkpoints."""

    commits: list[Commit]
    facts: dict[str, CheckpointFacts]


def gather(index: Index, wanted: Wanted, prices: Prices, progress: Progress) -> Stats:
    where, by, given = wanted.where, wanted.by, wanted.given
    chosen = count(index, wanted, progress)
    commits, facts = chosen
    summed = sum_up(commits, facts, by)
    days = prompts_by_day(commits, facts)
    rows = [_row(name, sums, prices) for name, sums in summed.groups.items()]
    total = _row("", summed.total, prices)
    if wanted.standing:
        fates = standing.follow(index, commits, progress)
        groups = standing.sum_fates(commits, fates, facts, by) if by else {}
        rows = [row._replace(standing=_standing(groups.get(row.name))) for row in rows]
        total = total._replace(standing=_whole(chosen, fates))
    return Stats(
        wanted.range,
        given["since"],
        given["until"],
        given["author"],
        given["agent"],
        list(where.files),
        by,
        prices.source,
        prices.seen,
        total,
        in_order(rows, by),
        [DayRow(*day) for day in days.items()],
        missing(chosen, wanted),
    )


def missing(chosen: Counted, wanted: Wanted) -> list[str]:
    """The checkpoints that should be counted, but are not in this clone."""
    named = dict.fromkeys(id for commit in chosen.commits for id in commit.checkpoint_ids)
    return [] if wanted.where.agents else [id for id in named if id not in chosen.facts]


def count(index: Index, wanted: Wanted, progress: Progress, *, known_only: bool = False) -> Counted:
    """What is counted, to be grouped in one way or another. ``known_only``: nothing more is read for it."""
    where = wanted.where
    found = choose.commits(index.repo, wanted.range, where)
    linked = {link.commit: link.checkpoint_ids for link in index.links_of([one.oid for one in found])}
    commits = [Commit(one.oid, one.author, one.time, linked.get(one.oid, ())) for one in reversed(found)]
    ids = [id for one in commits for id in one.checkpoint_ids]
    facts = counted.read(index, ids, progress, known_only=known_only)
    if where.agents:
        facts = {id: kept for id, one in facts.items() if (kept := _of_agents(one, where)).parts}
        commits = [one for one in commits if any(id in facts for id in one.checkpoint_ids)]
    if where.files:
        facts = {id: _of_paths(one, where) for id, one in facts.items()}
    return Counted(commits, facts)


def rows_by(chosen: Counted, by: str, prices: Prices) -> list[Row]:
    """What was counted, grouped; the total if ``by`` is empty."""
    summed = sum_up(chosen.commits, chosen.facts, by)
    if not by:
        return [_row("", summed.total, prices)]
    return in_order([_row(name, sums, prices) for name, sums in summed.groups.items()], by)


def in_order(rows: list[Row], by: str) -> list[Row]:
    return sorted(rows, key=_by_name if by in By.TIMES else _by_size)


def what_became(index: Index, chosen: Counted, progress: Progress) -> Standing | None:
    """What became of all lines of agents; the first time, this takes long."""
    return _whole(chosen, standing.follow(index, chosen.commits, progress))


def _whole(chosen: Counted, fates: dict[str, list[FileFates]]) -> Standing | None:
    return _standing(standing.sum_fates(chosen.commits, fates, chosen.facts).get("", Fates()))


def _standing(fates: Fates | None) -> Standing | None:
    return Standing(fates.written, *fates) if fates is not None else None


def _by_name(row: Row) -> tuple[str]:
    return (row.name,)


def _by_size(row: Row) -> tuple[int, int, int, str]:
    usage = row.token_usage
    return (-row.line_counts.total, -usage.output_tokens, -row.commit_count, row.name)


def _of_agents(facts: CheckpointFacts, where: Where) -> CheckpointFacts:
    """Without what other agents did."""
    return facts.replace(
        parts=[part for part in facts.parts if part.agent in where.agents],
        lines=[line for line in facts.lines if line.agent in ("", *where.agents)],
    )


def _of_paths(facts: CheckpointFacts, where: Where) -> CheckpointFacts:
    """Lines and files below these paths only."""
    return facts.replace(
        lines=[line for line in facts.lines if line.path and where.takes_file(line.path)],
        files=[file for file in facts.files if where.takes_file(file)],
        measured=facts.measured and all(line.path for line in facts.lines),
    )


def _row(name: str, sums: Sums, prices: Prices) -> Row:
    below = total_of(sums.below.values())
    return Row(
        name,
        len(sums.commits),
        len(sums.linked),
        len(sums.checkpoints),
        len(sums.sessions),
        sums.prompts,
        sums.turns,
        sums.milliseconds / 1000,
        sums.untimed,
        as_usage(total_of(sums.used.values()), below),
        cost_row(cost_of(sums.used, prices).plus(cost_of(sums.below, prices))),
        _models(sums, prices),
        sums.lines,
        sums.removed,
        sums.agent_removed,
        len(sums.unmeasured),
    )


def _models(sums: Sums, prices: Prices) -> list[ModelRow]:
    own, below = by_model(sums.used), by_model(sums.below)
    rows = []
    for model in dict.fromkeys([*own, *below]):
        mine = {source: tokens for source, tokens in sums.used.items() if source.model == model}
        theirs = {source: tokens for source, tokens in sums.below.items() if source.model == model}
        tokens, inner = total_of(mine.values()), total_of(theirs.values())
        cost = cost_of(mine, prices).plus(cost_of(theirs, prices))
        kept = tokens.plus(inner)
        rows.append(ModelRow(model, as_usage(tokens, inner), kept.write_5m, kept.write_1h, cost_row(cost)))
    return sorted(rows, key=lambda row: (-row.token_usage.output_tokens, row.model))
