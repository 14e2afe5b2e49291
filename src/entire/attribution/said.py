"""What an agent said before it wrote a line: its last words before the call of the tool."""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent import registry
from entire.agent.arguments import difference, of_arguments
from entire.agent.conversation import records_of
from entire.agent.entries import ASSISTANT, USER
from entire.agent.protocol import Agent
from entire.attribution.asked import Turn
from entire.checkpoint.committed.read import read_session_contents
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.index.index import Index
from entire.transcript.cursor import position_of
from entire.transcript.facts import Call, Command, Edit, Facts, Usage
from entire.transcript.layout import Record

_MOST_RECORDS = 20_000  # of one turn


def words_before(index: Index, turn: Turn, path: str, lines: Sequence[str]) -> str:
    """Return what was said before these lines of a file were written; empty if that is not known."""
    owner = turn.owner
    start = position_of(owner.prompt_line)
    if not owner.is_agent or start < 0:
        return ""
    try:
        parts = list(read_session_contents(index.objects, turn.checkpoint_id))
    except CheckpointNotFound:
        return ""
    for part in parts:
        agent = registry.by_stored_type(part.metadata.agent)
        if part.metadata.session_id == owner.session_id and agent is not None:
            records = agent.current(records_of(agent, part.transcript, start, _MOST_RECORDS))
            return in_records(agent, records, path, lines)
    return ""


def in_records(agent: Agent, records: Sequence[Record], path: str, lines: Sequence[str]) -> str:
    """The same in the records of a turn and those after it."""
    facts = Facts(Usage(None, {}))
    wanted = {line.strip() for line in lines} - {""}
    words = best = ""
    prompts = most = 0
    for record in records:
        for entry in agent.entries_of(record):
            prompts += entry.kind == USER
            words = entry.text if entry.kind == ASSISTANT else words
        if prompts > 1:
            break
        before = len(facts.reports)
        agent.read_record(record, facts)
        facts.next_record()
        written = {line.strip() for one in facts.reports[before:] for line in _written(one, path)}
        # The last call that wrote most of the lines: a file can be written again.
        if (has := len(wanted & written)) and has >= most:
            most, best = has, words
    return best


def _written(one: Edit | Command | Call, path: str) -> list[str]:
    if isinstance(one, Command) or not (one.path == path or one.path.endswith(f"/{path}")):
        return []
    if isinstance(one, Edit):
        return difference(one.before or "", one.after) if one.after is not None else []
    return [] if one.failed else of_arguments(one.given, one.path)
