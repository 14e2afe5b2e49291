"""What enabling writes into the two settings files, as a table and by properties."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import settings
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.setup.enable import Files, decide_settings

NEW = {"strategy": "manual-commit", "enabled": True}
ON, OFF = {"enabled": True}, {"enabled": False}
SKIP = {"strategy_options": {"push_sessions": False}}


@pytest.mark.parametrize(
    ("project", "local", "asked", "wanted", "after"),
    [
        (None, None, "", {}, (NEW, None)),
        (None, None, "", SKIP, (NEW | SKIP, None)),
        (None, None, LOCAL_FILE, {}, (None, NEW)),
        (NEW, None, "", {}, (NEW, {})),
        (NEW, None, "", SKIP, (NEW, SKIP)),
        (NEW, None, PROJECT_FILE, SKIP, (NEW | SKIP, None)),
        (NEW, OFF, "", {}, (NEW, {})),
        (NEW, OFF | {"x": 1}, "", {}, (NEW, {"x": 1})),
        (NEW, OFF, PROJECT_FILE, {}, (NEW, {})),
        (NEW, OFF, LOCAL_FILE, {}, (NEW, ON)),
        (OFF, None, "", {}, (OFF, ON)),
        (OFF, OFF, "", {}, (OFF, ON)),
        (OFF, OFF, PROJECT_FILE, {}, (NEW, {})),
        (None, OFF, "", {}, (NEW, {})),
        ({"strategy": "auto-commit"}, OFF, "", {}, ({"strategy": "auto-commit"}, {})),
        (
            {"strategy_options": {"a": 1}},
            {"strategy_options": {"b": 2}},
            "",
            SKIP,
            ({"strategy_options": {"a": 1}}, {"strategy_options": {"b": 2, "push_sessions": False}}),
        ),
    ],
)
def test_table(project: Any, local: Any, asked: str, wanted: Any, after: Any) -> None:
    assert decide_settings(Files(project, local), asked, wanted) == after


FILE = st.none() | st.fixed_dictionaries(
    {},
    optional={
        "enabled": st.booleans(),
        "strategy": st.sampled_from(["manual-commit", "auto-commit"]),
        "strategy_options": st.dictionaries(st.sampled_from("ab"), st.integers(0, 2)),
        "unknown": st.integers(),
    },
)


@given(FILE, FILE, st.sampled_from(["", PROJECT_FILE, LOCAL_FILE]), st.sampled_from([{}, SKIP]))
def test_enabling_enables_and_nothing_leaks(project: Any, local: Any, asked: str, wanted: Any) -> None:
    """It is on afterwards, twice is once, and nothing of one file gets into the other."""
    before = Files(project, local)
    after = decide_settings(before, asked, wanted)
    effective = settings._over(settings._usable(after.project or {}), settings._usable(after.local or {}))
    assert effective.get("enabled", True) is True
    if asked or not wanted:  # else what comes after the first time is for the local file
        again = decide_settings(Files(after.project, after.local or None), asked, wanted)
        assert (again.project, again.local or None) == (after.project, after.local or None)
    for old, new in zip(before, after, strict=True):
        own = (old or {}) | NEW | wanted
        assert set(new or {}) <= set(own)
        for key in ("unknown", "strategy"):
            assert (new or {}).get(key, None) in ((old or {}).get(key), NEW.get(key))
    if asked == LOCAL_FILE:
        assert after.project == project
