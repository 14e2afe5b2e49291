"""Which commits are counted: a range, dates, authors, paths."""

from __future__ import annotations

from entire.cli.find_commit import is_unborn
from entire.core.errors import EntireError
from entire.git.errors import EmptyRepository, GitError
from entire.git.history import BriefCommit, brief
from entire.git.refs import resolve
from entire.git.repository import Repository
from entire.search.where import Where

_UNKNOWN = ("unknown revision", "bad revision", "ambiguous argument", "bad object", "Invalid revision range")


def commits(repo: Repository, revisions: str, where: Where) -> list[BriefCommit]:
    """Return the commits, newest first. Raises EntireError."""
    options = []
    if where.until is not None and where.until < 0:  # before git's time begins
        return []
    if where.since is not None and where.since > 0:
        options.append(f"--since={int(where.since)}")
    if where.until is not None:
        options.append(f"--until={int(where.until)}")
    if where.author:
        options += ["--regexp-ignore-case", "--fixed-strings", f"--author={where.author}"]
    if not revisions and not resolve(repo, "HEAD"):
        return []
    try:
        return brief(repo, [revisions or "HEAD"], options, where.files)
    except GitError as error:
        if any(words in error.detail for words in _UNKNOWN):
            if is_unborn(repo, revisions):
                raise EmptyRepository from error
            hint = "a range is written as for `git log`: main..HEAD"
            raise EntireError(f'no such commits: "{revisions[:60]}"', hint) from error
        raise


def untouched(repo: Repository, revisions: str, where: Where) -> list[str]:
    """Return the paths that no commit of the range changed, by whom and whenever. Raises EntireError."""
    wanted = Where()
    return [
        path for path in where.files if path and not commits(repo, revisions, wanted.replace(files=(path,)))
    ]
