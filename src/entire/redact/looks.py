"""What a value looks like: a placeholder, code, a passphrase, something that was generated."""

from _operator import eq

from entire.redact.cache import cached
from entire.redact.words import fit, is_words

_STAND_IN_STARTS = tuple(
    b"password passwd secret token pass string none null undefined true false todo".split()
)
"""A placeholder may be one of these, and a number."""

_STAND_IN_FORMS = {
    b"example": rb"example",
    b"placeholder": rb"placeholder",
    b"change": rb"change.?(?:me|it)",
    b"redacted": rb"redacted",
    b"dummy": rb"dummy",
    b"anonymous": rb"^anonymous@",
    b"insert": rb"insert.",
    b"replace": rb"replace.",
    b"your": rb"your[_ -]",
    b"xxxx": rb"xxxx",
    b"***": rb"^\*\*\*|\*\*\*$|\*{5}",
    b"...": rb"\.\.\.",
    b"<": rb"^<|<[a-z][\w .:|-]*>",
    b"{{": rb"\{\{",
    b"${": rb"\$\{",
    b"$(": rb"\$\((?:[a-z_./<\"'$({-]|$)",
    b"%(": rb"%\((?:[a-z_]\w*\)|$)",
}
"""Other placeholders: what each has, in lower case, and its pattern."""

_STAND_IN_PARTS = tuple(_STAND_IN_FORMS)
_STAND_IN = b"(?i)%b|^(?:%b)[-_]?[0-9]{0,2}$" % (
    b"|".join(_STAND_IN_FORMS.values()),
    b"|".join(_STAND_IN_STARTS),
)

_REPEATED = rb"(?s)(.)\1{7,}"

_VARIABLE = rb"[$@%#&*!:]+(?:[A-Za-z]?[\w.:>\-]*)[%!?]?"
_CONSTANT = rb"[A-Z]{2,12}(?:_[A-Z]{2,12}){1,6}"
_OPTION = rb"--[a-z][a-z-]*(?:=.*)?|-[A-Za-z]{3,}=\w{0,6}"
_CHECKS = rb"[a-z_]+(?::[\w,.]+)?(?:\|[a-z_]+(?::[\w,.]+)?)+"  # as in `required|min:8`
_ALGORITHM = (
    rb"(?:[a-z]{2,8}[.:])?(?:pbkdf2|x?oauth2?|hmac|sha|md[45]|ed25519|x25519|ecdsa|aes|rsa|argon2(?:id|i|d)?|s?crypt|bcrypt|uuid"
    rb"|digest|s?cram|[ehpr]s(?:256|384|512))"
    rb"(?:[-_:/.]?(?:sha|md5|sync|cbc|gcm|peer|plus|pkce|v?[0-9]{1,6}))*(?:\(\))?"
)
_ALGORITHMS = rb"(?i)%b(?:,\s?%b)*" % (_ALGORITHM, _ALGORITHM)
_FILE = rb"(?:[\w.\-]+/)*[\w.\-]+\.(?:pem|key|crt|cer|der|p12|pfx|jks|pub|json|ya?ml|toml|ini|conf|env|txt)"
_UUID = rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
_PART = rb"(?:[a-z]+[0-9]{0,4}|[a-z][0-9]{1,2}[a-z]|v[0-9]{1,2}[a-z]{1,5}[0-9]{0,2}|[0-9]{1,4})"
_LABEL = rb"%b(?:[-_.:/#]%b)+" % (_PART, _PART)
_NAME = rb"[A-Za-z]+[0-9]{0,3}(?:[-_./: ][A-Za-z]+[0-9]{0,3})+[-_./]?[0-9]{0,3}"
_SUFFIXED = rb"(?:[a-z][a-z0-9]*-){1,5}[a-z0-9]{5}"  # as Kubernetes does
_DOTTED = rb"[A-Za-z_$][\w$]*[?!]?(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*[?!]?)+"
_CALL = rb"([\w.$:>\-]*)[(\[{]|[)\]}]"
_PLACE = rb"https?://|\.{0,2}/|~/|arn:|[a-z][a-z0-9+.\-]{1,12}:/"
_NUMBER = rb"[\d.,:_+-]+(?:T[\d:.+-]+Z?|[a-z%\x80-\xff]{0,4})"
_HEX = rb"0[xX][0-9a-fA-F]{1,16}[uUlL]{0,3}"
_SHELL = rb"[$%][A-Z][A-Z0-9_]*%?"
_MEMBER = rb"(?:self|this|cls|os|process)\.[\w.]+"
_RESOURCE = rb"arn:aws[\w-]*:.*"
_TIME = rb"[^%]{0,8}(?:%[YymdHMSBbjTzZ][^%]{0,3}){2,}"
_FILLED = rb".*\{[A-Za-z_][\w.]*\}.*|\w+=(?:True|False|None)"
_OTHER_CODE = b"|".join(
    (_NUMBER, _HEX, _SHELL, _CONSTANT, _OPTION, _CHECKS, _MEMBER, _RESOURCE, _TIME, _FILLED, _FILE)
)

_CONTINUED = (b"(", b"[", b"{", b",", b"=", b"+", b".")
"""How a call ends of which only the beginning is there."""
_OPENING = (b"(", b"[", b"{")
_BRACKETS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))

_PHRASE = rb"[A-Za-z]{3,12}(?:([-_. ])[A-Za-z]{3,12}){2,7}(?:[-_. ]?[0-9]{2,6}[!?#*@]?)?"
_TECHNICAL_TEXT = (
    b"access account admin api app application auth author authorization aws azure backup base bearer "
    b"branch build bucket cache cert certificate client cluster code com config connection controller "
    b"credential credentials data database default deploy dev docker driver enter env environment error "
    b"event field file for form from gcp generic get github google group handler hash header host http "
    b"https internal invalid java json key keys label linux local login main manager message method "
    b"mode model module modules must my name namespace new node not null object only option options org "
    b"page param password passwords path php policy postgres prefix private prod production profile "
    b"property provider proxy public read redis registry repository request required reset resource "
    b"response role root rule sample schema secret secrets security server service session set setting "
    b"settings setup should some spring staging state status storage store string super system table "
    b"tenant test testing the this tls token tokens type update url use user username valid value "
    b"values var vault version web with write yaml your"
)
_TECHNICAL = frozenset(_TECHNICAL_TEXT.split())
_JOINING_TEXT = (
    b"all and any are but can did does for from has have here how into its may must not now off one our "
    b"out over some than that the then there they this too twice was what when where which who will with "
    b"you your choose confirm correct empty forgotten invalid least long match missing please short type "
    b"wrong words"
)
_JOINING = frozenset(_JOINING_TEXT.split())

LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_.$"

_IN_NAMES = LETTERS[:54] + b"0123456789-"
_DELIMITERS = bytes.maketrans(b",;(){}[]|\t\r\n", b" " * 12)
_PROSE = LETTERS[:52] + b" _.:/-"
_GAP = b" " * 16
_QUOTES = (b'"', b"'", b"`")
_BEFORE = bytes((byte - 1) % 256 for byte in range(256))
_KINDS = bytes.maketrans(LETTERS[:52] + b"0123456789", b"a" * 52 + b"0" * 10)
_CASES = bytes.maketrans(LETTERS[:52] + b"0123456789", b"A" * 26 + b"a" * 26 + b"0" * 10)
_LONG_WORD = 64

_NOISE = -9
"""Below which `fit` letters are no words at all."""

_PIECE = rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+"
_CHOPPED = 3
"""From this `fit` on, letters may be a name, however short its parts are."""

LENIENT, STRICT = 4, -3
"""Below which `fit` letters are noise: where only a value can be; where it can be code, too."""


def stand_in(value: bytes) -> bool:
    """Whether a value is an obvious placeholder: `xxxxxxxx`, `<your-token>`, `${TOKEN}`."""
    if not _may_stand_in(value):
        return False  # most often
    import re

    repeated = re.search(_REPEATED, value)
    if repeated and len(repeated[0]) * 2 >= len(value):
        return True
    return re.search(_STAND_IN, value) is not None


def _may_stand_in(value: bytes) -> bool:
    low = value.lower()
    if 2 * len(set(value)) <= len(value) + 2 or low.startswith(_STAND_IN_STARTS):
        return True
    for part in _STAND_IN_PARTS:  # noqa: SIM110  (half as slow as `any`)
        if part in low:
            return True
    return False


def is_code(value: bytes, limit: int = LENIENT) -> bool:
    """Whether a value refers to something: a variable, a member, a call, a place, a number."""
    value = value.rstrip(b".:'")
    import re

    if re.fullmatch(_ALGORITHMS, value):
        return True
    if value.isalnum() and not value[:1].isdigit():
        return is_alphabet(value[:64])
    if re.fullmatch(_OTHER_CODE, value) or b"[[:" in value or is_name(value):
        return True
    is_place = re.match(_PLACE, value) is not None
    if is_jumbled(value) and not is_place:
        return False
    wordy = fit(value) >= min(limit, 0) or len(value) < 10
    if is_place or re.fullmatch(_VARIABLE, value):
        return wordy and switches(value) < 4
    if re.fullmatch(_DOTTED, value):
        return (fit(value) >= limit or len(value) < 10) and switches(value) < 4
    called = re.match(_CALL, value)
    named = (called[1] or value) if called and not _has_loose_bracket(value) else b""
    refers = bool(named) and fit(named) >= min(limit, 0) and switches(value) < 8 and fit(value) >= -9
    return refers or is_alphabet(value[:64])


def _has_loose_bracket(value: bytes) -> bool:
    """Whether a value has a bracket as passwords do: not closed, or a word continues right after it."""
    if b" " in value or value[-1:] in _CONTINUED:
        return False
    if any(value.count(left) > value.count(right) for left, right in _BRACKETS):
        return True
    closed = max(map(value.rfind, (b")", b"]", b"}")))
    return closed > 0 and value[closed + 1 : closed + 2].isalnum() and not value.startswith(_OPENING)


def is_alphabet(run: bytes) -> bool:
    """Whether a run is like `ABC…xyz0…9+/`: most bytes follow the one before."""
    if not run:
        return True
    following = run.translate(_BEFORE)  # each byte is the one that leads to it
    return bool(sum(map(eq, run, following[1:])) >= 0.8 * len(run))


def is_name(value: bytes) -> bool:
    """Whether a value is the name of something: `db-password-2`, `my.config.key`."""
    import re

    named = fit(value) > _NOISE and re.fullmatch(_NAME, value) is not None
    if not named and re.fullmatch(_SUFFIXED, value) is None:
        return False
    return bool(_TECHNICAL.intersection(re.findall(rb"[a-z]+", value.lower())))


def is_label(value: bytes) -> bool:
    """Whether a value is words in lower case and short numbers, joined by signs: `k8s-pod-v1beta1`."""
    import re

    return re.fullmatch(_LABEL, value) is not None and fit(value) >= 0


def is_uuid(value: bytes) -> bool:
    import re

    return re.fullmatch(_UUID, value) is not None


def is_phrase(value: bytes) -> bool:
    """Whether a value is a passphrase: three words and a number, or four words, none of them technical."""
    import re

    found = re.fullmatch(_PHRASE, value)
    if found is None:
        return False
    parts = [part.lower() for part in re.findall(rb"[A-Za-z]+", value)]
    number = not value[-1:].isalpha()
    return (number or (len(parts) >= 4 and found[1] != b" ")) and not _TECHNICAL.intersection(parts)


def is_spoken(value: bytes) -> bool:
    """Whether a value may be a passphrase of plain words: four or more, in lower case, and no sentence."""
    parts = value.split(b" ")
    if not 4 <= len(parts) <= 24 or not all(3 <= len(part) <= 10 and part.islower() for part in parts):
        return False
    return value.replace(b" ", b"").isalpha() and (_TECHNICAL | _JOINING).isdisjoint(parts)


def is_prose(text: bytes) -> bool:
    """Whether a text that continues a name is words and their punctuation, so that none is the name's value.

    Anything else says no: digits, quotes, signs that passwords have, letters that are noise, a long gap. If a
    word follows, the value is among the first four: `password for staging is …`.
    """
    rest = text.lstrip(_IN_NAMES)
    if rest[:1] in (b",", b";"):
        return rest[1:].lstrip()[:1] not in _QUOTES
    if rest[:1].isspace() and rest.lstrip()[:1].isalpha():
        text = b" ".join(rest.split(None, 4)[:4])
    text = text.translate(_DELIMITERS)
    if text.translate(None, _PROSE) or _GAP in text:
        return False
    return all(map(_is_word, text.split()))


@cached(4096)
def _is_word(word: bytes) -> bool:
    """Whether a part of prose is not a value: it is short, words, or a path."""
    if len(word) < 6:
        return True
    joints = word.count(b".") + word.count(b"_") + word.count(b"-")
    if len(word) > _LONG_WORD or joints > 2 or b":" in word[:-1].replace(b"://", b""):
        return False
    return _letters(word) < 8 or fit(word) >= LENIENT


@cached(32768)
def are_words(value: bytes) -> bool:
    """Whether a value is nothing but letters, with signs that join them: words, and not a passphrase."""
    if value.strip(LETTERS) or b"$" in value[1:-1] or is_jumbled(value):
        return False
    if len(value.translate(None, b"_.$")) < 8:
        return True
    return fit(value) >= LENIENT and value.count(b".") + value.count(b"_") < 3


def switches(value: bytes) -> int:
    """Return how often letters and digits alternate."""
    kinds = value.translate(_KINDS)
    return kinds.count(b"0a") + kinds.count(b"a0")


def is_jumbled(value: bytes) -> bool:
    """Whether capital letters are where chance put them: within words, alone and in rows."""
    kinds = value.translate(_CASES)
    alone, rows = kinds.count(b"aA"), kinds.count(b"AAa")
    return alone > 1 and rows > 1 and 4 * (alone + rows) >= _letters(value)


def is_chopped(value: bytes) -> bool:
    """Whether capital letters leave pieces of one or two letters, of which no name is made."""
    if value in (value.lower(), value.upper()) or fit(value) >= _CHOPPED:
        return False
    import re

    return sum(len(part) < 3 for part in re.findall(_PIECE, value)) > 2


def only_letters(value: bytes) -> bool:
    """Whether a value is letters, and signs that join words."""
    return value.translate(None, b"_.-:/").isalpha()


def _letters(value: bytes) -> int:
    return len(value) - len(value.translate(None, LETTERS[:52]))


def is_generated(value: bytes, limit: int) -> bool:
    """Whether letters are noise, or come with digits and signs in a way that words do not."""
    if only_letters(value):
        if is_jumbled(value) or is_chopped(value):
            return True
        return _letters(value) >= (8 if limit == LENIENT else 10) and fit(value) < limit
    if not _letters(value) and value.isascii():
        return False
    return not (is_words(value) and fit(value) > 0)
