"""All rules, in one list: text in, regions out.

A rule sees plain text (escapes already undone) and where it stands. Provider rules and PII belong in `RULES`;
a rule whose matches the prefilter would not see must also tell `prefilter` how to spot them in raw bytes.
"""

from entire.redact import entropy
from entire.redact.places import PAYLOAD, TEXT, Place
from entire.redact.regions import Region, merge


def _entropy(text: bytes, place: Place) -> list[Region]:
    """Ids and paths are random by nature: only free text is judged by its looks."""
    return entropy.regions(text) if place == TEXT else []


RULES = (_entropy,)


def find(text: bytes, place: Place) -> list[Region]:
    """The secrets in `text`. A binary payload is left to no rule: by chance it matches any of them."""
    if place == PAYLOAD:
        return []
    return merge([region for rule in RULES for region in rule(text, place)])
