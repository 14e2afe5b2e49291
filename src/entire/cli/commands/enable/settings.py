"""What `entire enable` writes to the two settings files. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple

from entire.core.settings import LOCAL_FILE, PROJECT_FILE, STRATEGY_NAME_MANUAL_COMMIT

Raw = dict[str, Any]


class Files(NamedTuple):
    """The content of each file; None if it does not exist."""

    project: Raw | None
    local: Raw | None


def target(before: Files, asked: str) -> str:
    """The file to write: the requested one; else the team's, unless it exists already."""
    return asked or (PROJECT_FILE if before.project is None else LOCAL_FILE)


def decide(before: Files, asked: str, wanted: Raw) -> Files:
    """The new content of both files: enabled, with the requested settings. Neither is copied into the other.

    `enabled: false` is always removed from the local file, or enabling would have no effect. In the team's
    file it stays unless that is the target; the local file then overrides it.
    """
    name = target(before, asked)
    project, local = dict(before.project or {}), dict(before.local or {})
    if local.get("enabled") is False:
        del local["enabled"]
    if name == PROJECT_FILE:
        project = _merged({"strategy": STRATEGY_NAME_MANUAL_COMMIT} | project | {"enabled": True}, wanted)
        return Files(project, None if before.local is None else local)
    if asked or project.get("enabled") is False:
        local["enabled"] = True
    if before.project is None:
        local = {"strategy": STRATEGY_NAME_MANUAL_COMMIT} | local
    return Files(before.project, _merged(local, wanted))


def _merged(file: Raw, wanted: Raw) -> Raw:
    """Merge options one level deep, as when they are read."""
    options = file.get("strategy_options", {}) | wanted.get("strategy_options", {})
    return file | wanted | ({"strategy_options": options} if options else {})
