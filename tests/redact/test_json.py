"""JSON: which members are redacted, and that nothing else moves."""

import json

import pytest

from entire.redact import redact_json, redact_jsonl

SECRET = "xK9mZ2vL8nQ5rT1wY4bC7dF0gH3jE6pA"
OTHER = "Q7wE4rT1yU8iO5pA2sD9fG6hJ3kL0zXc"
IMAGE = f"iVBORw0KGgo{SECRET}/{OTHER}+{SECRET}=="


@pytest.mark.parametrize(
    "member",
    [
        {"tool_use_id": SECRET},
        {"id": f"toolu_01{SECRET[:24]}"},
        {"ids": [SECRET, OTHER]},
        {"requestId": SECRET},
        {"sessionID": SECRET},
        {"parentUuid": SECRET},
        {"leaf-ids": SECRET},
        {"signature": f"{SECRET}/{OTHER}+" * 20 + "=="},
        {"filePath": f"/nix/store/{SECRET}-x/a.py"},
        {"file_path": f"src/{SECRET}.py"},
        {"cwd": f"C:\\work\\{SECRET}"},
        {"transcript_path": f"~/t/{SECRET}"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": IMAGE}},
        {"data": IMAGE, "type": "base64"},
        {"type": "image", "file": {"base64": IMAGE, "dimensions": {"w": 1}}},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{IMAGE}"}},
        {"inlineData": {"data": IMAGE, "mimeType": "image/jpeg"}},
        {"text": f"see data:image/png;base64,{IMAGE}"},
        {"n": 12345678901234567890123456789012345678901234567890, "f": 1.50, "t": True, "z": None},
    ],
    ids=str,
)
def test_keeps(member: object) -> None:
    raw = json.dumps(member).encode()
    assert redact_json(raw) == raw
    assert redact_jsonl(b'{"a": 1}\n' + raw) == b'{"a": 1}\n' + raw


@pytest.mark.parametrize(
    ("member", "clean"),
    [
        ({"text": f"use {SECRET} now"}, {"text": "use REDACTED now"}),
        ([[SECRET]], [["REDACTED"]]),
        (SECRET, "REDACTED"),
        ({"password": "hunter2x!"}, {"password": "REDACTED"}),
        ({"DB_PASS": "aB3dE6g!", "n": 1}, {"DB_PASS": "REDACTED", "n": 1}),
        ({"token": ["a1b2c3d4e5f6", "z9y8x7w6v5"]}, {"token": ["REDACTED", "REDACTED"]}),
        ({"Authorization": "Bearer abc123def456ghi789jkl"}, {"Authorization": "Bearer REDACTED"}),
        ({"password": 'a "quoted" w0rd'}, {"password": 'a "quoted" w0rd'}),
        ({SECRET: {f"a {OTHER}": 1}}, {"REDACTED": {"a REDACTED": 1}}),
        (
            {"paid": SECRET, "invalid": SECRET, "VOID": SECRET},
            dict.fromkeys(("paid", "invalid", "VOID"), "REDACTED"),
        ),
        ({"user_id": f"my token is {SECRET}"}, {"user_id": "my token is REDACTED"}),
        ({"id": {"note": SECRET}}, {"id": {"note": "REDACTED"}}),
        ({"id": SECRET * 5}, {"id": "REDACTED"}),
        ({"Signature": SECRET}, {"Signature": "REDACTED"}),
        ({"signature": f"signed {SECRET}"}, {"signature": "signed REDACTED"}),
        ({"path": SECRET}, {"path": "REDACTED"}),
        ({"path": f"{SECRET}/{OTHER}"}, {"path": "REDACTED/REDACTED"}),
        ({"path": f"/v1/users?token:{SECRET}"}, {"path": "/v1/users?token:REDACTED"}),
        ({"root": f"https://u:{SECRET}@h.io"}, {"root": "https://u:REDACTED@h.io"}),
        ({"type": "image", "caption": SECRET}, {"type": "image", "caption": "REDACTED"}),
        ({"type": "image_job", "api_key": SECRET}, {"type": "image_job", "api_key": "REDACTED"}),
        (
            {"type": "image", "data": f"not base64: {SECRET}"},
            {"type": "image", "data": "not base64: REDACTED"},
        ),
        ({"type": "text", "data": SECRET}, {"type": "text", "data": "REDACTED"}),
        ({"type": ["image"], "data": SECRET}, {"type": ["image"], "data": "REDACTED"}),
        ({"type": ["image", {"data": SECRET}]}, {"type": ["image", {"data": "REDACTED"}]}),
        ({"path": f"/{SECRET}" * 40}, {"path": "/REDACTED" * 40}),
        (
            {"type": "base64", "media_type": "text/plain", "data": SECRET},
            {"type": "base64", "media_type": "text/plain", "data": "REDACTED"},
        ),
        (
            [{"type": "image", "data": IMAGE}, {"data": SECRET}],
            [{"type": "image", "data": IMAGE}, {"data": "REDACTED"}],
        ),
        ({"id": SECRET, "text": SECRET}, {"id": SECRET, "text": "REDACTED"}),
        ({f"{SECRET}_id": OTHER}, {"REDACTED": "REDACTED"}),
        (
            {"arguments": json.dumps({"key": f"\n{SECRET}\u00e9"})},
            {"arguments": json.dumps({"key": "\nREDACTED\u00e9"})},
        ),
    ],
    ids=str,
)
def test_redacts(member: object, clean: object) -> None:
    assert json.loads(redact_json(json.dumps(member).encode())) == clean
    assert redact_json(json.dumps(member).encode()) == json.dumps(clean).encode()


def test_only_the_secret_changes_its_spelling() -> None:
    raw = (
        rb' {"a" :1e2,  "\u0062":"\/x\u00E9 \u0078' + SECRET[1:].encode() + rb' \ud800 \/", "c":[ ]}' + b"\t"
    )
    assert redact_json(raw) == rb' {"a" :1e2,  "\u0062":"\/x\u00E9 REDACTED \ud800 \/", "c":[ ]}' + b"\t"


def test_escaped_key_names_are_understood() -> None:
    raw = rb'{"\u0069d": "%b", "\u0074ype": "\u0069mage", "data": "%b"}' % (SECRET.encode(), IMAGE.encode())
    assert redact_json(raw) == raw


@pytest.mark.parametrize(
    "opening",
    [b'{"a": ' * 20_000, b"[" * 100_000, b'{"n": ' + b"9" * 5000 + b', "m": '],
    ids=["deep", "flat", "digits"],
)
def test_what_the_parser_refuses_is_still_redacted(opening: bytes) -> None:
    assert redact_json(opening + b'"' + SECRET.encode() + b'"') == opening + b'"REDACTED"'


def test_a_long_number_is_still_json() -> None:
    raw = b'{"n": ' + b"9" * 5000 + b', "id": "%b"}' % SECRET.encode()
    assert redact_json(raw) == raw


@pytest.mark.parametrize("bad", [b"\xff\xfe", b"\xc3", b"\xed\xa0\x80"])
def test_invalid_utf8_survives(bad: bytes) -> None:
    secret = SECRET.encode()
    for before, after in ((b'{"a": "', b'"}'), (b"{not json ", b"")):
        raw = before + bad + secret + bad + after
        assert redact_jsonl(raw) == raw.replace(secret, b"REDACTED")
