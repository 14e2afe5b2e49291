"""What the tools of a turn and of its subagents reported, and whether that is all. Read once in a hook.

An earlier hook may have read it already, and it is not kept: then it is read again, within limits.
"""

from __future__ import annotations

import os

from entire.core import clock
from entire.core.value import Value
from entire.git.repository import Repository
from entire.session import capture as captures
from entire.session.capture import Capture
from entire.session.state import State
from entire.strategy.turn.conversation import Conversation
from entire.transcript.facts import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.transcript.facts import Call, Edit, Facts

_MOST_BYTES = 16 * 1024 * 1024  # to read again; what a longer turn reported is not looked at


class Ending(Value):
    """A subagent that is done. The session's transcript does not name it yet."""

    tool_use_id: str
    transcript: str


class Reported(Value):
    turns: dict[int, list[Edit | Command | Call]]  # by the number of the turn
    files: list[str]  # that subagents name
    complete: bool  # nothing that can have written a file is missing
    ran: bool  # commands were run, reported or not
    hidden: bool = False  # a subagent runs whose transcript is not known yet
    unread: bool = False  # a part was not read


class Again:
    """How much a hook may still read again, of all sessions."""

    def __init__(self) -> None:
        self._left = _MOST_BYTES

    def may_read(self, size: int) -> bool:
        self._left -= size
        return self._left >= 0


def reported(
    repo: Repository,
    state: State,
    conversation: Conversation,
    capture: Capture | None,
    again: Again,
    ending: Ending | None = None,
) -> Reported:
    """Collect the reports since the prompt. ``ending``: whose step is about to be saved."""
    start = capture.step_transcript_start if capture is not None else None
    since = clock.timestamp(capture.timestamp if capture is not None else state.last_interaction_time)
    own, complete = conversation.reports(start, again.may_read)
    complete = complete and not conversation.cursor.unread
    found: dict[int, list[Edit | Command | Call]] = {}
    for one in own:
        found.setdefault(conversation.turn_at(one.position), []).append(one)
    waiting, hidden = _subagents(repo, state, conversation, start, since or 0.0, ending)
    known = not hidden and (ending is None or bool(ending.transcript))
    files: dict[str, None] = {}
    for path, turn in waiting:  # grows: subagents call others
        facts = conversation.subagent_facts(path) if again.may_read(_look(path)[1]) else None
        known = known and facts is not None and _is_whole(facts)
        if facts is None:
            continue
        found.setdefault(turn, []).extend(facts.reports)
        files |= dict.fromkeys(conversation.subagent_files(path)[0])
        paths = {other for other, _ in waiting}
        others = (conversation.subagent_path(id) for id in facts.subagents)
        waiting += [(other, turn) for other in dict.fromkeys(others) if other not in paths]
    everything = [one for reports in found.values() for one in reports]
    ran = any(isinstance(one, Command) for one in everything)
    begun = start if capture is not None and start is not None else conversation.turn_position()
    unreported = not ran and conversation.ran_commands(begun)
    timed = all(one.time for one in everything) and not unreported
    may_have_run = ran or unreported or not complete  # what was not read may have commands
    whole = complete and known and timed
    return Reported(found, list(files), whole, may_have_run, hidden, not complete)


def _subagents(
    repo: Repository,
    state: State,
    conversation: Conversation,
    start: int | None,
    since: float,
    ending: Ending | None,
) -> tuple[list[tuple[str, int]], bool]:
    """The transcripts of the subagents that have worked since a time, and their turns; whether one is hidden.

    The id of a running one is not known before its call returns, but its transcript is in the same folder.
    """
    turns = conversation.cursor.turns
    first = next((n for n, turn in enumerate(turns, 1) if start is not None and turn.position >= start), 0)
    found, hidden = {}, False
    for agent_id in conversation.cursor.subagents:
        path, turn = conversation.subagent_path(agent_id), conversation.cursor.subagent(agent_id).turn
        modified, _ = _look(path)
        if modified >= since or (not modified and turn >= (first or len(turns))):
            found[path] = turn
    tasks = captures.open_tasks(repo, state.session_id)
    tasks = [task for task in tasks if ending is None or task.tool_use_id != ending.tool_use_id]
    for task in tasks:
        if task.agent_id:
            found.setdefault(conversation.subagent_path(task.agent_id), len(turns))
    if ending is not None:
        found.setdefault(ending.transcript, len(turns))
    nameless = [task for task in tasks if not task.agent_id]
    if nameless:
        began = min(clock.timestamp(task.timestamp) or 0.0 for task in nameless)
        known = {*found, *(conversation.subagent_path(id) for id in conversation.cursor.subagents)}
        others = [path for path in conversation.subagent_paths() if path not in known]
        others = [path for path in others if _look(path)[0] >= began]
        found |= dict.fromkeys(others, len(turns))
        hidden = len(others) < len(nameless)
    return [(path, turn) for path, turn in found.items() if path], hidden


def _is_whole(facts: Facts) -> bool:
    """Whether a subagent's transcript was read to its end, and reports its commands."""
    ran = any(isinstance(one, Command) for one in facts.reports)
    return not facts.cut and (ran or not facts.ran_commands)


def _look(path: str) -> tuple[float, int]:
    """When a file was written, and its size."""
    try:
        found = os.stat(path)
    except OSError:
        return 0.0, 0
    return found.st_mtime, found.st_size
