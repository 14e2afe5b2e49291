"""Link commits that contain linked work again, by notes: at a push, at a session's start, when commands read.

Costs a few file reads if HEAD has not moved. Otherwise only commits since the last time are compared, with
linked commits of the last two months, even if no branch has them now.
"""

from __future__ import annotations

from entire.checkpoint import linked, relinked, trailers
from entire.checkpoint.names import NOTES_REF
from entire.checkpoint.relinked import add_links, remove_links
from entire.core import limits, log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import history, identity, reflog, sequence
from entire.git.diff import FileChange, changes_of
from entire.git.notes import read_note
from entire.git.objects.read import SMALL, Objects
from entire.git.patch_id import patch_ids
from entire.git.reflog import Move
from entire.git.repository import Repository
from entire.strategy.links import seen
from entire.strategy.links.again import Ask, Candidate, Source, links_again, picked, reverted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from entire.git.history import LoggedCommit, PendingLog

_COMMITS = 50  # newest commits to check
_SOURCES = 300  # newest linked commits to compare them with
_SINCE = "--since=60.days"
_MOVES = 300
_MADE = ("commit", "cherry-pick", "revert")
# These have hooks of their own (post-rewrite), which know whether the user removed the link. A pull that
# rebases names them, too.
_REWRITES = ("(amend)", "(pick)", "(reword)", "(edit)", "(squash)", "(fixup)", "(continue)", "(finish)")


def keep_links(repo: Repository, objects: Objects | None = None) -> None:
    """Link what is new on HEAD. Never raises: what fails is tried the next time."""
    try:
        head = reflog.tip(repo)
        if not seen.is_due(repo, head) or sequence.in_progress(repo):
            return
        if objects is not None:
            _keep(repo, objects, head)
        else:
            with Objects(repo) as own:
                _keep(repo, own, head)
    except (EntireError, OSError) as error:
        log.warn("links not kept", component="checkpoint", error=str(error))


def _keep(repo: Repository, objects: Objects, head: str) -> None:
    commit = objects.commit(head)
    squashed = seen.squashed_into(repo, commit.parents[0]) if commit is not None and commit.parents else []
    suspects = _suspects(repo, objects, head, copied=bool(squashed))
    found = find_again(repo, objects, suspects, {head: squashed}) if suspects else Again({}, {})
    if found.links:
        add_links(repo, objects, found.links, identity.get_git_author_from_repo(repo))
        log.info("commits linked that contain linked work", component="checkpoint", commits=len(found.links))
    if found.unwanted:
        remove_links(repo, objects, found.unwanted, identity.get_git_author_from_repo(repo))
    if found.left is None:
        seen.note(repo, head)
        seen.forget_squash(repo)
    elif found.left.parents:
        seen.note(repo, found.left.parents[0])


def _suspects(repo: Repository, objects: Objects, head: str, *, copied: bool) -> list[str]:
    """The new commits that may lack a link, newest first. Starts no git process but that of ``objects``.

    They have none, or they copy others (``copied``: HEAD does). In a new clone or worktree, those that were
    made there.
    """
    moves = reflog.recent(repo, _MOVES)
    copies = _copies(moves)
    if copied:
        copies.add(head)
    notes = objects.commit(NOTES_REF)
    checked, oid = seen.seen(repo), head
    made = None if checked else {move.oid for move in moves if move.action.startswith(_MADE)}
    found = []
    for _ in range(_COMMITS):
        commit = objects.commit(oid) if oid and oid not in checked else None
        if commit is None or (made is not None and oid not in made):  # `entire relink` finds older ones
            break
        note = read_note(objects, notes.tree, oid) if notes is not None else ""
        if oid in copies or not trailers.checkpoint_ids(f"{commit.message}\n{note}"):
            found.append(oid)
        oid = commit.parents[0] if commit.parents else ""
    return found


def _copies(moves: list[Move]) -> set[str]:
    """The commits that were made from others."""
    return {move.oid for at, move in enumerate(moves) if seen.is_copy(moves[at : at + 3])}


class Again(Value):
    """Checkpoints by commit."""

    links: dict[str, list[str]]  # that it lacks
    unwanted: dict[str, list[str]]  # that its message names, but that were unlinked from what it copies
    left: LoggedCommit | None = None  # the oldest one that there was no time for


def find_again(
    repo: Repository, objects: Objects, suspects: Sequence[str], squashed: Mapping[str, Sequence[str]]
) -> Again:
    """The links that these commits lack."""
    moves = reflog.last(repo, _MOVES)
    actions = {move.oid: move.action for move in moves}  # the oldest one made the commit
    new = [
        commit
        for commit in relinked.logged(repo, suspects)
        if not actions.get(commit.oid, "").endswith(_REWRITES) and len(commit.parents) <= 1
    ]
    found: dict[str, list[str]] = {}
    rest = []
    for commit in new:
        named, decided = _named(repo, objects, commit, squashed.get(commit.oid, ()))
        ids = [id for id in named if id not in _known(commit)]
        if ids:
            found[commit.oid] = ids
        if not decided:
            rest.append(commit)
    if not rest:
        return Again(found, {})
    compared = _Compared(repo, objects, rest, moves)
    for oid, more in compared.links().items():
        found[oid] = list(dict.fromkeys([*found.get(oid, []), *more]))
    return Again(found, compared.unwanted, compared.left)


def _known(commit: LoggedCommit) -> tuple[str, ...]:
    """The checkpoints that a commit is linked to, and those that the user unlinked from it."""
    return (*trailers.checkpoint_ids(commit.message), *trailers.unlinked_ids(commit.message))


def _named(
    repo: Repository, objects: Objects, commit: LoggedCommit, squashed: Sequence[str]
) -> tuple[list[str], bool]:
    """The checkpoints of the commits that git names as the origin, and whether that is all."""
    oid = reverted(commit.message)
    if oid:  # a revert of a revert brings the work back; a revert has none
        back = objects.commit(oid)
        origin = reverted(back.message) if back is not None else ""
        return _links_of(repo, objects, [origin]), True
    origins = [*_of_same_files(repo, objects, commit, squashed), picked(commit.message)]
    return _links_of(repo, objects, origins), False


def _of_same_files(
    repo: Repository, objects: Objects, commit: LoggedCommit, others: Sequence[str]
) -> list[str]:
    """Those of the commits that change a file of this one: a squash may have been given up, or edited."""
    others = _existing(objects, others)
    changes = changes_of(repo, [commit.oid, *others]) if others else {}
    own = changes.get(commit.oid, {}).keys()
    return [oid for oid in others if not own.isdisjoint(changes.get(oid, {}))]


def _links_of(repo: Repository, objects: Objects, commits: Sequence[str]) -> list[str]:
    there = history.log_of(repo, _existing(objects, commits), NOTES_REF)
    return [id for commit in reversed(there) for id in trailers.checkpoint_ids(commit.message)]


def _existing(objects: Objects, commits: Sequence[str]) -> list[str]:
    """Messages can name commits of another repository, and anything else."""
    return [oid for oid in commits if oid and objects.commit(oid) is not None]


def _begin_linked(repo: Repository, *which: str) -> PendingLog:
    return history.begin_log(repo, *which, _SINCE, containing=linked.MARK, limit=_SOURCES, notes=NOTES_REF)


class _Compared:
    """New commits and the linked commits that they are compared with."""

    def __init__(
        self, repo: Repository, objects: Objects, new: Sequence[LoggedCommit], moves: list[Move]
    ) -> None:
        self._repo, self._objects, self._new = repo, objects, new
        here = _begin_linked(repo, "HEAD")
        self._linked = _begin_linked(repo, *linked.EVERYWHERE, "--reflog").result()
        self._here = {commit.oid for commit in here.result()}
        self._copies = _copies(moves)
        self._moves = {move.oid: at for at, move in reversed([*enumerate(moves)])}
        self._resets = [at for at, move in enumerate(moves) if move.action.startswith("reset")]
        oids = dict.fromkeys(commit.oid for commit in (*new, *self._linked))
        self._changes = changes_of(repo, oids)
        self._files = {
            oid: {path: change.new_oid for path, change in changes.items()}
            for oid, changes in self._changes.items()
        }
        self.left: LoggedCommit | None = None
        self.unwanted: dict[str, list[str]] = {}
        self._reached: dict[str, set[str]] | None = None
        self._between: dict[tuple[str, str], list[str]] = {}

    def links(self) -> dict[str, list[str]]:
        if not self._linked:
            return {}
        patches = self._patches()
        found = {}
        for commit in reversed(self._new):
            if not limits.may_heal():
                self.left = commit
                break
            changes, copied = self._changes.get(commit.oid, {}), commit.oid in self._copies
            candidate = Candidate(commit.oid, changes, patches.get(commit.oid, ""), _known(commit), copied)
            ids = links_again(candidate, self._sources(commit, patches), self._ask(commit))
            if ids:
                found[commit.oid] = ids
            unwanted = self._unwanted(commit, patches) if copied else []
            if unwanted:
                self.unwanted[commit.oid] = unwanted
        return found

    def _unwanted(self, commit: LoggedCommit, patches: Mapping[str, str]) -> list[str]:
        """The checkpoints that a copy's message names, although the user unlinked all commits like it."""
        patch = patches.get(commit.oid, "")
        like = [
            one for one in self._linked if patch and patches.get(one.oid) == patch and one.oid != commit.oid
        ]
        linked_to = {id for one in like for id in trailers.checkpoint_ids(one.message)}
        removed = {id for one in like for id in trailers.unlinked_ids(one.message)} - linked_to
        return [id for id in trailers.checkpoint_ids(commit.message) if id in removed]

    def _patches(self) -> dict[str, str]:
        """The patch ids of commits that change the same files as another one, which is linked."""
        paths = {oid: tuple(sorted(changes)) for oid, changes in self._changes.items() if changes}
        new = {commit.oid: paths[commit.oid] for commit in self._new if commit.oid in paths}
        old = {commit.oid: paths[commit.oid] for commit in self._linked if commit.oid in paths}
        wanted = [
            oid for oid, own in new.items() if any(own == other and oid != at for at, other in old.items())
        ]
        same = {new[oid] for oid in wanted}
        return patch_ids(self._repo, [*wanted, *(oid for oid, own in old.items() if own in same)])

    def _sources(self, commit: LoggedCommit, patches: Mapping[str, str]) -> list[Source]:
        changed = self._changes.get(commit.oid, {}).keys()
        nothing: dict[str, str] = {}
        return [
            Source(
                source.oid,
                tuple(trailers.checkpoint_ids(source.message)),
                files,
                patches.get(source.oid, ""),
                source.oid not in self._here,
                not changed.isdisjoint(files) and self._is_replaced(source.oid, commit),
            )
            for source in self._linked
            if source.oid != commit.oid and (files := self._files.get(source.oid, nothing)) is not None
        ]

    def _is_replaced(self, source: str, commit: LoggedCommit) -> bool:
        """Whether HEAD was reset from one commit, and then the other was made here."""
        begin, end = self._moves.get(commit.oid), self._moves.get(source)
        if source in self._here or begin is None or end is None:
            return False
        return any(begin < at <= end for at in self._resets) and (
            not commit.parents or source in self._after(commit.parents[0])
        )

    def _after(self, parent: str) -> set[str]:
        """The commits after a parent of the new ones from which HEAD was reset. One git process for all."""
        if self._reached is None:
            parents = list(dict.fromkeys(commit.parents[0] for commit in self._new if commit.parents))
            gone = [one.oid for one in self._linked if one.oid in self._moves and one.oid not in self._here]
            self._reached = history.after(self._repo, parents, gone)
        return self._reached.get(parent, set())

    def _ask(self, commit: LoggedCommit) -> Ask:
        def line(source: str, path: str) -> list[str]:
            if not commit.parents:
                return []
            key = commit.parents[0], source
            if key not in self._between:
                self._between[key] = [one.oid for one in linked.linked_between(self._repo, *key)]
            return [oid for oid in self._between[key] if path in self._changes.get(oid, {})]

        return Ask(line, self._alike, self._moved, self._telling)

    def _alike(self, change: FileChange, other: str) -> bool:
        from entire.strategy.links.made_from import adds_alike

        return adds_alike(self._old(change), self._blob(change.new_oid), self._blob(other))

    def _moved(self, change: FileChange) -> bool:
        from entire.strategy.links.made_from import only_moved

        return only_moved(self._blob(change.old_oid), self._blob(change.new_oid))

    def _telling(self, change: FileChange) -> bool:
        from entire.strategy.links.made_from import is_telling

        return change.status != "D" and is_telling(self._old(change), self._blob(change.new_oid))

    def _old(self, change: FileChange) -> bytes:
        return self._blob(change.old_oid) if change.status != "A" else b""

    def _blob(self, oid: str) -> bytes:
        return self._objects.blob(oid, SMALL) or b""
