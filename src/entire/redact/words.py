"""Words against noise: was a run of characters made by people, or by a generator of random numbers?"""

from itertools import pairwise

WORDY = 0.7
"""Share of neighbouring letters that are common in words. Noise has about a quarter, names four fifths."""

_FEWEST = 12
"""With fewer pairs to look at, chance decides."""

_ENOUGH = 96
"""Bytes after which a run is known for what it is."""

_PAIRS = (
    "ab ac ad ag ai ak al am an ap ar as at au av ay ba be bi bl bo br bu ca cc ce ch ci ck cl co cr cs "
    "ct cu da dd de di do dr ds du ea ec ed ee ef el em en ep eq er es et ev ew ex ey fa fe ff fi fl fo "
    "fr fu ga ge gh gi gl gn gr gs gu ha he hi ho ia ib ic id ie if ig il im in io ip ir is it iv iz ke "
    "ki ks la ld le li ll lo ls lt lu ly ma mb me mi mm mo mp ms mu na nc nd ne nf ng ni nk nn no ns nt "
    "nu nv ob oc od of og oi ok ol om on oo op or os ot ou ov ow pa pe ph pi pl po pp pr ps pt pu py qu "
    "ra rc rd re rg ri rk rm rn ro rr rs rt ru ry sa sc se sh si so sp ss st su sy ta te th ti tl to tr "
    "ts tt tu ty ua ub uc ue ui ul um un up ur us ut va ve vi wa we wi wo wr xp xt yp ys ze"
)
_COMMON = frozenset(_PAIRS.encode().split())

# Stdlib `re`: runs are short, and it is cheaper a call than re2.
_HEX = rb"(?<![A-Za-z0-9])(?:[0-9a-f]{6,}|[0-9A-F]{6,})(?![A-Za-z0-9])"
_SEGMENT = rb"[A-Za-z0-9]+"


def is_words(run: bytes) -> bool:
    """Whether a run is an identifier, a file name, a phrase: words joined by signs or case, with numbers."""
    good, seen = _pairs(run)
    return seen >= _FEWEST and good / seen >= WORDY


def is_noise(letters: bytes) -> bool:
    """Whether a short run of letters is none of it."""
    good, seen = _pairs(letters)
    return seen >= _FEWEST / 2 and good / seen < 0.6


def _pairs(run: bytes) -> tuple[int, float]:
    """How many pairs of neighbours are common in words, and how many there are."""
    import re

    good, seen = 0, 0.0
    for segment in re.findall(_SEGMENT, without_hex(run[:_ENOUGH])):
        for pair in map(bytes, pairwise(segment)):
            if pair.isdigit():
                continue
            if pair[:1].islower() and pair[1:].isupper():
                seen += 0.5  # a new word begins, which noise does all the time
                continue
            seen += 1
            good += pair.lower() in _COMMON
    return good, seen


def without_hex(run: bytes) -> bytes:
    """A run without the hashes and parts of UUIDs that stand alone in it."""
    import re

    return re.sub(_HEX, b"-", run)
