"""What enabling writes into the two settings files. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple

from entire.core.settings import DEFAULT_STRATEGY, LOCAL_FILE, PROJECT_FILE

Raw = dict[str, Any]


class Files(NamedTuple):
    """The keys that each file holds; None where there is no file."""

    project: Raw | None
    local: Raw | None


def target(before: Files, asked: str) -> str:
    """The file to write: the one asked for; else the team's, unless there is one already."""
    return asked or (PROJECT_FILE if before.project is None else LOCAL_FILE)


def decide(before: Files, asked: str, wanted: Raw) -> Files:
    """Both files as they shall be: on, with what was asked for. What one holds never gets into the other.

    An "off" in the local file is lifted whatever the target, or enabling would not enable. In the team's file
    it stays unless that is the target: the local file then says otherwise.
    """
    name = target(before, asked)
    project, local = dict(before.project or {}), dict(before.local or {})
    if local.get("enabled") is False:
        del local["enabled"]
    if name == PROJECT_FILE:
        project = _merged({"strategy": DEFAULT_STRATEGY} | project | {"enabled": True}, wanted)
        return Files(project, None if before.local is None else local)
    if asked or project.get("enabled") is False:
        local["enabled"] = True
    if before.project is None:
        local = {"strategy": DEFAULT_STRATEGY} | local
    return Files(before.project, _merged(local, wanted))


def _merged(file: Raw, wanted: Raw) -> Raw:
    """Options are merged one level deep, as when they are read."""
    options = file.get("strategy_options", {}) | wanted.get("strategy_options", {})
    return file | wanted | ({"strategy_options": options} if options else {})
