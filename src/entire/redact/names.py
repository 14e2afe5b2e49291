"""Whether a name says that its value is secret: `db_password` does, `password_file` does not."""

_WORD = rb"[A-Z]+(?![a-z])|[A-Z]?[a-z\x80-\xff]+"
_ABOUT_TEXT = (
    b"id ids name names url uri endpoint path file filename type kind count counts limit size length len "
    b"ttl expiry expires policy field label hint ref arn version prefix suffix index regex pattern format "
    b"header manager provider store status state error message msg text title description placeholder "
    b"input param params scope scopes algorithm alg rules rule enabled required valid spec time used at "
    b"date env var column class element selector icon strength length min max mode method encoder attempts "
    b"confirmation reset change changed expired page form view test tests validator variant variants control "
    b"flag flags"
)
_ABOUT = frozenset(_ABOUT_TEXT.split())
_OTHER_KEYS_TEXT = (
    b"max min num input output prompt completion cache cached total next page csrf xsrf public pub "
    b"primary foreign sort partition object idempotency lock change request continuation sequence update "
    b"resume row hash map react group storage query short hot arrow lookup unique translation route md"
)
_OTHER_KEYS = frozenset(_OTHER_KEYS_TEXT.split())
_NOT = frozenset((b"existing", b"forgot", b"reset", b"no", b"has", b"is", b"show", b"require", b"requires"))
_CHOSEN = frozenset(
    b"password passwd passwort passphrase passcode pwd pass pw psk secret requirepass pgpassword phrase "
    b"masterauth "
    b"passe contrasena contrase\xc3\xb1a senha wachtwoord".split()
)

_ENDS = frozenset((b"token", b"key", b"apikey", b"bearer", b"jwt"))


def words(name: bytes) -> list[bytes]:
    """Return the words of a name, however it joins them, in lower case."""
    import re

    return [word.lower() for word in re.findall(_WORD, name)]


def says_secret(name: bytes) -> bool:
    """Whether a name may be that of a secret: not `token_type`, `max_tokens`, `public_key`."""
    found = words(name)
    if not found:
        return True
    if found[-1] in _ABOUT or found[-1] == b"tokens" or found[0] in _NOT:
        return False
    if found[-1] in (b"token", b"key", b"keys") and _OTHER_KEYS.intersection(found[:-1]):
        return b"account" in found
    return True


def ends_secret(name: bytes) -> bool:
    """Whether a name is that of a secret to the end: `clientSecret`, but not `passwordManager`."""
    found = words(name)
    return bool(found) and (found[-1] in _ENDS or says_password(name))


def says_password(name: bytes) -> bool:
    """Whether a person may have chosen the value: any word can be a password, but not a key."""
    found = words(name)
    return bool(found) and (found[-1] in _CHOSEN or found[-1].endswith((b"pass", b"password", b"pwd")))
