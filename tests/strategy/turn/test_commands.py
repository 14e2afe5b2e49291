"""What the text of a command says about files."""

from __future__ import annotations

import pytest

from entire.strategy.turn.chain import Window
from entire.strategy.turn.commands import names, rewrites, writes_nothing


@pytest.mark.parametrize(
    "text",
    [
        "ls -l",
        "cat f.py | grep def | wc -l",
        "pytest -q tests 2>&1",
        "python3 -m pytest -q",
        "cd src && git status --short",
        "DEBUG=1 go test ./...",
        "sleep 5; true",
        "git add -A && git commit -qm work",
        "grep -rn x . > /dev/null",
        "",
    ],
)
def test_only_reads(text: str) -> None:
    assert writes_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "echo one > f.py",
        "python3 build.py",
        "make",
        "ls; npm install",
        "cat <<EOF\nx\nEOF",
        "git checkout -- f.py",
        "ruff check --fix",
        "find . -delete",
        "echo $(touch f.py)",
        "an-unknown-program",
    ],
)
def test_may_write(text: str) -> None:
    assert not writes_nothing(text)


@pytest.mark.parametrize(
    ("text", "path", "named"),
    [
        ("sed -i s/a/b/ src/f.py", "src/f.py", True),
        ("seq 1 3 >numbers.txt", "numbers.txt", True),
        ("sed -i 's/a/b/;s/c/d/' f.py", "f.py", True),
        ("sed -i s/a/b/ ff.py", "f.py", False),
        ("sed -i s/a/b/ f.pyi", "f.py", False),
        ("python3 f.py", "f.py", False),
        ("python3 gen.py --out f.py", "f.py", True),
        ("./run.sh; cat f.py", "f.py", False),
        ("pytest f.py && make", "f.py", False),
        ("npm install left-pad", "package.json", True),
        ("cat <<'EOF' | tee f.py\nx\nEOF", "f.py", True),
    ],
)
def test_names(text: str, path: str, named: bool) -> None:
    assert names(Window(0, 1, text), path) is named


def test_what_a_command_prints_names_files_too() -> None:
    assert names(Window(0, 1, "make", "wrote src/f.py.\n"), "src/f.py")


def test_changes_in_place() -> None:
    assert rewrites("sed -i s/a/b/ f.py")
    assert not rewrites("seq 1 3 > f.py")
