"""A sample of what `bench` measures: planted secrets of many shapes go, harmless text stays."""

import pytest
from bench import budgets
from bench.secrets import everyday_plain, fresh, harmless, measure, newest, shapes, unseen, untuned, wide
from bench.secrets.values import fill, rows

SEEDS = range(2)


def test_there_are_many_shapes_and_a_third_is_untuned() -> None:
    known = [row for table in (measure.TUNED, unseen.SHAPES, unseen.LATER) for row in rows(table)]
    others = rows(measure.UNTUNED)
    assert len(known) + len(others) >= 1400
    assert len(others) >= (len(known) + len(others)) / 3
    plain = (harmless, untuned, fresh, wide, newest, everyday_plain)
    assert sum(len(rows(table.HARMLESS)) for table in plain) >= 650


def test_planted_secrets_are_removed() -> None:
    found = measure.removed(measure.planted(SEEDS))
    assert found.total >= 500
    assert found.failures == []


def test_planted_secrets_in_unusual_places_are_removed() -> None:
    found = measure.removed(measure.odd(SEEDS))
    assert found.total >= 170
    assert found.failures == []


def test_few_secrets_of_later_shapes_remain() -> None:
    found = measure.removed(measure.later(SEEDS))
    assert found.total >= 170
    assert found.share < 0.04


def test_most_secrets_of_untuned_shapes_are_removed() -> None:
    found = measure.removed(measure.planted(SEEDS, tuned=False))
    assert found.total >= 400
    assert 1 - found.share >= budgets.UNTUNED_REMOVED


@pytest.mark.parametrize("tuned", [True, False])
def test_harmless_text_stays(tuned: bool) -> None:
    found = measure.touched(measure.plain(SEEDS, tuned=tuned))
    assert found.failures == []


@pytest.mark.parametrize(
    ("secret", "text", "left"),
    [
        ("abcdefgh", "x REDACTED y", False),
        ("abcdefgh", "x abcdefgh y", True),
        ("abcdefghijkl", "REDACTEDghijkl", True),
        ("abcdefghijkl", "REDACTEDhijkl", False),
    ],
)
def test_half_a_secret_counts(secret: str, text: str, left: bool) -> None:
    assert measure.remains(secret, text) == left


def test_the_same_seed_gives_the_same_text() -> None:
    template = dict(rows(shapes.SHAPES))["json: member"]
    assert fill(template, 1) == fill(template, 1) != fill(template, 2)
