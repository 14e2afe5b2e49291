"""Secrets in what a story has besides transcripts."""

from __future__ import annotations

from tests.web.story.chapters import a_chapter

from entire.web.export.cleaning import changed, redacted
from entire.web.export.public import texts_of
from entire.web.export.story import Story
from entire.web.story.changes import FileChange
from entire.web.story.edits import DiffLine

SECRET = "AKIAIOSFODNN7REALKEY"
KEY = ["-----BEGIN RSA PRIVATE KEY-----", *["MIIEpAIBAAKCAQEA7yn3bRHQ5FHMQaB3x9Kd0V7pLq8sT2uW4yZ6"] * 4]
KEY += ["-----END RSA PRIVATE KEY-----"]


def test_every_text_of_a_story_is_redacted() -> None:
    story = redacted(Story([a_chapter(f'key = "{SECRET}"')], []))
    fixed = ("checkpoint_id", "session_id", "commit", "date", "created_at")
    left = [(name, text) for name, text in texts_of(story) if SECRET in text and name not in fixed]
    assert left == []


def a_file(*lines: str) -> FileChange:
    shown = [DiffLine("+", text, number, "agent", "Codex", 1) for number, text in enumerate(lines, 1)]
    return FileChange("a.py", "a.py", "A", len(lines), 0, len(lines), 0, 0, shown)


def test_a_key_that_has_several_lines_is_one_secret() -> None:
    file = redacted(a_file("first", *KEY, "last"))
    texts = [line.text for line in file.lines]
    assert texts[0] == "first"
    assert texts[-1] == "last"
    assert "MIIE" not in "".join(texts)
    assert "REDACTED" in "".join(texts)
    assert {line.who for line in file.lines} == {"agent"}


def test_lines_stay_where_they_are() -> None:
    def shorter(name: str, text: str) -> str:
        return text.replace("b\nc\nd", "X")

    assert [line.text for line in changed(a_file("a", "b", "c", "d", "e"), shorter).lines] == ["a", "X", "e"]
    assert [line.text for line in changed(a_file("b", "c", "d"), shorter).lines] == ["X"]
    assert [line.text for line in changed(a_file("a", "b", "c", "d"), shorter).lines] == ["a", "X"]
    assert [line.text for line in changed(a_file("b", "c", "d", "e"), shorter).lines] == ["X", "e"]
    assert [line.text for line in changed(a_file("x", "x"), lambda name, text: "x").lines] == ["x"]
    assert changed(a_file(), shorter).lines == []
