"""What tokens cost."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core.errors import EntireError
from entire.numbers import prices
from entire.numbers.prices import Cost, Prices, cost_of
from entire.numbers.tokens import Source, Tokens, Used, add_to
from entire.transcript.usage import BANDS

OPUS = "claude-opus-4-8"
FILE = Path(prices.__file__).with_name("prices.json")


def built_in() -> Prices:
    return prices.built_in()


def own(tmp_path: Path, *rows: dict[str, Any]) -> Prices:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"models": rows}))
    return prices.load(str(path))


def test_the_table_names_day_and_page_of_each_price() -> None:
    table = built_in().models
    assert len(table) > 20
    for name, price in table.items():
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", price.seen), name
        assert price.source.startswith("https://"), name
        rates = price.rates
        assert (rates.cache_read or 0) < (rates.input or 0) < (rates.output or 0), name
        assert None not in rates[:2], name
        assert (rates.cache_write_5m is None) == (rates.cache_write_1h is None), name


def test_each_price_is_from_the_page_of_its_provider() -> None:
    hosts = {"claude": "platform.claude.com", "gpt": "developers.openai.com", "gemini": "ai.google.dev"}
    for name, price in built_in().models.items():
        assert urlsplit(price.source).hostname == hosts[name.partition("-")[0]], name


def test_each_kind_has_its_price() -> None:
    used = {Source(OPUS, 0): Tokens(1_000_000, 3_000_000, 1_000_000, 1_000_000, 1, 1_000_000, 2_000_000)}
    assert cost_of(used, built_in()).microdollars == 5_000_000 + 25_000_000 + 500_000 + 6_250_000 + 20_000_000


@pytest.mark.parametrize(
    "model", ["", "claude-opus-4", "claude-opus-4-8-20990101", "opus", "CLAUDE-OPUS-4-8"]
)
def test_a_model_that_is_not_listed_has_no_price(model: str) -> None:
    found = cost_of({Source(model, 0): Tokens(7, 0, 0, 3)}, built_in())
    assert (found.microdollars, found.unknown) == (None, 10)


def test_cache_writes_of_unknown_time_have_no_price() -> None:
    found = cost_of({Source(OPUS, 0): Tokens(1_000_000, 500, 0, 0, 1, 100, 0)}, built_in())
    assert (found.microdollars, found.unknown) == (5_000_625, 400)


def test_long_prompts_have_their_own_price(tmp_path: Path) -> None:
    row = {
        "names": ["m"],
        "input": "1",
        "output": "2",
        "above": {"tokens": BANDS[1], "input": 3, "output": 4},
    }
    table = own(tmp_path, row)
    costs = [cost_of({Source("m", band): Tokens(1_000_000)}, table).microdollars for band in (0, 1, 2, 3, -1)]
    assert costs == [1_000_000, 1_000_000, 3_000_000, 3_000_000, None]


def test_own_prices_come_before_the_built_in_ones(tmp_path: Path) -> None:
    table = own(tmp_path, {"names": [OPUS, "mine"], "input": "0.000001", "output": 1, "seen": "2026-01-01"})
    assert cost_of({Source("mine"): Tokens(3_000_000)}, table).picodollars == 3_000_000
    assert cost_of({Source(OPUS): Tokens(1)}, table).picodollars == 1
    assert table.models["claude-haiku-4-5"] == built_in().models["claude-haiku-4-5"]
    assert table.seen == "2026-01-01"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"models": [{"input": 1}]}',
        '{"models": [{"names": "x"}]}',
        '{"models": [{"names": ["x"], "input": "much"}]}',
        '{"models": [{"names": ["x"], "input": -1}]}',
        '{"models": [{"names": ["x"], "input": "NaN"}]}',
        '{"models": [{"names": ["x"], "input": 0.0000001}]}',
        '{"models": [{"names": ["x"], "input": 1, "above": {"tokens": 5}}]}',
    ],
)
def test_a_file_with_an_error_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "prices.json"
    path.write_text(text)
    with pytest.raises(EntireError, match="has no valid prices") as caught:
        prices.load(str(path))
    assert caught.value.hint


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(EntireError, match="no such file"):
        prices.load(str(tmp_path / "none"))


NAMES = [*list(built_in().models)[:6], "other", ""]
AMOUNTS = st.integers(0, 10**9)


@st.composite
def parts(draw: st.DrawFn) -> Used:
    writes = draw(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS))
    tokens = Tokens(draw(AMOUNTS), sum(writes), draw(AMOUNTS), draw(AMOUNTS), 1, *writes[:2])
    return {Source(draw(st.sampled_from(NAMES)), draw(st.integers(-1, 3))): tokens}


@pytest.mark.property
@given(st.lists(parts(), max_size=6))
def test_the_cost_of_a_sum_is_the_sum_of_the_costs(given_parts: list[Used]) -> None:
    table = built_in()
    together: Used = {}
    total = Cost()
    for part in given_parts:
        add_to(together, part)
        total = total.plus(cost_of(part, table))
    assert cost_of(together, table) == total
    assert total.unknown + total.known == sum(t.total for part in given_parts for t in part.values())
    assert total.microdollars in (None, round(Fraction(total.picodollars, 10**6) + Fraction(1, 10**9)))
