"""Markdown of conversations as safe HTML. Pure.

Whatever a conversation says, only the tags below come out, without attributes other than ours. HTML in it is
text. A link is its words followed by its address, and an image is its description: nothing can be loaded,
and nobody can be led anywhere by a word that says something else.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from entire.web.story.code import coloured
from entire.web.story.escaping import escaped
from entire.web.story.text import cut, visible

_LONGEST = 30_000  # characters: longer ones are shown as they are
_LONGEST_LINE = 5_000
_PLAIN = re.compile(r"[^\W\d_][^\W_]*(?:[ ,;:.?!'\"()/-]+[^\W_]+)*[.?!:]?")  # a line without any mark
_DEEPEST = 40  # lists in lists in …: the parser drops what is deeper


def rendered(text: str, *, breaks: bool = False) -> Markup:
    """A text as HTML. ``breaks``: ends of lines count, as in what people type."""
    text, rest = cut(text)
    out = None
    if len(text) <= _LONGEST and max(map(len, text.split("\n"))) <= _LONGEST_LINE:
        out = _parsed(visible(text), _parser(breaks))
    if out is None:
        out = Markup("<pre class=plain tabindex=0>{}</pre>").format(escaped(text))
    if rest:
        out += Markup("<p class=cut>… {} more characters</p>").format(f"{rest:,}")
    return out


def _parsed(text: str, parser: MarkdownIt) -> Markup | None:
    """None if something would be left out."""
    if _PLAIN.fullmatch(text):
        return Markup("<p>{}</p>").format(escaped(text))
    env: dict[str, Any] = {}
    tokens = parser.parse(text, env)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        return None
    return Markup(parser.renderer.render(tokens, parser.options, env))


@functools.cache
def _parser(breaks: bool) -> MarkdownIt:
    options = {
        "html": False,
        "linkify": False,
        "typographer": False,
        "xhtmlOut": False,
        "breaks": breaks,
        "maxNesting": _DEEPEST,
    }
    parser = MarkdownIt("commonmark", options, renderer_cls=_Renderer)
    return parser.enable(["table", "strikethrough"]).disable("reference")  # definitions would not be seen


class _Renderer(RendererHTML):
    """Tags without attributes, and text that is escaped by us."""

    def renderToken(  # noqa: N802
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any
    ) -> str:
        token = tokens[idx]
        if token.hidden:
            return ""
        tag = _TAGS.get(token.tag, "div")
        if token.nesting == -1:
            return f"</{tag}>"
        number = token.attrGet("start") if token.tag == "ol" else None
        start = f" start={int(number)}" if isinstance(number, int | str) and str(number).isdecimal() else ""
        return f"<{tag}{start}>"

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return escaped(tokens[idx].content)

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return Markup("<code>{}</code>").format(escaped(tokens[idx].content))

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return Markup("<pre tabindex=0><code>{}</code></pre>").format(escaped(tokens[idx].content))

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        language, _, more = tokens[idx].info.strip().partition(" ")
        caption = Markup("<small>{}</small>").format(escaped(f"{language} {more}")) if more else ""
        return Markup("{}<pre tabindex=0><code>{}</code></pre>").format(
            caption, coloured(tokens[idx].content, language)
        )

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        env.setdefault("addresses", []).append((idx, str(tokens[idx].attrGet("href") or "")))
        return "<u>"

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        opened, address = env["addresses"].pop()
        words = "".join(token.content for token in tokens[opened:idx])
        if address in ("", words):
            return "</u>"
        return Markup("</u> <code class=to>{}</code>").format(escaped(address))

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        address = str(tokens[idx].attrGet("src") or "")
        return Markup("<em>[image: {}]</em>").format(escaped(f"{tokens[idx].content} {address}".strip()))

    def html_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return escaped(tokens[idx].content)

    html_inline = html_block


# What Markdown can make, and what becomes of it: a heading in a conversation is not one of the page.
_TAGS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "h5"),
    **{
        tag: tag
        for tag in (
            *("p", "em", "strong", "s", "ul", "ol", "li", "blockquote", "hr", "br"),
            *("table", "thead", "tbody", "tr", "th", "td"),
        )
    },
}
