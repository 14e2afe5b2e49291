from __future__ import annotations

import pytest
from bench.import_times import parse, summarise
from bench.measured import Imported

TEXT = """\
import time: self [us] | cumulative | imported package
import time:       121 |        121 |   _io
import time:      1500 |       1621 | enum
something else on standard error
import time:        40 |         40 |     entire.core
"""


def test_parsing() -> None:
    assert parse(TEXT) == {"_io": 0.121, "enum": 1.5, "entire.core": 0.04}
    assert parse("") == {}


def test_medians_of_runs() -> None:
    runs = [{"enum": 1.0, "re": 3.0}, {"enum": 9.0, "re": 2.0}, {"enum": 2.0, "re": 1.0, "late": 0.5}]
    found = summarise("stop", runs, [{"_io": 1.0}, {"_io": 3.0}, {"_io": 2.0}])
    assert (found.hook, found.modules, found.bare_modules) == ("stop", 3, 1)
    assert (found.milliseconds, found.bare_milliseconds) == pytest.approx((4.0, 2.0))
    assert found.dearest == [Imported("enum", 2.0), Imported("re", 2.0), Imported("late", 0.5)]
