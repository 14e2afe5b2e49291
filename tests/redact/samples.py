"""Made-up secrets and the texts that they stand in: put together here, so that the repository holds none."""

from __future__ import annotations

import json
import random
import re
from typing import NamedTuple
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
