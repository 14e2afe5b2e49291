"""The only module that imports google-re2 and pyahocorasick, late; without them nothing is written."""

from __future__ import annotations

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_MEMORY = 64 << 20  # for the largest pattern; small ones take less

_PACKAGES = {"re2": "google-re2", "ahocorasick": "pyahocorasick"}

_compiled: dict[tuple[bytes, bool], Any] = {}


class RedactionUnavailable(EntireError):
    """The engine cannot run, so nothing may be written where it could be pushed (I4)."""


class BadPattern(EntireError):
    """A configured pattern is not valid."""


def pattern(source: bytes, *, unicode: bool = False) -> Any:
    """Compile a pattern once per process. re2 matches in linear time, so no text can stall a hook.

    Patterns match bytes; with ``unicode``, they match UTF-8, for patterns of users.
    """
    found = _compiled.get((source, unicode))
    if found is None:
        found = _compiled[source, unicode] = _compile(source, unicode)
    return found


def automaton(words: Iterable[tuple[str, Any]]) -> Any:
    """Build an Aho-Corasick automaton: `iter(text)` yields (end, value) of every word in one pass."""
    try:
        import ahocorasick
    except Exception as error:
        raise _missing(error, _PACKAGES["ahocorasick"]) from error
    built = ahocorasick.Automaton()
    for word, value in words:
        built.add_word(word, value)
    built.make_automaton()
    return built


def missing() -> list[str]:
    """Return the libraries that are not installed, or do not work."""
    found = []
    for build, package in ((_try_re2, _PACKAGES["re2"]), (_try_ahocorasick, _PACKAGES["ahocorasick"])):
        try:
            build()
        except RedactionUnavailable:
            found.append(package)
    return found


def _try_re2() -> None:
    _compile(b"a", False)


def _try_ahocorasick() -> None:
    automaton([("a", 0)])


def patterns() -> Any:
    """Load the library of patterns; call it where a text may turn out not to need any."""
    try:
        import re2
    except Exception as error:  # a broken library can fail in any way
        raise _missing(error, _PACKAGES["re2"]) from error
    if not callable(getattr(re2, "Options", None)):
        raise _missing(ImportError("another module is named re2"), _PACKAGES["re2"])
    return re2


def _compile(source: bytes, unicode: bool) -> Any:
    re2 = patterns()
    options = re2.Options()
    options.encoding = re2.Options.Encoding.UTF8 if unicode else re2.Options.Encoding.LATIN1
    options.max_mem = _MEMORY
    options.log_errors = False
    try:
        return re2.compile(source, options)
    except re2.error as error:
        reason = error.args[0] if error.args else error
        text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise BadPattern(f"invalid regular expression: {text}") from error


def _missing(error: Exception, package: str) -> RedactionUnavailable:
    return RedactionUnavailable(
        f"cannot redact secrets: {error}",
        f"nothing was written; install the missing library: pip install {package}",
    )
