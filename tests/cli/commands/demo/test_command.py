"""`entire demo` ends with what to do next."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import run


def test_the_last_line_names_the_pages(tmp_path: Path) -> None:
    done = run(tmp_path, "demo")
    assert (done.code, done.err) == (0, "")
    last = done.out.splitlines()[-1]
    named = re.findall("`entire ([^`]*)`", last)
    assert named == ["demo --keep", "web"], last
    for words in named:
        assert run(tmp_path, *words.split(), "--help").code == 0, words
