"""Calls of tools in a transcript, for agents that write down when a call began and what it returned."""

from __future__ import annotations

from entire.agent.defaults import note_use, text
from entire.agent.events import Use
from entire.transcript.facts import Call, Command, Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.agent.events import ToolUse
    from entire.transcript.facts import Facts

_MOST_TEXT = 100_000  # of a command, and of its output
_MOST_CALLS = 1000  # between a call and its result


def note_call(
    use: ToolUse, call_id: str, given: Any, facts: Facts, time: str, content: str | None = None
) -> None:
    """A tool was called: note the files that it names, or the command that it runs.

    ``content``: of the file, if the tool writes it as a whole.
    """
    note_use(use, facts)
    for path in use.paths:
        facts.report(Call(call_id, path, content, given), time)
    if use.kind == Use.RUNS:
        arguments = given if isinstance(given, dict) else {"": given}
        texts = (value for value in arguments.values() if isinstance(value, str))
        command = text(arguments, "command") or "\n".join(texts)
        facts.report(Command(call_id, command[:_MOST_TEXT]), time)


def note_result(call_id: str, output: str, facts: Facts, time: str, *, failed: bool) -> None:
    """A call returned: what it wrote is known now, if it was a whole file."""
    facts.command_ended(call_id, time, output[:_MOST_TEXT])
    if failed:
        facts.call_failed(call_id, rejected=False)
        return
    written = [one for one in facts.reports[-_MOST_CALLS:] if isinstance(one, Call) and one.id == call_id]
    for one in written if call_id else ():
        facts.report(Edit(one.path, None, one.after, knows_before=False), time)
