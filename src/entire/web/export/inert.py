"""Markdown that others wrote, made inert: it keeps its form, but holds no HTML, link or image. Pure.

Outside of fenced code, every `<` and `&` becomes an entity, so that no HTML begins, whatever a reader takes
for code. Every reader takes a fence at the start of a line for one, because no HTML comes before it.
"""

from __future__ import annotations

import re

from entire.core.text import one_line
from entire.web.story.text import cut, visible

_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)")
_RISKY = re.compile(r"[<&]|!\[|\]\(|\]\[|\]:")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "[": "&#91;", "]": "&#93;", "!": "&#33;"}
_RULED = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")  # would make a heading of the line above
_PUNCTUATION = re.compile(r"([\\`*_{}\[\]#|~!])")


def inert(text: str) -> str:
    """A text of a conversation as Markdown."""
    text, rest = cut(visible(text))
    out: list[str] = []
    fence = ""
    for line in text.strip("\n").split("\n"):
        found = _FENCE.match(line)
        if fence:
            out.append(line)
            bare = line.strip()
            if found and bare == bare[:1] * len(bare) and bare.startswith(fence):
                fence = ""
        elif found:
            fence = found[1]
            out.append(re.sub(r"[<&]", "", line))
        else:
            out.append(_line(line))
    out += [fence] if fence else []
    return "\n".join([*out, "", f"… {rest:,} more characters"] if rest else out)


def _line(line: str) -> str:
    heading = _HEADING.match(line)
    if heading:
        return f"**{_outside(heading[1])}**" if heading[1] else ""
    return f"\\{line.lstrip()}" if _RULED.match(line) else _outside(line)


def _outside(text: str) -> str:
    done, out = 0, []
    for span in _SPAN.finditer(text):
        out += [_escaped(text[done : span.start()]), _span(span)]
        done = span.end()
    return "".join([*out, _escaped(text[done:])])


def _span(span: re.Match[str]) -> str:
    """Code; if it has signs that matter outside of code, in a tag, with entities."""
    if not _RISKY.search(span[0]):
        return span[0]
    inside = "".join(_ENTITIES.get(sign, sign) for sign in span[2].strip())
    return f"<code>{re.sub(r'([*_~`|])', lambda found: f'&#{ord(found[1])};', inside)}</code>"


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return text.replace("![", "!\\[").replace("](", "]\\(").replace("][", "]\\[").replace("]:", "]\\:")


def inline(text: str) -> str:
    """A short text as nothing but text."""
    return _PUNCTUATION.sub(r"\\\1", entities(text))


def entities(text: str) -> str:
    """The same inside of our own tags."""
    shown = one_line(visible(text)).replace("&", "&amp;")
    return shown.replace("<", "&lt;").replace(">", "&gt;")


def code(text: str) -> str:
    """A short text as code."""
    shown = one_line(visible(text))
    if not shown:
        return ""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    space = " " if "`" in shown else ""
    return f"{ticks}{space}{shown}{space}{ticks}"


def fenced(text: str, language: str = "") -> str:
    """A text as a block of code that it cannot end."""
    shown = visible(text)
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{ticks}{language}\n{shown}\n{ticks}"
