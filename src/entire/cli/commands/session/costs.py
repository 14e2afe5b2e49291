"""What a session took: the sum over its checkpoints, and what waits for the next one."""

from __future__ import annotations

from typing import NamedTuple

from entire.checkpoint.index.index import Index
from entire.cli import money
from entire.cli.money import CostRow, cost_of_part, cost_row
from entire.cli.ui.progress import Progress
from entire.numbers import counted, live
from entire.numbers.prices import Cost, cost_of
from entire.strategy.sessions import Session
from entire.transcript import usage


class SessionCosts(NamedTuple):
    cost: CostRow
    by_checkpoint: dict[str, CostRow]
    tokens: dict[str, int]  # of checkpoints that count less than what is stored
    turns: int
    seconds: float


def gather(index: Index, session: Session, ids: list[str], has_pending: bool) -> SessionCosts:
    """``ids``: its checkpoints, oldest first."""
    with Progress() as progress:
        facts = counted.read(index, ids, progress)
    wanted = session.state.session_id
    own = [(id, part) for id in ids if id in facts for part in facts[id].parts if part.session_id == wanted]
    prices, total = money.load_or_none(index.repo), Cost()
    costs: dict[str, CostRow] = {}
    for id, part in own:
        cost = cost_of_part(part, prices)
        costs[id] = cost_row(cost)
        total = total.plus(cost)
    tokens = {id: usage.total(money.usage_of([part])) for id, part in own if part.shortened}
    if has_pending:
        used, below = live.pending(session.state, session.state.token_usage)
        total = total.plus(cost_of(used, prices)).plus(cost_of(below, prices))
    turns, worked = sum(part.turns for _, part in own), sum(part.milliseconds for _, part in own)
    return SessionCosts(cost_row(total), costs, tokens, turns, worked / 1000)
