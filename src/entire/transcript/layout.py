"""How a transcript is laid out: what its records are, and how it is read, cut, stored and put back together.

A layout is a module or an object that satisfies `Layout`: `transcript.lines` for files of one record a line,
`transcript.document.of(key)` for one JSON document. An agent names its layout and says what its records mean.

A position counts the records in front of it. Code above `agent/` only compares positions and passes them on:
what a record is, and where it is in the file, is the layout's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from entire.transcript.cursor import Cursor, Mark, Turn
from entire.transcript.facts import Facts

Record = dict[str, Any]
Pieces = tuple[bytes, list[bytes], bytes]
"""The text before the records, the records as text, and the text after them: joined, they are the file."""


class Layout(Protocol):
    # What hooks need. Each costs what is new, as far as the layout allows it.

    def continues(self, descriptor: int, mark: Mark) -> bool:
        """Whether the file still begins with what was read; if not, it is read from the start."""

    def read_new(
        self,
        descriptor: int,
        cursor: Cursor,
        copy: str,
        redact: Callable[[bytes], bytes],
        known: Callable[[bytes, bytes], bool] | None = None,
    ) -> Iterator[Record | None]:
        """Read the records after the cursor, and bring our redacted copy up to date.

        Moves the cursor (`mark.position`, `mark.byte`, `mark.check`, `copy_bytes`) past a record once the
        next one is asked for: while the caller looks at a record, the cursor points at it. None for a record
        that cannot be decoded. Skips records for which ``known`` (of the text, raw and redacted) is true.
        """

    def pieces(self, descriptor: int) -> Iterator[bytes]:
        """The records of a file or of our copy as text, without what separates them."""

    def records(self, descriptor: int, mark: Mark) -> Iterator[Record]:
        """The records after a mark, which moves past each; nothing is copied. For subagents' transcripts.

        In the end `mark.cut` says whether some were left out.
        """

    def records_at(self, copy: str, turns: Sequence[Turn]) -> list[Record]:
        """The records of our copy with which these turns began."""

    def chunks(self, sealed_bytes: int, rest: bytes) -> tuple[list[bytes], list[bytes]]:
        """The part of our copy after ``sealed_bytes`` in pieces to store: sealed ones, then the others.

        A sealed piece never changes, so checkpoints share it.
        """

    def sealed_size(self, sealed: Sequence[bytes]) -> int:
        """How many bytes of our copy sealed pieces cover."""

    # What commands need, of a whole transcript.

    def join(self, parts: Sequence[bytes]) -> bytes:
        """The transcript that was stored in these pieces."""

    def closed(self, data: bytes) -> bytes:
        """A stored transcript with its last record complete, also if it was stored without its end."""

    def trimmed(self, data: bytes) -> bytes:
        """The same, and without blank records at the end: the agent can continue it."""

    def restored(self, parts: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
        """The same for stored pieces that come in blocks: yields the transcript in blocks, if it can."""

    def split(self, data: bytes) -> Pieces:
        """All complete records. Data in another layout has none: all of it comes before the records."""

    def some(self, data: bytes, start: int, most: int) -> Iterable[bytes]:
        """At most so many records from a position on; none if there are too many to look at."""

    def end(self, data: bytes) -> int:
        """The position after the last complete record."""

    def decode(self, piece: bytes) -> Record | None:
        """The record that a piece of `split` holds; None if it cannot be decoded."""

    def cut(self, data: bytes, position: int) -> bytes:
        """The transcript without the records from a position on."""


class Source(Protocol):
    """What reading a transcript needs to know of an agent. `Agent` has all of this."""

    def layout(self) -> Layout: ...

    def read_record(self, record: Record, facts: Facts) -> None: ...

    def record_id(self, record: Record) -> str: ...

    def has_result(self, record: Record, tool_use_id: str) -> bool: ...

    def subagent_path(self, transcript_path: str, agent_id: str) -> str: ...

    def session_usage(self, transcript_path: str) -> tuple[int, int, int, int] | None: ...

    def has_edit_hooks(self, root: str) -> bool: ...
