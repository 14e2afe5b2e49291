"""Find the string literals of a JSON text that need a check, each with its context."""

from __future__ import annotations

from entire.core import json_text
from entire.core.value import Value
from entire.redact import view
from entire.redact.places import MEDIA_KEYS, Place, is_binary_media, is_binary_type, place_of

# A literal before a colon is a key. `re`, with possessive quantifiers, is linear and faster here than re2.
_TOKEN = rb'(?s)"((?:[^"\\]++|\\.)*+)"(\s*+:)?|[{}\[\]]'


class Frame:
    """An object or array around a literal: the current member, and what the object's members say it is."""

    __slots__ = ("answer", "is_object", "key", "media", "parent", "suspect", "type")

    def __init__(self, parent: Frame | None, is_object: bool) -> None:
        self.parent = parent
        self.is_object = is_object
        self.key: bytes = parent.key if parent and not is_object else b""  # `"ids": [...]`: items are ids too
        self.suspect: bool = parent is not None and not is_object and parent.suspect  # like its key
        self.type = b""
        self.media = b""
        self.answer: bool | None = None

    def note(self, content: bytes) -> None:
        """Remember a member that says what the object is."""
        if self.key == b"type":
            self.type = view.of_literal(content).text
        elif self.key in MEDIA_KEYS:
            self.media = view.of_literal(content).text

    def is_binary(self) -> bool:
        """Whether this object or an outer one says that it has a binary payload; a media type decides.

        Call it when all members are known. The result is cached, as deep nesting would be slow otherwise.
        """
        asked: list[Frame] = []
        frame: Frame | None = self
        while frame is not None and frame.answer is None:
            asked.append(frame)
            frame = None if frame.media or is_binary_type(frame.type) else frame.parent
        answer = frame.answer if frame is not None else asked[-1]._says_binary()
        for frame in asked:
            frame.answer = answer
        return bool(answer)

    def _says_binary(self) -> bool:
        return is_binary_media(self.media) if self.media else is_binary_type(self.type)


class Literal(Value):
    """The inside of a string literal, `raw[start:end]`, and its decoded `key`, or that it is a key itself."""

    start: int
    end: int
    key: bytes
    is_key: bool
    frame: Frame

    def place(self, key: bytes, value: bytes) -> Place:
        """Return the literal's place, given its decoded value and its redacted key."""
        return place_of(key, value, self.frame.is_binary())


def is_json(raw: bytes) -> bool:
    """Whether `raw` is one JSON value. Decoding as Latin-1 accepts invalid UTF-8, and keeps the structure."""
    return json_text.is_json(raw.decode("latin-1"))


def literals(raw: bytes, suspects: list[tuple[int, int]]) -> list[Literal]:
    """Return the literals of a JSON text that, or whose keys, a suspect span touches.

    A list, not a generator: an object's `type` may follow its payload, so frames are complete at the end.
    """
    import re

    found: list[Literal] = []
    pending = iter((*suspects, (len(raw), len(raw))))
    suspect = next(pending)
    frame = Frame(None, is_object=False)
    for token in re.compile(_TOKEN).finditer(raw):
        start, end = token.span(1)
        if start < 0:
            frame = _step(frame, token[0])
            continue
        while suspect[1] <= start < len(raw):
            suspect = next(pending)
        touched = suspect[0] < end
        is_key = token[2] is not None
        if is_key:
            frame.key = view.of_literal(token[1]).text
            frame.suspect = touched
        elif frame.is_object:
            frame.note(token[1])
        else:
            frame.suspect |= touched  # one name for a list of secrets
        if touched or frame.suspect:
            found.append(Literal(start, end, frame.key, is_key, frame))
    return found


def _step(frame: Frame, bracket: bytes) -> Frame:
    if bracket in b"{[":
        return Frame(frame, is_object=bracket == b"{")
    return frame.parent or frame
