"""The lines that tools wrote, by the arguments of all agents' tools."""

from __future__ import annotations

from typing import Any

import pytest

from entire.agent.arguments import of_arguments
from entire.imports import written
from entire.transcript.facts import Call, Command, Edit

PATCH = """\
*** Begin Patch
*** Add File: a.py
+one
+two
*** Update File: src/b.py
@@
 kept
-old
+new
*** Move to: src/c.py
+moved
*** Delete File: d.py
*** End Patch
"""


@pytest.mark.parametrize(
    ("given", "path", "lines"),
    [
        ({"file_path": "a", "content": "x\ny\n"}, "a", ["x", "y"]),
        ({"path": "a", "contents": "x"}, "a", ["x"]),
        ({"path": "a", "file_text": "x\n"}, "a", ["x"]),
        ({"path": "a", "old_string": "x\ny", "new_string": "x\nz"}, "a", ["z"]),
        ({"filePath": "a", "oldString": "", "newString": "z"}, "a", ["z"]),
        ({"path": "a", "old_str": "x", "new_str": "x\nx"}, "a", ["x"]),
        (
            {"path": "a", "edits": [{"oldText": "a", "newText": "b"}, {"oldText": "c", "newText": "d"}]},
            "a",
            ["b", "d"],
        ),
        ({"path": "a", "edits": [{"old_string": "a", "new_string": "b"}, None]}, "a", ["b"]),
        ({"unified_diff": "@@ -1 +1 @@\n-a\n+b\n kept\n"}, "a", ["b"]),
        (PATCH, "a.py", ["one", "two"]),
        (PATCH, "/repo/src/b.py", ["new", "moved"]),
        ({"input": PATCH}, "src/c.py", ["moved"]),
        ({"patchText": PATCH}, "d.py", []),
        (PATCH, "b.py", []),
        ("not a patch", "a", []),
        ({"path": "a", "content": 1, "edits": "no"}, "a", []),
        (None, "a", []),
    ],
)
def test_arguments(given: Any, path: str, lines: list[str]) -> None:
    assert of_arguments(given, path) == lines


def test_a_report_of_the_whole_file_says_more_than_the_call() -> None:
    call = Call("1", "a.py", given={"content": "old\nnew\n"})
    edit = Edit("a.py", "old\n", "old\nnew\n")
    read = Edit("b.py", "same\n", "same\n")
    failed = Call("2", "b.py", given={"content": "never"})
    failed.failed = True
    found = list(written.of_reports([call, edit, read, failed]))
    assert [(one.path, one.lines) for one in found] == [("a.py", ("new",))]


def test_files_that_commands_write_from_their_own_text() -> None:
    one = Command("1", "mkdir src && cat > src/a.py <<'EOF'\nx = 1\ny = 2\nEOF\npython src/a.py")
    two = Command("2", "cat <<END >> notes.md\n# Notes\nEND")
    three = Command("3", "grep x <<EOF\nx\nEOF")
    four = Command("4", "ls; echo 'a = 1' > src/b.py && printf \"b\\nc\" >> c.txt")
    five = Command("5", "cat src/a.py; sed -i 's/y = 2/y = 3/' /repo/src/a.py; sed -n 's/x/y/p' src/a.py")
    failed = Command("6", "echo 'no' > d.txt")
    failed.failed = True
    found = list(written.of_reports([one, two, three, four, five, failed]))
    assert [(each.path, each.lines) for each in found] == [
        ("src/a.py", ("x = 1", "y = 2")),
        ("notes.md", ("# Notes",)),
        ("src/b.py", ("a = 1",)),
        ("c.txt", ("b", "c")),
        ("/repo/src/a.py", ("y = 3",)),
    ]
