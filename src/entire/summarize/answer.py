"""Parse a model's answer into a summary. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from entire.checkpoint.model import CodeLearning, LearningsSummary, Summary
from entire.core import json_text
from entire.core.errors import EntireError
from entire.core.text import one_line, printable, without_codes
from entire.summarize.prompt import EXAMPLE

MAX_ANSWER = 32_000  # characters; a page is 3,000
_MAX_COMPLAINT = 300


_SHOWN = frozenset(re.findall(r'"([^"]*)"', EXAMPLE))  # the request's own words, which are no answer


class BadAnswer(EntireError):
    """The answer is not the summary that we asked for."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "try again, or use another model")


def extract(output: str, key: str) -> str:
    """Return the answer: the whole output, or the value of ``key`` if the output is a JSON object."""
    if not key:
        return output
    printed = _object(output) or {}
    answer = printed.get(key)
    if not isinstance(answer, str):
        raise BadAnswer(f'no answer in the output (expected a JSON object with "{key}")')
    if printed.get("is_error") is True:
        raise BadAnswer(f"no answer: {one_line(without_codes(answer), _MAX_COMPLAINT)}")
    return answer


def complaint(output: str, errors: str, key: str) -> str:
    """Return a failed program's message: in place of an answer, as a JSON error, or its last line."""
    for text in (output, errors):
        printed = _object(text) or {}
        error = printed.get("error")
        for words in (printed.get(key), error.get("message") if isinstance(error, dict) else None):
            if isinstance(words, str) and words.strip():
                return one_line(without_codes(words), _MAX_COMPLAINT)
    lines = [line for line in f"{output}\n{errors}".splitlines() if line.strip()]
    return one_line(without_codes(lines[-1]), _MAX_COMPLAINT) if lines else ""


def parse(text: str) -> Summary:
    """Parse the summary in an answer, which may have text or a code fence around it. Raises BadAnswer."""
    if len(text) > MAX_ANSWER:
        raise BadAnswer(f"the answer is too long: {len(text):,} characters (limit: {MAX_ANSWER:,})")
    answer = _object(text)
    if answer is None:
        raise BadAnswer("no valid JSON object in the answer")
    learnings = answer.get("learnings")
    if learnings is not None and not isinstance(learnings, dict):
        raise _wrong("learnings", "an object")
    learned: Mapping[str, Any] = learnings or {}
    return Summary(
        intent=_own_text(answer, "intent"),
        outcome=_own_text(answer, "outcome"),
        learnings=LearningsSummary(
            repo=_texts(learned, "repo"),
            code=[code for item in _list(learned, "code") if (code := _code(item)).finding not in _SHOWN],
            workflow=_texts(learned, "workflow"),
        ),
        friction=_texts(answer, "friction"),
        open_items=_texts(answer, "open_items"),
    )


def _object(text: str) -> dict[str, Any] | None:
    """Parse the text from the first brace to the last; None if it is not a JSON object."""
    try:
        found = json_text.decode(text[text.find("{") : text.rfind("}") + 1])
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    text = _clean(value) if isinstance(value, str) else ""
    if not text:
        raise _wrong(key, "a string")
    return text


def _own_text(values: Mapping[str, Any], key: str) -> str:
    text = _text(values, key)
    if text in _SHOWN:
        raise BadAnswer(f'"{key}" in the answer only repeats the request')
    return text


def _list(values: Mapping[str, Any], key: str) -> list[Any]:
    value = values.get(key)
    if value is not None and not isinstance(value, list):
        raise _wrong(key, "a list")
    return value or []


def _texts(values: Mapping[str, Any], key: str) -> list[str]:
    items = _list(values, key)
    if not all(isinstance(item, str) for item in items):
        raise _wrong(key, "a list of strings")
    return [text for item in items if (text := _clean(item)) and text not in _SHOWN]


def _code(item: Any) -> CodeLearning:
    if not isinstance(item, dict):
        raise _wrong("code", "a list of objects")
    line, end_line = (_number(item.get(key)) for key in ("line", "end_line"))
    return CodeLearning(
        path=_text(item, "path"), line=line, end_line=end_line, finding=_text(item, "finding")
    )


def _number(value: Any) -> int:
    """Return a line number; 0 if it is not valid, which does not invalidate the rest."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _clean(text: str) -> str:
    return printable(without_codes(text)).strip()


def _wrong(key: str, expected: str) -> BadAnswer:
    return BadAnswer(f'"{key}" in the answer is not {expected}')
