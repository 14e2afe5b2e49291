"""The two layouts of Gemini CLI's transcripts: one record a line, and one document in older versions."""

from __future__ import annotations

from entire.core import json_text
from entire.transcript.either import Either

EITHER = Either((b'"id"', b'"$set"', b'"$rewindTo"'))


def as_lines(data: bytes) -> bytes | None:
    """A document as the lines that the client can continue; None if it is not a document.

    What the document says of the session comes last, so that the records keep their positions.
    """
    found = EITHER.parsed(data)
    if found is None:
        return None
    session, records = found
    return json_text.encode_lines([*records, {"$set": session}])
