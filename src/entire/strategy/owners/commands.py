"""What the text of a command says about the files that it may have written. Pure."""

from __future__ import annotations

from itertools import pairwise

from entire.redact.cache import cached
from entire.strategy.owners.programs import (
    CHECKERS,
    FIXING,
    FORMATTERS,
    GIT_ASIDE,
    GIT_READERS,
    INTERPRETERS,
    MANAGED,
    MANAGING,
    OPTIONS,
    OUTPUT,
    READERS,
    RUNNERS,
    SCAFFOLDS,
    SINGLE,
    SUBCOMMANDS,
    TARGETS,
    TWO_WORDS,
    WRAPPERS,
    WRITERS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from entire.strategy.owners.chain import Window

_IN_PLACE = frozenset({"-i", "-pi", "-i.bak", "-pie", "--in-place", "inplace", "patch", "mv", "cp", "apply"})
_SEPARATORS = ("&&", "||", ";", "|", "\n", "&")
_CHECKING = ("--check", "--diff", "--list-different", "--dry-run")
_ENDS = " \t\n;|&)<>"  # of a word
_HINTS = ("write", "dump", "save", "copy", "rename", "'w", '"w', "'a'", '"a"', "'r+", '"r+')
# What programs print at the start of a line about files that they wrote.
_MADE = frozenset(
    {"wrote", "writing", "write", "created", "creating", "create", "generated", "generating", "generate"}
    | {"reformatted", "formatted", "fixed", "fixing"}
)

# What a part of a command does: it reads; it may write, but not what it names; it may write what it names.
_READS, _ASIDE, _OPEN = range(3)


@cached(128)
def writes_nothing(text: str) -> bool:
    """Whether a command only reads, as far as its text says: known programs, and no output into files."""
    quiet = _quiet(text)
    return not _is_dark(quiet) and all(_kind(_words(part)) == _READS for part in _parts(quiet))


def only_commits(text: str) -> bool:
    """Whether a command writes nothing, but for hooks of `git commit`."""
    quiet = _quiet(text)
    found = [_words(part) for part in _parts(quiet)]
    commits = [words for words in found if words[:2] == ["git", "commit"]]
    return not _is_dark(quiet) and all(words in commits or _kind(words) == _READS for words in found)


def commits(text: str) -> bool:
    """Whether a command runs `git commit`."""
    found = (_words(part) for part in _parts(_quiet(text)))
    return any(words[:1] == ["git"] and "commit" in words for words in found)


def rewrites(text: str) -> bool:
    """Whether a command changes files in place: what is new in them is its work."""
    return any(word in _IN_PLACE for word in text.split())


@cached(128)
def continues(text: str) -> bool:
    """Whether what a command starts can run longer than the command itself."""
    at = text.find("&")
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if before not in ("&", ">", "<", "|", "\\") and after in ("", " ", "\n", "\t", ")", ";"):
            return True
        at = text.find("&", at + 1)
    return any(word in ("nohup", "setsid", "disown", "daemonize") for word in text.split())


def makes_files(text: str) -> bool:
    """Whether a command is known to make files that it does not name, such as those of a new project."""
    for part in _parts(_quiet(text)):
        words = _words(part)
        program = words[0].rpartition("/")[2] if words else ""
        if program.startswith("create-") or any(word in SCAFFOLDS.get(program, ()) for word in words[1:3]):
            return True
        if program in SCAFFOLDS and not SCAFFOLDS[program]:
            return True
    return False


def names(window: Window, path: str) -> bool:
    """Whether a command names a file that it may have written, or prints that it wrote it."""
    return manages(window.text, path) or mentions(written_names(window.text), path) or _says(window, path)


def writes(window: Window, path: str) -> bool:
    """Whether a command writes a file that it names, by what is known of it: not just some name in it."""
    text = window.text
    if manages(text, path) or _redirects(_quiet(text), path) or _says(window, path):
        return True
    if (_is_dark(text) or " -c " in text or " -e " in text) and script_writes(text, path):
        return True
    found = [_words(part) for part in _parts(_quiet(text)) if mentions(part, path)]
    return any(_is_writer(words) or mentions(" ".join(_outputs(words)), path) for words in found)


def script_writes(text: str, path: str) -> bool:
    """Whether a script names a file, and writes files."""
    if not mentions(text, path):
        return False
    lines = [line for line in text.split("\n") if mentions(line, path)]
    shell = any(_redirects(line, path) or _is_writer(_words(part)) for line in lines for part in _parts(line))
    return shell or any(hint in text for hint in _HINTS)


def manages(text: str, path: str) -> bool:
    """Whether a command is a package manager that writes this file without naming it."""
    name = path.rpartition("/")[2]
    for part in _parts(text):
        words = _words(part)
        program = words[0].rpartition("/")[2] if words else ""
        if name in MANAGED.get(program, ()):
            given = [word for word in words[1:] if not word.startswith("-")]
            if (given and given[0] in MANAGING) or words == ["yarn"]:
                return True
    return False


@cached(128)
def written_names(text: str) -> str:
    """The parts of a command that can name files which it writes: not what it only reads, checks or runs."""
    if "<<" in text or "`" in text or "$(" in text:
        return text
    kept = []
    for part in _parts(_quiet(text)):
        words = _words(part)
        if ">" in part or _kind(words) == _OPEN:
            program = words[0].rpartition("/")[2] if words else ""
            runs = program in INTERPRETERS or (words and words[0].startswith("./"))
            kept.append(" ".join(_without_script(words)) if runs else part)
    return "\n".join(kept)


@cached(128)
def scripts(text: str) -> list[str]:
    """The names of files that a command may run."""
    found = []
    for part in _parts(_quiet(text)):
        words = _words(part)
        program = words[0].rpartition("/")[2] if words else ""
        if program in INTERPRETERS:
            found += [word for word in words[1:] if not word.startswith("-")][:2]
        elif words and "/" in words[0]:
            found.append(words[0])
        if program in RUNNERS:
            found.append(RUNNERS[program])
    return [name.strip("\"'") for name in found]


def _says(window: Window, path: str) -> bool:
    """Whether a command printed that it wrote a file. Checkers print names, too: that is not enough."""
    if not mentions(window.output, path):
        return False
    formats = any(_is_formatter(_words(part)) for part in _parts(window.text))
    for line in window.output.split("\n"):
        if mentions(line, path) and "unchanged" not in line:
            first = "".join(sign if sign.isalpha() else " " for sign in line).split()[:1]
            if formats or (first and first[0].lower() in _MADE):
                return True
    return False


def _redirects(text: str, path: str) -> bool:
    """Whether output goes into a file."""
    at = text.find(">")
    while at >= 0:
        rest = text[at + 1 :].lstrip(">|& ")
        end = next((place for place, sign in enumerate(rest) if sign in _ENDS), len(rest))
        if mentions(rest[:end], path):
            return True
        at = text.find(">", at + 1)
    return False


def _is_writer(words: Sequence[str]) -> bool:
    """Whether a program writes the files that it is given."""
    if not words:
        return False
    program, arguments = words[0].rpartition("/")[2], words[1:]
    if program == "git":
        return _kind(words) == _OPEN
    in_place = any(word in _IN_PLACE or word.startswith("-i") for word in arguments)
    return (
        program in WRITERS
        or (program in ("sed", "perl", "gawk", "ruby", "find", "fd", "xargs") and in_place)
        or _is_formatter(words)
    )


def _outputs(words: Sequence[str]) -> list[str]:
    """The files that a program should write, by its options."""
    given = [word.partition("=")[2] for word in words if "=" in word and word.split("=")[0] in OUTPUT]
    return given + [after for word, after in pairwise(words) if word in OUTPUT]


def _is_formatter(words: Sequence[str]) -> bool:
    if not words or any(word.startswith(_CHECKING) for word in words):
        return False
    program, arguments = words[0].rpartition("/")[2], words[1:]
    if any(word.split("=")[0] in FIXING for word in arguments):
        return program in CHECKERS or program in FORMATTERS
    wanted = FORMATTERS.get(program)
    return wanted is not None and (not wanted or any(word in wanted for word in arguments))


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
    return ">" in text or "`" in text or "$(" in text or "<<" in text or "<(" in text


def _parts(text: str) -> list[str]:
    for sign in _SEPARATORS:
        text = text.replace(sign, "\n")
    return [part for part in text.split("\n") if part.strip()]


def _words(part: str) -> list[str]:
    """The words of a part, from the program on that it really runs."""
    words = part.split()
    wrapped = False
    while words:
        word = words[0].lstrip("({")
        if "=" in word and not word.startswith("-"):  # a variable
            words = words[1:]
        elif word in WRAPPERS or (wrapped and (word.startswith("-") or word.rstrip("smh").isdigit())):
            words, wrapped = words[1:], True
        elif words[1:2] and words[1] in TWO_WORDS.get(word, ()):
            words = words[2:]
        else:
            return [word, *words[1:]] if word else words[1:]
    return words


def _kind(words: Sequence[str]) -> int:
    if not words:
        return _READS
    program, arguments = words[0].rpartition("/")[2], words[1:]
    given = [word for word in arguments if not word.startswith("-")]
    if program in READERS:
        return _READS
    if program == "git":
        verb = given[0] if given and not any(word.startswith("--output") for word in arguments) else ""
        return _READS if verb in GIT_READERS else _ASIDE if verb in GIT_ASIDE else _OPEN
    if program in OPTIONS:
        return _OPEN if _has_option(arguments, *OPTIONS[program]) else _READS
    if program in SINGLE:
        return _OPEN if len(given) > 1 or "-r" in arguments or "-revert" in arguments else _READS
    if arguments and arguments[0] in SUBCOMMANDS.get(program, ()):
        return _READS
    if any(word.startswith(_CHECKING) for word in arguments):
        return _ASIDE
    if any(word.split("=")[0] in FIXING or word.split("=")[0] in OUTPUT for word in arguments):
        return _OPEN
    if program in CHECKERS:
        wanted = CHECKERS[program]
        return _ASIDE if not wanted or (given and given[0] in wanted) else _OPEN
    if program in RUNNERS:
        target = next((word for word in given if word != "run"), "")
        return _ASIDE if target.startswith(TARGETS) else _OPEN
    return _OPEN


def _has_option(arguments: Sequence[str], letters: str, long: tuple[str, ...]) -> bool:
    """Whether there is one of these short options, also among others (`-sSLo`), or of these long ones."""
    for word in arguments:
        short = word.startswith("-") and not word.startswith("--")
        if word.startswith(long) or (short and any(letter in letters for letter in word[1:])):
            return True
    return False


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
