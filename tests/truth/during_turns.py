"""People save files while an agent works: while it thinks, while a command runs, after an interrupt."""

from __future__ import annotations

from tests.truth.play import Scenario, lines

_TWO = lines("first = compute(1)", "second = compute(2)")
_MINE = lines("mine = by_hand()")

DURING_TURNS = [
    Scenario(
        "a person appends while the model thinks",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("append", "f.py", _MINE),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "a person edits between two edits of the agent",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("append", "f.py", _MINE),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "a person edits before the agent's first edit",
        [
            ("save", "f.py", lines("zero = 0")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "old"),
            ("prompt", "A"),
            ("append", "f.py", _MINE),
            ("edit", "A", "f.py", "zero = 0\n", "zero = 0\nnull = None\n"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": ". a1 h"},
    ),
    Scenario(
        "a person replaces a line of the agent's during the turn",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("change", "f.py", "compute(1)", "my_own_way(1)"),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "h a1"},
    ),
    Scenario(
        "a person saves another file while the model thinks",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("save", "notes.txt", lines("call the customer back")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "notes.txt": "h"},
    ),
    Scenario(
        "a person saves another file after a command ran",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run", "A", "ls -l"),
            ("save", "notes.txt", lines("call the customer back")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "notes.txt": "h"},
    ),
    Scenario(
        "a person saves another file while tests run",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run_while", "A", "sleep 0.1", ("save", "notes.txt", lines("call the customer back"))),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1", "notes.txt": "h"},
    ),
    Scenario(
        "a person saves the agent's file while tests run",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run_while", "A", "sleep 0.1; true pytest", ("append", "f.py", _MINE)),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "a person saves while a command runs that may write",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run_while", "A", "make --version > /dev/null; python3 -c pass", ("append", "f.py", _MINE)),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h~"},
    ),
    Scenario(
        "a command writes the file, then a person",
        [
            ("prompt", "A"),
            ("run", "A", "printf 'first = compute(1)\\n' > f.py"),
            ("append", "f.py", _MINE),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 h~"},
    ),
    Scenario(
        "a person writes, then a command names the file",
        [
            ("save", "f.py", lines("zero = 0")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "old"),
            ("prompt", "A"),
            ("append", "f.py", _MINE),
            ("run", "A", "echo 'first = compute(1)' >> f.py"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": ". h~ a1"},
    ),
    Scenario(
        "a command that names the file",
        [
            ("prompt", "A"),
            ("run", "A", "seq 1 3 > numbers.txt"),
            ("stop", "A"),
            ("commit",),
        ],
        {"numbers.txt": "a1 a1 a1"},
    ),
    Scenario(
        "a script makes files that its command does not name",
        [
            ("save", "gen.sh", lines("seq 10 13 > table.txt")),
            ("git", "add", "-A"),
            ("git", "commit", "-qm", "old"),
            ("prompt", "A"),
            ("run", "A", "sh gen.sh"),
            ("stop", "A"),
            ("commit",),
        ],
        {"table.txt": "a1 a1 a1 a1"},
    ),
    Scenario(
        "a command changes the agent's own file",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run", "A", "sed -i s/compute/calculate/ f.py"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1"},
    ),
    Scenario(
        "a person edits after an interrupt",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("interrupt", "A"),
            ("append", "f.py", _MINE),
            ("prompt", "A"),
            ("write", "A", "g.py", lines("another = 1")),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h", "g.py": "a2"},
    ),
    Scenario(
        "a person edits after an interrupt and commits",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("interrupt", "A"),
            ("append", "f.py", _MINE),
            ("save", "notes.txt", lines("call the customer back")),
            ("commit",),
        ],
        {"f.py": "a1 a1 h", "notes.txt": "h"},
    ),
    Scenario(
        "a person edits during a turn and the agent commits",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("append", "f.py", _MINE),
            ("run", "A", "git add -A && git commit -qm work"),
            ("stop", "A"),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "the agent goes on after its own commit",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("run", "A", "git add -A && git commit -qm work"),
            ("append", "f.py", _MINE),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "a person commits during the turn",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO),
            ("append", "f.py", _MINE),
            ("commit",),
            ("edit", "A", "f.py", "compute(2)", "compute(22)"),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
    Scenario(
        "a person undoes what the agent wrote, and writes again",
        [
            ("prompt", "A"),
            ("write", "A", "f.py", _TWO + lines("third = compute(3)")),
            ("save", "f.py", _TWO),
            ("append", "f.py", _MINE),
            ("stop", "A"),
            ("commit",),
        ],
        {"f.py": "a1 a1 h"},
    ),
]
