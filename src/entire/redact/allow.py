"""Random text that is not secret, which the entropy rule ignores.

The patterns see the text around a run, because runs have no `/`, which cuts base64 into pieces. A pattern
must require the exact length or the exact prefix of what it allows: each one may let a real secret pass.
"""

from entire.redact import looks, words
from entire.redact.cache import cached
from entire.redact.engine import pattern
from entire.redact.entropy import is_random
from entire.redact.regions import Region

_JUDGED = 512
"""How much of a run is looked at."""

_ALPHABET = 96
_NOISE = -20
"""Below which `fit` no run is words."""

_DIGEST = rb"(?:[A-Za-z0-9+/]{86}==|[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{27}=)"
_NIX = rb"[0-9a-df-np-sv-z]"
_STEP = rb"[\w.@%+=~#-]+"
_BEFORE = rb"(?:(?:^|\n|\\n)[+-]|^|[\s\"'`(\[{<>=,;])"  # a sign is that of a diff

ALLOWED = (
    rb"sha1-[A-Za-z0-9+/]{27}=",
    rb"sha256-[A-Za-z0-9+/]{43}=",
    rb"sha384-[A-Za-z0-9+/]{64}",
    rb"sha512-[A-Za-z0-9+/]{86}==",
    rb"h1:[A-Za-z0-9+/]{43}=",  # go.sum, .terraform.lock.hcl
    rb"SHA256:[A-Za-z0-9+/]{43}",  # fingerprint of an SSH key
    rb"(?i:digest|contenthash|checksum|integrity|narhash|sha256|sha512)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
    + _DIGEST,
    rb"(?:sha256[:=\s\"']{1,5}|/nix/store/)" + _NIX + rb"{32,52}(?:-[\w.+-]*)?",
    rb"data:(?:image|audio|video|font)/[a-z0-9.+-]{1,64};base64,[A-Za-z0-9+/]+={0,2}",
    rb"(?:iVBORw0KGgo|/9j/4AAQ|R0lGODlh)[A-Za-z0-9+/]{200,}={0,2}",  # PNG, JPEG and GIF show what they are
    # Ids of agents' own records.
    rb"(?:toolu|msg|req|srvtoolu)_(?:bdrk_|vrtx_)?01[A-Za-z0-9]{22}",
    rb"(?:call|chatcmpl|fc|resp|run|thread|step)[_-][A-Za-z0-9]{24,29}",
    # Public by name.
    rb"(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp[0-9]{3}|sk-[a-z0-9-]+@openssh\.com) AAAA[A-Za-z0-9+/]+=*",
    rb"-----BEGIN (?:[A-Z0-9 ]*PUBLIC KEY(?: BLOCK)?|CERTIFICATE(?: REQUEST)?|[A-Z0-9]+ SIGNATURE)-----"
    rb"[^-]*-----END",
    rb"(?i:public[ _-]?key|peer)[\"']?\s{0,3}[:=]\s{0,3}[\"']?[A-Za-z0-9+/]{43}=",  # of WireGuard
    rb"(?i:\bage1[ac-hj-np-z02-9]{58}\b)",  # to whom a file is encrypted
    rb"\"crv\":\s?\"[\w-]{1,16}\",\s?\"x\":\s?\"[\w-]{43,88}\"(?:,\s?\"y\":\s?\"[\w-]{43,88}\")?",  # of a JWK
    rb"Qm[1-9A-HJ-NP-Za-km-z]{44}",  # content ids of IPFS
    rb"ba[a-z2-7]{57}",
    # Paths that are known by a common root, or by a file extension.
    _BEFORE
    + rb"(?:~|\.{1,2}|/(?:home|Users|usr|var|tmp|opt|etc|private|mnt|root|nix|srv|workspaces?|app|repo|src))/"
    + rb"[^\s\"'`<>|*?=&:;,]*",
    _BEFORE + _STEP + rb"(?:/" + _STEP + rb")+\.[A-Za-z][A-Za-z0-9]{0,4}\b",
    _BEFORE + rb"[A-Za-z]:\\[^\s\"'`<>|*?=&;,]*",
)


def refused(text: bytes, regions: list[Region]) -> list[Region]:
    """Return the regions (in order) that are neither inside an allowed span nor explained by themselves."""
    kept = [
        region
        for region in regions
        if not explained(text[region.start : min(region.end, region.start + _JUDGED)])
    ]
    return outside(text, kept) if kept else kept


def outside(text: bytes, regions: list[Region]) -> list[Region]:
    """Return the regions (in order) that are not inside an allowed span."""
    spans = [match.span() for match in pattern(b"|".join(ALLOWED)).finditer(text)]
    kept = []
    position = 0
    for region in regions:
        while position < len(spans) and spans[position][1] < region.end:
            position += 1
        if position == len(spans) or region.start < spans[position][0]:
            kept.append(region)
    return kept


@cached(2048)
def explained(run: bytes) -> bool:
    """Whether a run that looks random consists of words, an alphabet, or hashes and something short."""
    if looks.is_alphabet(run[:_ALPHABET]):
        return True
    if words.fit(run) > _NOISE and words.is_words(run):
        return True
    rest = words.without_hex(run)
    return rest != run and not is_random(rest)
