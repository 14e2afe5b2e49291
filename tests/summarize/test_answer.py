"""What counts as a summary, and what does not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from entire.checkpoint.model import CodeLearning, LearningsSummary, Summary
from entire.summarize.answer import MAX_ANSWER, BadAnswer, complaint, extract, parse
from entire.summarize.prompt import prompt

WHOLE: dict[str, Any] = {
    "intent": " Limit logins ",
    "outcome": "Five a minute",
    "learnings": {
        "repo": ["Flat"],
        "code": [{"path": "a.py", "line": 3, "end_line": 5, "finding": "Slow"}],
        "workflow": ["Test first"],
    },
    "friction": ["A flaky test", "  "],
    "open_items": ["Docs"],
}
SUMMARY = Summary(
    intent="Limit logins",
    outcome="Five a minute",
    learnings=LearningsSummary(
        repo=["Flat"],
        code=[CodeLearning(path="a.py", line=3, end_line=5, finding="Slow")],
        workflow=["Test first"],
    ),
    friction=["A flaky test"],
    open_items=["Docs"],
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WHOLE),
        f"```json\n{json.dumps(WHOLE, indent=2)}\n```",
        f"```\n{json.dumps(WHOLE)}\n```\n",
        f"Here it is:\n\n```JSON\n{json.dumps(WHOLE)}\n```\nAnything else?",
        json.dumps(WHOLE | {"mood": "good"}),
        json.dumps(WHOLE | {"intent": "\x1b[31mLimit\x1b[0m \u202elogins\x1b]0;title\x07"}),
    ],
    ids=[
        "bare",
        "fenced",
        "fence without a name",
        "among words",
        "more than was asked",
        "control characters",
    ],
)
def test_a_summary(text: str) -> None:
    assert parse(text) == SUMMARY


def test_what_may_be_left_out() -> None:
    sparse = {"intent": "I", "outcome": "O", "learnings": None, "friction": None}
    assert parse(json.dumps(sparse)) == Summary(intent="I", outcome="O", learnings=LearningsSummary())
    code = [{"path": "a.py", "line": "3", "end_line": True, "finding": "F"}]
    learned = parse(json.dumps(sparse | {"learnings": {"code": code}})).learnings
    assert learned == LearningsSummary(code=[CodeLearning(path="a.py", finding="F")])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no valid JSON object"),
        ("I cannot do that.", "no valid JSON object"),
        ('{"intent": "I", "outcome": ', "no valid JSON object"),
        ("[1, 2]", "no valid JSON object"),
        ("{" * 100_00, "no valid JSON object"),
        ('{"intent": "I"}', '"outcome" in the answer is not a string'),
        ('{"intent": "  ", "outcome": "O"}', '"intent" in the answer is not a string'),
        ('{"intent": 1, "outcome": "O"}', '"intent" in the answer is not a string'),
        (json.dumps(WHOLE | {"friction": "none"}), '"friction" in the answer is not a list'),
        (json.dumps(WHOLE | {"open_items": [1]}), '"open_items" in the answer is not a list of strings'),
        (json.dumps(WHOLE | {"learnings": []}), '"learnings" in the answer is not an object'),
        (json.dumps(WHOLE | {"learnings": {"code": ["a"]}}), '"code" in the answer is not a list of objects'),
        (
            json.dumps(WHOLE | {"learnings": {"code": [{"path": "a"}]}}),
            '"finding" in the answer is not a string',
        ),
        (json.dumps(WHOLE | {"outcome": "x" * MAX_ANSWER}), "the answer is too long: 32,"),
    ],
)
def test_no_summary(text: str, why: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        parse(text)
    assert why in refused.value.message
    assert refused.value.hint


def test_the_example_in_the_request_is_no_answer() -> None:
    request = prompt("[User] Limit logins")
    with pytest.raises(BadAnswer, match='"intent" in the answer only repeats the request'):
        parse(request)
    example = json.loads(request[request.index("{") : request.rindex("}") + 1])
    with pytest.raises(BadAnswer, match='"outcome" in the answer only repeats the request'):
        parse(json.dumps(WHOLE | {"outcome": example["outcome"]}))
    lists = {key: example[key] for key in ("learnings", "friction", "open_items")}
    assert parse(json.dumps(WHOLE | lists)) == Summary(
        intent="Limit logins", outcome="Five a minute", learnings=LearningsSummary()
    )


def test_where_the_answer_stands() -> None:
    assert extract("as it is", "") == "as it is"
    assert extract('Loading …\n{"type": "result", "result": "{}"}\n', "result") == "{}"
    with pytest.raises(BadAnswer, match='expected a JSON object with "result"'):
        extract("plain", "result")
    with pytest.raises(BadAnswer, match="no answer: Please run /login"):
        extract('{"is_error": true, "result": "Please\\nrun /login"}', "result")


@pytest.mark.parametrize(
    ("out", "err", "words"),
    [
        ('{"is_error": true, "result": "Invalid API key"}', "noise", "Invalid API key"),
        ("", '{\n"error": {"message": "no quota", "code": 1}\n}', "no quota"),
        ("said", "first\nlast \x1b[31mwords\n\n", "last words"),
        ("only this\n", "", "only this"),
        ("", "", ""),
    ],
)
def test_what_a_failed_program_says(out: str, err: str, words: str) -> None:
    assert complaint(out, err, "result") == words
