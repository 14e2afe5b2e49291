"""Records on demand are those of the whole transcript, and what is not looked at is not read."""

from __future__ import annotations

from collections.abc import Sequence

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.checkpoint.conftest import Place

from entire.checkpoint import on_demand, segments, segments_read
from entire.checkpoint.on_demand import OnDemand
from entire.git.objects import read
from entire.git.objects.write import Writer
from entire.transcript import lines


def stored(place: Place, parts: Sequence[bytes]) -> list[str]:
    with Writer(place.repo) as writer:
        return list(segments.store(writer, segments.Transcript(tuple(parts), "")))


def opened(place: Place, parts: Sequence[bytes], known: dict[str, int] | None = None) -> OnDemand:
    oids = stored(place, parts)
    return OnDemand(place.objects, oids, place.objects.sizes(oids), known or {})


@hypothesis.settings(
    max_examples=60, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.lists(
        st.lists(st.sampled_from([b"a", b"\n", b"bcd"]), max_size=9).map(b"".join), min_size=1, max_size=4
    ),
    st.integers(0, 8),
    st.integers(0, 9),
    st.sampled_from([0, 3, 1000]),
)
def test_records_on_demand_are_those_of_the_whole(
    place: Place, parts: list[bytes], start: int, most: int, small: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(on_demand, "SMALL", small)  # larger ones come in blocks
        patch.setattr(read, "BLOCK", 2)
        found = opened(place, parts)
        whole = lines.closed(lines.join(parts))
        assert found.head() == parts[0][: 2 if len(parts[0]) > small else None]
        for _ in range(2):  # the second time, it is known how many records segments have
            assert list(found.some(start, most)) == list(lines.some(whole, start, most))


def test_segments_in_front_of_a_position_are_not_read(place: Place) -> None:
    parts = [b"1\n2", b"3\n4", b"5\n"]
    first, second, _ = stored(place, parts)
    found = opened(place, parts, {first: 2, second: 2})
    for oid in (first, second):
        (place.work.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    assert list(found.some(4, 9)) == [b"5\n"]
    assert found.counted == {}


def test_it_counts_the_segments_that_it_reads_to_their_end(place: Place) -> None:
    parts = [b"1\n2", b"3\n4", b"5\n"]
    found = opened(place, parts)
    assert list(found.some(0, 3)) == [b"1\n", b"2\n", b"3\n"]
    assert list(found.counted.values()) == [2]


def test_a_long_record_is_skipped_but_keeps_its_place(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_demand, "LONGEST", 5)
    monkeypatch.setattr(on_demand, "SMALL", 3)
    monkeypatch.setattr(read, "BLOCK", 4)
    found = opened(place, [b"short\ntoo long to be read\nend\n"])
    assert not found.lacks
    assert (list(found.some(0, 9)), found.lacks) == ([b"short\n", b"\n", b"end\n"], True)


def test_a_large_segment_is_left_out_and_named(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_demand, "LARGEST", 10)
    parts = [b"first", b"x" * 11, b"last\n"]
    found = opened(place, parts)
    assert list(found.some(0, 9)) == [b"first\n", b"last\n"]
    assert list(place.objects.too_large.values()) == [11]


def test_what_is_short_or_not_in_order_is_read_as_a_whole(place: Place) -> None:
    line = b'{"type":"user","message":{"content":"hello"}}\n'
    long = line * (on_demand.SMALL // len(line) + 1)
    document = b'{"messages":[' + b'{"id":"1"},' * (on_demand.SMALL // 10) + b"{}]}"
    for agent, data, expected in (
        ("Claude Code", long, True),
        ("", long, True),
        ("Claude Code", line, False),
        ("Pi", long, False),  # a tree: the branch that was taken last counts
        ("OpenCode", document, False),
    ):
        commit = place.put_raw({"d/full.jsonl": data}, ref="refs/heads/scratch")
        directory = place.work.git("rev-parse", f"{commit}:d")
        opener = on_demand.Opener(place.objects, [directory], lambda oids: {})
        assert (opener.open(directory, agent) is not None) == expected, agent
        whole = segments_read.read_transcript(place.objects, directory, agent)
        assert whole == data


def test_records_of_a_damaged_segment_are_not_counted(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be repaired, and a count is kept."""
    monkeypatch.setattr(on_demand, "SMALL", 3)
    found = opened(place, [b"1\n2\n3", b"4\n5\n"])
    monkeypatch.setattr(
        place.objects,
        "blocks",
        lambda oid: (block for block in ([b"1"] if oid == found._oids[0] else [b"4\n5\n"])),
    )
    assert list(found.some(0, 9)) == [b"1\n", b"4\n", b"5\n"]
    assert found.counted == {}


def test_transcripts_that_are_opened_together_share_what_may_be_read(place: Place) -> None:
    parts = [b"1\n2", b"3\n4", b"5\n"]
    oids = stored(place, parts)
    allowance = on_demand.Allowance(5)
    found = [
        OnDemand(place.objects, oids, place.objects.sizes(oids), {}, allowance),
        OnDemand(place.objects, oids[2:], place.objects.sizes(oids), {}, allowance),
    ]
    assert list(found[0].some(0, 9)) == [b"1\n", b"2\n", b"3\n", b"4\n"]
    assert list(found[1].some(0, 9)) == []
    assert [one.taken for one in found] == [6, 0]
    assert place.objects.too_large == {oids[0]: 8, oids[2]: 2}


def test_no_part_of_a_record_is_shown_where_reading_stops(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_demand, "SMALL", 3)
    monkeypatch.setattr(read, "BLOCK", 4)
    oids = stored(place, [b"one\ntwo and more\n"])
    sizes = place.objects.sizes(oids)
    found = OnDemand(place.objects, oids, sizes, {}, on_demand.Allowance(6))
    assert list(found.some(0, 9)) == [b"one\n"]
    assert list(place.objects.too_large.values()) == [17]
