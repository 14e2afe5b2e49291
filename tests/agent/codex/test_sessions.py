"""Where Codex keeps its transcripts, and where one that is restored goes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from entire.agent.codex import agent

ID = "01a1de28-63c1-7fa1-9a92-8b2a0a14877d"  # 2026-11-15T07:42:31Z
OTHER = "11111111-2222-4333-8444-555555555555"  # says no time


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CODEX_HOME", raising=False)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def put(home: Path, day: str, name: str) -> Path:
    path = home / "sessions" / day / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def test_a_new_place_is_one_that_codex_would_choose(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"rollout-2026-11-15T07-42-31-{ID}.jsonl"
    assert agent.transcript_path("/repo", ID) == str(isolated / ".codex/sessions/2026/11/15" / name)
    monkeypatch.setenv("CODEX_HOME", "/elsewhere")
    assert agent.transcript_path("/repo", ID) == f"/elsewhere/sessions/2026/11/15/{name}"
    assert agent.transcripts_dir() == "/elsewhere/sessions"
    today = time.strftime("/elsewhere/sessions/%Y/")
    assert agent.transcript_path("/repo", OTHER).startswith(today)


@pytest.mark.parametrize("day", ["2026/11/15", "2026/11/14", "2026/11/16"])
def test_what_exists_is_found_whatever_its_time_zone(isolated: Path, day: str) -> None:
    put(isolated / ".codex", day, f"rollout-2026-11-15T09-00-00-{OTHER}.jsonl")
    path = put(isolated / ".codex", day, f"rollout-2026-11-15T08-42-31-{ID}.jsonl")
    assert agent.transcript_path("/repo", ID) == str(path)
    assert agent.subagent_path("/any", ID) == str(path)


def test_an_id_without_a_time_is_found_as_well(isolated: Path) -> None:
    put(isolated / ".codex", "2026/01/02", f"rollout-2026-01-02T08-00-00-{ID}.jsonl")
    path = put(isolated / ".codex", "2025/12/31", f"rollout-2025-12-31T08-00-00-{OTHER}.jsonl")
    assert agent.transcript_path("/repo", OTHER) == str(path)
    assert agent.subagent_path("/any", "unknown") == ""


def test_the_last_file_of_a_session_counts(isolated: Path) -> None:
    put(isolated / ".codex", "2026/11/15", f"rollout-2026-11-15T07-42-31-{ID}.jsonl")
    put(isolated / ".codex", "2026/11/15", f"rollout-2026-11-15T07-42-31-{ID}.jsonl.zst")
    path = put(isolated / ".codex", "2026/11/15", f"rollout-2026-11-15T08-42-31-{ID}_{OTHER}.jsonl")
    assert agent.transcript_path("/repo", ID) == str(path)


@pytest.mark.parametrize("name", ["", "x", "ffffffff-ffff-7fff-8fff-ffffffffffff", "01a1de28-63c1-7fa1-9a92"])
def test_odd_ids(name: str) -> None:
    assert agent.transcript_path("/repo", name).endswith(f"-{name}.jsonl")
