from __future__ import annotations

import pytest
from bench import cases
from bench.budgets import limit
from bench.growth import growths
from bench.measured import Commit, Redaction, Searched, Storage
from bench.plan import BASE, FULL, Point
from bench.verdicts import Verdict, verdicts
from tests.bench.made_up import COUNTS, hooks, measured, row

LARGE = BASE._replace(files=100_000)


@pytest.mark.parametrize(
    ("case", "over", "point", "held"),
    [
        (cases.IDLE, 5.0, BASE, True),
        (cases.IDLE, 5.1, BASE, False),
        (cases.IDLE_SESSIONS, 5.1, BASE, False),
        (cases.ELSEWHERE, 12.0, LARGE, True),
        (cases.COMMIT, 50.0, BASE, True),
        (cases.COMMIT, 50.1, BASE, False),
        (cases.WHOLE_COMMIT, 110.1, BASE, False),
        (cases.STOP, 60.1, LARGE, False),
        (cases.PROMPT, 59.9, LARGE, True),
        (cases.BLAME, 239.0, FULL.corner, True),
        (cases.BLAME, 241.0, FULL.corner, False),
        (cases.SEARCH, 139.0, FULL.corner, True),
        (cases.SEARCH, 141.0, FULL.corner, False),
        (cases.STATS, 989.0, FULL.corner, True),
        (cases.DISK_USAGE, 291.0, FULL.corner, False),
        (cases.WEB_FIRST, 290.0, FULL.corner, True),
        (cases.WEB_FIRST, 291.0, FULL.corner, False),
        (cases.WEB_LONG, 490.0, FULL.corner, True),
        (cases.WEB_LONG, 491.0, FULL.corner, False),
        (cases.WEB_WALK, 9_999.0, FULL.corner, True),
        (cases.SYNC_COMMIT, 85.0, BASE, True),
        (cases.SYNC_COMMIT, 85.1, LARGE, False),
        (cases.PUSH, 290.0, BASE, True),
        (cases.PUSH, 291.0, BASE, False),
        (cases.PRE_TASK, 999.0, BASE, None),
    ],
)
def test_budgets_of_cases(case: str, over: float, point: Point, held: bool | None) -> None:
    found = limit(row(case, over, point))
    assert (None if found is None else found.held) is held


def test_memory_counts_for_those_that_look_back() -> None:
    heavy = COUNTS._replace(peak=100_000_001)
    found = limit(row(cases.EXPLAIN, 20.0, counts=heavy))
    assert found is not None
    assert not found.held


def test_memory_counts_for_a_push() -> None:
    for peak, held in ((100_000_000, True), (100_000_001, False)):
        many = BASE._replace(checkpoints=10_000)
        rows = [row(cases.PUSH, 20.0, many, counts=COUNTS._replace(peak=peak))]
        found = by_key(verdicts(measured(rows)))["push with a merge, 10,000 checkpoints"]
        assert (found.held, found.measured, found.budget) == (held, "30 ms, 100 MB", "300 ms, 100 MB")


@pytest.mark.parametrize(
    ("files", "prompt", "stop", "held"),
    [
        (1_000, 33.0, 41.0, True),
        (1_000, 33.0, 41.1, False),
        (10_000, 14.0, 60.1, False),
        (100_000, 59.0, 59.0, None),
    ],
)
def test_both_hooks_of_a_turn_count(files: int, prompt: float, stop: float, held: bool | None) -> None:
    point = BASE._replace(files=files)
    rows = [row(cases.PROMPT, prompt, point), row(cases.STOP, stop, point)]
    found = by_key(verdicts(measured(rows))).get(f"whole turn, {files:,} files")
    assert (None if found is None else found.held) is held


def test_memory_counts_for_the_server() -> None:
    for peak, held in ((200_000_000, True), (200_000_001, False)):
        found = limit(row(cases.WEB_WALK, 20.0, counts=COUNTS._replace(peak=peak)))
        assert found is not None
        assert found.held is held


@pytest.mark.parametrize(
    ("transcripts", "text", "database", "held"),
    [
        (1_000_000_000, 400_000_000, 160_000_000, (True, True)),
        (900_000_000, 400_000_000, 160_000_000, (False, True)),
        (1_000_000_000, 400_000_000, 161_000_000, (True, False)),
    ],
)
def test_the_first_search_is_judged_by_the_text_that_it_read(
    transcripts: int, text: int, database: int, held: tuple[bool, bool]
) -> None:
    rows = [row(cases.SEARCH_FIRST, 66_000.0, FULL.corner)]
    read = Searched(FULL.corner, transcripts, text, database)
    found = by_key(verdicts(measured(rows)._replace(searched=[read])))
    assert (found[cases.SEARCH_FIRST].held, found["search database"].held) == held
    assert not by_key(verdicts(measured(rows))).keys() & {cases.SEARCH_FIRST, "search database"}


def by_key(found: list[Verdict]) -> dict[str, Verdict]:
    keys = {verdict.key: verdict for verdict in found}
    assert len(keys) == len(found), "a cause could not be named"
    return keys


def test_a_run_that_holds_everything() -> None:
    rows = [*hooks(), *(row(case, 100.0, FULL.corner) for case in cases.READING)]
    found = by_key(verdicts(measured(rows)))
    assert [verdict for verdict in found.values() if not verdict.held] == []
    assert found["stop hook, 100,000 files"].measured == "+40.0 ms"
    assert found["crowded"].what.startswith("the same with 500 past sessions and 10,000 checkpoints")
    assert found["blame FILE"].measured == "110 ms, 16 MB"
    assert len(found) == 3 + 3 + 1 + 6 + 2 + 1 + 1 + 1 + len(cases.READING) + 1 + 12


def test_a_crowded_repository_is_compared_by_what_hooks_add() -> None:
    rows = [row(cases.COMMIT, 40.0), row(cases.COMMIT, 46.1, FULL.corner)]
    found = by_key(verdicts(measured(rows)))["crowded"]
    assert not found.held
    assert found.measured == "+46.1 ms against +40.0 ms: +15%"


def test_a_long_transcript() -> None:
    rows = [row(cases.STOP, 40.0), row(cases.STOP, 53.0, BASE._replace(megabytes=70))]
    found = by_key(verdicts(measured(rows)))["long transcript"]
    assert not found.held
    assert found.measured == "63.0 ms against 50.0 ms: +26%"


def test_the_worst_of_the_later_commits_counts() -> None:
    first, fine = Commit(5_000_000, 50_000_000), Commit(1_000, 60_000)
    for worst, held in ((Commit(1_000, 67_000), True), (Commit(1_000, 67_100), False)):
        storage = [Storage("x", 20_000_000, 5_000_000, 15_000_000, [first, fine, worst])]
        found = by_key(verdicts(measured([], storage)))
        assert found["next commits, x"].held is held
        assert not found["storage, x"].held  # exactly three times is not less


def test_growth_is_of_what_we_add() -> None:
    """Hooks cost the same everywhere, whatever `git status` does."""
    found = {(growth.case, growth.axis): growth for growth in growths(measured())}
    assert len(found) == 12
    assert found[cases.STOP, "sessions"].sizes == [0, 1, 100, 500]
    assert {round(growth.exponent, 9) for growth in found.values()} == {0}
    files = found[cases.STOP, "files"]
    assert files.git_status == [3.0, 12.0, 102.0]
    assert files.limit == pytest.approx(0.77, abs=0.01)
    assert files.marginal == 0


def test_growth_against_files_is_compared_with_git_status() -> None:
    rows = [
        row(cases.STOP, 10.0 * status, BASE._replace(files=files), status)
        for files, status in ((1_000, 4.0), (10_000, 20.0), (100_000, 200.0))
    ]
    (same,) = growths(measured(rows))
    assert same.exponent == pytest.approx(same.limit)
    assert same.marginal == pytest.approx(10.0)
    rows[-1] = row(cases.STOP, 3_000.0, LARGE, 200.0)
    (worse,) = growths(measured(rows))
    assert not worse.held


def test_what_was_not_measured_is_not_judged() -> None:
    found = verdicts(measured([]))
    assert {verdict.key.split(",")[0] for verdict in found} == {"next commits", "redaction", "storage"}


def test_counts_are_not_needed() -> None:
    found = limit(row(cases.EXPLAIN, 20.0)._replace(counts=None))
    assert found is not None
    assert found.held


@pytest.mark.parametrize(
    ("key", "left"),
    [
        ("secrets", {"left": 2}),
        ("odd secrets", {"later_left": 21}),
        ("untuned secrets", {"untuned_left": 21}),
    ],
)
def test_secrets_of_every_kind_of_shape_have_a_budget(key: str, left: dict[str, int]) -> None:
    found = Redaction(50.0, 30.0, 78, planted=1000, untuned=1000, odd=1000, later=1000)
    for counted, held in ((found, True), (found._replace(**left), False)):
        judged = {one.key: one.held for one in verdicts(measured()._replace(redaction=counted))}
        assert judged[key] is held
