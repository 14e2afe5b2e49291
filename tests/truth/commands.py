"""Commands that can write, do not write, or are not run at all, while a person works."""

from __future__ import annotations

from tests.truth.play import Scenario, Step, lines

_TWO = lines("first = compute(1)", "second = compute(2)")
_MINE = lines("mine = by_hand()")
_NOTES = lines("call the customer back")
_NO = "User rejected tool use"
_FORMATTER = '{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "fmt"}]}'
_HOOK = f'{{"hooks": {{"PostToolUse": [{_FORMATTER}]}}}}'


def _old(files: dict[str, str]) -> list[Step]:
    """Files that are there before the story."""
    saves: list[Step] = [("save", path, content) for path, content in files.items()]
    return [*saves, ("git", "add", "-A"), ("git", "commit", "-qm", "old")]


def _turn(*steps: Step) -> list[Step]:
    return [("prompt", "A"), *steps, ("stop", "A"), ("commit",)]


_F = _old({"f.py": lines("zero = 0")})
_EDIT = {"file_path": "f.py", "old_string": "zero = 0", "new_string": "zero = None"}
_G = ("write", "A", "g.py", lines("another = 1"))
_APPEND = ("append", "f.py", _MINE)
_SAVE = ("save", "notes.txt", _NOTES)

_REFUSED = [
    Scenario(
        "a person rejects an edit and makes an own one",
        [*_F, *_turn(("refused", "A", "Edit", _EDIT, _NO), _APPEND, _G)],
        {"f.py": ". h", "g.py": "a1"},
    ),
    Scenario(
        "an edit fails, a person edits",
        [*_F, *_turn(("refused", "A", "Edit", _EDIT, "Error: String to replace not found"), _APPEND, _G)],
        {"f.py": ". h", "g.py": "a1"},
    ),
    Scenario(
        "an edit fails, the next one does not, then a person edits",
        [
            *_F,
            *_turn(
                ("refused", "A", "Edit", _EDIT, "Error: File has not been read yet"),
                ("edit", "A", "f.py", "zero = 0", "zero = 0\nnull = None"),
                _APPEND,
            ),
        ],
        {"f.py": ". a1 h"},
    ),
    Scenario(
        "a person edits while the dialog of a command is open, and rejects it",
        [*_F, *_turn(("refused", "A", "Bash", {"command": "sed -i s/0/1/ f.py"}, _NO, _APPEND), _G)],
        {"f.py": ". h", "g.py": "a1"},
    ),
    Scenario(
        "a command that fails has still run",
        [
            *_turn(
                (
                    "refused",
                    "A",
                    "Bash",
                    {"command": "seq 1 2 > n.txt; false"},
                    "Error: Exit code 1",
                    ("save", "n.txt", "1\n2\n"),
                ),
                _G,
            )
        ],
        {"n.txt": "a1 a1", "g.py": "a1"},
    ),
]

_TIME_ALONE = [
    Scenario(
        "a person saves a new file while a server runs in the background",
        _turn(("background", "A", "npm run dev"), ("write", "A", "f.py", _TWO), _SAVE),
        {"f.py": "a1 a1", "notes.txt": "h~"},
    ),
    Scenario(
        "a person saves a new file while a build runs",
        _turn(("run_printing", "A", "npm run build", "done", _SAVE), ("write", "A", "f.py", _TWO)),
        {"f.py": "a1 a1", "notes.txt": "h~"},
    ),
    Scenario(
        "a person saves a file that a linter names",
        [*_F, *_turn(("run_printing", "A", "npx eslint f.py", "", _APPEND), _G)],
        {"f.py": ". h~", "g.py": "a1"},
    ),
    Scenario(
        "a person saves a file that a linter prints",
        [*_F, *_turn(("run_printing", "A", "npx eslint .", "f.py:1: unused", _APPEND), _G)],
        {"f.py": ". h~", "g.py": "a1"},
    ),
    Scenario(
        "a person saves a file that an unknown program names",
        [*_F, *_turn(("run_printing", "A", "analyze --deep f.py", "", _APPEND), _G)],
        {"f.py": ". h~", "g.py": "a1"},
    ),
    Scenario(
        "a person saves a file that an unrelated project file names",
        [
            *_old({"f.py": lines("zero = 0"), "package.json": '{"main": "f.py"}\n'}),
            *_turn(("run_printing", "A", "analyze --deep", "", _APPEND), _G),
        ],
        {"f.py": ". h~", "g.py": "a1"},
    ),
    Scenario(
        "a person saves after a linter",
        [*_F, *_turn(("run_printing", "A", "npx eslint f.py", "f.py:1: unused"), _APPEND, _G)],
        {"f.py": ". h", "g.py": "a1"},
    ),
    Scenario(
        "a formatter prints what it changed",
        [
            *_F,
            *_turn(
                (
                    "run_printing",
                    "A",
                    "black .",
                    "reformatted f.py\n",
                    ("save", "f.py", "zero = compute_nothing()\n"),
                )
            ),
        ],
        {"f.py": "a1"},
    ),
    Scenario(
        "a new project",
        _turn(
            (
                "run_printing",
                "A",
                "cargo new app",
                "",
                ("save", "app/src/main.rs", lines("fn main() {", "}")),
            )
        ),
        {"app/src/main.rs": "a1 a1"},
    ),
]

_WRITERS = [
    Scenario(
        f"a command writes that looks as if it read: {command}",
        [
            *_old({"gen.sh": lines("seq 1 2 > $1"), "copy": _TWO, "a.txt": lines("alpha beta")}),
            *_turn(("run_printing", "A", command, "", ("save", path, content)), _G),
        ],
        {path: truth},
    )
    for command, path, content, truth in [
        ("env python3 gen.py", "n.txt", _TWO, "a1~ a1~"),
        ("curl -sSLo copy.txt https://example.org/x", "copy.txt", _TWO, "a1 a1"),
        ("curl -fsSLO https://example.org/copy.txt", "copy.txt", _TWO, "a1 a1"),
        ("find . -name a.txt -execdir sed -i s/alpha/omega/ {} +", "a.txt", lines("omega beta"), "a1"),
        ("fd a.txt -x sed -i s/alpha/omega/", "a.txt", lines("omega beta"), "a1"),
        ("xxd -r dump copy.bin", "copy.bin", _TWO, "a1 a1"),
        ("uniq a.txt b.txt", "b.txt", _TWO, "a1 a1"),
        ("make test", "snap.txt", _TWO, "a1~ a1~"),
        ("npm test -- -u", "snap.txt", _TWO, "a1~ a1~"),
        ("pytest --snapshot-update", "snap.txt", _TWO, "a1~ a1~"),
        ("npx tsc", "out.js", _TWO, "a1~ a1~"),
    ]
]

_LATER = [
    Scenario(
        "a hook of git makes a file when the agent commits",
        [
            ("hook", "pre-commit", "seq 100 102 > gen.txt; git add gen.txt"),
            *_turn(("write", "A", "f.py", _TWO), ("run", "A", "git add f.py && git commit -qm work"))[:-1],
        ],
        {"f.py": "a1 a1", "gen.txt": "a1~ a1~ a1~"},
    ),
    Scenario(
        "a command that the shell leaves in the background",
        [
            *_old({"gen.sh": lines("sleep 0.2; seq 1 2 > $(printf n.txt)")}),
            *_turn(("run", "A", "sh gen.sh >/dev/null 2>&1 & true"), ("run", "A", "sleep 0.5"), _G),
        ],
        {"n.txt": "a1~ a1~", "g.py": "a1"},
    ),
    Scenario(
        "a command writes, then a person, whose editor says so",
        [*_F, *_turn(("run", "A", "echo 'first = compute(1)' >> f.py"), _APPEND, ("tell", "f.py"))],
        {"f.py": ". a1 h"},
    ),
    Scenario(
        "a command changes a line, then a person adds one, whose editor says so",
        [*_F, *_turn(("run", "A", "sed -i s/0/compute_none/ f.py"), _APPEND, ("tell", "f.py"))],
        {"f.py": "a1~ h~"},
    ),
    Scenario(
        "a script changes a line, then a person adds one",
        [
            *_old({"f.py": lines("zero = 0"), "fix.sh": lines("sed -i s/0/compute_none/ f.py")}),
            *_turn(("run", "A", "sh fix.sh"), _APPEND),
        ],
        {"f.py": "a1~ h~"},
    ),
    Scenario(
        "a hook of the client may have changed a file that a command wrote, too",
        [
            *_old({".claude/settings.local.json": _HOOK}),
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run", "A", "echo 'third = compute(3)' >> f.py"),
            ("append", "f.py", lines("added = by_a_hook()")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 a1 a1~"},
    ),
]

COMMANDS = [*_REFUSED, *_TIME_ALONE, *_WRITERS, *_LATER]
