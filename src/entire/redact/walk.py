"""The string literals of a JSON text that need a look, each with what surrounds it."""

from __future__ import annotations

from entire.core import json_text
from entire.core.value import Value
from entire.redact import view
from entire.redact.places import MEDIA_KEYS, Place, is_binary_media, is_binary_type, place_of

# A literal before a colon is a key. Stdlib `re`: possessive, so linear, and cheaper per match than re2.
_TOKEN = rb'(?s)"((?:[^"\\]++|\\.)*+)"(\s*+:)?|[{}\[\]]'


class Frame:
    """An object or array around a literal: the member being read, and what the object says it is."""

    __slots__ = ("answer", "is_object", "key", "media", "parent", "suspect", "type")

    def __init__(self, parent: Frame | None, is_object: bool) -> None:
        self.parent = parent
        self.is_object = is_object
        self.key: bytes = parent.key if parent and not is_object else b""  # `"ids": [...]`: items are ids too
        self.suspect: bool = parent is not None and not is_object and parent.suspect  # as the key is
        self.type = b""
        self.media = b""
        self.answer: bool | None = None

    def note(self, content: bytes) -> None:
        """Remember a member that tells what the object is."""
        if self.key == b"type":
            self.type = view.of_literal(content).text
        elif self.key in MEDIA_KEYS:
            self.media = view.of_literal(content).text

    def is_binary(self) -> bool:
        """Whether a payload may stand here, by this object's word or an outer one's; a media type decides.

        Asked when all members are known. Answers are kept, or deep nesting would cost depth times literals.
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
    """The inside of a string literal, `raw[start:end]`, and the decoded `key` over it, or that it is."""

    start: int
    end: int
    key: bytes
    is_key: bool
    frame: Frame

    def place(self, key: bytes, value: bytes) -> Place:
        """Where the literal stands, given its decoded value and what is left of its key."""
        return place_of(key, value, self.frame.is_binary())


def is_json(raw: bytes) -> bool:
    """Whether `raw` is one JSON value. Latin-1 lets invalid UTF-8 pass, and keeps structure as it is."""
    return json_text.is_json(raw.decode("latin-1"))


def literals(raw: bytes, suspects: list[tuple[int, int]]) -> list[Literal]:
    """The literals of a valid JSON text that a suspect span (in order, apart) touches, or the span's key.

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
            frame.suspect |= touched  # a list of secrets is named once
        if touched or frame.suspect:
            found.append(Literal(start, end, frame.key, is_key, frame))
    return found


def _step(frame: Frame, bracket: bytes) -> Frame:
    if bracket in b"{[":
        return Frame(frame, is_object=bracket == b"{")
    return frame.parent or frame
