"""Whether the budgets are met: the first table of the page. Pure."""

from __future__ import annotations

from typing import NamedTuple

from bench import budgets
from bench.budgets import allowed, limit
from bench.cases import (
    AGENTS,
    AUTO_STOP,
    COMMIT,
    IDLE,
    PROMPT,
    PUSH,
    READING,
    SEARCH_FIRST,
    STOP,
    SYNC_COMMIT,
    UNFELT,
    WEB,
    WHOLE_COMMIT,
)
from bench.growth import Growth, growths
from bench.measured import Measured, Redaction, Storage
from bench.plan import BASE, Point
from bench.wording import AXES, kilobytes, megabytes, point_on, size


class Verdict(NamedTuple):
    key: str  # by which a cause can be named
    what: str
    measured: str
    budget: str
    held: bool


def verdicts(measured: Measured) -> list[Verdict]:
    """Every budget, in the order of the page."""
    files = measured.plan.along("files")
    found = [_over(measured, point, IDLE, "`git commit` without a live session") for point in files]
    found += [_over(measured, point, case, f"`git commit`: {case}") for case in UNFELT for point in files]
    found += [_over(measured, point, COMMIT, "`git commit` with a session") for point in files]
    found += [
        _over(measured, point, WHOLE_COMMIT, "the same until the checkpoint is there") for point in files
    ]
    found += [
        _over(measured, point, SYNC_COMMIT, "`git commit` with a session, with `ENTIRE_SYNC=1`")
        for point in files
    ]
    found.append(_crowded(measured))
    found += [
        _over(measured, point, case, f"{case} over `git status`")
        for case in (PROMPT, STOP)
        for point in files
    ]
    found += [_whole_turn(measured, point) for point in files]
    found += [
        _over(measured, point, AUTO_STOP, "stop hook with auto-commit, over `git status` and `git commit`")
        for point in files
    ]
    found += [
        _over(measured, point, case, f"{case}, over `git status`") for point in files for case in AGENTS
    ]
    found.append(_long_transcript(measured))
    found += [_next_commits(storage) for storage in measured.storage]
    found += _redaction(measured)
    found += [_reading(measured, case) for case in (*READING, *WEB)]
    found += _first_search(measured)
    found += [_push(measured, point) for point in measured.plan.along("checkpoints")]
    found += [_storage(storage) for storage in measured.storage]
    found += [_growth(growth) for growth in growths(measured)]
    return [verdict for verdict in found if verdict is not None]


def _over(measured: Measured, point: Point, case: str, what: str) -> Verdict | None:
    row = measured.row(point, case)
    budget = limit(row) if row else None
    if row is None or budget is None:
        return None
    return Verdict(
        f"{case}, {size(point.files)} files",
        f"{what}, {size(point.files)} files",
        f"{row.over:+.1f} ms",
        f"{budget.text} ms",
        budget.held,
    )


def _whole_turn(measured: Measured, point: Point) -> Verdict | None:
    """What an agent waits for in a turn: both hooks, beside `git status` twice."""
    prompt, stop = measured.row(point, PROMPT), measured.row(point, STOP)
    if prompt is None or stop is None or point.files > budgets.WHOLE_TURN_FILES:
        return None
    over = prompt.over + stop.over
    return Verdict(
        f"whole turn, {size(point.files)} files",
        f"{PROMPT} and {STOP} together, over `git status` twice, {size(point.files)} files",
        f"{over:+.1f} ms",
        f"+{budgets.WHOLE_TURN_OVER:.0f} ms",
        over <= budgets.WHOLE_TURN_OVER,
    )


def _push(measured: Measured, point: Point) -> Verdict | None:
    row = measured.row(point, PUSH)
    budget = limit(row) if row else None
    if row is None or row.counts is None or budget is None:
        return None
    return Verdict(
        f"{PUSH}, {size(point.checkpoints)} checkpoints",
        f"`git push` with a merge of {size(point.checkpoints)} checkpoints",
        f"{row.milliseconds:.0f} ms, {megabytes(row.counts.peak)}",
        budget.text,
        budget.held,
    )


def _crowded(measured: Measured) -> Verdict | None:
    corner = measured.plan.corner
    crowded, base = measured.row(corner, COMMIT), measured.row(BASE, COMMIT)
    if crowded is None or base is None:
        return None
    more = crowded.over / base.over - 1
    return Verdict(
        "crowded",
        f"the same with {size(corner.sessions)} past sessions and {size(corner.checkpoints)} checkpoints, "
        f"against {BASE.sessions} and {BASE.checkpoints}",
        f"{crowded.over:+.1f} ms against {base.over:+.1f} ms: {more:+.0%}",
        f"+{budgets.CROWDED:.0%}",
        more <= budgets.CROWDED,
    )


def _long_transcript(measured: Measured) -> Verdict | None:
    point = measured.plan.along("megabytes")[-1]
    long, short = measured.row(point, STOP), measured.row(BASE, STOP)
    if long is None or short is None or long is short:
        return None
    more = long.milliseconds / short.milliseconds - 1
    return Verdict(
        "long transcript",
        f"stop hook, 10 KB new in a transcript of {point.megabytes} MB, against {BASE.megabytes} MB",
        f"{long.milliseconds:.1f} ms against {short.milliseconds:.1f} ms: {more:+.0%}",
        f"+{budgets.LONG_TRANSCRIPT:.0%}",
        more <= budgets.LONG_TRANSCRIPT,
    )


def _next_commits(storage: Storage) -> Verdict:
    worst = max(storage.commits[1:], key=lambda commit: commit.added / allowed(commit))
    return Verdict(
        f"next commits, {storage.name}",
        f"what a session's later commits add to `.git`, the largest; {storage.name}",
        f"{kilobytes(worst.added)} for {kilobytes(worst.compressed)} new",
        f"{kilobytes(allowed(worst))}: {budgets.COMMIT_TIMES} × new, compressed, + 64 KB",
        worst.added < allowed(worst),
    )


def _redaction(measured: Measured) -> list[Verdict]:
    found = measured.redaction
    verdicts = [
        _speed("redaction", f"redaction of {found.megabytes:.0f} MB", found.speed, budgets.REDACTION_SPEED)
    ]
    if found.dense:
        what = "redaction of base64, minified code and hex"
        verdicts.append(_speed("dense redaction", what, found.dense, budgets.DENSE_SPEED))
    if found.planted:
        touched = found.touched / max(1, found.harmless)
        verdicts += [
            *_secrets(found),
            Verdict(
                "harmless text",
                f"harmless texts that redaction touched, of {found.harmless:,}",
                f"{touched:.2%}",
                f"{budgets.HARMLESS_TOUCHED:.1%}",
                touched <= budgets.HARMLESS_TOUCHED,
            ),
        ]
    if found.library:
        changed = found.library_changed / found.library
        verdicts.append(
            Verdict(
                "code",
                f"lines per MB that redaction changes in {found.library:.0f} MB of Python's own modules",
                f"{changed:.2f}",
                f"{budgets.LIBRARY_CHANGED:.1f}",
                changed <= budgets.LIBRARY_CHANGED,
            )
        )
    return verdicts


def _secrets(found: Redaction) -> list[Verdict]:
    """How many planted secrets are removed, by what rules know of their shapes."""
    odd, odd_left = found.odd + found.later, found.odd_left + found.later_left
    figures = (
        ("secrets", "that were planted", found.planted, found.left, budgets.SECRETS_REMOVED),
        ("odd secrets", "in unusual syntaxes and places", odd, odd_left, budgets.ODD_REMOVED),
        (
            "untuned secrets",
            "of shapes that no rule was written for",
            found.untuned,
            found.untuned_left,
            budgets.UNTUNED_REMOVED,
        ),
    )
    return [
        Verdict(
            key,
            f"secrets removed, of {total:,} {what}",
            f"{1 - left / total:.2%}",
            f"{budget:.1%}",
            1 - left / total >= budget,
        )
        for key, what, total, left, budget in figures
        if total
    ]


def _speed(key: str, what: str, speed: float, budget: float) -> Verdict:
    return Verdict(key, f"{what}, one core", f"{speed:.0f} MB/s", f"{budget:.0f} MB/s", speed >= budget)


def _reading(measured: Measured, case: str) -> Verdict | None:
    corner = measured.plan.corner
    row = measured.row(corner, case)
    budget = limit(row) if row else None
    if row is None or row.counts is None or budget is None:
        return None
    command, comma, note = case.partition(",")
    return Verdict(
        case,
        f"`entire {command}`{comma}{note}, {size(corner.checkpoints)} checkpoints",
        f"{row.milliseconds:.0f} ms" + (f", {megabytes(row.counts.peak)}" if row.counts.peak else ""),
        budget.text,
        budget.held,
    )


def _first_search(measured: Measured) -> list[Verdict]:
    """How fast the first index is written, and how large it is, by the text that there is."""
    corner = measured.plan.corner
    row = measured.row(corner, SEARCH_FIRST)
    found = [one for one in measured.searched if one.point == corner]
    if row is None or not found:
        return []
    speed = found[0].transcripts / row.milliseconds / 1000
    share = found[0].database / found[0].text
    where = f"{size(corner.checkpoints)} checkpoints"
    return [
        Verdict(
            SEARCH_FIRST,
            f"`entire search`, the first ever, of {megabytes(found[0].transcripts)} of transcripts, {where}",
            f"{row.milliseconds / 1000:.0f} s, {speed:.0f} MB/s",
            f"{budgets.INDEX_SPEED:.0f} MB/s",
            speed >= budgets.INDEX_SPEED,
        ),
        Verdict(
            "search database",
            f"the search database, against the {megabytes(found[0].text)} of text in it, {where}",
            f"{megabytes(found[0].database)}, {share:.0%}",
            f"{budgets.DATABASE_SHARE:.0%}",
            share <= budgets.DATABASE_SHARE,
        ),
    ]


def _storage(storage: Storage) -> Verdict:
    times = storage.grown / storage.compressed
    return Verdict(
        f"storage, {storage.name}",
        f"`.git` in {len(storage.commits)} commits, against the compressed transcript; {storage.name}",
        f"+{times:.1f} ×",
        f"+{budgets.STORAGE_TIMES:.0f} ×",
        times < budgets.STORAGE_TIMES,
    )


def _growth(growth: Growth) -> Verdict:
    like = "as `git status`: " if growth.git_status else ""
    return Verdict(
        f"growth of {growth.case}, {growth.axis}",
        f"growth exponent of {growth.case} against {AXES[growth.axis]}, "
        f"{point_on(growth.axis, growth.sizes)}",
        f"{growth.exponent:.2f}",
        f"{like}{growth.limit:.2f}",
        growth.held,
    )
