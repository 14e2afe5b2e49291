"""What a rule is, and how to build one from a row of a table.

The tables are plain constants, which cost nothing to import; a rule is built when its keyword was found.

- `TOKENS`, secrets with a distinctive form: id, description, pattern, examples, counter-examples; keywords if
  the examples do not start with one; a trace if the pattern does not.
- `WEAK`, the same with a prefix that is too short to be distinctive: it must start a word, and no words may
  follow.
- `NAMED`, secrets that are assigned to a known name: id, description, names (words joined by `_`, found in
  any spelling), pattern and example of the value; another judge if `random_looking` does not fit.

`<U>` in a pattern is any UUID. Examples are templates, not secrets, so that no scanner stops this repository:
`<a36>` stands for 36 random letters and digits. The first character is the alphabet: `a` letters and digits,
`l` the same in lower case, `u` in upper case, `h` hex, `H` hex in upper case, `d` digits, `z` letters, `b`
base64, `w` base64 for URLs, `2` base32, `x` base58, `q` bech32.
"""

from __future__ import annotations

from entire.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
_LEFT = r"(?:^|[^A-Za-z0-9]|\\[nrtbf]|%[0-9A-Fa-f]{2}|\[[0-9;]*[mK])"  # also after an escape, or a colour
_ASSIGN = r"[\w.\-]{0,32}[\"'`\])]{0,2}\s{0,3}(?:=>|:=|={1,3}|:|\()\s{0,3}[\"'`]?"
_TRACE = 24  # bytes of a token that make it worth checking


class Rule(Value):
    """One kind of secret. Every match contains one of `keywords`."""

    id: str
    description: str
    keywords: tuple[str, ...]
    pattern: str  # for google-re2, on bytes; the secret is the last group, or the whole match
    examples: tuple[str, ...]
    counter_examples: tuple[str, ...]
    judge: str = ""  # the function of `judges` that decides, which is loaded when it is asked
    any_case: bool = False  # whether keywords match in any case; they are in lower case then
    trace: str = ""  # matches raw bytes, escaped at any depth, wherever the rule matches the unescaped text
    reach: int = 600  # how far from its keyword a match can end
    named: bool = False  # whether the first group is the end of a name, which the judge sees
    not_prose: bool = False  # whether words without digits and signs are never the value
    names: tuple[bytes, ...] = ()  # every match has one of these, in any case and with or without signs
    follows: bytes = b""  # one of these signs follows a keyword, perhaps after a quote
    precedes: tuple[bytes, ...] = ()  # one of these, in lower case, is before a keyword


def token(row: tuple[Any, ...], *, weak: bool = False) -> Rule:
    """Build a rule for secrets with a distinctive form."""
    id, description, source, examples, counter_examples, *_ = row
    source = source.replace("<U>", _UUID)
    first = token_keywords(row)[0]
    return Rule(
        id,
        description,
        token_keywords(row),
        f"{_LEFT}({source})" if weak else source,
        examples,
        (*counter_examples, f"{first}<a4>", f"{first}{'x' * 24}"),
        "random_looking" if weak else "",
        False,
        weak_trace(row) if weak else token_trace(row),
        600,
    )


def token_keywords(row: tuple[Any, ...]) -> tuple[str, ...]:
    given: tuple[str, ...] = row[5] if len(row) > 5 else ()
    return given or tuple(dict.fromkeys(example.partition("<")[0] for example in row[3]))


def token_trace(row: tuple[Any, ...]) -> str:
    """Return the row's trace; empty if its keywords are rare enough."""
    return str(row[6]) if len(row) > 6 else ""


def weak_trace(row: tuple[Any, ...]) -> str:
    r"""Return the row's trace, or the pattern up to its first count; slashes may be written `\/`."""
    if len(row) > 6:
        return str(row[6])
    head, _, rest = row[2].partition("{")
    least = int(rest.partition("}")[0].partition(",")[0])
    return f"{head}{{{min(_TRACE, least)}}}".replace("/", r"\\*/")


def named(row: tuple[Any, ...]) -> Rule:
    """Build a rule for secrets that are assigned to a known name."""
    id, description, names, value, example, *judge = row
    value = value.replace("<U>", _UUID)
    spelled = "|".join(name.replace("_", "[_. -]?") for name in names)
    return Rule(
        id,
        description,
        named_keywords(row),
        f"(?i:{spelled}){_ASSIGN}({value})(?:[^A-Za-z0-9]|$)",
        (f"{names[0].upper()}={example}", f'"{names[-1]}": "{example}"'),
        (example, f"{names[0]}={'x' * 32}", f"{names[0].upper()}=${{SECRET}}"),
        (judge[0] if judge[0] != "any" else "") if judge else "random_looking",
        True,
        "",
        600,
        names=tuple(name.replace("_", "").encode() for name in names),
    )


def named_keywords(row: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the first word of each name; two if one is too short, joined in every way."""
    found = []
    for name in row[2]:
        first, _, rest = name.partition("_")
        second = rest.partition("_")[0]
        found += (
            [first] if len(first) > 3 or not rest else [first + joint + second for joint in ("_", "-", "")]
        )
    return tuple(dict.fromkeys(found))
