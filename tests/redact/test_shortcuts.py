"""What saves a search never hides a secret: with and without it, the same is found."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from bench.secrets import measure
from tests.redact.samples import forms, samples

from entire.redact import detect, engine, shortcuts

SEEDS = range(40, 42)
COUNTS = (
    b'{"text": "<environment>\\n<cwd>/home/ada/work</cwd>\\n</environment>"}\n'
    b'{"usage":{"input_tokens":12,"output_tokens": 290},"sessionId":"0b1c","value_1":"compute"}\n'
    b'{"type":"token_count","info":{"total_token_usage":{"input_tokens":100,"cached_input_tokens":30}}}\n'
    b'{"tokens": {"input": 1, "output": 2}, "inputTokens":15, "metadata_passthrough":{}}'
)


def texts() -> list[bytes]:
    planted = chain(
        measure.planted(SEEDS), measure.planted(SEEDS, tuned=False), measure.odd(SEEDS), measure.later(SEEDS)
    )
    found = {case.line for case in planted}
    found |= {text for sample in samples() for text in (sample.text, *forms(sample).values())}
    return [text.encode("utf-8", "surrogatepass") for text in sorted(found)]


def test_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = [*texts(), COUNTS]
    short = [detect.find(text) for text in everything]
    monkeypatch.setattr(shortcuts, "has_one", lambda *_: True)
    monkeypatch.setattr(shortcuts, "followed", lambda text, offsets, signs: offsets)
    monkeypatch.setattr(shortcuts, "preceded", lambda text, offsets, names: offsets)
    monkeypatch.setattr(shortcuts, "is_count", lambda *_: False)
    monkeypatch.setattr(shortcuts, "_is_other_word", lambda *_: False)
    assert [(text, detect.find(text)) for text in everything] == list(zip(everything, short, strict=True))
    assert sum(map(bool, short)) > len(everything) // 2


def test_records_of_agents_need_no_large_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[bytes] = []

    def compile(source: bytes) -> Any:
        compiled.append(source)
        return engine.pattern(source)

    monkeypatch.setattr(detect, "pattern", compile)
    assert detect.find(COUNTS) == []
    assert all(len(source) < 200 for source in compiled)


@pytest.mark.parametrize(
    "text",
    [
        b'"auth_tokens":9f8e7d6c5b4a39281706f5e4d3c2b1a0,',
        b'"tokens": "Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg=="',
        b'"tokens": {"admin": "Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg=="}',
        b'"token_usage": "Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg=="',
        b'"token": 12,',
    ],
)
def test_a_token_that_is_no_count(text: bytes) -> None:
    assert not shortcuts.is_count(text, text.index(b"token") + 4)
