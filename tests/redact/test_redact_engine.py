"""The engine is loaded late, and without it nothing passes."""

import subprocess
import sys

import pytest

from entire.redact import RedactionUnavailable, engine, redact_json, redact_jsonl, redact_text

HEAVY = {"re2", "ahocorasick", "json", "dataclasses", "pathlib", "logging", "subprocess"}


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
    assert "re2" not in modules_after("import entire.redact as r; r.redact_text('fix the typo')")
    assert "re2" in modules_after("import entire.redact as r; r.redact_text('fix the typo in README.md')")


@pytest.fixture
def without_re2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled", {})
    monkeypatch.setitem(sys.modules, "re2", None)


@pytest.mark.usefixtures("without_re2")
def test_without_the_engine_nothing_passes() -> None:
    for redact in (redact_json, redact_jsonl):
        with pytest.raises(RedactionUnavailable):
            redact(b'{"text": "a perfectly clean line"}')
    with pytest.raises(RedactionUnavailable) as error:
        redact_text("a perfectly clean sentence")
    assert "google-re2" in error.value.hint
