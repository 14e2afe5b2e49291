"""Check that settings are readable and valid."""

from __future__ import annotations

from entire import redact
from entire.core import settings as settings_files
from entire.core.log import LEVELS
from entire.core.settings import Loaded, Settings
from entire.doctor.finding import Finding
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.git.worktree.own_settings import Source
from entire.strategy import registry

UNREADABLE = "unreadable_settings"
WRONG = "wrong_setting"
REDACTION = "redaction"

# Valid values, in the user's spelling; empty stands for the default.
_VALUES = {
    "log_level": tuple(LEVELS),
    "commit_linking": ("always", "prompt"),
}


def examine(repo: Repository, loaded: Loaded) -> list[Finding]:
    found = [_unreadable(problem) for problem in loaded.problems]
    found += [finding for one in own_settings.sources(repo) for finding in _wrong(one)]
    return found + [_redaction(*problem) for problem in redact.problems(loaded.settings.redaction)]


def _redaction(text: str, fix: str) -> Finding:
    cause = "text that may be pushed is only written after redaction, with every valid pattern"
    return Finding(REDACTION, text, cause, fix)


def _unreadable(problem: str) -> Finding:
    """Report an unreadable file; ``problem`` starts with its name."""
    name = problem.partition(":")[0]
    return Finding(
        UNREADABLE,
        f"settings cannot be read: {problem}",
        "hooks treat the file as empty: they stay on, with the defaults, unless another file disables them",
        f"repair {name}, or remove it and run `entire enable`",
        names=[name],
    )


def _wrong(source: Source) -> list[Finding]:
    name = source.shown
    try:
        raw = settings_files.read_file(source.root, source.name) or {}
    except (ValueError, OSError):
        return []  # reported already
    known = vars(Settings.from_json(raw))
    found = []
    for key, value in raw.items():
        if key in known and known[key] is not value:
            found.append(_of_value(name, key, value, f"a value like {known[key]!r}"))
        elif key == "strategy" and value and (note := registry.note(value)):
            found.append(_no_strategy(name, value, note))
        elif key in _VALUES and value and str(value).lower() not in map(str.lower, _VALUES[key]):
            found.append(_of_value(name, key, value, " or ".join(_VALUES[key])))
    return found


def _no_strategy(name: str, value: str, note: str) -> Finding:
    known = list(registry.MODULES)
    values = f'"{known[0]}"' if len(known) == 1 else f"one of: {', '.join(known)}"
    return Finding(
        WRONG,
        f"{name}: {note}",
        "this version does not have it, or the name is misspelled",
        f'set "strategy" in {name} to {values}',
        names=[name, "strategy"],
    )


def _of_value(name: str, key: str, value: object, expected: str) -> Finding:
    return Finding(
        WRONG,
        f"{name}: {key} is {str(value)[:60]!r}, which is ignored",
        f"expected {expected}",
        f"correct it in {name}",
        names=[name, key],
    )
