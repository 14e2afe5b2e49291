"""Base64 that must stay: images, signatures, digests, certificates; and base64 that goes."""

import base64
import json
import random
from typing import Any

import pytest

from entire.redact import redact_jsonl

CHANCE = random.Random(5)
IMAGE = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + CHANCE.randbytes(30_000)).decode()
OTHER = base64.b64encode(CHANCE.randbytes(900)).decode()
WRAPPED = "\n".join(OTHER[start : start + 64] for start in range(0, len(OTHER), 64))


def result(text: str) -> dict[str, Any]:
    return {"type": "user", "message": {"content": [{"type": "tool_result", "content": text}]}}


IMAGE_READ = {
    "type": "user",
    "message": {
        "role": "user",
        "content": [
            {
                "tool_use_id": "toolu_01AbCdEfGhIjKlMnOpQrStUv",
                "type": "tool_result",
                "content": [
                    {"type": "image", "source": {"type": "base64", "data": IMAGE, "media_type": "image/png"}}
                ],
            }
        ],
    },
    "toolUseResult": {
        "type": "image",
        "file": {"base64": IMAGE, "type": "image/png", "originalSize": 30_016},
    },
}


def redacted(record: dict[str, Any], size: int) -> tuple[bytes, bytes]:
    line = json.dumps(record).encode() + b"\n"
    clean = b'{"type": "user", "message": "nothing to see here"}\n'
    data = line + clean * (size // len(clean))
    return line, redact_jsonl(data)[: -len(clean) * (size // len(clean)) or None]


@pytest.mark.parametrize("size", [0, 100_000])
@pytest.mark.parametrize(
    "record",
    [
        IMAGE_READ,
        {"type": "assistant", "message": {"content": [{"type": "thinking", "signature": OTHER}]}},
        result(f'<img src="data:image/png;base64,{IMAGE}">'),
        result(json.dumps({"type": "image", "data": IMAGE})),
        result(f'"integrity": "sha512-{OTHER[:86]}=="'),
        result(f"-----BEGIN CERTIFICATE-----\n{WRAPPED}\n-----END CERTIFICATE-----\n"),
    ],
    ids=["image", "signature", "data URI", "quoted image", "integrity", "certificate"],
)
def test_what_is_not_secret_stays(record: dict[str, Any], size: int) -> None:
    line, clean = redacted(record, size)
    assert clean == line


@pytest.mark.parametrize("size", [0, 100_000])
@pytest.mark.parametrize("text", [OTHER, WRAPPED], ids=["one line", "lines"])
def test_other_base64_goes(text: str, size: int) -> None:
    _, clean = redacted(result(text), size)
    assert OTHER[200:240].encode() not in clean
    assert clean.count(b"REDACTED") <= text.count("\n") + 1
