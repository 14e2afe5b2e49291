"""Which conversations a commit is from: the lines that it adds, against the lines that they wrote. Pure.

A line counts for its last write to the same file before the commit's author date, which a rebase keeps.
Once a commit has the line, later ones on that line of history do not match by it: what a person reverts and
brings back is not the conversation's. In the first commit of a file since it was written, lines that people
changed a little count in part, and it counts that all lines that the conversation wrote there last are in it.
A link needs a confidence of `THRESHOLD`: rather none than a wrong one.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from entire.core.value import Value

THRESHOLD = 0.4
_SLOP = 1.0  # seconds: author dates have no fractions
_MOST_OF_LINE = 40  # letters and digits of a line that count
_AGAIN = 0.3  # of a line that the file has already, so that adding it says little
_COMMON = 0.5  # of a line that commits add to several files
_LEAST = 4  # of what a conversation wrote of a commit
_LEAST_SHARE = 0.2
_LEAST_SHARE_OF_NEW = 0.05  # of a file that the conversation made
_COVERED = 0.7  # a commit has all that the conversation wrote to a file, and more
_STRONG = 40  # so much cannot be chance
_HOUR, _DAY, _WEEK = 3600, 24 * 3600, 7 * 24 * 3600
_ALIKE = 0.75
_MARGIN = 0.1  # how much more an edited line is like the one that was written than like one that is replaced
_COPIED = 0.8  # of the lines of a commit, in a copy of it
_CONTAINED = 0.9
_MOST_COMPARED = 200  # lines of a file


class Write(Value):
    """What one call of a tool wrote to a file of the repository."""

    conversation: int  # its number
    path: str  # from the top of the repository
    time: float
    position: int  # in the transcript
    lines: tuple[str, ...]


class File(Value):
    """What a commit does to a file."""

    path: str
    old_path: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    before: frozenset[str]  # all lines of the file in the parent, as `plain` has them
    after: frozenset[str]


class Commit(Value):
    """A commit. Those that are linked, or too old, are not wanted; they have their lines as if they were."""

    oid: str
    time: float  # author date
    parents: tuple[str, ...]
    files: tuple[File, ...]
    wanted: bool = True


class Credit(Value):
    """What one conversation wrote of a commit."""

    conversation: int
    confidence: float
    first: int  # position of the first write that counts
    last: int
    paths: tuple[str, ...]
    lines: dict[tuple[str, int], int]  # by path and number of the added line, the position of its write


class Matched(Value):
    """The conversations of each commit."""

    new: dict[str, list[Credit]]  # of those that are wanted
    known: dict[str, list[Credit]]  # of the others


class _Line:
    """A line that was written."""

    __slots__ = ("text", "time", "used", "write")

    def __init__(self, write: Write, text: str) -> None:
        self.write = write
        self.time = write.time
        self.text = text
        self.used = 0  # the commits that have it already, as bits

    def use(self, bit: int) -> None:
        """Most lines are in one commit, and share its number: it has as many bits as there are commits."""
        self.used = self.used | bit if self.used else bit


class _Found(Value):
    """What conversations wrote of a file of a commit."""

    file: File
    taken: dict[int, tuple[_Line, float]]  # by number of the added line: which, and how alike
    covered: frozenset[int]  # those of whose last write the commit has all lines, before any other has them
    full: frozenset[int]  # those that wrote all lines that the commit adds, before any other has them


class _Linked(Value):
    """A commit that was matched."""

    bit: int
    time: float
    lines: list[_Line]
    paths: set[str]


class _Touched:
    """When commits changed files; as bits, one for each commit."""

    def __init__(self) -> None:
        self.files: dict[str, list[tuple[float, int]]] = {}

    def is_first(self, line: _Line, ancestors: int) -> bool:
        """Whether no commit of the file is between the line and a commit with these ancestors."""
        commits = self.files.get(line.write.path, ())
        return not any(bit & ancestors and time + _SLOP >= line.time for time, bit in commits)


def plain(line: str) -> str:
    """A line without its layout."""
    return " ".join(line.split())


def weight(text: str) -> int:
    """How much a line says: its letters and digits, up to a limit."""
    return min(sum(letter.isalnum() for letter in text), _MOST_OF_LINE)


def match(commits: Sequence[Commit], writes: Iterable[Write]) -> Matched:
    """Match commits, which come with parents before children.

    Which ones are wanted makes no difference to the others: an import decides as the last one did.
    """
    lines = _by_path(writes)
    common = _common(commits)
    touched = _Touched()
    bits = {commit.oid: 1 << at for at, commit in enumerate(commits)}
    above: dict[str, int] = {}
    found = Matched({}, {})
    linked: list[_Linked] = []
    for commit in commits:
        ancestors = 0
        for parent in commit.parents:
            ancestors |= above.get(parent, 0) | bits.get(parent, 0)
        above[commit.oid] = ancestors
        until = commit.time + _SLOP
        several: list[_Found] = []
        barred = _elsewhere(commit, [one for one in linked if not one.bit & ancestors])
        for file in commit.files:
            pool = [
                line
                for path in dict.fromkeys((file.path, file.old_path))
                for line in lines.get(path, ())
                if line.time <= until and not line.used & ancestors
            ]
            free = [line for line in pool if line not in barred] if barred else pool
            if free:
                several.append(_found(file, free, touched, ancestors, commit.time))
            for line in pool:
                if line.text in file.after or line.text in file.before:
                    line.use(bits[commit.oid])
            touched.files.setdefault(file.path, []).append((commit.time, bits[commit.oid]))
        credits = _credits(commit, several, common)
        if credits:
            (found.new if commit.wanted else found.known)[commit.oid] = credits
            taken = [line for one in several for line, _ in one.taken.values()]
            linked.append(_Linked(bits[commit.oid], commit.time, taken, {file.path for file in commit.files}))
            for line in _written_again(taken, lines, until):
                line.use(bits[commit.oid])
    return found


def _written_again(taken: Sequence[_Line], lines: Mapping[str, Sequence[_Line]], until: float) -> list[_Line]:
    """These lines, and the same ones of other writes: people changed a line, and it is in the commit once."""
    texts: dict[str, set[str]] = {}
    for line in taken:
        texts.setdefault(line.write.path, set()).add(line.text)
    return [
        line
        for path, some in texts.items()
        for line in lines[path]
        if line.text in some and line.time <= until
    ]


def _elsewhere(commit: Commit, linked: Sequence[_Linked]) -> set[_Line]:
    """Lines that commits on other branches have matched already, unless this commit is a copy of them.

    A copy has nearly all of their lines: they were cherry-picked or squashed.
    """
    paths = {path for file in commit.files for path in (file.path, file.old_path)}
    added = {
        (path, plain(line))
        for file in commit.files
        for path in (file.path, file.old_path)
        for line in file.added
    }
    found: set[_Line] = set()
    for one in linked:
        if one.paths & paths and abs(one.time - commit.time) > _SLOP:
            there = sum((line.write.path, line.text) in added for line in one.lines)
            if there < _COPIED * len(one.lines):
                found.update(one.lines)
    return found


def _by_path(writes: Iterable[Write]) -> dict[str, list[_Line]]:
    """The lines that were written, by file, oldest first."""
    found: dict[str, list[_Line]] = {}
    for write in sorted(writes, key=lambda one: (one.time, one.position)):
        texts = dict.fromkeys(map(sys.intern, filter(None, map(plain, write.lines))))
        found.setdefault(write.path, []).extend(_Line(write, text) for text in texts)
    return found


def _common(commits: Sequence[Commit]) -> Collection[str]:
    """The lines that were added to several files."""
    files: dict[str, set[str]] = {}
    for commit in commits:
        for file in commit.files:
            for line in file.added:
                files.setdefault(plain(line), set()).add(file.path)
    return {text for text, paths in files.items() if len(paths) > 1}


def _found(file: File, pool: Sequence[_Line], touched: _Touched, ancestors: int, time: float) -> _Found:
    """Compare the added lines with those that wait to be committed."""
    exact = {line.text: line for line in pool}  # the last write of each
    texts = [plain(line) for line in file.added]
    added = set(texts)
    taken = {number: (exact[text], 1.0) for number, text in enumerate(texts) if text in exact}
    rest = [(number, text) for number, text in enumerate(texts) if text not in exact and weight(text)]
    first = [
        text for text, line in exact.items() if text not in file.before and touched.is_first(line, ancestors)
    ]
    owners = {line.write.conversation for line, _ in taken.values()}
    latest = {line.write.conversation: line.write for line in pool}
    lost = exact.keys() - (added & set(first))
    lost_writes = [exact[text].write for text in lost]
    left = {write.conversation for write in lost_writes if latest[write.conversation] is write}
    full = owners if len(owners) == 1 and not rest and added - {""} <= set(first) else set()
    used = {text for text in first if exact[text].used}  # on another line of history
    waiting = [
        exact[text]
        for text in first
        if text not in added | used and _may_be_edited(text, time - exact[text].time, is_new=not file.before)
    ]
    taken |= _edited(rest[:_MOST_COMPARED], waiting[:_MOST_COMPARED], file.removed)
    return _Found(file, taken, frozenset(owners - left), frozenset(full))


def _may_be_edited(text: str, age: float, *, is_new: bool) -> bool:
    """Whether a line is known again if people changed it. Short ones only in a new file, and soon."""
    value = weight(text)
    return (value >= _LEAST and age <= _WEEK) or (value > 0 and is_new and age <= _DAY)


def _edited(
    rest: Sequence[tuple[int, str]], waiting: list[_Line], removed: Sequence[str]
) -> dict[int, tuple[_Line, float]]:
    """Lines that people changed a little after they were written, unless they are changed lines of before."""
    found = {}
    old = [plain(line) for line in removed[:_MOST_COMPARED]]
    for number, text in rest:
        best = max(((_alike(line.text, text), line) for line in waiting), key=_first, default=None)
        if best is None or best[0] < _ALIKE or any(_alike(one, text) >= best[0] - _MARGIN for one in old):
            continue
        found[number] = (best[1], best[0])
        waiting.remove(best[1])
    return found


def _first(pair: tuple[float, _Line]) -> float:
    return pair[0]


def _alike(written: str, text: str) -> float:
    """How alike two lines are: one that only grew, or by their letters."""
    at = text.find(written)
    if at >= 0 and (len(written) >= _LEAST or _is_word(text, at, at + len(written))):
        return _CONTAINED
    matcher = SequenceMatcher(None, written, text, autojunk=False)
    quick = matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE
    return matcher.ratio() if quick else 0.0


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether a part of a text does not begin or end within a word."""
    return not text[max(0, start - 1) : start].isalnum() and not text[end : end + 1].isalnum()


def _credits(commit: Commit, several: Sequence[_Found], common: Collection[str]) -> list[Credit]:
    """Whose commit it is, by what each conversation has of the files that it wrote to."""
    numbers = {line.write.conversation for one in several for line, _ in one.taken.values()}
    found = (_credit(commit, number, several, common) for number in sorted(numbers))
    return sorted(filter(None, found), key=lambda one: (-one.confidence, one.conversation))


def _credit(
    commit: Commit, conversation: int, several: Sequence[_Found], common: Collection[str]
) -> Credit | None:
    """What a conversation has of a commit; None if it is too little to be sure."""
    own = whole = shared = least = 0.0
    lines: dict[tuple[str, int], _Line] = {}
    for one in several:
        mine = {at: line for at, (line, _) in one.taken.items() if line.write.conversation == conversation}
        if not mine:
            continue
        texts = [plain(line) for line in one.file.added]
        values = [weight(text) * (_COMMON if text in common else 1) for text in texts]
        worth = [
            value * (_AGAIN if text in one.file.before else 1)
            for value, text in zip(values, texts, strict=True)
        ]
        total = max(sum(values), 1.0)
        part = sum(worth[at] * one.taken[at][1] for at in mine)
        if not part:  # signs only, which are in every file
            continue
        share = sum(worth[at] * alike for at, (_, alike) in one.taken.items()) / total
        if conversation in one.full:
            share, part, total = 1.0, max(part, _LEAST), max(total, _LEAST)
        elif conversation in one.covered:
            share, part = max(share, _COVERED), max(part, _LEAST)
        is_new = conversation in one.covered and not one.file.before
        own, whole, shared = own + part, whole + total, shared + share * total
        least += total * (_LEAST_SHARE_OF_NEW if is_new else _LEAST_SHARE)
        lines |= {(one.file.path, at): line for at, line in mine.items()}
    if not lines or own < _LEAST or own < least:
        return None
    last = max(line.time for line in lines.values())
    sure = round(shared / whole * max(min(1.0, own / _STRONG), closeness(commit.time - last)), 2)
    if sure < THRESHOLD:
        return None
    positions = [line.write.position for line in lines.values()]
    paths = tuple(sorted({path for path, _ in lines}))
    at = {key: line.write.position for key, line in lines.items()}
    return Credit(conversation, sure, min(positions), max(positions), paths, at)


def closeness(seconds: float) -> float:
    """How much it says that a commit was made so long after the conversation wrote."""
    if seconds <= _HOUR:
        return 1.0
    return 0.8 if seconds <= _DAY else 0.6 if seconds <= _WEEK else 0.5
