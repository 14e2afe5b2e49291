"""Which conversations a commit is from: a table of stories, and what always holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from entire.imports.match import THRESHOLD, Commit, File, Write, match, plain

HOUR, DAY = 3600.0, 24 * 3600.0
PARSER = (
    "def parse(text):",
    "    return [part.strip() for part in text.split(';')]",
    "",
    "def main():",
    "    run()",
)
OTHER = ("class Window:", "    def __init__(self, title):", "        self.title = title")


class History:
    """Commits on one line of history, each of one file."""

    def __init__(self) -> None:
        self.commits: list[Commit] = []
        self.content: dict[str, tuple[str, ...]] = {}

    def commit(
        self, name: str, time: float, *lines: str, path: str = "a.py", old: str = "", wanted: bool = True
    ) -> History:
        before = self.content.pop(old or path, ())
        added = tuple(line for line in lines if line not in before)
        removed = tuple(line for line in before if line not in lines)
        file = File(path, old or path, added, removed, _set(before), _set(lines))
        parents = (self.commits[-1].oid,) if self.commits else ()
        self.commits.append(Commit(name, time, parents, (file,), wanted))
        self.content[path] = lines
        return self

    def found(self, *writes: Write) -> dict[str, list[int]]:
        return {
            oid: [one.conversation for one in them] for oid, them in match(self.commits, writes).new.items()
        }


def _set(lines: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(plain, lines))


def wrote(
    *lines: str, time: float = 0.0, conversation: int = 0, path: str = "a.py", position: int = 1
) -> Write:
    return Write(conversation, path, time, position, lines)


def test_what_was_written_is_matched_by_time() -> None:
    assert History().commit("c", HOUR, *PARSER).found(wrote(*PARSER)) == {"c": [0]}
    assert History().commit("c", 90 * DAY, *PARSER).found(wrote(*PARSER)) == {"c": [0]}
    assert History().commit("c", HOUR, *PARSER).found(wrote(*PARSER, time=2 * HOUR)) == {}
    assert History().commit("c", 5.0, *PARSER).found(wrote(*PARSER, time=5.7)) == {"c": [0]}, "no fractions"


def test_the_file_must_be_the_same() -> None:
    assert History().commit("c", HOUR, *PARSER, path="b.py").found(wrote(*PARSER)) == {}
    moved = History().commit("a", -DAY, "x = 1").commit("c", HOUR, "x = 1", *PARSER, path="b.py", old="a.py")
    assert moved.found(wrote(*PARSER)) == {"c": [0]}


def test_people_may_change_what_was_written() -> None:
    some = (*PARSER[:2], "", "def main(words):", "    run(words)", "# by hand")
    assert History().commit("c", HOUR, *some).found(wrote(*PARSER)) == {"c": [0]}
    indented = tuple("  " + line for line in PARSER)
    assert History().commit("c", HOUR, *indented).found(wrote(*PARSER)) == {"c": [0]}
    assert History().commit("c", HOUR, "print('hello, world')").found(wrote("print('hello')")) == {"c": [0]}
    assert History().commit("c", HOUR, *OTHER).found(wrote(*PARSER)) == {}
    assert History().commit("c", HOUR, *OTHER * 20, PARSER[0]).found(wrote(*PARSER)) == {}


def test_small_files_are_matched_if_nothing_else_is_in_them() -> None:
    assert History().commit("c", HOUR, "one").found(wrote("one")) == {"c": [0]}
    assert History().commit("c", HOUR, "one", "more").found(wrote("one")) == {"c": [0]}
    assert History().commit("c", HOUR, "one, by hand").found(wrote("one")) == {"c": [0]}
    assert History().commit("c", HOUR, "telephone").found(wrote("one")) == {}
    assert History().commit("a", -HOUR, "x").commit("c", HOUR, "x", "one, by hand").found(wrote("one")) == {}
    assert History().commit("c", HOUR, "one", *OTHER * 9).found(wrote("one")) == {}
    assert History().commit("c", HOUR, "}").found(wrote("x = 1", "}")) == {}
    assert (
        History().commit("a", -HOUR, "one", "}").commit("c", HOUR, "one", "}", "one").found(wrote("one"))
        == {}
    )


def test_a_line_that_is_committed_is_not_matched_again() -> None:
    back = History().commit("a", HOUR, *PARSER).commit("b", 2 * HOUR).commit("c", 3 * HOUR, *PARSER)
    assert back.found(wrote(*PARSER)) == {"a": [0]}
    known = (
        History()
        .commit("a", HOUR, *PARSER, wanted=False)
        .commit("b", 2 * HOUR)
        .commit("c", 3 * HOUR, *PARSER)
    )
    assert known.found(wrote(*PARSER)) == {}
    old = History().commit("a", -DAY, *PARSER).commit("b", HOUR, "x = 1").commit("c", 2 * HOUR, *PARSER)
    assert old.found(wrote(*PARSER)) == {}, "the whole file was written again, and was there before"
    boilerplate = ("def test_it():", "    run(", "        one,", "    )")
    again = History().commit("a", -DAY, *boilerplate).commit("c", HOUR, *boilerplate, "    run(two)")
    assert again.found(wrote(*boilerplate)) == {}
    edited = History().commit("a", HOUR, "print('hello, world')").commit("b", DAY, "print('hello, worlds')")
    assert edited.found(wrote("print('hello')")) == {"a": [0]}


def test_a_line_that_was_written_twice_and_committed_with_a_change_is_not_matched_again() -> None:
    """A person who then writes it as the agent did has written it."""
    back = History().commit("a", HOUR, "print('hello, world')").commit("b", DAY, "x = 1")
    back.commit("c", 2 * DAY, "print('hello')")
    again = (wrote("print('hello')"), wrote("print('hello')", time=60.0, position=2))
    assert back.found(again[0]) == {"a": [0]}
    assert back.found(*again) == {"a": [0]}


def test_commits_on_other_lines_of_history_share_what_was_written() -> None:
    base = Commit("base", -DAY, (), ())
    file = File("a.py", "a.py", PARSER, (), frozenset(), _set(PARSER))
    one, picked = Commit("one", HOUR, ("base",), (file,)), Commit("picked", HOUR, ("base",), (file,))
    after = Commit("after", DAY, ("one",), (file,))
    assert set(match([base, one, picked, after], [wrote(*PARSER)]).new) == {"one", "picked"}
    squashed = Commit(
        "squashed", DAY, ("base",), (file, File("b.py", "b.py", OTHER, (), frozenset(), _set(OTHER)))
    )
    assert set(match([base, one, squashed], [wrote(*PARSER)]).new) == {"one", "squashed"}
    alike = File("a.py", "a.py", PARSER[:2], (), frozenset(), _set(PARSER[:2]))
    other = Commit("other", DAY, ("base",), (alike,))
    assert set(match([base, one, other], [wrote(*PARSER)]).new) == {"one"}


def test_a_commit_that_is_linked_already_still_has_its_lines() -> None:
    """The second import: what the first one linked is not looked for, and nothing else takes its place."""
    base = Commit("base", -DAY, (), ())
    whole = File("a.py", "a.py", PARSER, (), frozenset(), _set(PARSER))
    some = File("a.py", "a.py", PARSER[:2], (), frozenset(), _set(PARSER[:2]))
    known = Commit("known", HOUR, ("base",), (whole,), wanted=False)
    person = Commit("person", DAY, ("base",), (some,))
    found = match([base, known, person], [wrote(*PARSER)])
    assert (found.new, list(found.known)) == ({}, ["known"])
    edited = History().commit("a", HOUR, "print('hello, world')", wanted=False)
    edited.commit("b", 2 * HOUR).commit("c", 3 * HOUR, "print('hello')")
    assert edited.found(wrote("print('hello')")) == {}, "a line that people changed is used up, too"


def test_each_conversation_gets_what_it_wrote_last() -> None:
    first, second = wrote(*PARSER), wrote(*OTHER, conversation=1, time=60.0)
    assert History().commit("c", HOUR, *PARSER, *OTHER).found(first, second) == {"c": [0, 1]}
    again = wrote(*PARSER, conversation=1, time=60.0)
    assert History().commit("c", HOUR, *PARSER).found(first, again) == {"c": [1]}
    in_turn = History().commit("a", 30.0, *PARSER).commit("b", HOUR, *PARSER, *OTHER)
    assert in_turn.found(first, second) == {"a": [0], "b": [1]}


def test_the_positions_are_those_of_the_writes_that_count() -> None:
    history = History().commit("c", HOUR, *PARSER, *OTHER)
    writes = [
        wrote(*PARSER, position=3),
        wrote(*OTHER, position=9, time=1.0),
        wrote("gone", position=20, time=2.0),
    ]
    [credit] = match(history.commits, writes).new["c"]
    assert (credit.first, credit.last, credit.paths) == (3, 9, ("a.py",))
    assert credit.lines["a.py", 0] == 3
    assert credit.lines["a.py", len(PARSER)] == 9
    assert credit.confidence == 1.0


LINES = st.lists(st.sampled_from([*PARSER, *OTHER, "one", "}", "print('hello')"]), min_size=1, max_size=8)
WRITTEN = st.lists(st.tuples(st.floats(0, DAY), st.integers(0, 2), LINES), max_size=5)
EDITED = ["print('hello, world')", "def parse(text, more):", "        self.title = title or ''"]
STORY = st.lists(
    st.tuples(
        st.floats(0, DAY),
        st.integers(0, 3),  # how many commits before it its parent is; none: its parent is the first
        st.lists(st.sampled_from([*PARSER, *OTHER, *EDITED, "one", "print('hello')"]), max_size=8),
    ),
    min_size=2,
    max_size=6,
)


def told(story: list[tuple[float, int, list[str]]]) -> list[Commit]:
    """Commits on several lines of history."""
    commits = [Commit("first", -DAY, (), ())]
    content: list[tuple[str, tuple[str, ...]]] = [("first", ())]
    for number, (time, back, lines) in enumerate(story):
        parent, before = content[-back] if 0 < back <= len(content) else content[0]
        after = tuple(dict.fromkeys(lines))
        added = tuple(line for line in after if line not in before)
        removed = tuple(line for line in before if line not in after)
        file = File("a.py", "a.py", added, removed, _set(before), _set(after))
        commits.append(Commit(str(number), time, (parent,), (file,)))
        content.append((str(number), after))
    return commits


@given(STORY, WRITTEN, st.data())
def test_what_was_linked_does_not_change_what_is_found(
    story: list[tuple[float, int, list[str]]],
    written: list[tuple[float, int, list[str]]],
    data: st.DataObject,
) -> None:
    commits = told(story)
    writes = [
        wrote(*lines, time=time, conversation=who, position=at)
        for at, (time, who, lines) in enumerate(written)
    ]
    found = match(commits, writes).new
    linked = data.draw(st.sets(st.sampled_from(sorted(found)))) if found else set()
    again = match([one.replace(wanted=one.oid not in linked) for one in commits], writes)
    assert again.new == {oid: credits for oid, credits in found.items() if oid not in linked}
    assert again.known == {oid: found[oid] for oid in linked}


@given(st.lists(st.tuples(st.floats(0, DAY), LINES), max_size=4), WRITTEN)
def test_nothing_is_matched_that_was_not_written_before(
    commits: list[tuple[float, list[str]]], written: list[tuple[float, int, list[str]]]
) -> None:
    history = History()
    for number, (time, lines) in enumerate(commits):
        history.commit(str(number), time, *dict.fromkeys(lines))
    writes = [
        wrote(*lines, time=time, conversation=who, position=at)
        for at, (time, who, lines) in enumerate(written)
    ]
    found = match(history.commits, writes).new
    assert found == match(history.commits, list(reversed(writes))).new
    for oid, credits in found.items():
        commit = history.commits[int(oid)]
        for credit in credits:
            assert THRESHOLD <= credit.confidence <= 1
            assert credit.lines
            for (path, number), position in credit.lines.items():
                write = writes[position]
                assert write.time <= commit.time + 1
                assert write.conversation == credit.conversation
                assert (path, number < len(commit.files[0].added)) == ("a.py", True)
