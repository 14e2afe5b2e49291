"""What a step lacks: changed files that were not stored, each with the reason. A rewind leaves them alone.

The list is part of the step's tree. It covers all files that differed from HEAD then, whichever session wrote
them: where a tree has an older version of such a file, the step does not say what the file was like.
"""

from __future__ import annotations

from entire.core import json_text
from entire.core.paths import ENTIRE_DIR
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import FILE_MODE, Objects
from entire.git.objects.write import Writer
from entire.git.worktree import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PATH = f"{ENTIRE_DIR}/not_stored.json"
UNREADABLE = "it cannot be read, or its filter fails"
_FILES = "files"


def read(objects: Objects, tree: str) -> dict[str, str]:
    """The files that a step's tree lacks: path → reason."""
    data = objects.file(tree, PATH)
    try:
        found = json_text.decode(data) if data else {}
    except ValueError:
        return {}
    files = found.get(_FILES) if isinstance(found, dict) else None
    rows = files.items() if isinstance(files, dict) else ()
    return {path: why for path, why in rows if isinstance(why, str)}


def change(objects: Objects, writer: Writer, tree: str, missing: Mapping[str, str]) -> list[Change]:
    """Return the change that gives a tree, made from ``tree``, this list."""
    if missing:
        data = json_text.encode({_FILES: dict(sorted(missing.items()))})
        return [Change(PATH, FILE_MODE, writer.blob(data))]
    return [Change(PATH)] if objects.entry(tree, PATH) is not None else []


def unreadable(paths: Iterable[str], stored: Iterable[Change]) -> dict[str, str]:
    """The files that a snapshot of ``paths`` had to leave out, with the reason."""
    return dict.fromkeys(content.not_stored(paths, stored), UNREADABLE)
