"""The charts and tables of the numbers are what `entire stats` counts."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from tests.scenario.world import World
from tests.support import GIT_CONFIG, at_home
from tests.web.test_pages import read, words
from tools.clients import registry as clients
from tools.clients.client import take_turn

from entire.cli.money import CostRow, dollars
from entire.git.repository import open_repository

OWNERS = {"agent": "agent_lines", "human": "human_lines", "unknown": "unknown_lines"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Three days: one agent, another one, and one of them together with a person."""
    folder = tmp_path_factory.mktemp("numbers")
    world = World.new(folder / "repo")
    world.env |= at_home(folder / "home") | {"ENTIRE_SYNC": "1"}
    (folder / "home").mkdir()
    (folder / "home" / ".gitconfig").write_text(GIT_CONFIG)
    world.entire("agent", "add", "codex")
    for day, name, lines in ((2, "claude-code", 10), (3, "codex", 25), (4, "claude-code", 3)):
        agent = clients.session(name, str(world.repo.path), world.env)
        agent.start()
        files = {f"{name}{day}.py": "".join(f"line_{at} = {at}\n" for at in range(lines))}
        take_turn(agent, f"Work of day {day}", files)
        if day == 4:
            world.repo.write("mine.py", "mine = 1\nmine = 2\n")
        world.env["GIT_AUTHOR_DATE"] = world.env["GIT_COMMITTER_DATE"] = f"2026-11-0{day}T10:00:00Z"
        world.git("add", "-A")
        world.commit()
    return world


@pytest.fixture(scope="module")
def page(world: World) -> str:
    return read(open_repository(str(world.repo.path)), "/numbers")


def rows(world: World, by: str) -> dict[str, Any]:
    found = json.loads(world.entire("stats", "--json", "--limit", "0", "--by", by))["rows"]
    return {row["name"]: row for row in found}


def tokens(row: dict[str, Any]) -> int:
    names = ("input_tokens", "cache_creation_tokens", "cache_read_tokens", "output_tokens")
    return sum(row["token_usage"].get(name, 0) for name in names)


def columns(page: str, chart: str) -> list[tuple[str, str, float]]:
    """The columns of a chart: their kind, what they say, and how high they are."""
    [drawn] = re.findall(rf'<svg class="chart" role="img" aria-label="{chart}.*?</svg>', page, re.DOTALL)
    found = re.findall(r'<rect class="(\w+)"[^>]* height="([\d.]+)"[^>]*><title>(.*?)</title>', drawn)
    return [(kind, unescape(title), float(height)) for kind, height, title in found]


def check_heights(found: list[tuple[str, str, float]], values: list[float]) -> None:
    """Each column is as high as what it stands for, against the highest."""
    shown = [height / max(height for _, _, height in found) for _, _, height in found]
    assert shown == pytest.approx([value / max(values) for value in values], abs=0.02)


def test_tokens_and_costs_over_time(world: World, page: str) -> None:
    by_day = {name: row for name, row in rows(world, "day").items() if tokens(row)}
    assert len(by_day) == 3
    used = columns(page, "Tokens over time")
    assert [title for _, title, _ in used] == [
        f"{day}: {tokens(row):,} tokens" for day, row in by_day.items()
    ]
    check_heights(used, [tokens(row) for row in by_day.values()])
    cost = columns(page, "Cost over time")
    known = {day: row["cost"] for day, row in by_day.items() if row["cost"]["microdollars"]}
    assert len(known) == 2
    assert [title for _, title, _ in cost] == [
        f"{day}: {dollars(CostRow(**one))}" for day, one in known.items()
    ]
    check_heights(cost, [one["microdollars"] for one in known.values()])


def test_lines_of_agents_and_people_over_time(world: World, page: str) -> None:
    expected = [
        (kind, f"{day}: {row['line_counts'][field]:,} {kind}", row["line_counts"][field])
        for day, row in rows(world, "day").items()
        for kind, field in OWNERS.items()
        if row["line_counts"][field]
    ]
    assert {kind for kind, _, _ in expected} >= {"agent", "human"}
    found = columns(page, "Lines added over time")
    assert [(kind, title) for kind, title, _ in found] == [(kind, title) for kind, title, _ in expected]
    check_heights(found, [value for _, _, value in expected])


@pytest.mark.parametrize("by", ["agent", "model"])
def test_the_rows_of_agents_and_of_models(world: World, page: str, by: str) -> None:
    counted = rows(world, by)
    assert len(counted) >= 2
    [table] = re.findall(rf'aria-labelledby="by-{by}"><h2.*?</section>', page, re.DOTALL)
    shown = {
        unescape(name): cells
        for name, cells in re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table)
    }
    most = max(map(tokens, counted.values()))
    for name, row in counted.items():
        cells = words(shown[name]).split()
        assert cells[0] == f"{row['commit_count']:,}"
        assert cells[-1] == f"{sum(row['line_counts'][field] for field in OWNERS.values()):,}"
        if tokens(row):
            assert dollars(CostRow(**row["cost"])) in cells
            [width] = re.findall(r'<rect class="c1"[^>]* width="([\d.]+)"', shown[name])
            assert float(width) == pytest.approx(100 * tokens(row) / most, abs=0.5)


def test_the_figures_on_top_and_by_day(world: World, page: str) -> None:
    whole = json.loads(world.entire("stats", "--json", "--limit", "0"))["total"]
    top = words(page[page.index('<dl class="numbers">') : page.index("</dl>")])
    lines = whole["line_counts"]
    added = sum(lines[field] for field in OWNERS.values())
    for text in (
        f"Commits {whole['commit_count']} {whole['agent_commit_count']} with agents",
        f"Sessions {whole['session_count']} {whole['prompt_count']} prompts",
        f"Cost {dollars(CostRow(**whole['cost']))}",
        f"Lines added {added} {lines['agent_lines'] * 100 // added} % agents",
    ):
        assert text in top
    [table] = re.findall(r'<details class="table">.*?</details>', page, re.DOTALL)
    for name, row in rows(world, "day").items():
        [cells] = re.findall(rf'<th scope="row">{name}</th>(.*?)</tr>', table)
        assert words(cells).split()[-3:] == [f"{row['line_counts'][field]:,}" for field in OWNERS.values()]
        assert f"{tokens(row):,}" in words(cells).split()
