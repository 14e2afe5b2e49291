"""Changes: the diff of a commit, with the owner of each line that it added."""

from __future__ import annotations

from entire.cli.commit_row import commit_row
from entire.cli.find_commit import find_commit
from entire.git import history
from entire.web.story.changes import of_commit
from entire.web.view import Page, View

_MOST_LINES = 4000  # of a page; what does not fit is shown file by file
_MOST_ALONE = 20_000
_MOST_FILES = 300


def show(view: View) -> Page:
    commit = find_commit(view.repo, view.objects, view.text("id"))
    [row] = [commit_row(one) for one in history.log_of(view.repo, [commit.oid])]
    [links] = [link.checkpoint_ids for link in view.index.links_of([commit.oid])] or [[]]
    only = view.text("path")
    files = of_commit(view.index, commit.oid, only=only, most=_MOST_ALONE if only else _MOST_LINES)
    facts = {
        "commit": row,
        "message": commit.message,
        "checkpoints": links,
        "files": files[:_MOST_FILES],
        "more": max(0, len(files) - _MOST_FILES),
        "only": only,
    }
    return Page("changes.html", row.subject, facts)
