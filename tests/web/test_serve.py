"""What the server does before the first page is asked for."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from entire.web import render, serve
from entire.web.story import html


def test_templates_of_the_first_pages_are_compiled_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (render, html):
        module.environment.cache_clear()
    serve.prepare()
    compiled: list[str | None] = []
    compile = Environment.compile

    def counted(self: Environment, source: str, name: str | None = None, *rest: object) -> object:
        compiled.append(name)
        return compile(self, source, name, *rest)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", counted)
    render.environment().get_template("checkpoint.html")
    html.environment().get_template("story/chapter.html")
    assert compiled == []
    render.environment().get_template("why.html")
    assert compiled == ["why.html"]
