"""Tell words from noise: whether people or a random generator made a run of characters."""

from itertools import pairwise

from entire.redact.cache import cached

WORDY = 0.7
"""The share of letter pairs that are common in words. Noise has about a quarter, names four fifths."""

_FEWEST = 12
"""With fewer pairs, chance would decide."""

_ENOUGH = 96
"""The number of bytes that are enough to judge a run."""

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

# `re`: runs are short, and a call is cheaper than with re2.
_HEX = rb"(?<![A-Za-z0-9])(?:[0-9a-f]{6,}|[0-9A-F]{6,})(?![A-Za-z0-9])"
_GOOD = 1024  # more than twice the pairs of a run


_FIT_ROWS = (
    "bffeaadaeacgegaeagfhdcbaca gddbgacagcbidagcaffbfaaada hacagaageaffbaiaafcgeaaaba "
    "gdceibbaiaadbbfbaefcecaaba eafhddcabaaeegadahhfacbeba faccggaaiaagaahaafeefaaada "
    "fbcbiaefgaaecfebagfcfabaaa hbcciaaahabccahaafcedbaada ecfeedeaaaafeigdadfgadabae "
    "gcadhaddfddcachfadfcgaeacd ecceibcahaafdcccacgdcceaba gabdiaaahaagaagbaaeedaaaea "
    "heaaiaaagaadeaggaaeceaaaaa fafggdhafabcacebaaghcdaaaa cdfeacdacacffiefaheefdeaaa "
    "habbhaadfaagaagfahefeaaada edcdfacddbbfccaaecdaiabaea gaddiacagabcdcgbadgfdbaada "
    "eafahaafgabcbbefbagifabada gadbiaafiaacbafcagfedaaada efedfcdaeaagficfagggaaaaaa "
    "hcbaibachaaabafbcbbabaaaba habehcdfhabcafgbagfaabcbaa ebgdgcadhbbdebdiabchbaaddb "
    "deeffcbceaaefgehachgabccab habcicbcgbacaafbaccacbcbcc"
)
_FIT = dict(zip(b"abcdefghijklmnopqrstuvwxyz", (row.encode() for row in _FIT_ROWS.split()), strict=True))
"""How well a letter follows another in words: `e` as in noise, `a` hardly ever, `i` very often."""


class _Known(dict[tuple[int, int], int]):
    """What pairs of bytes add to `_pairs`, each worked out once."""

    def __missing__(self, pair: tuple[int, int]) -> int:
        known = self[pair] = _known(bytes(pair))
        return known


_known_pairs = _Known()


@cached(1024)
def fit(run: bytes) -> int:
    """Return how much the letters of a run are like words (above 0) or like noise (below 0).

    Each pair adds the logarithm of how much more often words have it than noise. Noise also changes case
    within a word.
    """
    score = 0
    last = 0
    for byte in run[:_ENOUGH]:
        low = byte | 0x20
        if not 97 <= low < 123:
            low = byte = 0
        elif last:
            if last & 0x20 and not byte & 0x20:
                score -= 1
            else:
                score += _FIT[last | 0x20][low - 97] - 0x65
                if not last & 0x20 and not byte & 0x20 and not run.isupper():
                    score -= 2
        last = byte
    return score


def is_words(run: bytes) -> bool:
    """Whether a run is an identifier, a file name or a phrase: words joined by signs, case or numbers."""
    good, seen = _pairs(run)
    return seen >= _FEWEST and good / seen >= WORDY


def _pairs(run: bytes) -> tuple[int, float]:
    """Return the number of letter pairs, and how many of them are common in words."""
    good, seen = divmod(sum(map(_known_pairs.__getitem__, pairwise(without_hex(run[:_ENOUGH])))), _GOOD)
    return good, seen / 2


def _known(pair: bytes) -> int:
    """Return twice the weight of a pair, plus `_GOOD` if it is common in words."""
    if not pair.isalnum() or pair.isdigit():
        return 0
    if pair[:1].islower() and pair[1:].isupper():
        return 1  # a new word starts, which happens all the time in noise
    return 2 + _GOOD * (pair.lower() in _COMMON)


def without_hex(run: bytes) -> bytes:
    """Return a run without separate hashes and parts of UUIDs."""
    import re

    return re.sub(_HEX, b"-", run)
