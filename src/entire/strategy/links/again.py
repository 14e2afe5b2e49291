"""Which linked work a commit contains again: reset and committed again, squashed, picked, reordered. Pure."""

from __future__ import annotations

from entire.core.pattern import HEX, made_of
from entire.core.value import Value
from entire.git.diff import FileChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_REVERTS = "This reverts commit "
_PICKED = "(cherry picked from commit "


class Source(Value):
    """A linked commit."""

    commit: str
    checkpoint_ids: tuple[str, ...]
    files: Mapping[str, str]  # blob ids that it made, by path
    patch: str = ""
    elsewhere: bool = False  # HEAD does not contain it
    replaced: bool = False  # HEAD was reset away from it, to the parent of the new commit or before


class Candidate(Value):
    """A commit that may contain linked work again."""

    commit: str
    changes: Mapping[str, FileChange]
    patch: str = ""
    linked: tuple[str, ...] = ()  # checkpoints that it has, and those that the user removed
    copied: bool = False  # HEAD's reflog says that it was made from others


class Ask(Value):
    """What is looked up only where it decides."""

    line: Callable[[str, str], Sequence[str]]  # linked commits that led to a file of a commit that HEAD lacks
    alike: Callable[[FileChange, str], bool]  # whether a change has something of what a blob added
    moved: Callable[[FileChange], bool]  # whether it only changes the order, or blanks
    telling: Callable[[FileChange], bool]  # whether it adds so much that it is not the same by chance


def links_again(candidate: Candidate, sources: Sequence[Source], ask: Ask) -> list[str]:
    """The checkpoints whose work the commit contains, and that it is not linked to."""
    by_commit = {source.commit: source for source in sources}
    same = _contained(candidate, sources, ask)
    found: dict[str, None] = {}
    for path, change in candidate.changes.items():
        if change.status == "D":
            continue
        for commit in _origins(path, change, sources, same, ask):
            found |= dict.fromkeys(by_commit[commit].checkpoint_ids if commit in by_commit else ())
    patches = [one for one in sources if one.patch and one.patch == candidate.patch]
    if patches and (candidate.copied or any(map(ask.telling, candidate.changes.values()))):
        for source in patches:
            found |= dict.fromkeys(source.checkpoint_ids)
    return [id for id in found if id not in candidate.linked]


def _contained(candidate: Candidate, sources: Sequence[Source], ask: Ask) -> dict[str, str]:
    """The files that a commit has from others, which HEAD lacks: each with the newest of these.

    Files can be the same by chance: empty ones, a new version number, a license. So it has more of the other
    commit: two files, or something of each; or the reflog says that it was made from others.
    """
    found: dict[str, str] = {}
    for source in sources:
        same = [
            path
            for path, change in candidate.changes.items()
            if source.elsewhere and change.status != "D" and source.files.get(path) == change.new_oid
        ]
        all_of_it = candidate.copied or source.files.keys() <= candidate.changes.keys()
        if not same or (len(same) < 2 and not all_of_it):
            continue
        if candidate.copied and len(same) == len(source.files):
            found = dict.fromkeys(same, source.commit) | found
            continue
        telling = [path for path in same if ask.telling(candidate.changes[path])]
        if len(telling) > 1 or (telling and all_of_it):
            found = dict.fromkeys(telling, source.commit) | found
    return found


def _origins(
    path: str, change: FileChange, sources: Sequence[Source], same: Mapping[str, str], ask: Ask
) -> list[str]:
    """The linked commits that a file comes from."""
    if path in same:
        return [same[path], *ask.line(same[path], path)]
    for source in sources:
        if not source.replaced or path not in source.files:
            continue
        if source.files[path] == change.new_oid and not ask.telling(change):
            continue
        if ask.alike(change, source.files[path]):
            return [source.commit, *ask.line(source.commit, path)]
    before = [source for source in sources if source.files.get(path) == change.old_oid]
    return [before[0].commit] if before and change.status == "M" and ask.moved(change) else []


def reverted(message: str) -> str:
    """The commit that this one reverts; empty if it is not a revert."""
    return _named(message, _REVERTS)


def picked(message: str) -> str:
    """The commit that `git cherry-pick -x` names; empty if it names none."""
    return _named(message, _PICKED)


def _named(message: str, before: str) -> str:
    line = next((line for line in message.split("\n") if line.startswith(before)), before)
    oid = line.removeprefix(before).partition(" ")[0].rstrip(".,)")
    return oid if made_of(oid, HEX, 40, 64) else ""
