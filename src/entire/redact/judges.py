"""Decide whether a value is a real secret, for rules whose pattern is not enough.

A judge gets the text before the value, which ends with its name, and the value. We use `re` here: names and
values are short, and these patterns do not backtrack far.
"""

from entire.redact.entropy import entropy
from entire.redact.words import is_noise, is_words

_ENOUGH = 3.0
"""Bits per byte below which a value is not a generated key."""

_SHORT = 13
"""Up to this many letters of one case may be a word: too few to tell it from noise."""

_STAND_IN = (
    rb"(?i)example|placeholder|change.?(?:me|it)|redacted|dummy|insert.|replace.|your[_ -]|xxxx"
    rb"|\*\*\*|\.\.\.|<[a-z]|\{\{|\$[{(]|%\("
    rb"|^(?:password|passwd|secret|token|pass|string|none|null|undefined|true|false|todo)$"
)
_REPEATED = rb"(?s)(.)\1{7,}"

_CODE = (
    rb"^[$@%#&*!]"  # a variable
    rb"|^(?:[A-Za-z_$][\w$]*(?:\.|::|->))+[A-Za-z_$][\w$]*$"  # config.token, Type::Name
    rb"|^[\w.$:]*[(\[{]"  # a call, an item
    rb"|^(?:https?://|\.{0,2}/|~/|arn:)"  # a place
    rb"|^[\d.,:_+-]+(?:T[\d:.+-]+Z?|[a-z%\x80-\xff]{0,4})$"  # a number, a date, a version
)
_MARKED = rb"[0-9!@#$%^*~]"  # without quotes, a value of letters only is code
_VARIABLE = rb"[A-Za-z_]+[0-9]{0,2}[A-Za-z_]*"
_OUTSIDE = rb"(?:^|[\s;\"'`])[A-Z][A-Z0-9_.]*=$|[?&][\w.\-]+=$|\s--?[\w\-]+[= ]?$|\sis\s+$"
"""Where a bare word is a value, not a variable: `NAME=`, `?name=`, `--name=`, `the name is`."""

_NAME = rb"([\w.\-]+)[\"'`\])]*\s*(?::\s?[\w\[\].|? ]*=|=>|:=|=+|:|\(|\bis\s)?\s*\[?\s*[bruf]?[\"'`]?$"
_WORD = rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"
_ABOUT_TEXT = (
    b"id ids name names url uri endpoint path file filename type kind count counts limit size length len "
    b"ttl expiry expires policy field label hint ref arn version prefix suffix index regex pattern format "
    b"header manager provider store status state error message msg text title description placeholder "
    b"input param params scope scopes algorithm alg rules rule enabled required valid spec time used at "
    b"date"
)
_ABOUT = frozenset(_ABOUT_TEXT.split())
_OTHER_KEYS_TEXT = (
    b"max min num input output prompt completion cache cached total next page csrf xsrf public pub "
    b"primary foreign sort partition object idempotency lock change request continuation sequence update "
    b"resume row hash map react group storage query short hot arrow lookup unique translation"
)
_OTHER_KEYS = frozenset(_OTHER_KEYS_TEXT.split())


def stand_in(value: bytes) -> bool:
    """Whether a value is an obvious placeholder: `xxxxxxxx`, `<your-token>`, `${TOKEN}`."""
    import re

    repeated = re.search(_REPEATED, value)
    if repeated and len(repeated[0]) * 2 >= len(value):
        return True
    return re.search(_STAND_IN, value) is not None


def random_looking(before: bytes, value: bytes) -> bool:
    """For values with a known prefix or name: no words, and more than one kind of character."""
    varied = not value.isalpha() or value not in (value.lower(), value.upper())
    return (varied or len(value) > _SHORT) and not is_words(value)


def generated(before: bytes, value: bytes) -> bool:
    """For keys and tokens: generated, not code, not the name of something."""
    return _is_value(before, value) and _is_mixed(value) and entropy(value) >= _ENOUGH and not is_words(value)


def password(before: bytes, value: bytes) -> bool:
    """For passwords, which people choose: less random, but not just a word."""
    if value.isdigit():
        return len(value) >= 6 and _names_secret(before)
    return _is_value(before, value) and _is_mixed(value) and not is_words(value)


def marked(before: bytes, value: bytes) -> bool:
    """For a value that fills a line: not just letters, and not code."""
    import re

    return re.search(_MARKED, value) is not None and re.search(_CODE, value) is None


def credential(before: bytes, value: bytes) -> bool:
    """For headers and cookies: anything that is not a variable or a phrase."""
    import re

    return not re.search(_CODE, value) and not is_words(value) and not value.isupper() and _is_mixed(value)


def literal(before: bytes, value: bytes) -> bool:
    """For places where only a password can be: everything but variables and placeholders."""
    import re

    return not re.match(rb"[${<]|%[^0-9A-F]", value)


def _is_value(before: bytes, value: bytes) -> bool:
    import re

    if re.search(_CODE, value) or not _names_secret(before):
        return False
    if before[-1:] in (b'"', b"'", b"`"):
        return True
    if not re.search(_MARKED, value):
        return False
    return bool(re.search(_OUTSIDE, before)) or not re.fullmatch(_VARIABLE, value) or is_noise(value)


def _names_secret(before: bytes) -> bool:
    """Whether the name at the end may be that of a secret: not `token_type`, `max_tokens`, `public_key`."""
    import re

    named = re.search(_NAME, before)
    found = [word.lower() for word in re.findall(_WORD, named[1])] if named else []
    if named is None or not found:
        return True
    if before[: named.start()].endswith(b"::"):
        return False  # the name of a type
    if found[-1] in _ABOUT or found[-1] == b"tokens":
        return False
    return not (found[-1] in (b"token", b"key", b"keys") and _OTHER_KEYS.intersection(found[:-1]))


def _is_mixed(value: bytes) -> bool:
    """Whether a value has letters with digits or signs, or letters that are noise, not words."""
    joined = value.translate(None, b"_.-:/")
    letters = sum(65 <= byte < 91 or 97 <= byte < 123 or byte > 127 for byte in joined)
    if letters == len(joined):
        return not value.islower() and not value.isupper() and is_noise(value)
    return letters > 0
