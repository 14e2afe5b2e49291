from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import clock, json_text
from entire.session import state as states
from entire.session.phase import Phase
from entire.session.places import left
from entire.session.state import State

# A state as the reference writes it, byte for byte.
WORKED = """\
{
  "session_id": "sess-1",
  "cli_version": "0.5.1",
  "base_commit": "1111111111111111111111111111111111111111",
  "attribution_base_commit": "1111111111111111111111111111111111111111",
  "worktree_path": "/r",
  "started_at": "2026-03-19T21:00:00.123456789+11:00",
  "phase": "idle",
  "turn_id": "0123456789ab",
  "last_interaction_time": "2026-03-19T21:01:00.5+11:00",
  "checkpoint_count": 1,
  "files_touched": [
    "hello.txt"
  ],
  "agent_type": "Claude Code",
  "token_usage": {
    "input_tokens": 3,
    "cache_creation_tokens": 5,
    "cache_read_tokens": 7,
    "output_tokens": 11,
    "api_call_count": 1
  },
  "transcript_path": "/home/u/.claude/projects/-r/sess-1.jsonl",
  "first_prompt": "Please add hello.txt",
  "prompt_attributions": [
    {
      "checkpoint_number": 1,
      "user_lines_added": 0,
      "user_lines_removed": 0,
      "agent_lines_added": 0,
      "agent_lines_removed": 0
    }
  ]
}
"""

# Every key in order, with a value that is written. The two deprecated ones are only read.
USAGE = {
    "input_tokens": 1,
    "cache_creation_tokens": 2,
    "cache_read_tokens": 3,
    "output_tokens": 4,
    "api_call_count": 5,
}
ATTRIBUTION = {
    "checkpoint_number": 1,
    "user_lines_added": 2,
    "user_lines_removed": 3,
    "agent_lines_added": 4,
    "agent_lines_removed": 5,
    "user_added_per_file": {"a": 1},
}
EVERY_KEY: dict[str, Any] = {
    "session_id": "s",
    "cli_version": "dev",
    "base_commit": "1" * 40,
    "attribution_base_commit": "2" * 40,
    "worktree_path": "/w",
    "worktree_id": "w",
    "started_at": "2026-01-01T00:00:00Z",
    "ended_at": "2026-01-01T00:00:00Z",
    "phase": "ended",
    "turn_id": "0123456789ab",
    "turn_checkpoint_ids": ["b", "a"],
    "last_interaction_time": "2026-01-01T00:00:00Z",
    "checkpoint_count": 2,
    "checkpoint_transcript_start": 7,
    "untracked_files_at_start": ["mine.txt"],
    "files_touched": ["x", "y"],
    "last_checkpoint_id": "a1b2c3d4e5f6",
    "agent_type": "Claude Code",
    "token_usage": USAGE | {"subagent_tokens": USAGE},
    "transcript_identifier_at_start": "uuid",
    "transcript_path": "/t",
    "first_prompt": "Do it",
    "prompt_attributions": [ATTRIBUTION],
    "pending_prompt_attribution": ATTRIBUTION,
}


def test_the_worked_bytes_survive_a_round_trip() -> None:
    state = states.load(json_text.decode(WORKED))
    assert json_text.encode(state.to_json()).decode() == WORKED


def test_every_key_is_kept_in_the_order_of_the_spec() -> None:
    shuffled = dict(reversed(EVERY_KEY.items()))
    written = states.load(shuffled).to_json()
    assert list(written.items()) == list(EVERY_KEY.items())


def test_an_empty_state_writes_what_is_always_there() -> None:
    empty = {"session_id": "", "base_commit": "", "started_at": "", "checkpoint_count": 0}
    assert State().to_json() == empty | {"token_transcript_start": 0}


def test_a_state_of_the_reference_does_not_say_what_is_counted() -> None:
    """Until that is known, what we save does not say it either."""
    state = states.load({"session_id": "s", "base_commit": "b", "checkpoint_transcript_start": 4})
    assert state.counted_elsewhere
    assert "token_transcript_start" not in state.to_json()
    assert not states.load(State(session_id="s").to_json()).counted_elsewhere


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ({}, True),  # no checkpoint has counted it yet
        ({"checkpoint_transcript_start": 3}, False),
        ({"last_checkpoint_id": "0123456789ab"}, False),
        ({"checkpoint_transcript_start": 3, "checkpoint_count": 1}, True),
    ],
)
def test_the_sum_of_the_reference_counts_until_it_is_condensed(more: dict[str, object], kept: bool) -> None:
    written = {"session_id": "s", "base_commit": "b", "token_usage": {"output_tokens": 7}, **more}
    assert (states.load(written).token_usage is not None) == kept


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), json_values, max_size=4))
def test_unknown_keys_are_kept(unknown: dict[str, Any]) -> None:
    unknown = {key: value for key, value in unknown.items() if key not in State._fields}
    written = states.load({**unknown, "session_id": "s"}).to_json()
    assert {key: written[key] for key in unknown} == unknown


@given(st.dictionaries(st.sampled_from(State._fields), json_values))
def test_values_of_a_wrong_type_count_as_absent(value: dict[str, Any]) -> None:
    state = states.load(value)
    blank = State()
    for name in State._fields:
        read, default = getattr(state, name), getattr(blank, name)
        assert default is None or isinstance(read, type(default)), name
    assert states.load(state.to_json()) == state


@pytest.mark.parametrize("value", [None, [], "text", 3, True])
def test_what_is_no_object_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="object"):
        states.load(value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"phase": "active_committed"}, {"phase": "active"}),
        ({}, {"phase": "idle"}),
        ({"phase": "ACTIVE"}, {"phase": "idle"}),
        ({"phase": "ended"}, {"phase": "ended"}),
        ({"condensed_transcript_lines": 5}, {"checkpoint_transcript_start": 5}),
        ({"transcript_lines_at_start": 6}, {"checkpoint_transcript_start": 6}),
        (
            {"condensed_transcript_lines": 5, "transcript_lines_at_start": 6},
            {"checkpoint_transcript_start": 5},
        ),
        (
            {"condensed_transcript_lines": -5, "transcript_lines_at_start": 6},
            {"checkpoint_transcript_start": 6},
        ),
        ({"transcript_lines_at_start": -6}, {}),
        (
            {"checkpoint_transcript_start": 4, "condensed_transcript_lines": 5},
            {"checkpoint_transcript_start": 4},
        ),
        ({"base_commit": "b"}, {"base_commit": "b", "attribution_base_commit": "b"}),
        (
            {"base_commit": "b", "attribution_base_commit": "a"},
            {"base_commit": "b", "attribution_base_commit": "a"},
        ),
    ],
)
def test_older_shapes_are_made_new(before: dict[str, Any], after: dict[str, Any]) -> None:
    always = {"session_id": "s", "base_commit": "", "started_at": "", "checkpoint_count": 0, "phase": "idle"}
    assert states.load({"session_id": "s", **before}).to_json() == always | after


def test_phases_have_names_for_questions() -> None:
    assert State(phase=Phase.ACTIVE).is_active
    assert State(phase=Phase.ENDED).is_ended
    assert not State(phase=Phase.IDLE).is_active
    assert not State(phase=Phase.IDLE).is_ended


@pytest.mark.parametrize(
    ("values", "has_work"),
    [
        ({}, False),
        ({"checkpoint_count": 1}, True),
        ({"files_touched": ["a"]}, True),
        ({"turn_checkpoint_ids": ["a1b2c3d4e5f6"]}, True),
        ({"last_checkpoint_id": "a1b2c3d4e5f6"}, False),
    ],
)
def test_work_is_what_is_not_condensed(values: dict[str, Any], has_work: bool) -> None:
    assert State(**values).has_work is has_work


@pytest.mark.parametrize(
    ("started", "interaction", "stale"),
    [
        ("2026-03-20T12:00:00Z", "", False),
        ("2026-03-13T12:00:01Z", "", False),
        ("2026-03-13T11:59:59Z", "", True),
        ("2026-03-13T21:59:59.123456789+10:00", "", True),
        ("2026-01-01T00:00:00Z", "2026-03-13T12:00:01Z", False),
        ("2026-01-01T00:00:00Z", "2026-03-13T11:59:59Z", True),
        ("2026-03-21T00:00:00Z", "", False),
        ("0001-01-01T00:00:00Z", "", True),
        ("yesterday", "", False),
        ("", "", False),
    ],
)
def test_stale_is_a_week_without_interaction(
    monkeypatch: pytest.MonkeyPatch, started: str, interaction: str, stale: bool
) -> None:
    now = clock.timestamp("2026-03-20T12:00:00Z")
    monkeypatch.setattr(time, "time", lambda: now)
    assert State(started_at=started, last_interaction_time=interaction).is_stale() is stale


UNUSABLE = ("/a\0b", "/\ud800")


@pytest.mark.parametrize("path", UNUSABLE)
def test_what_cannot_be_a_path_is_dropped(path: str) -> None:
    """Every call with such a path would fail, and with it the hooks of all sessions."""
    place = {"base_commit": "b", "worktree_path": path, "files_touched": ["kept", path]}
    state = states.load(
        {
            "session_id": "s",
            "phase": "active",
            "worktree_path": path,
            "transcript_path": path,
            "files_touched": [path, "caf\udce9"],
            "untracked_files_at_start": [path],
            "places": {"x": place},
        }
    )
    assert (state.worktree_path, state.transcript_path) == ("", "")
    assert (state.files_touched, state.untracked_files_at_start) == (["caf\udce9"], [])
    assert not states.is_working(state)
    assert [(there.worktree_path, there.files_touched) for _, there in left(state)] == [("", ["kept"])]
