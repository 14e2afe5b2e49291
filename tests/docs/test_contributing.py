"""The example of a first change works."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.redact.samples import made_up

from entire.redact.rules.rule import token

GUIDE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text()
TEST, ROW = re.findall(r"^```python\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


def test_the_test_is_python_and_uses_what_there_is() -> None:
    from tests.scenario.world import World

    assert isinstance(ast.parse(TEST).body[0], ast.FunctionDef)
    assert all(hasattr(World, name) for name in re.findall(r"world\.(\w+)", TEST))


def test_the_row_is_a_rule_that_finds_the_key() -> None:
    (row,) = ast.literal_eval(f"({ROW.strip()})")
    rule = token(row)
    for text in (re.search(r"acme_\d+", TEST), re.search("acme_[0-9]+", made_up(rule.examples[0]))):
        assert text
        assert re.search(rule.pattern, text[0])
    assert not re.search(rule.pattern, made_up(rule.counter_examples[0]))
