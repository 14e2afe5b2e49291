"""Random on purpose and not secret: spans in which the entropy rule keeps silent.

The patterns see the text around a run, because the class of runs has no `/` and so cuts base64 into pieces.
A pattern must demand the exact length or the exact prefix of what it allows: each is a door for real secrets.
"""

from entire.redact.engine import pattern
from entire.redact.regions import Region

ALLOWED = (
    rb"sha1-[A-Za-z0-9+/]{27}=",
    rb"sha256-[A-Za-z0-9+/]{43}=",
    rb"sha384-[A-Za-z0-9+/]{64}",
    rb"sha512-[A-Za-z0-9+/]{86}==",
    rb"h1:[A-Za-z0-9+/]{43}=",  # go.sum
    rb"data:(?:image|audio|video|font)/[a-z0-9.+-]{1,64};base64,[A-Za-z0-9+/]+={0,2}",
)


def refused(text: bytes, regions: list[Region]) -> list[Region]:
    """Those of `regions` (in order) that are not wholly inside an allowed span."""
    spans = [match.span() for match in pattern(b"|".join(ALLOWED)).finditer(text)]
    kept = []
    position = 0
    for region in regions:
        while position < len(spans) and spans[position][1] < region.end:
            position += 1
        if position == len(spans) or spans[position][0] > region.start:
            kept.append(region)
    return kept
