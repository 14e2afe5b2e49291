"""One piece of text: undo escapes for the rules' eyes, replace in the original."""

from collections.abc import Callable

from entire.redact import detect, view
from entire.redact.places import TEXT, Place
from entire.redact.prefilter import suspects
from entire.redact.regions import MARK, splice

_MAX_PASSES = 8


def redact_text(text: str) -> str:
    """Plain text without its secrets; the same object when there are none.

    Surrogates pass (bytes read with `surrogateescape`, halves of pairs): a str of any origin is safe here.
    """
    raw = text.encode("utf-8", "surrogatepass")
    clean = redact_plain(raw)
    return text if clean is raw else clean.decode("utf-8", "surrogatepass")


def redact_plain(raw: bytes) -> bytes:
    """The same for bytes, which need not be UTF-8."""
    return _settle(raw, _text_once) if suspects(raw) else raw


def redact_literal(content: bytes, place_of: Callable[[bytes], Place]) -> bytes:
    """The inside of a JSON string literal, still escaped; `place_of` judges the decoded value."""
    return _settle(content, lambda now: _literal_once(now, place_of))


def _settle(source: bytes, once: Callable[[bytes], bytes]) -> bytes:
    """Until nothing changes: a replacement may bring its neighbours together, and twice must equal once."""
    for _ in range(_MAX_PASSES):
        clean = once(source)
        if clean == source:
            break
        source = clean
    return source


def _text_once(source: bytes) -> bytes:
    seen = view.of_text(source)
    spans = [seen.source_span(region.start, region.end) for region in detect.find(seen.text, TEXT)]
    return splice(source, spans, _mark) if spans else source


def _literal_once(source: bytes, place_of: Callable[[bytes], Place]) -> bytes:
    value = view.of_literal(source)
    seen = view.of_text(value.text)
    spans = [
        value.source_span(*seen.source_span(region.start, region.end))
        for region in detect.find(seen.text, place_of(value.text))
    ]
    return splice(source, spans, _mark) if spans else source


def _mark(_: bytes) -> bytes:
    return MARK
