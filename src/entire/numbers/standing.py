"""What became of the lines that agents wrote: whether they still stand, or who rewrote them.

Git follows each line from its commit to HEAD (`git blame --reverse`), and names the commit that removed it.
The lines that this commit has in their place say who rewrote them. Results are stored by commit: they change
only if a file that has the lines is changed again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from entire.attribution import blame, sources
from entire.attribution.blame import NO_CHECKPOINT
from entire.attribution.owner import AGENT, HUMAN, Owner
from entire.attribution.recorded import Recorded
from entire.attribution.sources import Place, Source
from entire.checkpoint.index.index import Index
from entire.checkpoint.names import CHECKPOINTS_REF, NOTES_REF, ORIGIN_CHECKPOINTS_REF
from entire.core.value import Value
from entire.git import blame as git_blame
from entire.git import history, patch
from entire.git.blame import Blamed, Kept
from entire.git.errors import GitError
from entire.git.patch import FilePatch
from entire.numbers.facts import CheckpointFacts, LineCount
from entire.numbers.sums import By, Commit, line_key, when_key

Progress = Callable[[str, int], None]

_MOST_RANGES = 500  # with more than that, git is asked about the whole file


class Fates(Value):
    """How many lines met which fate."""

    standing: int = 0
    by_people: int = 0  # rewritten
    by_agents: int = 0
    by_unknown: int = 0
    deleted: int = 0

    def plus(self, other: Fates) -> Fates:
        return Fates(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def written(self) -> int:
        return sum(self)


class FileFates(Value):
    """Lines of one file, by who wrote them in which checkpoint."""

    checkpoint_id: str
    path: str
    agent: str
    model: str
    fates: Fates
    places: list[str]  # the files of HEAD that have them


def follow(index: Index, commits: Sequence[Commit], progress: Progress) -> dict[str, list[FileFates]]:
    """Return what became of the lines of agents, by commit, without commits that HEAD does not contain."""
    head = index.objects.commit("HEAD")
    linked = [commit for commit in commits if commit.checkpoint_ids]
    if head is None or not linked:
        return {}
    outside = history.not_in_head(index.repo, [commit.oid for commit in linked])
    inside = [commit for commit in linked if commit.oid not in outside]
    trees = index.trees(id for commit in inside for id in commit.checkpoint_ids)
    keys = {commit.oid: _key(commit, trees) for commit in inside}
    known = _known(index, keys, head.oid)
    found: dict[str, list[FileFates]] = {}
    for number, commit in enumerate(inside, 1):
        rows = known.get(commit.oid)
        if rows is None:
            rows = _follow_one(index, commit.oid, list(commit.checkpoint_ids), head.oid)
            index.keep_derived({keys[commit.oid]: json.dumps([head.oid, _links(index), rows])})
        found[commit.oid] = rows
        progress("commits followed", number)
    return found


def sum_fates(
    commits: Iterable[Commit],
    found: Mapping[str, list[FileFates]],
    facts: Mapping[str, CheckpointFacts],
    by: str = "",
) -> dict[str, Fates]:
    """Pure: the sums by group; all in one without groups. A checkpoint counts with its first commit."""
    sums: dict[str, Fates] = {}
    first: dict[str, str] = {}
    for commit in commits:
        for row in found.get(commit.oid, []):
            if (
                row.checkpoint_id not in facts
                or first.setdefault(row.checkpoint_id, commit.oid) != commit.oid
            ):
                continue
            line = LineCount(row.path, AGENT, row.agent, row.model, row.fates.written)
            known = facts[row.checkpoint_id]
            if not any(one[:4] == line[:4] for one in known.lines):  # filtered
                continue
            in_time = by in (By.AUTHOR, *By.TIMES)
            key = when_key(commit, by) if in_time else line_key(by, line, known) if by else ""
            sums[key] = sums.get(key, Fates()).plus(row.fates)
    return sums


def _key(commit: Commit, trees: Mapping[str, str]) -> str:
    return " ".join(["standing", commit.oid, *(trees.get(id, "") for id in commit.checkpoint_ids)])


def _known(index: Index, keys: Mapping[str, str], head: str) -> dict[str, list[FileFates]]:
    """Return what was found before, if no file that has the lines was changed since."""
    documents = index.derived(keys.values())
    changed: dict[str, set[str] | None] = {head: set()}  # since a former HEAD
    found = {}
    for oid, key in keys.items():
        if key not in documents:
            continue
        try:
            then, links, rows = json.loads(documents[key])
        except ValueError:  # it is computed again
            continue
        if then not in changed:
            changed[then] = history.changed_since(index.repo, then, head)
        touched = changed[then]
        fates = [_decoded(*row) for row in rows]
        stale = touched is None or any(touched.intersection(row.places) for row in fates)
        rewritten = any(row.fates.by_agents or row.fates.by_people or row.fates.by_unknown for row in fates)
        if not stale and (not rewritten or links == _links(index)):
            found[oid] = fates
    return found


def _links(index: Index) -> list[str]:
    """Return what changes when commits get checkpoints or links: it decides who rewrote a line."""
    tips = (index.objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF, NOTES_REF))
    return [tip.oid if tip is not None else "" for tip in tips]


def _decoded(id: str, path: str, agent: str, model: str, fates: list[int], places: list[str]) -> FileFates:
    return FileFates(id, path, agent, model, Fates(*fates), places)


def _follow_one(index: Index, commit: str, ids: list[str], head: str) -> list[FileFates]:
    records = list(blame.read_recorded(index, ids).values())
    paths = {file.path for one in records for lines in one.documents[:1] for file in lines.files}
    places = [(commit, path) for path in sorted(paths)]
    found = sources.gather(index.repo, index.objects, places, {commit: records})
    rows = []
    for place in places:
        rows += _follow_file(index, place, found[place], head, records)
    return rows


def _follow_file(
    index: Index, place: Place, found: Sequence[Source], head: str, records: Sequence[Recorded]
) -> list[FileFates]:
    """Follow the lines of a file that agents wrote."""
    owners = _owners(found)
    if not owners:
        return []
    kept = _kept(index, place, sorted(owners), head)
    fates = _fates(index, kept, head)
    sums: dict[tuple[str, Owner], Fates] = {}
    standing: dict[tuple[str, Owner], set[str]] = {}
    for line, (checkpoint_id, owner) in owners.items():
        key = (checkpoint_id, Owner(AGENT, agent=owner.agent, model=owner.model))
        sums[key] = sums.get(key, Fates()).plus(fates.get(line, Fates(by_unknown=1)))
        if line in fates and fates[line].standing:
            standing.setdefault(key, set()).add(kept[line].path)
    return [
        FileFates(key[0], place[1], key[1].agent, key[1].model, one, sorted(standing.get(key, ())))
        for key, one in sums.items()
    ]


def _owners(found: Sequence[Source]) -> dict[int, tuple[str, Owner]]:
    """Return the lines of the commit's file that agents wrote; the best source of each line decides."""
    owners: dict[int, tuple[str, Owner]] = {}
    for source in reversed(found):
        recorded = {line: part.owner for part in source.file.ranges for line in part.numbers()}
        places = source.places if source.places is not None else {line: line for line in recorded}
        owners |= {
            line: (source.checkpoint_id, recorded[there])
            for line, there in places.items()
            if there in recorded
        }
    return {line: one for line, one in owners.items() if one[1].is_agent}


def _kept(index: Index, place: Place, lines: Sequence[int], head: str) -> dict[int, Kept]:
    """Return how far lines are kept, by line."""
    commit, path = place
    objects = index.objects
    here, there = (objects.commit(oid) for oid in (commit, head))
    before = objects.entry(here.tree, path) if here is not None else None
    now = objects.entry(there.tree, path) if there is not None else None
    if before is not None and now is not None and before.oid == now.oid:  # as most files are
        return {line: Kept(line, head, path, line, "", "") for line in lines}
    try:
        rows = git_blame.reverse(index.repo, path, _ranges(lines), commit, head)
    except GitError:  # the commit does not have the file, or the file is not text
        return {}
    return {row.line: row for row in rows}


def _ranges(lines: Sequence[int]) -> list[str]:
    spans: list[list[int]] = []
    for line in lines:
        if spans and spans[-1][1] == line - 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return [f"{first},{last}" for first, last in spans] if len(spans) <= _MOST_RANGES else []


def _fates(index: Index, kept: Mapping[int, Kept], head: str) -> dict[int, Fates]:
    fates = {line: Fates(standing=1) for line, one in kept.items() if one.last == head}
    gone = {line: one for line, one in kept.items() if one.last != head}
    replaced = _replaced(index, gone.values())
    rows = {line: row for line, one in gone.items() if (row := replaced.get((one.last, one.path, one.place)))}
    whose = dict(zip(rows, blame.origins(index, _blamed(index, list(rows.values()))), strict=True))
    for line in gone:
        fates[line] = _fate(whose[line].who) if line in whose else Fates(deleted=1)
    return fates


def _fate(who: str) -> Fates:
    """A line of a commit without agents counts as a person's."""
    if who == AGENT:
        return Fates(by_agents=1)
    return Fates(by_people=1) if who in (HUMAN, NO_CHECKPOINT) else Fates(by_unknown=1)


New = tuple[str, str, int]  # a line: the commit, the path and the number there


def _replaced(index: Index, gone: Iterable[Kept]) -> dict[New, New]:
    """Return which lines took the place of others: the first of a block that of the first, and so on."""
    pairs: dict[tuple[str, str], set[str]] = {}
    for one in gone:
        if one.next:
            pairs.setdefault((one.last, one.next), set()).update((one.path, one.next_path))
    trees = {pair: (_tree(index, pair[0]), _tree(index, pair[1])) for pair in pairs}
    paths = {path for some in pairs.values() for path in some}
    found: dict[New, New] = {}
    patches = patch.patches(index.repo, list(trees.values()), paths)
    for (last, after), files in zip(trees, patches, strict=True):
        for file in files:
            found |= {(last, file.old_path, old): (after, file.new_path, new) for old, new in _pairs(file)}
    return found


def _pairs(file: FilePatch) -> Iterable[tuple[int, int]]:
    """Yield removed lines and those in their place, counted from 1."""
    for hunk in file.hunks:
        for number in range(min(len(hunk.removed), len(hunk.added))):
            yield hunk.old_start + number + 1, hunk.new_start + number + 1


def _tree(index: Index, oid: str) -> str:
    commit = index.objects.commit(oid)
    return commit.tree if commit is not None else oid


def _blamed(index: Index, rows: Sequence[New]) -> list[Blamed]:
    """Return the commits of these lines: the one that has them first or, for a merge, one that it merges."""
    found = []
    for oid, path, line in rows:
        commit = index.objects.commit(oid)
        row = Blamed(line, b"", oid, path, line)
        if commit is not None and len(commit.parents) > 1:
            try:
                [row] = git_blame.blame(index.repo, path, f"{line},{line}", commit=oid)
            except (GitError, ValueError):
                pass
        found.append(row)
    return found
