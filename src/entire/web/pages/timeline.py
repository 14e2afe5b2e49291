"""Timeline: the commits of a branch with their checkpoints; on top, what is not committed yet."""

from __future__ import annotations

import time
from typing import NamedTuple

from entire.checkpoint.index.links import Link
from entire.cli.commands.explain import listing_facts
from entire.cli.commands.explain.listing_facts import CheckpointRow, StepRow
from entire.cli.commands.session.facts import SessionRow, rows
from entire.cli.commit_row import CommitRow, commit_row
from entire.cli.narrowed import Filter
from entire.core import clock
from entire.core.errors import EntireError
from entire.git import history, refs
from entire.session.find import last_seen
from entire.session.phase import Phase
from entire.session.store import Store
from entire.strategy.sessions import Session
from entire.web import filters
from entire.web.filters import Filters
from entire.web.view import Page, View

_PAGE = 50  # commits
_FILTERS = [name for name in filters.NAMES if name != "branch"]  # which it shows is another question
_OURS = "entire/"  # branches that nobody works on


class Row(NamedTuple):
    commit: CommitRow
    checkpoints: list[CheckpointRow]
    missing: list[str]  # linked, but not in this repository
    day: str  # of the first commit of a day: the date; otherwise empty


class Live(NamedTuple):
    """A session that is open, with its steps."""

    session: SessionRow
    steps: list[StepRow]


def show(view: View) -> Page:
    branch, tip = _tip(view)
    chosen = filters.read(view, _FILTERS)
    narrow = chosen.applied(view)
    skip = view.number("skip")
    links, more = _narrowed(view, narrow, tip, skip) if narrow else _commits(view, tip, skip)
    here = branch == refs.get_current_branch_name(view.repo)
    facts = {
        "branch": branch,
        "branches": branches(view),
        "filters": chosen,
        "agents": filters.agents(),
        "rows": _rows(view, links),
        "live": _live(view, narrow) if here and not skip else [],
        "skip": skip,
        "older": _older(view, branch, tip, chosen, skip) if more else "",
        "is_empty": not tip,
    }
    return Page("timeline.html", branch or "Timeline", facts)


def _tip(view: View) -> tuple[str, str]:
    """The branch, and the commit where the list begins: older pages begin with the same one."""
    branch, start = view.text("branch"), view.text("at")
    tip = refs.resolve(view.repo, start or (f"{refs.BRANCHES}{branch}" if branch else "HEAD"))
    if tip is None and (start or branch):
        raise EntireError(f'no {"commit" if start else "branch"} named "{(start or branch)[:60]}"')
    branch = branch or refs.get_current_branch_name(view.repo)
    return branch, tip or ""


def branches(view: View) -> list[str]:
    names = (ref.name.removeprefix(refs.BRANCHES) for ref in refs.listing(view.repo, refs.BRANCHES))
    return [name for name in names if not name.startswith(_OURS)]


def _commits(view: View, tip: str, skip: int) -> tuple[list[tuple[CommitRow, list[str]]], bool]:
    """A page of all commits, linked or not, and whether there are more."""
    if not tip:
        return [], False
    found = history.log(view.repo, f"--skip={skip}", tip, limit=_PAGE + 1)
    ids = {link.commit: link.checkpoint_ids for link in view.index.links_of([one.oid for one in found])}
    return [(commit_row(one), ids.get(one.oid, [])) for one in found[:_PAGE]], len(found) > _PAGE


def _narrowed(
    view: View, narrow: Filter, tip: str, skip: int
) -> tuple[list[tuple[CommitRow, list[str]]], bool]:
    """The same of those commits whose checkpoints count."""
    links = view.index.links_of_branch("", None, tip=tip) if tip else []
    counted = set(narrow.checkpoints([*listing_facts.by_checkpoint(links)]))
    taken = [link for link in links if counted.intersection(link.checkpoint_ids)]
    some = taken[skip : skip + _PAGE]
    ids = {link.commit: link.checkpoint_ids for link in some}
    return [(commit_row(one), ids[one.oid]) for one in view.index.commits(some)], len(taken) > skip + _PAGE


def _rows(view: View, commits: list[tuple[CommitRow, list[str]]]) -> list[Row]:
    links = [Link(commit.commit, ids) for commit, ids in commits if ids]
    found = listing_facts.by_checkpoint(links)
    known = {row.checkpoint_id: row for row in listing_facts.rows(view.index, [*found], found)}
    found_rows, before = [], ""
    for commit, ids in commits:
        day = day_of(commit.date, view.now)
        here = [known[id] for id in ids if id in known]
        found_rows.append(
            Row(commit, here, [id for id in ids if id not in known], day if day != before else "")
        )
        before = day
    return found_rows


def day_of(date: str, now: float) -> str:
    """`Today`, `Yesterday`, `12 March 2026`."""
    then = clock.timestamp(date)
    if then is None:
        return ""
    days = [time.strftime("%Y-%m-%d", time.localtime(at)) for at in (then, now, now - 86400)]
    if days[0] == days[1]:
        return "Today"
    return "Yesterday" if days[0] == days[2] else time.strftime("%-d %B %Y", time.localtime(then))


def _live(view: View, narrow: Filter | None) -> list[Live]:
    """Sessions that are working, and those with steps that no commit has yet."""
    head = view.objects.commit("HEAD")
    steps = listing_facts.steps(view.repo, view.objects, head.oid if head else "", False, narrow)
    states = sorted(Store(view.repo).live(), key=last_seen, reverse=True)
    found = [
        Live(row, [step for step in steps if step.session_id == row.session_id])
        for row in rows(view.repo, [Session(state, True) for state in states])
    ]
    return [one for one in found if one.steps or (narrow is None and one.session.phase == Phase.ACTIVE)]


def _older(view: View, branch: str, tip: str, chosen: Filters, skip: int) -> str:
    named = branch if view.text("branch") else ""
    return view.to.timeline(branch=named, at=tip, skip=skip + _PAGE, **chosen.typed)
