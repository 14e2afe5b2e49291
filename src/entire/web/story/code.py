"""Code with colours, as few tags as possible. Pure."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType
from pygments.util import ClassNotFound

from entire.web.story.escaping import escaped
from entire.web.story.text import visible

_LONGEST = 20_000  # characters: colours of more would take too long
_LONGEST_FILE = 200_000
_MOST_MARKUP = 0.8  # of the text: pages stay small
_CLASSES = (
    (Keyword, "k"),
    (String, "s"),
    (Comment, "c"),
    (Number, "m"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Decorator, "d"),
    (Name.Tag, "k"),
    (Name.Attribute, "d"),
    (Name.Builtin, "b"),
)


def coloured(text: str, language: str) -> Markup:
    """The text as HTML; without colours if the language is not known."""
    text = visible(text)
    lexer = _lexer(language.strip().lower()[:40]) if language and len(text) <= _LONGEST else None
    plain = escaped(text)
    if lexer is None:
        return plain
    out = Markup("").join(_marked(kind, value) for kind, value in _merged(lexer, text))
    return out if len(out) <= len(plain) + _MOST_MARKUP * len(text) + 200 else plain


def coloured_lines(text: str, path: str) -> list[Markup]:
    """The lines of a file, each complete as HTML; the name of the file says which language it is."""
    text = visible(text)  # a lexer takes a carriage return for the end of a line
    plain = [escaped(line) for line in text.split("\n")]
    lexer = _lexer_of(path.rpartition("/")[2]) if len(text) <= _LONGEST_FILE else None
    lines = [Markup("")]
    for name, value in _merged(lexer, text) if lexer is not None else ():
        first, *rest = (_marked(name, part) if part else Markup("") for part in value.split("\n"))
        lines[-1] += first
        lines += rest
    return lines if len(lines) == len(plain) else plain


def _merged(lexer: Lexer, text: str) -> list[tuple[str, str]]:
    """Tokens by class, those of the same class together: fewer tags."""
    found: list[tuple[str, str]] = []
    for kind, value in lexer.get_tokens(text):
        name = _class(kind)
        if found and (found[-1][0] == name or (not value.strip() and found[-1][0])):
            found[-1] = found[-1][0], found[-1][1] + value
        else:
            found.append((name, value))
    return found


def _class(kind: _TokenType) -> str:
    return next((name for known, name in _CLASSES if kind in known), "")


def _marked(name: str, value: str) -> Markup:
    return Markup("<i class={}>{}</i>").format(name, escaped(value)) if name else escaped(value)


@lru_cache(64)
def _lexer_of(name: str) -> Lexer | None:
    try:
        return get_lexer_for_filename(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(64)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
