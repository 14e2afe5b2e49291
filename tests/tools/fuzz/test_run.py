"""What the fuzzing driver finds, and how it continues."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tools.fuzz import __main__ as driver
from tools.fuzz import run
from tools.fuzz.run import dice_of, run_case, run_cases
from tools.fuzz.target import Target, json_like, size_of


def target(use: Callable[[Any, Path], object], **options: Any) -> Target:
    return Target("sample", lambda dice: dice.randbytes(20), use, **options)


def wrong(use: Callable[[Any, Path], object], **options: Any) -> str:
    return run_case(target(use, **options), random.Random(1))[0]


def fails(case: bytes, folder: Path) -> None:
    raise KeyError("unexpected")


def test_only_expected_errors_pass() -> None:
    assert "KeyError: 'unexpected'" in wrong(fails)
    assert "input: b'" in wrong(fails)
    assert not wrong(fails, may_raise=(LookupError,))


def test_a_false_claim_is_found() -> None:
    def claims(case: bytes, folder: Path) -> None:
        assert case == b""

    assert "AssertionError" in wrong(claims)


def test_writes_elsewhere_are_found(tmp_path: Path) -> None:
    outside = tmp_path / "outside"

    def inside(case: bytes, folder: Path) -> None:
        (folder / "a" / "b").mkdir(parents=True)
        (folder / "a" / "x").write_bytes(case)
        (folder / "a" / "x").rename(folder / "y")
        tmp_path.exists()

    assert not wrong(inside, on_disk=True)
    assert "writes elsewhere: open" in wrong(lambda case, folder: outside.write_bytes(case), on_disk=True)
    assert "os.rename" in wrong(lambda case, folder: outside.rename(tmp_path / "moved"), on_disk=True)
    assert "os.remove" in wrong(lambda case, folder: (tmp_path / "moved").unlink(), on_disk=True)
    assert "os.mkdir" in wrong(lambda case, folder: (tmp_path / "new").mkdir(), on_disk=True)

    def through_a_link(case: bytes, folder: Path) -> None:
        (folder / "link").symlink_to(tmp_path)
        (folder / "link" / "x").write_bytes(case)

    assert "writes elsewhere: open" in wrong(through_a_link, on_disk=True)
    (tmp_path / "free").touch()  # nobody watches between cases


def test_what_takes_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_SECONDS", -1.0)
    assert "for 20 bytes" in wrong(lambda case, folder: None)


def test_a_case_can_be_repeated() -> None:
    made = json_like({"a": [1, "x"]})
    one = target(lambda case, folder: None)
    assert made(dice_of(1, one, 7)) == made(dice_of(1, one, 7))
    assert len({made(dice_of(1, one, case)) for case in range(50)}) > 20


def test_findings_name_their_case() -> None:
    def odd(case: bytes, folder: Path) -> None:
        assert case[0] % 2 == 0

    findings, _ = run_cases(target(odd), 1, 10, 20)
    assert 0 < len(findings) < 20
    assert all(10 <= finding.case < 30 for finding in findings)


def test_a_run_continues_where_the_last_one_ended(tmp_path: Path) -> None:
    assert driver.fuzz(["times", "trailers"], 60, 1, 1, tmp_path) == []
    assert {path.name for path in tmp_path.iterdir()} == {"times.json", "trailers.json"}
    assert json.loads((tmp_path / "times.json").read_text())["done"] == 30
    driver.fuzz(["times", "trailers"], 80, 1, 1, tmp_path)
    assert driver.load(tmp_path, "times", 1).done == 40
    assert driver.load(tmp_path, "times", 2).done == 0  # another seed begins again


def test_shares() -> None:
    targets = [
        Target(name, lambda dice: b"", print, share=share)
        for name, share in (("a", 1.0), ("b", 0.5), ("c", 0.0))
    ]
    assert driver.wanted(targets, 300) == {"a": 200, "b": 100, "c": 1}
    assert driver.portions("times", 100, 1200) == [(100, 500), (600, 500), (1100, 100)]
    assert driver.portions("times", 10, 10) == []


def test_size() -> None:
    assert size_of(("ab", [b"c", {"d": 1}])) == 2 + 1 + 1 + 8
