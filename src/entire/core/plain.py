"""Whether a short text is so plain that it cannot contain a secret: words, numbers and versions."""

_TELLING = (
    *("pass", "secret", "token", "key", "pw", "cred", "auth", "bearer", "jwt", "cookie", "://"),
    *("phrase", "mnemonic", "seed", "recover", "pin ", "_pin", "salt", "identified", "sudo", "send"),
    *("psk", "contrasena", "senha", "wachtwoord", "zugangsdaten", "identifiants"),
    *("community ", "login:", "login is", "login are", "account:", "account is", "account are"),
    *("backup code", "backup_code", "scratch code", "base64", "bundle_", "auth-user"),
    *("cargo login", "add_user", "/u:", "/user:", ":5432:"),
    *("setuser", "http-basic", "bundle config", "bcrypt"),
    *(
        "connect-network",
        "openssl",
        "/rp ",
        "mc alias",
        ".open ",
        "superuser",
        "[users]",
        '"redis-cli',
        "'redis-cli",
    ),
)
_ARGUMENTS = tuple(before + quote for before in ("(", "( ", "(b", ", ", ",") for quote in "'\"`")
_PUNCTUATION, _JOINTS = ".,:;!?()'\"`", str.maketrans("/._-", "    ")
_LONGEST_WORD, _LONGEST_CAPITALS, _LONGEST_NUMBER, _LONGEST_MIX = 22, 12, 8, 6
_MOST_MIXED = 3
_LONGEST_NAME = 200  # clients cut longer ones
_IN_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-"
_IN_PLAIN = _IN_NAMES + " ,:;()[]'\"`"


def uncut(name: str) -> str:
    """Return a name that an agent sent, or nothing if it was cut: half a secret is not recognized."""
    return name if len(name) < _LONGEST_NAME else ""


def is_plain(text: str) -> bool:
    """Whether a text has only short words and numbers, no options, and nothing that announces a secret.

    So that a hook need not load what finds secrets for `claude-opus-4-5` or "Look for unused code".
    """
    signs = text.replace("@", "") if "/" not in text and ":" not in text else text  # not `user/…@host`
    if not text.isascii() or signs.strip(_IN_PLAIN) or " -" in text.replace(" - ", " "):
        return False
    return not _is_telling(text) and _has_short_parts(text)


def is_prose(text: str) -> bool:
    """Whether a text has only words, short numbers and names of files, as most prompts have: no values."""
    return text.isascii() and not _is_telling(text) and all(map(_is_word, text.split()))


def _is_telling(text: str) -> bool:
    low = text.lower()
    return any(word in low for word in _TELLING) or _has_arguments(text)


def _has_arguments(text: str) -> bool:
    """Whether something is called with texts, of which one may be a password: `bind_s(user, "x1y2z3")`."""
    return "(" in text and any(start in text for start in _ARGUMENTS)


def _is_word(word: str) -> bool:
    parts = word.strip(_PUNCTUATION).replace("'", "").translate(_JOINTS).split()
    return word[0] != "-" and all(map(_is_simple, parts))


def _is_simple(part: str) -> bool:
    if part.isalpha() and (part.islower() or part.istitle()):
        return len(part) <= _LONGEST_WORD
    plain = part.isdigit() or (part.isalpha() and part.isupper())
    return part.isalnum() and len(part) <= (_LONGEST_NUMBER if plain else _LONGEST_MIX // 2)


def is_plain_name(name: str) -> bool:
    """The same for a file or a branch. Nothing is assigned in it, so `auth/token.py` announces no secret."""
    return name.isascii() and not name.strip(_IN_NAMES) and _has_short_parts(name)


def _has_short_parts(text: str) -> bool:
    mixed = 0
    for part in "".join(sign if sign.isalnum() else " " for sign in text).split():
        if part.isdigit():
            longest = _LONGEST_NUMBER
        elif part.isalpha() and (part.islower() or part.istitle()):
            longest = _LONGEST_WORD
        elif part.isalpha() and part.isupper():
            longest = _LONGEST_CAPITALS
        else:
            mixed += 1
            longest = _LONGEST_MIX if mixed <= _MOST_MIXED else 0
        if len(part) > longest:
            return False
    return True
