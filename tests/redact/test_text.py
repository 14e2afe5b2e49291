"""Plain text: the entropy rule, its edges, and what it must leave alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.redact import redact_text

SECRET = "xK9mZ2vL8nQ5rT1wY4bC7dF0gH3jE6pA"  # 32 distinct
EDGE = "aB3dE6gH9jK2mN5pQ8sT1vW"  # 23 distinct: log2(23) > 4.5


def escaped(text: str, form: str = "\\u%04x") -> str:
    return "".join(form % ord(character) for character in text)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (SECRET, "REDACTED"),
        (EDGE, "REDACTED"),
        (f"key={SECRET}", "REDACTED"),  # `=` is in the class, so the name goes too
        (f"key: {SECRET}, other: '{SECRET}'", "key: REDACTED, other: 'REDACTED'"),
        (f"{SECRET}/{SECRET}", "REDACTED/REDACTED"),
        (f"über {SECRET} \U0001f600", "über REDACTED \U0001f600"),
        (rf"line\n{SECRET}", r"line\nREDACTED"),
        (rf"line\\t{SECRET}", r"line\\tREDACTED"),
        (rf"x\q{SECRET}", r"x\REDACTED"),
        (rf"caf\u00e9{SECRET}\u00e9", r"caf\u00e9REDACTED\u00e9"),
        (escaped(SECRET), "REDACTED"),
        (escaped(SECRET, "\\u%04X"), "REDACTED"),
        (escaped(SECRET, "\\\\\\u%04x"), "REDACTED"),
        ("x " + SECRET[:9] + escaped(SECRET[9:20]) + SECRET[20:] + " y", "x REDACTED y"),
        (f"\udc80{SECRET}\ud83d", "\udc80REDACTED\ud83d"),
    ],
)
def test_redacts(text: str, clean: str) -> None:
    assert redact_text(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nothing to see here, move along.",
        EDGE[:22],
        rf"\n{EDGE[:22]}",
        rf"\n{EDGE[1:]}",  # the rest after the escape's letter counts, and it is one short
        "REDACTED" * 40,
        "0123456789abcdef" * 8,
        "bcbfba19-59e0-4409-b795-f78586ffd5eb",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "/home/user/projects/Quick/Brown/Fox/jumps_over/Lazy-Dog/Vexing/waltz.py",
        "integrity sha512-" + "aB3dE6gH9jK2mN5pQ8sT1vW/yZ+0c" * 2 + "aB3dE6gH9jK2mN5pQ8sT1vW/yZ+0" + "==",
        '"integrity": "sha256-' + (SECRET + EDGE)[:43] + '="',
        "golang.org/x/net v0.1.0 h1:" + (SECRET + EDGE)[:43] + "=",
        f"![](data:image/png;base64,{SECRET}/{SECRET}==)",
    ],
)
def test_leaves(text: str) -> None:
    assert redact_text(text) is text


@pytest.mark.parametrize(
    "text",
    [
        "sha512-" + SECRET,  # not the length of a digest
        "mysha256-" + (SECRET + EDGE)[:43] + "=",  # the run begins before the prefix
        f"data:text/plain;base64,{SECRET}",
        f"data:image/png;base64,AAAA {SECRET}",
    ],
)
def test_allow_rules_are_narrow(text: str) -> None:
    assert SECRET not in redact_text(text)
    assert "REDACTED" in redact_text(text)


@pytest.mark.parametrize(
    "piece",
    [
        "password=",
        "token: a1 ",
        '{"token":1,"secret":"x1"},',
        "\\u0041",
        '\\\\"',
        "-----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAqKpRgnn6yq26\n",
        "https://a:b@",
        "https://a:",
        "AKIA",
        "eyJhbGciOiJIUzI1NiJ9.",
        "REDACTED ",
        "REDACTED=a1b2c3d4",
        "Server=x;Password=",
        "cookie: a=b;",
        "curl -u a:b1c ",
        "a.b.",
        "aB3dE6gH9jK2mN5pQ8sT1vW/",
        "xK9mZ2vL8nQ5rT1wY4bC7dF0gH3jE6pA",
    ],
)
def test_hostile_text_takes_linear_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    once = redact_text(text)
    assert redact_text(once) == once


def test_a_long_secret_goes_as_a_whole() -> None:
    body = (SECRET + "/") * 200
    assert redact_text(f"AWS_SESSION_TOKEN: {body} rest") == "AWS_SESSION_TOKEN: REDACTED rest"
    assert redact_text(f"x eyJ{SECRET}.eyJ{SECRET * 200}.{SECRET} y") == "x REDACTED y"


PIECES = st.sampled_from(
    [
        SECRET,
        EDGE,
        "REDACTED",
        "\\",
        "\\n",
        "\\u00e9",
        "\\u0041",
        '\\"',
        "\\/",
        "/",
        " ",
        "=",
        "n",
        "sha256-",
        "\n",
    ]
)


@given(st.lists(PIECES | st.text(max_size=30), max_size=12).map("".join))
def test_twice_is_once(text: str) -> None:
    once = redact_text(text)
    assert redact_text(once) == once


@given(st.text(alphabet=" .,;:/()\n\\'\"aeiourtnslhdé", max_size=200))
def test_ordinary_text_stays(text: str) -> None:
    assert redact_text(text) is text


@given(st.text(max_size=40), st.text(max_size=40))
def test_surroundings_stay(before: str, after: str) -> None:
    assert redact_text(f"{before} {SECRET} {after}") == f"{before} REDACTED {after}"
