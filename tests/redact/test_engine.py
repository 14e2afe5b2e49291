"""The engine is loaded late, and without it nothing passes."""

import subprocess
import sys

import pytest

from entire.redact import (
    RedactionUnavailable,
    detect,
    engine,
    problems,
    redact_json,
    redact_jsonl,
    redact_name,
    redact_text,
)

HEAVY = {"re2", "re2._re2", "ahocorasick", "json", "dataclasses", "pathlib", "logging", "subprocess"}


def modules_after(code: str) -> set[str]:
    script = f"import sys; {code}; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-S", "-c", script], env=_env(), capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def _env() -> dict[str, str]:
    return {"PYTHONPATH": ":".join(path for path in sys.path if path)}


def test_import_is_light() -> None:
    assert not HEAVY & modules_after("import entire.redact")


def test_short_text_loads_nothing() -> None:
    assert "re2._re2" not in modules_after("import entire.redact as r; r.redact_text('fix the typo')")
    loaded = modules_after("import entire.redact as r; r.redact_text('fix the typo in README.md')")
    assert "re2._re2" in loaded
    assert "re2" not in loaded  # the part in Python


@pytest.mark.parametrize(("module", "package"), [("re2", "google-re2"), ("ahocorasick", "pyahocorasick")])
def test_without_the_engine_nothing_passes(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_compiled", {})
    monkeypatch.setattr(detect, "_keywords", [])
    monkeypatch.delitem(sys.modules, "re2._re2", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    for redact in (redact_json, redact_jsonl):
        with pytest.raises(RedactionUnavailable):
            redact(b'{"text": "a perfectly clean line"}')
    with pytest.raises(RedactionUnavailable) as error:
        redact_text("a perfectly clean sentence")
    assert package in error.value.hint
    with pytest.raises(RedactionUnavailable):
        redact_name("notes/xoxb-0123456789-abcdef.txt")


def test_problems_name_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert problems({}) == []
    monkeypatch.setitem(sys.modules, "ahocorasick", None)
    [(text, fix)] = problems({})
    assert "pyahocorasick not installed" in text
    assert fix == "pip install pyahocorasick"
