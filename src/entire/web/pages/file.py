"""File: the source, with each line's owner beside it, and why a line is there."""

from __future__ import annotations

import os
from typing import NamedTuple

from markupsafe import Markup

from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.cli.commands.blame import facts as blame_facts
from entire.cli.commands.blame.facts import Blame, LineRow, TurnRow
from entire.cli.commands.blame.plain import turn_of, turns_by_key, who
from entire.cli.commands.why import facts as why_facts
from entire.cli.commit_row import CommitRow, commit_row
from entire.cli.find_commit import find_commit
from entire.cli.reasons import words
from entire.core.errors import EntireError, UsageError
from entire.core.paths import to_relative
from entire.git import history, refs
from entire.git.objects.read import SMALL
from entire.web.story.code import coloured_lines
from entire.web.view import Goto, Page, View

_PAGE = 1500  # lines
_REVISIONS = 100
KINDS = {AGENT: "agent", HUMAN: "human", UNKNOWN: "unknown"}


class Line(NamedTuple):
    number: int
    kind: str  # agent, human, unknown, or empty if nothing is recorded
    begins: bool  # another owner than the line above
    owner: str
    title: str  # the prompt, or why there is no owner
    html: Markup  # the text


def show(view: View) -> Page | Goto:
    path, commit = path_of(view, "path"), revision(view)
    if not path:
        raise UsageError("which file?")
    if not commit and (before := _before_deletion(view, path)):
        return Goto(view.to.file(path, at=before))
    first = max(1, view.number("from", 1))
    some = f"{first},{first + _PAGE}" if _has_lines(view, path, commit) else ""
    found = blame_facts.gather(view.index, view.repo.path(path), some, commit)
    more = len(found.lines) > _PAGE  # one line more than is shown
    found = found._replace(lines=found.lines[:_PAGE])
    facts = {
        "path": path,
        "at": commit,
        "lines": lines(found),
        "counts": [(name, found.lines_of(kind)) for kind, name in KINDS.items()],
        "rest": found.without_owner,
        "revisions": _revisions(view, path, commit),
        "older": _part(view, path, commit, first + _PAGE) if more else "",
        "newer": _part(view, path, commit, max(1, first - _PAGE)) if first > 1 else "",
    }
    return Page("file.html", path, facts)


def _part(view: View, path: str, commit: str, first: int) -> str:
    return view.to.file(path, at=commit, **{"from": first})


def why(view: View) -> Page:
    """One line: the prompt, the agent's words before the edit, and the way to the conversation."""
    path, commit, line = path_of(view, "path"), revision(view), view.number("line")
    if not path or not line:
        raise UsageError("which line of which file?")
    [found, *_] = why_facts.gather(view.index, view.repo.path(path), line, line, commit)
    commits = found.commits
    facts = {
        "path": path,
        "at": commit,
        "line": line,
        "why": found,
        "kind": KINDS.get(found.who, ""),
        "reason": words(found.who, found.why),
        "commit": commits[0] if commits else None,
    }
    return Page("why.html", f"{path}:{line}", facts)


def path_of(view: View, name: str) -> str:
    """A path from the root of the work tree; empty for the root itself. Raises UsageError."""
    given = view.text(name).strip("/")
    path = to_relative(given, view.repo.worktree) if given else ""
    if path != given:
        raise UsageError("not a path in this repository")
    return path


def revision(view: View) -> str:
    """The commit that was asked for; empty for the work tree. Raises EntireError."""
    name = view.text("at")
    return find_commit(view.repo, view.objects, name).oid if name else ""


def _before_deletion(view: View, path: str) -> str:
    """The last commit that has a file which is not there now; empty if it is, or nothing ever had it."""
    head = view.objects.commit("HEAD")
    if head is None:
        return ""
    if view.objects.entry(head.tree, path) is not None:
        return "" if os.path.lexists(view.repo.path(path)) else head.oid
    found = history.log(view.repo, head.oid, limit=1, paths=[path])
    return found[0].parents[0] if found and found[0].parents else ""


def _has_lines(view: View, path: str, commit: str) -> bool:
    """Whether there is something to show: in the commit, or else in the work tree. Raises EntireError."""
    tip = view.objects.commit(commit or "HEAD")
    data = view.objects.file(tip.tree, path, SMALL) if tip is not None else None
    if data is None:
        where = commit[:7] or "HEAD"
        raise EntireError(
            f"no such file in {where}, or too large: {path[:200]}", "only committed files are shown"
        )
    if b"\0" in data[:8000]:
        raise EntireError(f"{path[:200]} is not a text file")
    return bool(data) if commit else _size_now(view, path) > 0


def _size_now(view: View, path: str) -> int:
    """Of the file in the work tree. Raises EntireError."""
    try:
        size = os.lstat(view.repo.path(path)).st_size
    except OSError:
        return 0  # deleted a moment ago
    if size > SMALL:
        raise EntireError(f"too large: {path[:200]}", "choose a revision in which it is smaller")
    return size


def _revisions(view: View, path: str, commit: str) -> list[CommitRow]:
    """The commits that changed the file, newest first."""
    tip = refs.resolve(view.repo, "HEAD")
    found = history.log(view.repo, tip, limit=_REVISIONS, paths=[path]) if tip else []
    rows = [commit_row(one) for one in found]
    if commit and commit not in [row.commit for row in rows]:
        rows += [commit_row(one) for one in history.log_of(view.repo, [commit])]
    return rows


def lines(found: Blame) -> list[Line]:
    """Pure: the lines, each with its owner."""
    if not found.lines:
        return []
    turns = turns_by_key(found)
    commits = {commit.commit: commit for commit in found.commits}
    coloured = coloured_lines("\n".join(row.text for row in found.lines), found.path)
    rows: list[Line] = []
    before: tuple[object, ...] = ()
    for row, shown in zip(found.lines, coloured, strict=True):
        turn, commit = turns.get(turn_of(row)), commits.get(row.commit)
        here = (row.who, row.commit, turn_of(row))
        owner, title = who(row, turn, commit), _title(row, turn, commit)
        rows.append(Line(row.line, KINDS.get(row.who, ""), here != before, owner, title, shown))
        before = here
    return rows


def _title(row: LineRow, turn: TurnRow | None, commit: CommitRow | None) -> str:
    if turn is not None and turn.prompt:
        return turn.prompt[:300]
    return words(row.who, row.why) or (commit.subject if commit is not None else "")
