"""Decide whether a value is a real secret, for rules whose pattern is not enough.

A judge gets the text before the value, and the value. For a rule with a name, the text starts one character
before the name. We use `re` here: names and values are short, and these patterns do not backtrack far.
"""

from entire.redact import looks, names
from entire.redact.cache import cached
from entire.redact.entropy import entropy, is_random
from entire.redact.looks import LENIENT, STRICT
from entire.redact.words import fit, is_words

_ENOUGH = 3.0
"""Bits per byte below which a value is not a generated key."""

_NOISE = -9
"""Below which `fit` letters are noise, wherever they are."""

_NEAR = 96
"""How far a value is from the start of its name, at most."""

_LONG = 16
"""From this length on, a constant may be a key whatever its name."""

_SHORT = 13
"""Up to this many letters of one case may be a word: too few to tell it from noise."""

_CHOPPED = 10
"""From this length on, pieces of letters between signs are no expression."""

_QUOTES = (b'"', b"'", b"`", b">")
_ENVIRONMENT = rb"[^\w.]?[A-Z][A-Z0-9_]*(?:=|:-)"
_OUTSIDE = rb"[?&\"'=][\w.\-]+=|[^\w]?--?[A-Za-z][\w.\-]*[= ]|.*%[0-9A-F]{2}"
"""Where a bare word is a value, not a variable: `NAME=`, `NAME:-`, `?name=`, `--name=`."""

_VARIABLE = rb"([A-Z0-9_]+)[^A-Z0-9_]*$"
_ADDRESSES = (b'href="', b'src="')
_TESTS = (b"Test", b"Example", b"Benchmark", b"Fuzz")
_MENTIONS = (b"passw", b"secret", b"token")
_COLOR = rb"#[0-9a-fA-F]{6}\b"
_CALLED = rb"(?s).*\w\([\"'`]"
_METHOD = rb"(?s).*\.(?:en|de)code\([\"'`]"
_JOINED = rb"\s*[+.]\s*[\"'`]"  # to make a longer text
_CLOSED = rb"[\"'`]?\s*[\])}]{1,3},?\s*\n\s*[\"'`]"  # the next one, of something else
_LISTED = rb"[\"'`]\s*,\s*[\"'`]"  # as likely, the next one of a list
_NEXT = rb"[\"'`]?[\])}]{1,3}\s*,"

_ALPHANUMERIC = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 "
_SALT, _SALT_SIGNS = 30, 8

_ADDRESSED = rb"@[\w.\-]+:$"
_REMOTE = rb"(?:\b(?:scp|rsync|sshfs|sftp|ssh|git|svn|hg|borg)\b|git@)[^\n]*$"
_YEAR = rb"[A-Z][a-z]+(?:19|20)[0-9]{2}"
_DOCUMENT = rb"[{\[</]|[\w.+\-]+://|[A-Z][A-Z0-9_]+=|[a-z][a-z_.]{2,}="

_SPACED = rb"\s[a-zA-Z\x80-\xff\s.(\-]*:?\s*"

_CHOSEN = (
    rb"[A-Z][A-Za-z0-9]{2,}[0-9]{2,}[!?@#$%^*~]?|(?=.*[!@#$%^*~])(?=.*[0-9])(?=.*[A-Za-z]{2})[A-Za-z0-9].*"
)
_SIGNS = rb"[!@#%^~?]|[A-Za-z0-9]\*[A-Za-z0-9]"


def random_looking(before: bytes, value: bytes) -> bool:
    """For values with a known prefix or name: no words, and more than one kind of character."""
    varied = not value.isalpha() or value not in (value.lower(), value.upper())
    return (varied or len(value) > _SHORT) and not is_words(value)


def generated(before: bytes, value: bytes) -> bool:
    """For keys and tokens: generated, not code, not the name of something."""
    if looks.only_letters(value) and (value.islower() or value.isupper()):
        return False
    return not looks.is_code(value) and _is_key(value, LENIENT)


def variable(before: bytes, value: bytes) -> bool:
    """For a variable of the environment, whose name says little: not every key is a secret."""
    import re

    name = re.search(_VARIABLE, before)
    if looks.is_label(value) or (name and not names.says_secret(name[1])):
        return False
    return generated(before, value)


def constant(before: bytes, value: bytes) -> bool:
    """The same for a constant in code: long, clearly generated, with digits, and no id."""
    if len(value) < _LONG or looks.only_letters(value) or looks.is_uuid(value):
        return False
    return looks.switches(value) > 2 and variable(before, value)


def assigned(before: bytes, value: bytes) -> bool:
    """For a value that has a name: as the name and the place of the value say."""
    kind = _kind(before)
    if kind is None or _refers(before, value):
        return False
    chosen, spaced, clear, stated, outside = kind
    if value.isdigit():
        return chosen and len(value) >= 6
    if spaced:
        if chosen:
            return in_prose(before, value)
        if clear and looks.is_phrase(value) and not value[-1:].isalpha():
            return True
        clear = clear or _is_mixed(value)
        noise = stated or not looks.only_letters(value) or fit(value) < _NOISE
        return clear and noise and _bare(value, False)
    limit = LENIENT if outside else STRICT
    if looks.is_code(value, limit):
        return False
    if looks.is_phrase(value):
        return chosen or not value[-1:].isalpha()
    if b" " in value:
        import re

        if outside and b"phrase" in _named(before).lower() and looks.is_spoken(value):
            return True
        value = re.sub(_COLOR, b"", value)
        return (looks.switches(value) > 3 or _is_salt(value)) and not is_words(value)
    if not outside:
        return _bare(value, chosen)
    return looks.is_generated(value, limit) if chosen else _is_key(value, limit)


def nearby(before: bytes, value: bytes) -> bool:
    """For a value that has a name near it: clearly generated, and no format."""
    kind = _kind(before)
    if kind is None or len(before) > _NEAR or value.count(b"%") > 1 or _refers(before, value):
        return False
    if before.endswith(_ADDRESSES):
        return False
    return not looks.is_code(value, STRICT) and _bare(value, kind[0])


def assigned_here(before: bytes, value: bytes) -> bool:
    """The same where only a value can be."""
    return assigned(before + b'"', value)


def _named(before: bytes) -> bytes:
    """Return what is before a value, from the name on."""
    if before[:2] == b"::":
        return before[2:]
    return before[1:] if before[:1] and not before[:1].isalnum() else before


def _refers(before: bytes, value: bytes) -> bool:
    """Whether a value says what its name says, or is the name of a test that passed."""
    import re

    name = _named(before)
    if name[:4] == b"PASS" and value.startswith(_TESTS):
        return True
    named = re.match(rb"[\w.\-$]+", name)
    last = named[0].rpartition(b".")[2].strip(b"_-") if named else b""
    if (b"_" in last or len(last) > 9) and last in value:
        return True
    if not looks.only_letters(value):
        return False
    low = value.lower()
    spelled = last.lower().replace(b"_", b"")
    if len(spelled) > 5 and spelled in low.replace(b"_", b""):
        return True
    return any(word in low for word in _MENTIONS) or (b"pwd" in low and value in (low, value.upper()))


@cached(1024)
def _kind(before: bytes) -> tuple[bool, bool, bool, bool, bool] | None:
    """Return what the text before a value says, or None if its name is not that of a secret.

    Whether the name is that of a password, which people choose; whether only spaces and words are between
    the name and the value; whether the name is clearly one, nevertheless; whether `is` is between them; and
    whether only a value can be there.
    """
    import re

    name = _named(before)
    named = re.match(rb"[\w.\-$\x80-\xff]+", name)
    if named is None or not names.says_secret(named[0]):
        return None
    glue = name[named.end() :]
    if before[:1] == b":" and (glue == b":" or (before[:2] == b"::" and glue[:1] in _QUOTES)):
        return None  # a part of the name of a resource, or of a type
    if (
        re.fullmatch(_JOINED, glue)
        or re.fullmatch(_CLOSED, glue)
        or (re.fullmatch(_LISTED, glue) and not names.ends_secret(named[0]))
    ):
        return None
    stated = b" is" in glue
    spaced = re.fullmatch(_SPACED, glue) is not None and not named[0].startswith(b"-")
    clear = b"_" in named[0] or named[0].isupper() or stated
    quoted = before[-1:] in _QUOTES or before.endswith(b"CDATA[")
    chosen = names.says_password(named[0])
    argument = before[:1] not in _QUOTES and glue.startswith(b",")  # as likely, the next one of a call
    argument = argument or (named[0].lower() == b"pass" and glue[:1] == b" ")  # or a verb
    argument = argument or re.match(_NEXT, glue) is not None or _is_called(glue, chosen)
    outside = (
        (quoted and not argument) or re.fullmatch(_ENVIRONMENT, before) or re.fullmatch(_OUTSIDE, before)
    )
    return chosen, spaced, clear, stated, bool(outside)


def _is_called(glue: bytes, chosen: bool) -> bool:
    """Whether a value is what something is called with, to get the secret."""
    import re

    return re.fullmatch(_METHOD if chosen else _CALLED, glue) is not None


def _bare(value: bytes, chosen: bool) -> bool:
    """For a value without quotes where code is as likely: clearly not a name or an expression."""
    if looks.only_letters(value):
        return looks.is_generated(value, STRICT)
    if chosen and len(value) >= _CHOPPED and looks.is_chopped(value):
        return True
    if not _is_marked(value) or not looks.is_generated(value, STRICT):
        return False
    import re

    if looks.switches(value) >= 3 or fit(value) < STRICT or len(re.findall(_SIGNS, value)) > 2:
        return chosen or entropy(value) >= _ENOUGH
    return chosen and re.fullmatch(_CHOSEN, value) is not None


def _is_salt(value: bytes) -> bool:
    """Whether a value is long, of many signs, and its letters are noise: so are the keys of WordPress."""
    signs = frozenset(value.translate(None, _ALPHANUMERIC))
    return len(value) >= _SALT and len(signs) >= _SALT_SIGNS and fit(value) < STRICT


def _is_mixed(value: bytes) -> bool:
    """Whether a value is long and of small letters, capital letters and digits, all over: no name is."""
    mixed = not value.islower() and not value.isupper() and looks.switches(value) > 5
    return mixed and len(value) >= 20 and value.isalnum()


def _is_key(value: bytes, limit: int) -> bool:
    """Whether a value was generated: a key is, a password need not be."""
    if entropy(value) < _ENOUGH or not looks.is_generated(value, limit):
        return False
    return looks.only_letters(value) or looks.switches(value) >= 2 or fit(value) < LENIENT


def password(before: bytes, value: bytes) -> bool:
    """For places where a password is, which people choose: not code, and not just a word."""
    if value.isdigit():
        return len(value) >= 6
    return looks.is_phrase(value) or (not looks.is_code(value) and looks.is_generated(value, LENIENT))


def parameter(before: bytes, value: bytes) -> bool:
    """For a parameter of a query, whose name says little: clearly generated, and no id."""
    return not looks.is_label(value) and not looks.is_uuid(value) and generated(before, value)


def argument(before: bytes, value: bytes) -> bool:
    """For arguments of calls, where labels are, too: `message-1`."""
    return looks.is_phrase(value) or (not looks.is_label(value) and password(before, value))


def after_user(before: bytes, value: bytes) -> bool:
    """For what follows a user or an address: not a place on another machine, as `scp` and git have it."""
    import re

    addressed = re.search(_ADDRESSED, before) is not None
    if addressed and (re.search(_REMOTE, before) or re.fullmatch(_YEAR, value)):
        return False
    return in_prose(before, value)


def in_prose(before: bytes, value: bytes) -> bool:
    """For prose, where any word can follow: a value that is clearly not one."""
    if looks.is_phrase(value) and not value[-1:].isalpha():
        return True
    return not looks.is_code(value, STRICT) and _bare(value, True)


def marked(before: bytes, value: bytes) -> bool:
    """For a value that fills a line: not just letters, and not code."""
    if looks.is_code(value, STRICT) or _refers(before, value):
        return False
    return _is_marked(value) or looks.is_generated(value, LENIENT)


def _is_marked(value: bytes) -> bool:
    """Whether a value has what passwords have and words have not."""
    return len(value.translate(None, b"0123456789!@#$%^*~")) < len(value)


def credential(before: bytes, value: bytes) -> bool:
    """For headers and cookies: anything that is not a variable or words."""
    if looks.is_phrase(value) and not value[-1:].isalpha():
        return True
    if len(value) < _SHORT and value.isalpha() and value.istitle():
        return False
    return not looks.is_code(value) and not value.isupper() and looks.is_generated(value, LENIENT)


def cookie(before: bytes, value: bytes) -> bool:
    """For cookies: in a pair of a name and a value, a UUID is the id of any session."""
    return not (looks.is_uuid(value) and b"value" in before[-12:]) and credential(before, value)


def credentials(before: bytes, value: bytes) -> bool:
    """For user and password after an option: all programs but a few mean something else by it, too."""
    import re

    known = re.search(rb"\b(?:curl|wget|https?)\s", before) is not None
    return literal(before, value) if known else in_prose(before, value)


def literal(before: bytes, value: bytes) -> bool:
    """For places where only a password can be: everything but variables and placeholders."""
    import re

    return not re.match(rb"[${<]|%[^0-9A-F]", value)


def typed(before: bytes, value: bytes) -> bool:
    """For what is typed into a command: everything but variables, which may be in quotes."""
    return literal(before, value.strip(b" \"'"))


def codes(before: bytes, value: bytes) -> bool:
    """For a list of codes: most have digits, and groups of one length, or digits in several of them."""
    found = value.replace(b",", b" ").split()
    return 2 * sum(map(_is_code_of_groups, found)) >= max(2, len(found))


def _is_code_of_groups(code: bytes) -> bool:
    groups = code.split(b"-")
    marked = sum(map(_is_marked, groups))
    return marked > 1 or (marked > 0 and len(set(map(len, groups))) == 1)


def decoded(before: bytes, value: bytes) -> bool:
    """For base64 that someone decodes: a password, perhaps after a user, and no document or address."""
    import binascii
    import re

    try:
        text = binascii.a2b_base64(value + b"===").strip()
    except ValueError:
        return False
    secret = text.partition(b":")[2] or text
    if len(secret) < 6 or not secret.isascii() or b" " in secret or re.match(_DOCUMENT, text):
        return False
    if b"/" in text and fit(text) > 0:
        return False
    return argument(before, secret)


def random_key(before: bytes, value: bytes) -> bool:
    """For base64, whose slashes are no reason to take it for a path."""
    return (is_random(value.replace(b"/", b"+")) or _is_mixed(value)) and fit(value) < 0
