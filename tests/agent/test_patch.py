"""Which files a patch names."""

from __future__ import annotations

import pytest

from entire.agent.patch import paths

PATCH = """*** Begin Patch
*** Add File: new file.py
+print('hello')
+*** Add File: not this
*** Update File: src/calc.py
*** Move to: src/sum.py
@@ def add(a, b):
-    return a + b
+    return b + a
 *** Delete File: nor this
*** Delete File: /abs/old.py
*** Update File: src/calc.py
*** End Patch
"""


def test_every_file_once() -> None:
    assert paths(PATCH) == ["new file.py", "src/calc.py", "src/sum.py", "/abs/old.py"]


@pytest.mark.parametrize("text", ["", "*** ", "*** Add File:", "*** Add File:  ", "*** Add File: a\0b", "x"])
def test_no_files(text: str) -> None:
    assert paths(text) == []


def test_line_ends_and_what_is_around_it() -> None:
    assert paths("apply_patch <<'EOF'\r\n*** Begin Patch\r\n*** Add File: größe.py \r\n+x\r\nEOF") == [
        "größe.py"
    ]


def test_hostile() -> None:
    assert len(paths("".join(f"*** Add File: {n}\n" for n in range(100_000)))) == 10_000
    assert paths("*** Add File: " + "x" * 10_000_000 + "\n*** Add Fil" * 100_000) != []
