"""What looks random and is not secret, as it stands in code, logs and lock files."""

from __future__ import annotations

import base64
import hashlib
import random
import uuid
from collections.abc import Callable, Iterator

from tests.redact.samples import made_up

_ROUNDS = 14


def texts() -> Iterator[tuple[str, str]]:
    """Kind and text; the same every time."""
    chance = random.Random(7)
    for number in range(_ROUNDS):
        for kind, make in _KINDS.items():
            yield kind, make(chance, number)


def _digest(name: str, chance: random.Random) -> str:
    return base64.b64encode(hashlib.new(name, chance.randbytes(32)).digest()).decode()


def _hex(name: str, chance: random.Random) -> str:
    return hashlib.new(name, chance.randbytes(32)).hexdigest()


def _uuid(chance: random.Random) -> str:
    return str(uuid.UUID(bytes=chance.randbytes(16), version=4))


def _words(chance: random.Random, count: int) -> list[str]:
    return [chance.choice(_VOCABULARY) for _ in range(count)]


_VOCABULARY = [
    "account",
    "adapter",
    "balance",
    "bridge",
    "cache",
    "checkpoint",
    "client",
    "commit",
    "compress",
    "condense",
    "context",
    "cursor",
    "database",
    "default",
    "document",
    "encode",
    "engine",
    "filter",
    "folder",
    "gather",
    "handler",
    "index",
    "journal",
    "kernel",
    "layout",
    "manager",
    "message",
    "network",
    "object",
    "package",
    "parser",
    "quick",
    "request",
    "render",
    "schedule",
    "session",
    "shadow",
    "stream",
    "transcript",
    "update",
    "vector",
    "worker",
    "yield",
    "zone",
]

_KINDS: dict[str, Callable[[random.Random, int], str]] = {
    "uuid": lambda c, n: f"session {_uuid(c)} is idle",
    "uuid in a name": lambda c, n: f"transcript-{_uuid(c)}-Backup.jsonl.gz",
    "git id": lambda c, n: f"commit {_hex('sha1', c)}\nAuthor: A",
    "short git id": lambda c, n: f"index {_hex('sha1', c)[:7]}..{_hex('sha1', c)[:7]} 100644",
    "sha256": lambda c, n: f"sha256:{_hex('sha256', c)}",
    "sha512": lambda c, n: f"{_hex('sha512', c)}  archive.tar.gz",
    "md5": lambda c, n: f"etag: {_hex('md5', c)}",
    "docker": lambda c, n: f"FROM python:3.12@sha256:{_hex('sha256', c)} AS build",
    "npm lock": lambda c, n: f'"integrity": "sha512-{_digest("sha512", c)}",',
    "npm lock, old": lambda c, n: f'"integrity": "sha1-{_digest("sha1", c)}",',
    "yarn lock": lambda c, n: f"  integrity sha512-{_digest('sha512', c)}",
    "pnpm lock": lambda c, n: f"    resolution: {{integrity: sha512-{_digest('sha512', c)}}}",
    "go.sum": lambda c, n: f"golang.org/x/net v0.{n}.0 h1:{_digest('sha256', c)}",
    "cargo lock": lambda c, n: f'checksum = "{_hex("sha256", c)}"',
    "poetry lock": lambda c, n: (
        f'    {{file = "a-{n}-py3-none-any.whl", hash = "sha256:{_hex("sha256", c)}"}},'
    ),
    "nuget lock": lambda c, n: f'"contentHash": "{_digest("sha512", c)}",',
    "nix hash": lambda c, n: f'hash = "sha256-{_digest("sha256", c)}";',
    "nix store": lambda c, n: (
        f"/nix/store/{made_up('<z8>', n)}{_hex('md5', c)[:24]}-python3-3.12.{n}/bin/python3"
    ),
    "html integrity": lambda c, n: f'<script src="a.js" integrity="sha384-{_digest("sha384", c)}"></script>',
    "ssh public key": lambda c, n: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{made_up('<b43>', n)} me@host",
    "ssh fingerprint": lambda c, n: f"256 SHA256:{made_up('<b43>', n)} me@host (ED25519)",
    "certificate": lambda c, n: (
        f"-----BEGIN CERTIFICATE-----\n{made_up('<b64>', n)}\n{made_up('<b9>', n)}\n-----END CERTIFICATE-----"
    ),
    "image": lambda c, n: (
        f"![](data:image/png;base64,iVBORw0KGgo{base64.b64encode(c.randbytes(90)).decode()})"
    ),
    "identifier": lambda c, n: "test_" + "_".join(_words(c, 7)) + f"_v{n}",
    "camel case": lambda c, n: "".join(word.title() for word in _words(c, 6)) + "XMLFactory",
    "constant": lambda c, n: "_".join(_words(c, 6)).upper() + f" = {n}",
    "branch": lambda c, n: f"feature/{'-'.join(_words(c, 7))}-JIRA-{n}",
    "path": lambda c, n: f"/home/Quick.Brown/.cache/pip/http-v2/{made_up('<a30>', n)}/{_hex('md5', c)}.body",
    "project folder": lambda c, n: (
        f"~/.claude/projects/-Users-jane-Work-{'-'.join(_words(c, 5))}/{_uuid(c)}.jsonl"
    ),
    "relative path": lambda c, n: f"dist/assets/{'-'.join(_words(c, 3))}.{made_up('<a8>', n)}.chunk.js",
    "windows path": lambda c, n: rf"C:\Users\Jane\AppData\Local\Temp\{made_up('<a26>', n)}\setup.exe",
    "tool call": lambda c, n: f"tool_use_id: {made_up('toolu_01<a22>', n)}",
    "message": lambda c, n: f"message {made_up('msg_01<a22>', n)} of {made_up('req_01<a22>', n)}",
    "placeholder": lambda c, n: f"API_KEY=your-api-key-goes-here-{n}",
    "placeholder in angle brackets": lambda c, n: f"curl -H 'Authorization: Bearer <YOUR_ACCESS_TOKEN_{n}>'",
    "variable": lambda c, n: f'password = os.environ["DB_PASSWORD_{n}"]',
    "shell variable": lambda c, n: f'curl -u "$USER:$PASSWORD_{n}" https://example.com',
    "template": lambda c, n: f"token: ${{{{ secrets.DEPLOY_TOKEN_{n} }}}}",
    "crossed out": lambda c, n: f"STRIPE_KEY=sk_live_{'x' * (20 + n)}",
    "call": lambda c, n: f"token = get_token(request.headers, retries={n})",
    "type": lambda c, n: f"function login(password: string, token?: Token{n}): Promise<Session>",
    "counts": lambda c, n: f'{{"input_tokens": {c.randrange(10**6)}, "max_tokens": {c.randrange(10**5)}}}',
    "alphabet": lambda c, n: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "content id": lambda c, n: f"ipfs://Qm{made_up('<x44>', n)}",
    "address": lambda c, n: (
        f"https://example.com/{'/'.join(_words(c, 5))}?page={n}&sort=Created-At#Section-Two"
    ),
    "time": lambda c, n: f"2026-03-{n + 10}T10:11:12.123456789+02:00 INFO {' '.join(_words(c, 6))}",
    "numbers": lambda c, n: f"{c.random()} {c.randrange(10**40)} 0x{_hex('md5', c)[:16]}",
    "style sheet": lambda c, n: f".{'-'.join(_words(c, 3))}__{made_up('<a5>', n)} {{ color: red }}",
}
