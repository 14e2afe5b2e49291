"""Find a commit by what a person types."""

from __future__ import annotations

from entire.core import prefix as prefixes
from entire.core.errors import EntireError
from entire.git import history, refs
from entire.git.errors import EmptyRepository
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository

_EXAMPLES = 5
_ID_LENGTH = 12
_COMMITS = 500  # to search for a mistyped id


def find_commit(repo: Repository, objects: Objects, name: str) -> Commit:
    """Return the commit with this name. Raises EntireError."""
    oid = refs.resolve(repo, name)
    commit = objects.commit(oid) if oid else None
    if commit is not None:
        return commit
    several = refs.commits_starting(repo, name)
    if several:
        raise EntireError(f'{len(several)} commits start with "{name[:60]}"', one_of(several))
    if is_unborn(repo, name):
        raise EmptyRepository
    if is_range(name):
        raise a_range(name)
    raise EntireError(f'no commit named "{name[:60]}"', suggestion(latest(repo), name) or "see `git log`")


def is_range(name: str) -> bool:
    """Whether it is one for `git log`: no name of a branch or a tag has two dots, but a path can."""
    return ".." in name and "../" not in name and "/.." not in name


def a_range(name: str) -> EntireError:
    """The error for a range where one commit is needed."""
    hint = f"`entire export {name[:60]}` writes its story, `entire stats {name[:60]}` counts it"
    return EntireError(f'"{name[:60]}" is a range of commits, not one commit', hint)


def is_unborn(repo: Repository, name: str) -> bool:
    """Whether this is about HEAD, which has no commits yet."""
    return name.startswith(("HEAD", "@")) and not refs.resolve(repo, "HEAD")


def one_of(ids: list[str]) -> str:
    more = ", …" if len(ids) > _EXAMPLES else ""
    return f"one of {', '.join(id[:_ID_LENGTH] for id in ids[:_EXAMPLES])}{more}"


def suggestion(names: list[str], wrong: str) -> str:
    near = prefixes.near(names, wrong)
    return f"did you mean {', '.join(near)}?" if near else ""


def latest(repo: Repository) -> list[str]:
    """The ids of the latest commits, abbreviated."""
    if not refs.resolve(repo, "HEAD"):
        return []
    return [oid[:_ID_LENGTH] for oid in history.first_parents(repo, _COMMITS)]
