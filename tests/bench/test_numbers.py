from __future__ import annotations

import pytest
from bench.numbers import exponent, steps
from hypothesis import given
from hypothesis import strategies as st


@given(st.floats(-2, 3), st.floats(20, 1000))
def test_the_exponent_of_a_power_is_the_power(power: float, factor: float) -> None:
    sizes = [1.0, 10.0, 100.0]
    costs = [factor * 1e4 * size**power for size in sizes]
    assert exponent(sizes, costs) == pytest.approx(power, abs=1e-6)


def test_noise_evens_out() -> None:
    found = exponent([100, 1_000, 10_000], [50, 52, 50])
    assert found == pytest.approx(0.0, abs=1e-9)


def test_what_has_no_logarithm() -> None:
    assert exponent([0, 1, 100], [70, 10, 100]) == pytest.approx(0.5)  # the size of 0 is left out
    assert exponent([1, 100], [-3, 0.2]) == 0  # costs below a millisecond count as one


@pytest.mark.parametrize("sizes", [[], [5], [0, 5], [5, 5]])
def test_one_size_has_no_slope(sizes: list[float]) -> None:
    assert exponent(sizes, [10.0] * len(sizes)) is None


@pytest.mark.parametrize(
    ("top", "found"),
    [
        (0.9, [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (100, [0, 20, 40, 60, 80, 100]),
        (101, [0, 50, 100, 150]),
        (7, [0, 2, 4, 6, 8]),
    ],
)
def test_steps(top: float, found: list[float]) -> None:
    assert steps(top) == pytest.approx(found)


@given(st.floats(0.001, 1e6))
def test_steps_cover_what_is_shown(top: float) -> None:
    found = steps(top)
    assert found[0] == 0
    assert found[-1] >= top * 0.999
    assert 3 <= len(found) <= 8
