"""Made-up secrets and the texts that they stand in: put together here, so that the repository holds none."""

from __future__ import annotations

import importlib
import json
import random
import re
from typing import Any, NamedTuple
from urllib.parse import quote

from bench.secrets.values import letters, uuid

from entire.redact import detect, view
from entire.redact.rules import catalog
from entire.redact.rules.rule import Rule

RULES: list[Rule] = [catalog.get(number) for number in range(catalog.COUNT)]

_PLACE = re.compile(r"<U>|<([aluhHdzbw2xq])(\d+)>")


def made_up(template: str, seed: int = 0) -> str:
    """A template of the rules, filled in; the same for the same seed."""
    chance = random.Random(f"{template} {seed}")

    def fill(place: re.Match[str]) -> str:
        if place[1] is None:
            return uuid(chance)
        return letters(chance, place[1], int(place[2]))

    return _PLACE.sub(fill, template)


_parser: Any = importlib.import_module("re._parser")


def matching(pattern: str, seed: int) -> str:
    """A text that a pattern of a rule with a known form matches, in any of its alternatives."""
    return _matching(_parser.parse(pattern), random.Random(f"{pattern} {seed}"))


def _matching(parsed: Any, chance: random.Random) -> str:
    return "".join(_one(str(kind), what, chance) for kind, what in parsed)


def _one(kind: str, what: Any, chance: random.Random) -> str:
    if kind == "LITERAL":
        return chr(what)
    if kind == "IN":
        return "q" if str(what[0][0]) == "NEGATE" else _one(*_chosen(what, chance))
    if kind == "RANGE":
        return chr(chance.randint(*what))
    if kind == "CATEGORY":
        return {"CATEGORY_DIGIT": "7", "CATEGORY_SPACE": " "}.get(str(what), "w")
    if kind == "BRANCH":
        return _matching(chance.choice(what[1]), chance)
    if kind == "SUBPATTERN":
        return _matching(what[3], chance)
    if kind in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, part = what
        count = chance.randint(least, min(int(most), least + 2))
        return "".join(_matching(part, chance) for _ in range(count))
    return ""  # an anchor


def _chosen(parts: Any, chance: random.Random) -> tuple[str, Any, random.Random]:
    kind, what = chance.choice(parts)
    return str(kind), what, chance


class Sample(NamedTuple):
    """A secret, and the shortest text that shows it is one: often itself, else with its name."""

    rule: str
    text: str
    secret: str


def sample(rule: Rule, example: str, seed: int = 0) -> Sample:
    text = made_up(example, seed)
    seen = view.of_text(text.encode()).text
    found = [region for region in detect.secrets(seen) if region.rule == rule.id]
    assert found, f"{rule.id} does not find {text}"
    return Sample(rule.id, text, seen[found[0].start : found[0].end].decode())


def samples(seeds: int = 1) -> list[Sample]:
    return [
        sample(rule, example, seed) for rule in RULES for example in rule.examples for seed in range(seeds)
    ]


def spelled(text: str) -> str:
    """The inside of a JSON string with every character escaped."""
    return "".join(f"\\u{ord(character):04x}" for character in text)


def forms(given: Sample) -> dict[str, str]:
    """A sample as transcripts hold it; each is one line of JSON, but for the plain ones."""
    text, secret = given.text, given.secret
    alone = text == secret
    url = f"https://x.io/a/{secret}/b?t={secret}" if alone else f"https://u:{quote(secret, safe='')}@x.io/"
    name, _, rest = text.partition("=")
    member = {name: secret} if rest == secret and name.isidentifier() else {"text": text}
    output = f"$ make deploy\n   12→    {text}\nok (3 s)\n"
    return {
        "plain": f"Use this: {text} and go on.",
        "json": json.dumps({"type": "user", "message": {"content": text}}),
        "escaped json": json.dumps({"arguments": json.dumps({"input": [text, "x"]})}),
        "slashes": json.dumps({"text": text}).replace("/", r"\/"),
        "spelled": '{"text": "' + spelled(text) + '"}',
        "member": json.dumps({"a": {"b": [1, member]}}),
        "shell": f"cd /tmp && echo {text} | tee out.txt; ls -la",
        "url": url,
        "output": json.dumps({"type": "tool_result", "content": [{"type": "text", "text": output}]}),
    }
