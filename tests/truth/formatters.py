"""Layout changes, whoever makes them: lines keep their owners while they have the same tokens."""

from __future__ import annotations

from tests.truth.play import Scenario, lines

_LOOSE = lines(
    "def area(width,height):",
    "  total=width*height",
    "  return total",
    "def edge(width,height): return 2*(width+height)",
)
_TIDY = lines(
    "def area(width, height):",
    "    total = width * height",
    "    return total",
    "",
    "",
    "def edge(width, height):",
    "    return 2 * (width + height)",
)
_CALL = "settings = configure('localhost', port=8080, retries=3, timeout=30)\n"
_SPLIT = lines(
    "settings = configure(",
    '    "localhost",',
    "    port=8080,",
    "    retries=3,",
    "    timeout=30,",
    ")",
)
_OLD = lines("import os", "import sys", "", "print(os.name)")

FORMATTERS = [
    Scenario(
        "a person reindents an existing file",
        [
            ("save", "f.py", _OLD),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "old"),
            ("turn", "A", "f.py", _OLD + lines("if os.name:", "  print(sys.argv)", "  print(sys.path)")),
            (
                "change",
                "f.py",
                "  print(sys.argv)\n  print(sys.path)",
                "    print(sys.argv)\n    print(sys.path)",
            ),
            ("commit",),
        ],
        {"f.py": ". . . . a1 a1 a1"},
    ),
    Scenario(
        "a person's formatter, a new file",
        [
            ("turn", "A", "f.py", _LOOSE + lines("print(area(2, 3))")),
            ("save", "f.py", _TIDY + lines("", "", "print(area(2, 3))")),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 h h a1 a1 h h a1"},
    ),
    Scenario(
        "a formatter splits a call into lines",
        [
            ("turn", "A", "f.py", lines("from app import configure") + _CALL),
            ("save", "f.py", lines("from app import configure") + _SPLIT),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 a1 a1 a1 a1"},
    ),
    Scenario(
        "a formatter joins lines",
        [
            ("turn", "A", "f.py", lines("from app import configure") + _SPLIT),
            ("save", "f.py", lines("from app import configure") + _CALL),
            ("commit",),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "the agent's formatter runs over a person's lines",
        [
            ("turn", "A", "f.py", lines("from app import configure")),
            ("append", "f.py", _CALL),
            ("prompt", "A"),
            ("run", "A", "cat > f.py <<'EOF'\n" + lines("from app import configure") + _SPLIT + "EOF"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 h h h h h h"},
    ),
    Scenario(
        "a pre-commit hook formats what is committed",
        [
            ("turn", "A", "f.py", lines("one = 1", "two=2", "three=3")),
            ("hook", "pre-commit", "sed -i 's/=/ = /;s/  =  / = /' f.py && git add f.py"),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1"},
    ),
    Scenario(
        "format on save during a turn",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", lines("from app import configure") + _CALL),
            ("save", "f.py", lines("from app import configure") + _SPLIT),
            ("edit", "A", "f.py", "retries=3", "retries=5"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 a1 a1 a1 a1"},
    ),
    Scenario(
        "a person edits and formats at once",
        [
            ("turn", "A", "f.py", lines("from app import configure") + _CALL),
            ("save", "f.py", lines("from app import configure") + _SPLIT.replace(")", '    name="shop",\n)')),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 a1 a1 a1 h a1"},
    ),
    Scenario(
        "an agent reindents a person's new lines",
        [
            ("save", "f.py", _OLD),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "old"),
            ("turn", "A", "g.py", lines("print('hello there')")),
            ("append", "f.py", lines("print(sys.argv)", "print(sys.path)")),
            ("prompt", "A"),
            (
                "edit",
                "A",
                "f.py",
                "print(sys.argv)\nprint(sys.path)\n",
                "if sys.argv:\n    print(sys.argv)\n    print(sys.path)\n",
            ),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": ". . . . a2 h h", "g.py": "a1"},
    ),
    Scenario(
        "committed lines are reindented later",
        [
            ("turn", "A", "f.py", lines("print('first of all')", "print('second to none')")),
            ("commit",),
            (
                "turn",
                "A",
                "f.py",
                lines("if True:", "    print('first of all')", "    print('second to none')"),
            ),
            ("commit",),
        ],
        {"f.py": "a2 a1 a1"},
    ),
    Scenario(
        "a person formats and commits, without any session",
        [
            ("turn", "A", "f.py", lines("from app import configure") + _CALL + lines("x=1")),
            ("commit",),
            ("save", "f.py", lines("from app import configure", "") + _SPLIT + lines("x = 1")),
            ("git", "commit", "-qam", "format"),
        ],
        {"f.py": "a1 . a1 a1 a1 a1 a1 a1 a1"},
    ),
    Scenario(
        "committed lines are split by a formatter later",
        [
            ("turn", "A", "f.py", lines("from app import configure") + _CALL),
            ("commit",),
            ("prompt", "A"),
            ("run", "A", "cat > f.py <<'EOF'\n" + lines("from app import configure") + _SPLIT + "EOF"),
            ("write", "A", "g.py", lines("print('formatted it')")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 a1 a1 a1 a1", "g.py": "a2"},
    ),
    Scenario(
        "a person shortens lines of the agent",
        [
            ("turn", "A", "f.py", lines("total = width * height", "timeout = 30 * 60", "await fetch(url)")),
            ("save", "f.py", lines("total = width", "timeout = 30", "fetch(url)")),
            ("commit",),
        ],
        {"f.py": "h h h"},
    ),
    Scenario(
        "a person shortens a line of the agent among others, and formats",
        [
            ("turn", "A", "f.py", _LOOSE),
            ("save", "f.py", _TIDY.replace("width * height", "width").replace("2 * (", "(")),
            ("commit",),
        ],
        {"f.py": "a1 h a1 h h a1 h"},
    ),
    Scenario(
        "a command formats and moves a file, and a person moves lines into a block of another file",
        [
            ("save", "m.py", lines("mine = by_hand_at_first(1)", "yours = by_hand_as_well(2)")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "mine"),
            (
                "turn",
                "A",
                "f.py",
                lines("first = compute_the_whole_sum(1)", "second = compute_the_whole_sum(2)"),
            ),
            ("commit",),
            ("prompt", "A"),
            ("run", "A", "sed -i 's/^/    /' m.py && mv m.py n.py"),
            ("stop", "A"),
            ("save", "g.py", lines("def all():", "    first = compute_the_whole_sum(1)")),
            ("save", "f.py", lines("second = compute_the_whole_sum(2)")),
            ("commit",),
        ],
        {"n.py": ". .", "g.py": "h a1", "f.py": "a1"},
    ),
]
