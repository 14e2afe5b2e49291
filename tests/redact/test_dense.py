"""Text with thousands of names: what is around a secret does not hide it, and harmless names stay."""

import json

import pytest

from entire.redact import redact_jsonl, redact_text

SECRET = "kq93Lmx0Pz2w"
PARTS = ("Button", "Card", "List", "Table", "Modal", "Form", "Menu", "Tabs", "Toast", "Grid", "Chart")


@pytest.mark.parametrize(
    "line",
    [
        f'password = base64.b64decode("{SECRET}")',
        f'const password: string | undefined = getOr("{SECRET}")',
        f"passwort lautet {SECRET}",
        f"senha: {SECRET}",
        f'<password encrypted="false" scope="db">{SECRET}</password>',
        f'["password"]=>\n  string(12) "{SECRET}"',
        f'password (for the staging database of the team) "{SECRET}"',
    ],
)
def test_what_is_around_a_secret_does_not_hide_it(line: str) -> None:
    passed = [f"PASS t{number}.js ok" for number in range(1300)]
    for text in ("\n".join([*passed, line]), "\n".join([*passed[:600], line, *passed[600:]])):
        clean = redact_text(text)
        assert SECRET not in clean
        assert clean.count("REDACTED") == 1


@pytest.mark.parametrize(
    "template",
    [
        "PASS src/components/{part}{n}/Menu{n}.test.tsx",
        "PASSED tests/unit/test_mod{n}.py::test_case_{n}x",
        '{{"key":"item{n}.title2","token_count":{n}}}',
        "monkey{n} keyboard turkey-{n}abc tokens_{n}k_out",
        '  Token.T{n} = "node_kind_{n}x"; // key{n}',
        "- key: page{n}.title_v2",
        '<li key="row-{n}-col2">{n}</li>',
        "SET key:user{n}:v2 {n}",
        "[{n:05}] pass {n} author=jane{n} keyframe-{n}x author: build-{n}z",
        "--- PASS: Test{part}{n}V2 (0.00s)",
    ],
)
def test_harmless_names_stay_however_many_there_are(template: str) -> None:
    text = "\n".join(template.format(n=n, part=PARTS[n % len(PARTS)]) for n in range(1500))
    assert redact_text(text) == text
    assert redact_jsonl(text.encode()).decode() == text


def test_ids_stay_next_to_many_secrets() -> None:
    """Short records are looked at one by one: what is an id in one of them is one in thousands."""
    ids = [f"toolu_01{'A1b2C3d4E5f6G7h8J9k0'}{number:04}"[:30] for number in range(1200)]
    records = [{"id": id, "password": f"{n}a{n}B{n}c"} for n, id in enumerate(ids)]
    lines = redact_jsonl("\n".join(map(json.dumps, records)).encode()).decode().split("\n")
    assert [json.loads(line) for line in lines] == [{"id": id, "password": "REDACTED"} for id in ids]
    clean = json.loads(redact_jsonl(json.dumps(records).encode()))
    assert clean == [{"id": id, "password": "REDACTED"} for id in ids]
