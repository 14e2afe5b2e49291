"""Whether a short text is so plain that it cannot contain a secret: words, numbers and versions."""

_TELLING = ("pass", "secret", "token", "key", "pwd", "cred", "auth", "bearer", "jwt", "cookie", "://")
_LONGEST_WORD, _LONGEST_NUMBER, _LONGEST_MIX = 22, 8, 6
_MOST_MIXED = 3
_IN_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-"


def is_plain(text: str) -> bool:
    """Whether a text has only short words and numbers, and nothing that announces a secret.

    So that a hook need not load what finds secrets for `claude-opus-4-5` or "Look for unused code".
    """
    return text.isascii() and not any(word in text.lower() for word in _TELLING) and _has_short_parts(text)


def is_plain_name(name: str) -> bool:
    """The same for a file or a branch. Nothing is assigned in it, so `auth/token.py` announces no secret."""
    return name.isascii() and not name.strip(_IN_NAMES) and _has_short_parts(name)


def _has_short_parts(text: str) -> bool:
    mixed = 0
    for part in "".join(sign if sign.isalnum() else " " for sign in text).split():
        if part.isdigit():
            longest = _LONGEST_NUMBER
        elif part.isalpha() and (part.islower() or part.isupper() or part.istitle()):
            longest = _LONGEST_WORD
        else:
            mixed += 1
            longest = _LONGEST_MIX if mixed <= _MOST_MIXED else 0
        if len(part) > longest:
            return False
    return True
