"""Every kind of secret, in every place that a transcript has for it; and what must stay."""

import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.redact import benign
from tests.redact.samples import Sample, forms, samples

from entire.redact import redact_json, redact_jsonl, redact_text

ALL = samples()
PLAIN = {"plain", "shell", "url"}


def said(form: str, line: bytes) -> str:
    """What a line says, its escapes undone."""
    text = line.decode()
    if form in PLAIN:
        return text
    if form == "escaped json":
        return str(json.loads(json.loads(text)["arguments"]))
    return str(json.loads(text))


def remains(sample: Sample, form: str, clean: bytes) -> bool:
    shown = said(form, clean).replace("\\\\", "\\").replace("\\n", "\n")
    return any(
        secret in shown
        for secret in (sample.secret, quote(sample.secret, safe=""), repr(sample.secret)[1:-1])
    )


def test_the_corpus_is_large() -> None:
    assert len({sample.secret for sample in ALL}) >= 300
    assert len({sample.rule for sample in ALL}) >= 120


@pytest.mark.parametrize("form", list(forms(ALL[0])))
def test_none_remains(form: str) -> None:
    for sample in ALL:
        line = forms(sample)[form]
        clean = redact_text(line).encode() if form in PLAIN else redact_jsonl(line.encode())
        assert not remains(sample, form, clean), (sample, clean)
        assert (redact_text(clean.decode()).encode() if form in PLAIN else redact_jsonl(clean)) == clean


def test_none_remains_in_a_large_transcript() -> None:
    """Where the prefilter decides which lines are looked at."""
    rows = []
    for number, sample in enumerate(ALL):
        ways = [(form, line) for form, line in forms(sample).items() if "\n" not in line]
        rows += [(sample, *ways[(number + step) % len(ways)]) for step in range(3)]
    lines = redact_jsonl("\n".join(line for _, _, line in rows).encode()).split(b"\n")
    assert len(lines) == len(rows)
    left = [
        (sample.rule, form)
        for (sample, form, _), line in zip(rows, lines, strict=True)
        if remains(sample, form, line)
    ]
    assert left == []


def test_a_secret_is_found_again_where_nothing_gives_it_away() -> None:
    text = 'password = "tr0ub4dor&3"\nlogging in with tr0ub4dor&3 now'
    assert redact_text(text) == 'password = "REDACTED"\nlogging in with REDACTED now'


def test_benign_strings_stay() -> None:
    kept = touched = 0
    for kind, text in benign.texts():
        raw = json.dumps({"content": text}).encode()
        same = redact_text(text) == text and redact_json(raw) == raw
        kept, touched = kept + same, touched + (not same)
        assert same or kind != "placeholder"
    assert kept + touched >= 500
    assert touched < 0.01 * (kept + touched)


PIECES = st.one_of(
    st.integers(0, len(ALL) - 1).map(lambda number: ALL[number].text),
    st.sampled_from(
        ["REDACTED", "[REDACTED_EMAIL]", "=", ": ", '"', "\\", "\\n", "\n", "/", "@", "password=", " "]
    ),
    st.text(max_size=12),
)
TEXTS = st.lists(PIECES, max_size=6).map("".join)


@given(TEXTS)
def test_twice_is_once(text: str) -> None:
    once = redact_text(text)
    assert redact_text(once) == once
    assert once.count("\n") == text.count("\n")


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["text", "id", "path", "token", "x"]) | TEXTS, TEXTS, max_size=3)
    )
)
def test_lines_and_json_are_kept(records: list[dict[str, str]]) -> None:
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    once = redact_jsonl(data)
    assert redact_jsonl(once) == once
    assert [isinstance(json.loads(line), dict) for line in once.splitlines()] == [True] * len(records)


@given(st.lists(TEXTS, min_size=1, max_size=5), st.data())
def test_new_lines_alone_give_the_same(texts: list[str], data: st.DataObject) -> None:
    lines = [json.dumps({"content": text}).encode() + b"\n" for text in texts]
    cut = data.draw(st.integers(0, len(lines)))
    parts = redact_jsonl(b"".join(lines[:cut])) + redact_jsonl(b"".join(lines[cut:]))
    assert redact_jsonl(b"".join(lines)) == parts
