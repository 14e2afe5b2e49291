"""Which tags and attributes our HTML may have. Everything else in it would come from a conversation."""

from __future__ import annotations

from html.parser import HTMLParser

_NONE: frozenset[str] = frozenset()
_PROSE = (
    "p",
    "em",
    "strong",
    "s",
    "ul",
    "li",
    "blockquote",
    "hr",
    "br",
    "thead",
    "tbody",
    "tr",
    "u",
    "h5",
    "b",
    "small",
)
TAGS: dict[str, frozenset[str]] = {
    **dict.fromkeys(_PROSE, _NONE),
    **dict.fromkeys(("h2", "h3", "dl", "dt", "dd", "header", "summary", "del"), frozenset({"class"})),
    "h1": frozenset({"dir"}),
    "p": frozenset({"class", "dir"}),
    "ol": frozenset({"start"}),
    "li": frozenset({"dir"}),
    "i": frozenset({"class"}),
    "code": frozenset({"class"}),
    "pre": frozenset({"class", "tabindex"}),
    "table": _NONE,
    "td": frozenset({"class"}),
    "th": frozenset({"scope"}),
    "ins": frozenset({"class", "data-who"}),
    "time": frozenset({"datetime"}),
    "span": frozenset({"class", "dir"}),
    "div": frozenset({"class", "dir", "id"}),
    "a": frozenset({"href", "data-more"}),
    "details": frozenset({"class", "open"}),
    "article": frozenset({"class"}),
    "section": frozenset({"class", "id", "aria-label"}),
    "nav": frozenset({"class", "aria-label"}),
    "svg": frozenset({"class", "viewbox", "preserveaspectratio", "aria-hidden"}),
    "rect": frozenset({"class", "x", "width", "height"}),
}
_FILE: dict[str, frozenset[str]] = {
    "html": frozenset({"lang"}),
    **dict.fromkeys(("head", "body", "main", "title", "style"), _NONE),
    "meta": frozenset({"charset", "http-equiv", "name", "content"}),
    "footer": frozenset({"class"}),
}
_VOID = frozenset({"br", "hr", "meta"})
_MAY_STAY_OPEN = frozenset({"th", "td", "tr", "li", "dt", "dd"})


class Checked(HTMLParser):
    """Reads HTML as strictly as we write it; ``wrong`` says what does not belong there."""

    def __init__(self, text: str, *, file: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self.known = TAGS | _FILE if file else TAGS
        self.wrong: list[str] = []
        self.open: list[str] = []
        self.said: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self.open if tag not in _MAY_STAY_OPEN]

    @property
    def text(self) -> str:
        return "".join(self.said)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.known:
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            if name not in self.known.get(tag, _NONE):
                self.wrong.append(f"<{tag} {name}={value}>")
            if name == "href":
                self.addresses.append(value or "")
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] in _MAY_STAY_OPEN and self.open[-1] != tag:
            self.open.pop()
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.said.append(data)

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        if decl != "doctype html":
            self.wrong.append(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self.wrong.append(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.wrong.append(f"<![{data}]>")


HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<style>*{display:none}</style>",
    "<iframe src='//evil.example'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    '[x](https://evil.example/?a="onmouseover=alert(1)//)',
    "![x](https://evil.example/p.png)",
    '![x](https://evil.example/p.png "onerror=alert(1)")',
    "<https://evil.example/>",
    "[x]: https://evil.example 't'\n\n[x] ![x]",
    "```html\n</code></pre><script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "    </code></pre><img src=x>",
    "`</code><img src=x>`",
    "<!-- --><!DOCTYPE x><?php ?><![CDATA[x]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;b&#62; &amp;lt;",
    "</pre></details></article></main>",
    "| <b>a</b> | [x](javascript:a) |\n|---|---|\n| <i> | ![](x) |",
    "# <b>head</b> {onclick=alert(1)}",
    "\x00\x01\x1b[31m\x7f\x9b\u202e\u2066\u200b\ufeff\ud800",
    "<" * 300 + "a" + ">" * 300,
    "\"'><b onmouseover=alert(1) x='",
)
