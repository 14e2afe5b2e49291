"""The results, for the terminal and for `docs/benchmarks.md`."""

from __future__ import annotations

import os
import platform
import subprocess

from bench.cases import Row

PAGE = """\
# Benchmarks

From one run of `make bench` ({rounds} rounds, medians; every round runs each case once, beside its control).

{machine}

{table}

"over" is the time above the control of the same run: a commit without hooks, or `git status` for the agent's
hooks. "git" counts all git processes that the command starts, its own included; "python" ours. A budget that
is not held is marked `!`.

{redacted}"""


def table(rows: list[Row]) -> str:
    head = ["files", "what", "ms", "control", "ms", "over", "budget", "ratio", "git", "python"]
    lines = [head, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    texts = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in lines
    ]
    texts.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(texts)


def _cells(row: Row) -> list[str]:
    control = row.control_milliseconds
    held = row.budget is None or row.over <= row.budget
    return [
        f"{row.files:,}",
        row.what,
        f"{row.milliseconds:.1f}",
        row.control,
        f"{control:.1f}" if control else "",
        f"{row.over:+.1f}" if control else "",
        ("" if row.budget is None else f"+{row.budget:.0f}") + ("" if held else " !"),
        f"{row.milliseconds / control:.2f}" if control else "",
        "" if row.git_processes is None else str(row.git_processes),
        "" if row.python_processes is None else str(row.python_processes),
    ]


def page(rows: list[Row], rounds: int, redacted: list[str]) -> str:
    return PAGE.format(
        rounds=rounds,
        machine=_machine(),
        table=table(rows),
        redacted="".join(f"- {line}\n" for line in redacted),
    )


def _machine() -> str:
    git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    cores = os.cpu_count()
    return (
        f"{platform.system()} {platform.machine()}, {cores} cores, Python {platform.python_version()}, {git}."
    )
