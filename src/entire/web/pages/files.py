"""Files: the folders of a revision, as the way to a file."""

from __future__ import annotations

from entire.cli.find_commit import find_commit
from entire.core.errors import EntireError
from entire.git.objects.tree import SUBMODULE_MODE
from entire.web.pages.file import path_of
from entire.web.view import Page, View


def show(view: View) -> Page:
    revision = view.text("at") or "HEAD"
    commit = find_commit(view.repo, view.objects, revision)
    path = path_of(view, "path")
    entry = view.objects.entry(commit.tree, path) if path else None
    if path and (entry is None or not entry.is_tree):
        raise EntireError(f"no such folder in {revision[:40]}: {path[:200]}")
    found = view.objects.tree(entry.oid if entry is not None else commit.tree)
    names = [name for name, one in found.items() if one.mode != SUBMODULE_MODE]
    facts = {
        "path": path,
        "crumbs": crumbs(path),
        "at": view.text("at"),
        "folders": sorted(name for name in names if found[name].is_tree),
        "names": sorted(name for name in names if not found[name].is_tree),
        "commit": commit,
    }
    return Page("files.html", path or "Files", facts)


def crumbs(path: str) -> list[tuple[str, str]]:
    """Pure: the folders that lead to a path, each with its own: `src`, `src/web`."""
    parts = path.split("/") if path else []
    return [(part, "/".join(parts[: number + 1])) for number, part in enumerate(parts)]
