"""`.entire/settings.json`, and `.entire/settings.local.json`, which overrides it."""

from __future__ import annotations

import os

from entire.core import files, json_text, links
from entire.core.paths import ENTIRE_DIR
from entire.core.record import Record
from entire.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

DEFAULT_STRATEGY = "manual-commit"
SUMMARIZING = "ENTIRE_SUMMARIZING"  # in the environment of a summary: our hooks do not record it as a session
PROJECT_FILE = f"{ENTIRE_DIR}/settings.json"
LOCAL_FILE = f"{ENTIRE_DIR}/settings.local.json"


class Settings(Record):
    """One settings file, or both merged. Unknown keys are kept; they are not an error."""

    strategy: str = DEFAULT_STRATEGY
    enabled: bool = True
    local_dev: bool = False
    log_level: str = ""
    strategy_options: dict[str, Any] = {}
    absolute_git_hook_path: bool = False
    telemetry: bool | None = None
    commit_linking: str = ""
    redaction: dict[str, Any] = {}


class Loaded(Value):
    """The merged settings files."""

    settings: Settings
    present: bool  # whether any settings file exists: without one, entire is off
    problems: list[str]  # files that could not be read

    @property
    def enabled(self) -> bool:
        return self.present and self.settings.enabled


def _nothing(root: str, name: str) -> bytes | None:
    return None


_read_tracked: Callable[[str, str], bytes | None] = _nothing


def read_tracked_with(read: Callable[[str, str], bytes | None]) -> None:
    """``read``: how to read a tracked file that a sparse checkout leaves out of the work tree."""
    global _read_tracked
    _read_tracked = read


def _may_be_sparse(root: str) -> bool:
    git_dir = os.path.join(root, ".git")
    return os.path.lexists(os.path.join(git_dir, "info", "sparse-checkout")) or os.path.isfile(git_dir)


def load(root: str, main: str = "", is_own: Callable[[], bool] | None = None) -> Loaded:
    """Load the project settings, overridden key by key by the local ones.

    A broken file counts as empty, so that a `disable` in the other one still works. In a linked worktree, the
    local settings of the ``main`` one hold as well, and those here override them. ``is_own``, asked if they
    differ, says whether those here are the user's own: others override nothing of the user's.
    """
    problems: list[str] = []
    project = _read_part(root, PROJECT_FILE, problems)
    local = _read_part(root, LOCAL_FILE, problems)
    inherited = (_read_part(main, LOCAL_FILE, problems, shown=True) if main else None) or {}
    own, base = local or {}, project or {}
    differ = _over(inherited, own) != _over(own, inherited)
    if differ and is_own is not None and not is_own():
        inherited, own = own, inherited
    merged = _over(_over(base, inherited), own)
    return Loaded(Settings.from_json(merged), project is not None or local is not None, problems)


def _read_part(root: str, name: str, problems: list[str], *, shown: bool = False) -> dict[str, Any] | None:
    """The usable settings of a file; None if it is missing. ``shown``: name its folder in a problem."""
    path = os.path.join(root, name)
    try:
        data = files.read(path, files.SMALL)
        if data is None and name == PROJECT_FILE and _may_be_sparse(root):
            data = _read_tracked(root, name)
        return None if data is None else _usable(json_text.decode(data))
    except (ValueError, OSError) as error:
        problems.append(f"{path if shown else name}: {error}")
        return {}


def _usable(raw: Any) -> dict[str, Any]:
    """What a file overrides: strings if not empty, other values if they have the right type."""
    settings = Settings.from_json(raw)
    read = vars(settings) | settings.extra  # values of the wrong type are missing here
    return {key: value for key, value in raw.items() if read[key] is value and value != ""}


def _over(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Override settings, and options one level deep."""
    options = base.get("strategy_options", {}) | over.get("strategy_options", {})
    return base | over | ({"strategy_options": options} if options else {})


def load_file(root: str, name: str) -> Settings | None:
    """Load one of the two files; None if it is missing. Raises ValueError if it is broken."""
    raw = read_file(root, name)
    return None if raw is None else Settings.from_json(raw)


def read_file(root: str, name: str) -> dict[str, Any] | None:
    """Read one of the two files without defaults: only the keys that it has. Raises as `load_file`."""
    data = files.read(os.path.join(root, name), files.SMALL)
    if data is None:
        return None
    raw = json_text.decode(data)
    if not isinstance(raw, dict):
        raise ValueError("expected a JSON object")
    return raw


def write_file(root: str, name: str, raw: dict[str, Any]) -> None:
    """Write exactly these keys, in the usual order; without any, remove the file. Raises Linked."""
    path = os.path.join(root, name)
    links.check(path)
    if not raw:
        files.remove(path)
        return
    ordered = {key: raw[key] for key in Settings._fields if key in raw} | raw
    files.make_dir(os.path.dirname(path), 0o755)
    files.write_atomic(path, json_text.encode(ordered), 0o644, root=root)
