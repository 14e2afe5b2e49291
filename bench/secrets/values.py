"""Fill in templates: names that say secret, passwords as people and programs make them, tokens."""

from __future__ import annotations

import base64
import random
import re
import string
from typing import NamedTuple
from urllib.parse import quote

_LETTERS = {
    "a": string.ascii_letters + string.digits,
    "l": string.ascii_lowercase + string.digits,
    "u": string.ascii_uppercase + string.digits,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "d": string.digits,
    "z": string.ascii_lowercase,
    "b": string.ascii_letters + string.digits + "+/",
    "w": string.ascii_letters + string.digits + "-_",
    "2": string.ascii_uppercase + "234567",
    "x": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "q": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}
_PLACE = re.compile(
    r"<(?:(U)|([aluhHdzbw2xq])(\d+)|(pw|pw64|word|phrase|urlpw|pctpw|signs|value)|(name|NAME|nAme|NAmE|na-me|na\.me))>"
    r"|§(NAME|nAme|na-me)"
)
_ANY_ORDER = re.compile("⟦(.*?)⟧", re.DOTALL)
_WORDS_TEXT = (
    "anchor autumn bamboo barrel breeze candle canyon castle copper coral cotton crystal desert dragon "
    "eagle ember falcon forest garden ginger glacier guitar harbor hazel indigo ivory jasmine lantern "
    "lemon marble meadow mango nectar ocean olive orchid pebble pepper planet quartz raven river saddle "
    "salmon shadow silver spruce summer sunset tango thunder tiger topaz tulip turtle velvet violet "
    "walnut willow winter zebra"
)
_WORDS = _WORDS_TEXT.split()
_PASSWORDS_TEXT = (
    "db_password admin_passwd smtp_pass user_pwd keystore_passphrase root_password mail_password ssh_pass "
    "proxy_password ldap_bind_password redis_password service_pwd login_password snowflake_password "
    "password passwd"
)
_PASSWORDS = _PASSWORDS_TEXT.split()
_KEYS_TEXT = (
    "api_key client_secret auth_token access_token secret_key jwt_secret signing_key encryption_key "
    "app_secret webhook_secret session_secret refresh_token bot_token cookie_secret master_key "
    "consumer_secret auth_key private_key storage_account_key deploy_token secret_access_key api_secret "
    "bearer_token secret token"
)
_KEYS = _KEYS_TEXT.split()


class Planted(NamedTuple):
    """A text, and the secrets in it."""

    text: str
    secrets: tuple[str, ...]


def rows(table: str) -> list[tuple[str, str]]:
    """Return the names and templates of a table."""
    lines = [line.partition(" | ") for line in table.strip().split("\n")]
    return [(name.strip(), template.replace("⏎", "\n")) for name, _, template in lines]


def fill(template: str, seed: int) -> Planted:
    """Fill in a template; the result is the same for the same seed."""
    chance = random.Random(f"{template} {seed}")
    name = chance.choice(_PASSWORDS if chance.random() < 0.5 else _KEYS)
    text = _ANY_ORDER.sub(lambda group: _shuffled(group[1], chance), template)
    text = _PLACE.sub(lambda place: _filled(place, chance, name), text)
    return Planted(re.sub("[«»]", "", text), tuple(re.findall("«(.*?)»", text, re.DOTALL)))


def _shuffled(parts: str, chance: random.Random) -> str:
    found = parts.split("¦")
    return " ".join(chance.sample(found, len(found)))


def _filled(place: re.Match[str], chance: random.Random, name: str) -> str:
    if place[1]:
        return uuid(chance)
    if place[2]:
        return letters(chance, place[2], int(place[3]))
    if place[4] == "value":
        return _value(chance, name)
    return _MADE[place[4]](chance) if place[4] else spelled(name, place[5] or place[6])


def uuid(chance: random.Random) -> str:
    digits = letters(chance, "h", 32)
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def letters(chance: random.Random, alphabet: str, size: int) -> str:
    """Return made-up characters of an alphabet, as the examples of rules name it."""
    return "".join(chance.choices(_LETTERS[alphabet], k=size))


def spelled(name: str, style: str) -> str:
    """Spell a name as languages and formats do."""
    words = name.split("_")
    if style.lower() == "name" and style not in ("name", "NAME"):
        camel = "".join(map(str.title, words))
        return camel if style == "NAmE" else camel[0].lower() + camel[1:]
    return {"NAME": name.upper(), "na-me": "-".join(words), "na.me": ".".join(words)}.get(style, name)


def _value(chance: random.Random, name: str) -> str:
    if name in _PASSWORDS:
        return chance.choice((_password, _password, _human, _phrase))(chance)
    if chance.random() < 0.2:
        return chance.choice((_password, _phrase))(chance)
    alphabet, size = chance.choice(
        (("a", 32), ("h", 32), ("h", 40), ("a", 24), ("w", 43), ("b", 40), ("l", 20))
    )
    return "".join(chance.choices(_LETTERS[alphabet], k=size))


def _password(chance: random.Random) -> str:
    """A password that a program made; it starts with a letter, as many tools require."""
    alphabet = chance.choice(
        (
            string.ascii_letters + string.digits,
            string.ascii_letters + string.digits + "!@#%^*_-.+~?=",
            string.ascii_letters + "_.-",
            string.ascii_letters,
            string.ascii_lowercase + string.digits,
        )
    )
    body = "".join(chance.choices(alphabet, k=chance.randrange(9, 20)))
    return chance.choice(string.ascii_letters) + body.rstrip(".-") + chance.choice(string.ascii_letters)


def _human(chance: random.Random) -> str:
    """A password that a person chose."""
    word = chance.choice(_WORDS)
    if chance.random() < 0.3:
        word = word.translate(str.maketrans("aeo", "430"))
    return word.title() + str(chance.randrange(10, 2030)) + chance.choice(("", "!", "#", "@1", "*"))


def _phrase(chance: random.Random) -> str:
    joint = chance.choice("--_.")
    words = chance.sample(_WORDS, chance.randrange(3, 5))
    return joint.join((*words, str(chance.randrange(10, 9999))))


def _url_safe(chance: random.Random) -> str:
    return "".join(chance.choices(_LETTERS["w"], k=chance.randrange(10, 24)))


def _percent_encoded(chance: random.Random) -> str:
    return quote(_password(chance) + chance.choice("!@#$%^&*/") + _human(chance), safe="")


def _encoded(chance: random.Random) -> str:
    return base64.b64encode(_password(chance).encode()).decode()


def _signs(chance: random.Random) -> str:
    """A salt as WordPress makes it."""
    alphabet = _LETTERS["a"] + "!@#$%^&*()-_[]{}~`+=,.;:/?|"
    return "".join(chance.choices(alphabet, k=64))


_MADE = {
    "pw": _password,
    "pw64": _encoded,
    "word": _human,
    "phrase": _phrase,
    "urlpw": _url_safe,
    "pctpw": _percent_encoded,
    "signs": _signs,
}
