"""Whether a short text is so plain that it cannot contain a secret: words, numbers and versions."""

_TELLING = ("pass", "secret", "token", "key", "pwd", "cred", "auth", "bearer", "jwt", "cookie", "://")
_LONGEST_WORD, _LONGEST_NUMBER, _LONGEST_MIX = 22, 8, 6
_MOST_MIXED = 3


def is_plain(text: str) -> bool:
    """Whether a text has only short words and numbers, and nothing that announces a secret.

    So that a hook need not load what finds secrets for `claude-opus-4-5` or "Look for unused code".
    """
    if not text.isascii() or any(word in text.lower() for word in _TELLING):
        return False
    mixed = 0
    for part in "".join(sign if sign.isalnum() else " " for sign in text).split():
        if part.isalpha() or part.isdigit():
            if len(part) > (_LONGEST_WORD if part.isalpha() else _LONGEST_NUMBER):
                return False
        else:
            mixed += 1
            if len(part) > _LONGEST_MIX or mixed > _MOST_MIXED:
                return False
    return True
