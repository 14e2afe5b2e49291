"""What the text of a command says about the files that it may have written. Pure."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from entire.strategy.turn.chain import Window

# Programs that write no files of the work tree, unless their output is redirected.
_READERS = frozenset(
    {
        *(
            "ls",
            "cat",
            "head",
            "tail",
            "less",
            "more",
            "grep",
            "rg",
            "egrep",
            "fgrep",
            "find",
            "fd",
            "wc",
            "file",
        ),
        *(
            "stat",
            "du",
            "df",
            "tree",
            "pwd",
            "cd",
            "echo",
            "printf",
            "true",
            "false",
            "test",
            "[",
            "sleep",
            "date",
        ),
        *(
            "which",
            "type",
            "env",
            "whoami",
            "uname",
            "ps",
            "kill",
            "wait",
            "export",
            "set",
            "diff",
            "cmp",
            "cut",
        ),
        *(
            "sort",
            "uniq",
            "tr",
            "jq",
            "basename",
            "dirname",
            "realpath",
            "readlink",
            "md5sum",
            "sha256sum",
            "exit",
        ),
        *(
            "pytest",
            "mypy",
            "pyright",
            "flake8",
            "pylint",
            "tsc",
            "jest",
            "vitest",
            "curl",
            "ping",
            "seq",
            "nl",
        ),
        *("strings", "xxd", "od", "id", "hostname", "uptime", "free", "top", "lsof", "netstat", "ss", "man"),
    }
)
_GIT_READERS = frozenset(
    {
        "status",
        "log",
        "diff",
        "show",
        "blame",
        "branch",
        "remote",
        "rev-parse",
        "ls-files",
        "grep",
        "add",
        "commit",
    }
    | {"push", "fetch", "tag", "describe", "shortlog", "reflog", "config", "notes", "ls-tree", "cat-file"}
)
_TEST_RUNNERS = {
    "go": ("test", "vet", "version", "env", "list"),
    "cargo": ("test", "check", "clippy"),
    "npm": ("test", "ls", "view"),
    "yarn": ("test",),
    "pnpm": ("test",),
    "make": ("test", "check"),
    "python": ("--version", "-V"),
    "python3": ("--version", "-V"),
    "ruff": ("check",),
    "node": ("--version", "-v"),
}
_INTERPRETERS = frozenset(
    {
        "python",
        "python3",
        "node",
        "sh",
        "bash",
        "zsh",
        "ruby",
        "perl",
        "php",
        "deno",
        "bun",
        "go",
        "npx",
        "tsx",
    }
)
_IN_PLACE = frozenset({"-i", "-pi", "-i.bak", "-pie", "--in-place", "inplace", "patch", "mv", "cp", "apply"})
_SEPARATORS = ("&&", "||", ";", "|", "\n", "&")
_FIXING = ("--fix", "--write", "-w", "--in-place", "-delete", "-exec", "-o", "--output", "-O")


def writes_nothing(text: str) -> bool:
    """Whether a command only reads, as far as its text says: known programs, and no output into files."""
    quiet = _quiet(text)
    return not _is_dark(quiet) and all(_reads(_words(part)) for part in _parts(quiet))


def rewrites(text: str) -> bool:
    """Whether a command changes files in place: what is new in them is its work."""
    return any(word in _IN_PLACE for word in text.split())


def written_names(text: str) -> str:
    """The parts of a command that can name files which it writes: not what it only reads or runs."""
    if "<<" in text or "`" in text or "$(" in text:
        return text
    kept = []
    for part in _parts(_quiet(text)):
        words = _words(part)
        if ">" in part or not _reads(words):
            program = words[0].rpartition("/")[2] if words else ""
            runs = program in _INTERPRETERS or (words and words[0].startswith("./"))
            kept.append(" ".join(_without_script(words)) if runs else part)
    return "\n".join(kept)


def _without_script(words: list[str]) -> list[str]:
    """The words of a command without the script that it runs."""
    if words[0].startswith("./"):
        return words[1:]
    script = next((word for word in words[1:] if not word.startswith("-") and word != "run"), "")
    return [word for word in words if word != script]


def _quiet(text: str) -> str:
    return text.replace("2>&1", "").replace(">/dev/null", "").replace("> /dev/null", "").replace(">&2", "")


def _is_dark(text: str) -> bool:
    """Whether a command writes its output to a file, or runs others that we do not see."""
    return ">" in text or "`" in text or "$(" in text or "<<" in text


def _parts(text: str) -> list[str]:
    for sign in _SEPARATORS:
        text = text.replace(sign, "\n")
    return [part for part in text.split("\n") if part.strip()]


def _words(part: str) -> list[str]:
    words = part.split()
    while words and "=" in words[0] and not words[0].startswith("-"):  # a variable
        words = words[1:]
    return words


def _reads(words: Sequence[str]) -> bool:
    if not words:
        return True
    program, arguments = words[0].rpartition("/")[2], words[1:]
    if program in ("python", "python3") and arguments[:1] == ["-m"]:
        program, arguments = (arguments[1] if len(arguments) > 1 else ""), arguments[2:]
    if program == "git":
        named = [word for word in arguments if not word.startswith("-")]
        return bool(named) and named[0] in _GIT_READERS
    if any(word.split("=")[0] in _FIXING for word in arguments):
        return False
    if program in _TEST_RUNNERS:
        return bool(arguments) and arguments[0] in _TEST_RUNNERS[program]
    return program in _READERS


# Files that package managers write although the command does not name them.
_MANAGED = {
    "npm": ("package.json", "package-lock.json"),
    "pnpm": ("package.json", "pnpm-lock.yaml"),
    "yarn": ("package.json", "yarn.lock"),
    "cargo": ("Cargo.toml", "Cargo.lock"),
    "go": ("go.mod", "go.sum"),
    "poetry": ("pyproject.toml", "poetry.lock"),
    "uv": ("pyproject.toml", "uv.lock"),
    "bundle": ("Gemfile", "Gemfile.lock"),
    "composer": ("composer.json", "composer.lock"),
}


def names(window: Window, path: str) -> bool:
    """Whether a command, or what it printed, names a file."""
    name = path.rpartition("/")[2]
    managed = any(name in _MANAGED.get(word, ()) for word in window.text.split())
    return managed or mentions(written_names(window.text), path) or mentions(window.output, path)


def mentions(text: str, path: str) -> bool:
    """Whether a text has the name of a file, as a word."""
    name = path.rpartition("/")[2]
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
        if not _continues(before, "-") and not (_continues(after, "-") or after == "."):
            return True
        if after == "." and not _continues(text[at + len(name) + 1 : at + len(name) + 2], ""):
            return True  # the end of a sentence
        at = text.find(name, at + 1)
    return False


def _continues(sign: str, signs: str) -> bool:
    return bool(sign) and (sign.isalnum() or sign == "_" or sign in signs)
