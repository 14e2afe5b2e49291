"""Facts from the new part of a transcript, for any agent."""

from __future__ import annotations

from entire.core.plain import is_plain
from entire.transcript.usage import TokenUsage, add, band_of, model_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Rows of one model answer can be far apart (tool results come between them), but not farther than this.
RECENT_ANSWERS = 64
_SESSION = "*"  # stands for the session as a whole among the answers


class Usage:
    """Tokens of model answers, each counted once although its rows repeat them."""

    def __init__(self, total: TokenUsage | None, recent: dict[str, list[int]]) -> None:
        self.total = total
        self.recent = recent
        self.model = ""  # of the last answer
        self.by_model = False  # also count by model, as for subagents, whose transcripts are not stored

    def count(
        self,
        answer_id: str,
        numbers: tuple[int, int, int, int],
        *,
        hour: int | None = None,
        model: str | None = None,
    ) -> None:
        """Take a row's numbers (input, cache creation, cache read, output) unless it repeats an answer.

        What matters only where models are counted: ``hour``, how much of the cache creation is kept for an
        hour, and ``model``, where it can differ from the last one; empty: not known.
        """
        seen = self.recent.pop(answer_id, None)
        if seen is not None and seen[3] >= numbers[3]:
            self.recent[answer_id] = seen
            return
        before = seen or [0, 0, 0, 0]
        fresh = TokenUsage(
            input_tokens=numbers[0] - before[0],
            cache_creation_tokens=numbers[1] - before[1],
            cache_read_tokens=numbers[2] - before[2],
            output_tokens=numbers[3] - before[3],
            api_call_count=0 if seen else 1,
        )
        if self.by_model:
            self._note_model(fresh, self.model if model is None else model, sum(numbers[:3]), hour)
        self.total = add(self.total, fresh)
        self.recent[answer_id] = list(numbers)
        while len(self.recent) > RECENT_ANSWERS:
            del self.recent[next(id for id in self.recent if id != _SESSION)]

    def _note_model(self, fresh: TokenUsage, model: str, prompt: int, hour: int | None) -> None:
        """Say which model used tokens, if its name cannot contain a secret."""
        if not model or not is_plain(model):
            return
        rows = {
            "input_tokens": fresh.input_tokens,
            "cache_creation_tokens": fresh.cache_creation_tokens,
            "cache_read_tokens": fresh.cache_read_tokens,
            "output_tokens": fresh.output_tokens,
            "api_call_count": fresh.api_call_count,
        }
        if hour is not None and 0 <= hour <= fresh.cache_creation_tokens:
            rows["cache_creation_5m_tokens"] = fresh.cache_creation_tokens - hour
            rows["cache_creation_1h_tokens"] = hour
        key = model_key(model, band_of(prompt))
        fresh.models = {key: {name: number for name, number in rows.items() if number}}

    def called(self) -> None:
        """Note an answer whose tokens the agent counts elsewhere."""
        self.total = add(self.total, TokenUsage(api_call_count=1))

    def reach(self, numbers: tuple[int, int, int, int]) -> None:
        """Take the agent's own count for the session so far, in the same order: add what is new in it."""
        before = self.recent.get(_SESSION, [0, 0, 0, 0])
        new = [max(0, now - then) for now, then in zip(numbers, before, strict=True)]
        fresh = TokenUsage(
            input_tokens=new[0],
            cache_creation_tokens=new[1],
            cache_read_tokens=new[2],
            output_tokens=new[3],
        )
        self.total = add(self.total, fresh)
        self.recent[_SESSION] = list(numbers)

    def known(self, answer_id: str, numbers: tuple[int, int, int, int]) -> None:
        """An answer that was counted has this id as well: rows with it repeat the answer."""
        if answer_id:
            self.recent[answer_id] = list(numbers)


class Edit:
    """What a tool reports about a file: its content before and after. Equal if it only read the file."""

    __slots__ = ("after", "before", "given", "knows_before", "modified", "path", "position", "time")

    def __init__(
        self, path: str, before: str | None, after: str | None, *, knows_before: bool = True
    ) -> None:
        self.path = path  # as the agent wrote it
        self.before = before  # None: there was no file
        self.knows_before = knows_before
        self.after = after  # None: not known
        self.modified = False  # a person changed the edit before it was applied
        self.given: Any = None  # what is known of the edit if not the content
        self.time = ""
        self.position = 0


class Command:
    """A command that the agent ran, or a tool that may have written files without naming them."""

    __slots__ = ("end", "failed", "id", "output", "position", "text", "time")

    def __init__(self, id: str, text: str) -> None:
        self.id = id
        self.text = text
        self.output = ""
        self.failed = False
        self.time = self.end = ""  # when it was called, and when it was done; empty if it was not
        self.position = 0


class Call:
    """A call of a tool that writes a file which it names."""

    __slots__ = ("after", "failed", "given", "id", "path", "position", "time")

    def __init__(self, id: str, path: str, after: str | None = None, given: Any = None) -> None:
        self.id = id
        self.path = path  # as the agent wrote it
        self.after = after  # the content that it is about to write, if the call has all of it
        self.given = given  # the arguments
        self.failed = False  # or a person rejected it: it wrote nothing
        self.time = ""
        self.position = 0


class Facts:
    """Collects while records are read; an agent's `read_record` fills it.

    The reader empties the lists before each record of a session's transcript: it notes positions.
    """

    def __init__(self, usage: Usage) -> None:
        self.usage = usage
        self.prompts: list[str] = []
        self.files: list[str] = []  # paths as the agent wrote them, in order of first appearance
        self.ran_commands = False  # something that can write files without naming them
        self.subagents: list[str] = []  # ids of subagents that were mentioned
        self.todos: dict[str, str] = {}  # subjects of the to-do list, by id
        self.last_id = ""  # the last record's identifier, noted by the reader
        self.position = 0  # of the record, as far as the reader knows it
        self.reports: list[Edit | Command | Call] = []  # of tools, in order, with their times; not emptied
        self.cut = False  # there was no time to read everything
        self._commands: dict[str, Command] = {}  # the last one of each id
        self._calls: dict[str, Command | Call] = {}

    @property
    def model(self) -> str:
        return self.usage.model

    @model.setter
    def model(self, name: str) -> None:
        self.usage.model = name

    def report(self, one: Edit | Command | Call, time: str) -> None:
        one.time, one.position = time, self.position
        self.reports.append(one)
        if isinstance(one, Command):
            self._commands[one.id] = one
        if not isinstance(one, Edit):
            self._calls[one.id] = one

    def forget_reports(self) -> None:
        self.reports.clear()
        self._commands.clear()
        self._calls.clear()

    def command_ended(self, id: str, time: str, output: str) -> None:
        one = self._commands.get(id)
        if one is not None:
            one.end, one.output = time, output

    def call_failed(self, id: str, *, rejected: bool) -> None:
        """A tool failed. A command has run nevertheless, unless it was ``rejected``."""
        one = self._calls.get(id)
        if one is not None:
            one.failed = True
            if isinstance(one, Command) and rejected:
                one.text = ""

    def next_record(self) -> None:
        self.prompts, self.files, self.subagents = [], [], []
        self.ran_commands = False

    def touch(self, path: Any) -> None:
        if isinstance(path, str) and path and path not in self.files:
            self.files.append(path)
