"""Costs, as all commands show them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from entire.checkpoint.index.index import Index
from entire.cli.ui import output
from entire.core.errors import EntireError
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.numbers import counted, prices
from entire.numbers.facts import PartFacts
from entire.numbers.prices import Cost, Prices
from entire.numbers.tokens import as_usage, total_of
from entire.transcript.usage import TokenUsage

UNKNOWN = "unknown"
SETTING = "prices"  # of `strategy_options`: a file


class CostRow(NamedTuple):
    """The names in `--json`."""

    microdollars: int | None  # None if no price is known
    unknown_tokens: int  # whose price is not known: they are not in the sum


def cost_row(cost: Cost) -> CostRow:
    return CostRow(cost.microdollars, cost.unknown)


def dollars(cost: CostRow | Cost) -> str:
    """`$62.40`; `$62.40+` if some prices are not known, `unknown` if none is; `$0` if nothing was used."""
    row = cost_row(cost) if isinstance(cost, Cost) else cost
    if row.microdollars is None:
        return UNKNOWN
    if not row.microdollars and not row.unknown_tokens:
        return "$0"
    more = "+" if row.unknown_tokens else ""
    return f"{_amount(row.microdollars)}{more}"


def cost_words(cost: CostRow) -> str:
    """The same in a sentence."""
    return "cost unknown" if cost.microdollars is None else dollars(cost)


def _amount(microdollars: int) -> str:
    """Cents; four digits if it is less than ten cents."""
    if microdollars < 100_000:
        return f"${(microdollars + 50) // 100 / 10_000:.4f}"
    cents = (microdollars + 5_000) // 10_000
    return f"${cents // 100:,}.{cents % 100:02}"


class Worked(NamedTuple):
    """What a checkpoint took, in all and by session."""

    cost: CostRow
    by_session: dict[str, CostRow]
    turns: int
    seconds: float
    usage: TokenUsage | None  # its own; None if it is what is stored
    usage_by_session: dict[str, TokenUsage]  # where it is less than what is stored


NOT_COUNTED = Worked(cost_row(Cost()), {}, 0, 0.0, None, {})


def of_checkpoint(index: Index, checkpoint_id: str) -> Worked:
    """What it took itself, without what earlier checkpoints of its sessions count."""
    found = counted.read(index, [checkpoint_id], lambda what, number: None).get(checkpoint_id)
    table = load_or_none(index.repo)
    parts = found.parts if found is not None else []
    costs = {part.session_id: cost_of_part(part, table) for part in parts}
    total = Cost()
    for part in parts:
        total = total.plus(cost_of_part(part, table))
    rows = {session: cost_row(cost) for session, cost in costs.items()}
    worked = sum(part.milliseconds for part in parts) / 1000
    less = {part.session_id: usage_of([part]) for part in parts if part.shortened}
    usage = usage_of(parts) if less else None
    return Worked(cost_row(total), rows, sum(part.turns for part in parts), worked, usage, less)


def usage_of(parts: Sequence[PartFacts]) -> TokenUsage:
    used = total_of(tokens for part in parts for tokens in part.used.values())
    return as_usage(used, total_of(tokens for part in parts for tokens in part.below.values()))


def cost_of_part(part: PartFacts, table: Prices) -> Cost:
    return prices.cost_of(part.used, table).plus(prices.cost_of(part.below, table))


def sum_rows(rows: Iterable[CostRow | None]) -> CostRow | None:
    """Pure: the sum of what is shown below it."""
    known = [row for row in rows if row is not None]
    if not known:
        return None
    sums = [row.microdollars for row in known if row.microdollars is not None]
    return CostRow(sum(sums) if sums else None, sum(row.unknown_tokens for row in known))


def load_or_none(repo: Repository) -> Prices:
    """The same for commands that show costs beside other things: with a bad file, no price is known."""
    try:
        return load(repo)
    except EntireError as error:
        output.write_error(error.message, error.hint)
        return Prices({}, "", "")


def load(repo: Repository, path: str = "") -> Prices:
    """The prices in a file, or else those in the settings, or else the built-in ones. Raises EntireError."""
    if path:
        return prices.load(path)
    chosen = own_settings.load(repo).settings.strategy_options.get(SETTING)
    if isinstance(chosen, str) and chosen:
        return prices.load(os.path.join(repo.worktree, os.path.expanduser(chosen)))
    return prices.built_in()
