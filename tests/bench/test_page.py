from __future__ import annotations

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from bench import cases
from bench.causes import CAUSES
from bench.measured import Redaction, Searched, decode, encode
from bench.page.page import page, report
from bench.page.plots import plots
from bench.page.svg import Series, chart
from bench.page.table import table
from bench.plan import BASE, FULL
from tests.bench.made_up import hooks, measured, row

from entire.agent import registry

SVG = "{http://www.w3.org/2000/svg}"


def test_a_table_can_be_read_as_it_is() -> None:
    assert table(("what", "ms", "budget"), [("stop", "1,234.5", "+5 ms"), ("prompt hook", "-3", "")]) == (
        "| what        |      ms | budget |\n"
        "|-------------|--------:|--------|\n"
        "| stop        | 1,234.5 | +5 ms  |\n"
        "| prompt hook |      -3 |        |"
    )


def test_results_can_be_kept() -> None:
    rows = [*hooks(), row(cases.PUSH, 1.0)._replace(counts=None)]
    found = measured(rows)._replace(searched=[Searched(FULL.corner, 3, 2, 1)])
    assert decode(encode(found)) == found
    older = json.loads(encode(measured(rows)))[:-1]
    assert decode(json.dumps(older)) == measured(rows)


def test_the_page_begins_with_the_budgets() -> None:
    text = page(measured([*hooks(), *(row(case, 100.0, FULL.corner) for case in cases.READING)]))
    head = text.partition("\n## ")[0]
    assert head.startswith("# Benchmarks: ")
    assert "| `git commit` without a live session, 1,000 files" in head
    assert head.rstrip().endswith("All 48 budgets are met.")
    assert set(re.findall(r"\(benchmarks/(\w+\.svg)\)", text)) == plots(measured()).keys()
    assert text.endswith("no figures are printed.\n")


def test_the_page_says_what_redaction_removes() -> None:
    found = Redaction(50.0, 30.0, 78, 16.0, 4_000, 2, 1_500, 3, 5_000, 0, 1_700, 350)
    found = found._replace(library=40.0, library_changed=6)
    text = page(decode(encode(measured()._replace(redaction=found))))
    assert "2 of 4,000" in text
    assert "3 of 1,500" in text
    assert "350 of 1,700" in text
    assert "0 of 5,000" in text
    assert "40 MB of Python's own modules: 6." in text


def test_a_budget_that_is_not_met_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missed = measured([row(cases.IDLE, 6.0)])
    assert "- `git commit` without a live session, 1,000 files: no cause is known for" in report(missed)
    assert "+5 **!**" in report(missed)
    monkeypatch.setitem(CAUSES, f"{cases.IDLE}, 1,000 files", "the shell is slow")
    assert "- `git commit` without a live session, 1,000 files: the shell is slow\n" in report(missed)


def test_plots_are_images() -> None:
    found = plots(measured())
    assert found.keys() == {"files.svg", "sessions.svg", "checkpoints.svg", "megabytes.svg"}
    for text in found.values():
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        assert len(text) < 6_000
        lines = root.findall(f"{SVG}polyline")
        assert len(lines) == 4
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for line in lines:
            for x, y in (pair.split(",") for pair in line.attrib["points"].split()):
                assert 0 < float(x) < width
                assert 0 < float(y) < height


def test_a_chart_tells_its_axes_and_its_lines_apart() -> None:
    sizes = [(0, "none"), (1, "one"), (500, "<500>")]
    series = [
        Series("first & last", [10, 10, 10.0]),
        Series("second", [10, 10, 10.1]),
        Series("third", [0, 5, 0]),
    ]
    root = ElementTree.fromstring(chart("Cost", "sessions", "milliseconds", sizes, series))
    texts = root.findall(f"{SVG}text")
    assert {"sessions", "milliseconds", "none", "one", "<500>", "first & last"} <= {
        text.text for text in texts
    }
    heights = sorted(float(text.attrib["y"]) for text in texts if "style" in text.attrib)
    assert len(heights) == 3
    assert all(below - above >= 14 for above, below in pairwise(heights))
    x = [float(pair.split(",")[0]) for pair in root.findall(f"{SVG}polyline")[0].attrib["points"].split()]
    assert x == sorted(set(x))


@pytest.mark.parametrize("name", registry.names())
def test_the_hooks_of_every_agent_have_a_budget(name: str) -> None:
    missed = measured([row(cases.of_agent(case, name), 60.1) for case in (cases.PROMPT, cases.STOP)])
    text = report(missed)
    section = text.partition("### Agents")[2].partition("###")[0]
    for case in (cases.PROMPT, cases.STOP):
        (line,) = [line for line in section.splitlines() if cases.of_agent(case, name) in line]
        assert "| git status |" in line
        assert "+60 **!**" in line
    assert "+60.1 ms" in text.partition("## ")[0]


def test_costs_of_a_point_stand_beside_each_other() -> None:
    text = report(measured([row(cases.STOP, 40.0), row(cases.STOP, 41.0, BASE._replace(files=10_000))]))
    section = text.partition("### Files")[2].partition("###")[0]
    assert [line.split("|")[1].strip() for line in section.splitlines() if " stop hook " in line] == [
        "1,000",
        "10,000",
    ]
