"""The only module that imports google-re2 and pyahocorasick, late; without them nothing is written."""

from __future__ import annotations

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from entire.redact.linear import Pattern

_MEMORY = 64 << 20  # for the largest pattern; small ones take less

_PACKAGES = {"re2": "google-re2", "ahocorasick": "pyahocorasick"}

_compiled: dict[tuple[bytes, bool], Pattern] = {}


class RedactionUnavailable(EntireError):
    """The engine cannot run, so nothing may be written where it could be pushed (I4)."""


class BadPattern(EntireError):
    """A configured pattern is not valid."""


def pattern(source: bytes, *, unicode: bool = False) -> Pattern:
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
    from entire.redact import linear

    try:
        return linear.library()
    except AttributeError as error:
        raise _missing(ImportError("another module is named re2"), _PACKAGES["re2"]) from error
    except Exception as error:  # a broken library can fail in any way
        raise _missing(error, _PACKAGES["re2"]) from error


def _compile(source: bytes, unicode: bool) -> Pattern:
    re2 = patterns()
    from entire.redact import linear

    options = re2.RE2.Options()
    options.encoding = options.Encoding.UTF8 if unicode else options.Encoding.LATIN1
    options.max_mem = _MEMORY
    options.log_errors = False
    compiled = re2.RE2(source, options)
    if not compiled.ok():
        raise BadPattern(f"invalid regular expression: {compiled.error().decode('utf-8', 'replace')}")
    return linear.Pattern(compiled)


def _missing(error: Exception, package: str) -> RedactionUnavailable:
    return RedactionUnavailable(
        f"cannot redact secrets: {error}",
        f"nothing was written; install the missing library: pip install {package}",
    )
