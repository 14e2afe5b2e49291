"""What the text of a command says about files."""

from __future__ import annotations

import pytest

from entire.strategy.owners.chain import Window
from entire.strategy.owners.commands import (
    continues,
    makes_files,
    names,
    only_commits,
    rewrites,
    script_writes,
    scripts,
    writes,
    writes_nothing,
)


@pytest.mark.parametrize(
    "text",
    [
        "ls -l",
        "cat f.py | grep def | wc -l",
        "cd src && git status --short",
        "DEBUG=1 go env",
        "sleep 5; true",
        "git add -A && git status 2>&1",
        "env",
        "env LANG=C ls -lo",
        "timeout 5s grep -wo x f.py",
        "curl -sSfL https://example.org/x",
        "find . -name f.py -print",
        "uniq f.txt",
        "python3 -m mypy src",
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
        "env python3 gen.py",
        "curl -sSLo copy.txt https://example.org",
        "curl -fsSLO https://example.org/x",
        "curl --remote-name https://example.org/x",
        "find . -execdir rm {} +",
        "find . -ok rm {} ;",
        "find . -fprint f.txt",
        "fd x -x rm",
        "fd x --exec-batch rm",
        "xxd -r dump",
        "xxd f.bin dump.txt",
        "uniq in.txt out.txt",
        "sort -uo f.txt f.txt",
        "pytest -q tests 2>&1",
        "python3 -m pytest --snapshot-update",
        "DEBUG=1 go test ./...",
        "make test",
        "npm test -- -u",
        "npx jest -u",
        "tsc",
        "git add -A && git commit -qm work",
        "git diff --output=f.txt",
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
        ("npm run dev", "package.json", False),
        ("npx eslint f.py", "f.py", False),
        ("npx eslint --fix f.py", "f.py", True),
        ("git commit -m 'Mend f.py'", "f.py", False),
        ("ruff format --check f.py", "f.py", False),
        ("cat <<'EOF' | tee f.py\nx\nEOF", "f.py", True),
    ],
)
def test_names(text: str, path: str, named: bool) -> None:
    assert names(Window(0, 1, text), path) is named


def test_what_a_command_prints_names_files_too() -> None:
    assert names(Window(0, 1, "make", "wrote src/f.py.\n"), "src/f.py")


def test_what_a_checker_prints_does_not() -> None:
    assert not names(Window(0, 1, "npx eslint .", "f.py:1: unused\n"), "f.py")
    assert not names(Window(0, 1, "prettier --write .", "f.js 5ms (unchanged)\n"), "f.js")


@pytest.mark.parametrize(
    ("text", "output", "known"),
    [
        ("echo x >> f.py", "", True),
        ("echo x | tee -a f.py", "", True),
        ("cat > f.py <<'EOF'\nx\nEOF", "", True),
        ("python3 - <<'EOF'\nopen('f.py', 'w')\nEOF", "", True),
        ("python3 -c \"open('f.py').read()\"", "", False),
        ("sed -i s/a/b/ f.py", "", True),
        ("sed s/a/b/ f.py | build", "", False),
        ("ruff check --fix f.py", "", True),
        ("ruff check f.py", "", False),
        ("black --check f.py", "", False),
        ("black .", "reformatted f.py", True),
        ("make", "wrote f.py", True),
        ("make", "f.py:1: unused", False),
        ("python3 gen.py --out f.py", "", True),
        ("gcc -c f.py -o f.o", "", False),
        ("analyze f.py", "", False),
        ("git checkout -- f.py", "", True),
        ("find . -name f.py -exec sed -i s/a/b/ {} +", "", True),
    ],
)
def test_is_known_to_write(text: str, output: str, known: bool) -> None:
    assert writes(Window(0, 1, text, output), "f.py") is known


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("sh gen.sh & true", True),
        ("(sh gen.sh &)", True),
        ("nohup sh gen.sh", True),
        ("make && ls 2>&1", False),
        ("curl 'https://example.org/?a=1&b=2'", False),
        ("make &> log.txt", False),
    ],
)
def test_goes_on_in_the_background(text: str, goes_on: bool) -> None:
    assert continues(text) is goes_on


def test_only_commits() -> None:
    assert only_commits("git add -A && git commit -qm work && git status")
    assert not only_commits("git commit -qm work && make")
    assert not only_commits("make")


def test_makes_files_without_names() -> None:
    assert makes_files("cargo new app")
    assert makes_files("npx create-react-app app")
    assert makes_files("git stash pop")
    assert not makes_files("npm run build")


def test_scripts() -> None:
    assert scripts("sh gen.sh; ./other.sh; npx eslint f.js") == ["gen.sh", "./other.sh"]
    assert scripts("make all")[-1] == "Makefile"
    assert script_writes("seq 1 3 > f.py", "f.py")
    assert script_writes("name = 'f.py'\nwith open(name, 'w') as file: pass", "f.py")
    assert not script_writes("import f.py", "f.py")
    assert not script_writes("cat f.py | wc -l", "f.py")


def test_changes_in_place() -> None:
    assert rewrites("sed -i s/a/b/ f.py")
    assert not rewrites("seq 1 3 > f.py")
