"""A checkpoints branch as a stranger could push it: huge, deep, endless or just wrong."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FILE, FOLDER = "100644", "40000"
Entries = dict[str, tuple[str, str]]
TURNS = 2_000  # of a long conversation of our own
_BELOW = 60 * 1024 * 1024  # bytes: a little less than what is too large
HELLO = b'{"type":"user","uuid":"u1","message":{"role":"user","content":"hello"}}\n'


class Store:
    """Writes loose objects, whatever they contain."""

    def __init__(self, git_dir: Path) -> None:
        self._objects = git_dir / "objects"

    def add(self, kind: str, chunks: Iterable[bytes], size: int) -> str:
        digest, packer = hashlib.sha1(), zlib.compressobj(1)
        head = f"{kind} {size}\0".encode()
        digest.update(head)
        packed = [packer.compress(head)]
        for chunk in chunks:
            digest.update(chunk)
            packed.append(packer.compress(chunk))
        oid = digest.hexdigest()
        path = self._objects / oid[:2] / oid[2:]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"".join([*packed, packer.flush()]))
        return oid

    def blob(self, data: Any) -> tuple[str, str]:
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        return FILE, self.add("blob", [content], len(content))

    def huge(self, megabytes: int) -> tuple[str, str]:
        block = b" " * 1024 * 1024
        return FILE, self.add("blob", (block for _ in range(megabytes)), megabytes * len(block))

    def tree(self, entries: Entries) -> tuple[str, str]:
        def order(item: tuple[str, tuple[str, str]]) -> bytes:
            return item[0].encode() + (b"/" if item[1][0] == FOLDER else b"")

        rows = (
            f"{mode} {name}\0".encode() + bytes.fromhex(oid)
            for name, (mode, oid) in sorted(entries.items(), key=order)
        )
        data = b"".join(rows)
        return FOLDER, self.add("tree", [data], len(data))

    def deep(self, levels: int) -> tuple[str, str]:
        found = self.tree({"f": self.blob(b"x")})
        for _ in range(levels):
            found = self.tree({"d": found})
        return found

    def commit(self, tree: str, message: str) -> str:
        who = "Eve <eve@example.com> 1760000000 +0000"
        data = f"tree {tree}\nauthor {who}\ncommitter {who}\n\n{message}\n".encode()
        return self.add("commit", [data], len(data))


class Branch:
    """The checkpoints, by the name of what is wrong with them."""

    def __init__(self, store: Store, megabytes: int) -> None:
        self._store = store
        self.ids: dict[str, str] = {}
        self._shards: dict[str, Entries] = {}
        self._megabytes = megabytes
        self._root: Entries = {}
        self._fill()

    def _fill(self) -> None:
        store, huge = self._store, self._store.huge(self._megabytes)
        self._add("honest")
        self._add("huge summary", summary=huge)
        self._add("huge metadata", {"metadata.json": huge})
        self._add("huge transcript", {"full.jsonl": huge})
        self._add("huge texts", {"prompt.txt": huge, "context.md": huge, "lines.json": huge})
        self._add("many segments", {f"full.jsonl.{number:03}": huge for number in range(1, 500)})
        deep, wide = store.blob(b"[" * 500_000), store.blob(b"[" + b"{}," * 1_300_000 + b"{}]")
        self._add("deep JSON", {"metadata.json": deep, "full.jsonl": deep}, summary=deep)
        self._add("wide JSON", {"metadata.json": wide, "full.jsonl": wide, "lines.json": wide}, summary=wide)
        self._add("huge number", summary=store.blob(b'{"checkpoints_count":' + b"9" * 1_000_000 + b"}"))
        self._add("equal keys", summary=store.blob(b"{" + b'"branch":"x",' * 100_000 + b'"sessions":[]}'))
        wrong = {"checkpoint_id": [], "sessions": {"a": 1}, "files_touched": 7, "token_usage": [1]}
        slot = {"session_id": 7, "agent": [], "files_touched": {"a": 1}, "created_at": 5, "summary": [1]}
        self._add("wrong types", {"metadata.json": store.blob(slot)}, summary=store.blob(wrong))
        self._add("sessions that are not there", summary=store.blob({"sessions": [{}] * 200_000}))
        self._add("many sessions", sessions=300)
        many = dict.fromkeys((f"f{number:06}" for number in range(20_000)), store.blob(b"x"))
        self._add("many files", others=many)
        endless = dict.fromkeys((f"f{number:06}" for number in range(200_000)), store.blob(b"x"))
        self._add("endless folder", others=endless)
        bottomless = store.deep(1500)
        self._add("deep folders", others={"tasks": bottomless, "other": bottomless})
        task = store.tree({"checkpoint.json": huge, "agent-x.jsonl": huge})
        self._add("many subagents", others={"tasks": store.tree({f"toolu_{n}": task for n in range(1000)})})
        said = HELLO.replace(b"hello", b"hello " * 1000)
        long = store.tree({"agent-x.jsonl": store.blob(said * (6 * 1024 * 1024 // len(said)))})
        self._add("long subagents", others={"tasks": store.tree({f"toolu_{n}": long for n in range(40)})})
        self._add("links", {"full.jsonl": ("120000", store.blob(b"/etc/passwd")[1])})
        self._root = {
            "deep": bottomless,
            "wide": store.tree(many),
            "settings.json": huge,
            "..": huge,
            ".git": store.tree(many),
        }

    def _add(
        self,
        name: str,
        files: Entries | None = None,
        *,
        summary: tuple[str, str] | None = None,
        sessions: int = 1,
        others: Entries | None = None,
    ) -> None:
        store = self._store
        checkpoint = hashlib.sha1(name.encode()).hexdigest()[:12]
        self.ids[name] = checkpoint
        entries = {"metadata.json": summary or store.blob(_summary(checkpoint, sessions))} | (others or {})
        for number in range(sessions):
            session = f"{name.replace(' ', '-')}-{number}"
            own = {
                "metadata.json": store.blob(_metadata(checkpoint, session)),
                "full.jsonl": store.blob(HELLO),
                "prompt.txt": store.blob(b"hello"),
            }
            entries[str(number)] = store.tree(own | (files or {}))
        self._shards.setdefault(checkpoint[:2], {})[checkpoint[2:]] = store.tree(entries)

    def commit(self) -> str:
        shards = {name: self._store.tree(entries) for name, entries in self._shards.items()}
        return self._store.commit(self._store.tree(self._root | shards)[1], "Checkpoint: 0123456789ab")


class LargeTranscript(Branch):
    """A checkpoint that is not too large to be read, but large."""

    def _fill(self) -> None:
        large = HELLO * (60 * 1024 * 1024 // len(HELLO))
        self._add("large transcript", {"full.jsonl": self._store.blob(large)})


class LongConversations(Branch):
    """Each object is small enough to be read, but all of them together are not."""

    def _fill(self) -> None:
        asked = HELLO.replace(b"hello", b"hello " * 100)
        prompts = self._lines(asked)
        self._add("long segments", _segments(prompts, 13))
        self._add("same long segments again", _segments(prompts, 13))
        self._add("long sessions", {"full.jsonl": prompts}, sessions=200)
        self._add("long files", _segments(self._lines(_write(2_400_000)), 3))
        self._add("short lines", {"full.jsonl": self._lines(_write(2_000))})
        self._add("long results", _segments(self._lines(_write(10), *[_result(4_000_000)] * 13), 3))
        self._add("blank segments", _segments(self._store.huge(_BELOW >> 20), 499))
        self._add("empty lines", {"full.jsonl": self._lines(b"\n")})
        folder = self._store.tree(_segments(self._store.blob(HELLO), 999))
        self._add("folders", others=dict.fromkeys((f"f{number:06}" for number in range(120_000)), folder))
        self._add("long texts", {"prompt.txt": self._store.blob(b"hello " * 650_000)}, sessions=200)

    def _lines(self, *lines: bytes) -> tuple[str, str]:
        assert sum(map(len, lines)) <= _BELOW  # otherwise it would be empty
        return self._store.blob(b"".join(lines) * (_BELOW // sum(map(len, lines))))


class HonestConversation(Branch):
    """Not hostile, only long: each turn runs a command, reads what it printed, and changes a file."""

    def _fill(self) -> None:
        words = "what the parser keeps of each line is decided once, and only later is it written down. " * 12
        write = _write(1_200).replace(b"line\\n" * 8, b"def line(of, its, file): pass  # done\\n")
        turns = (
            b"".join(
                [
                    HELLO.replace(b"hello", f"Request {number}: {words}".encode()),
                    *[write, _result(1_200)] * 3,
                ]
            )
            for number in range(TURNS)
        )
        self._add("honest", {"full.jsonl": self._store.blob(b"".join(turns))})


class LargestBlob(Branch):
    """A transcript of 2 GB, which is a few megabytes in git."""

    def _fill(self) -> None:
        self._add("largest", {"full.jsonl": self._store.huge(2048)})


def _segments(blob: tuple[str, str], count: int) -> Entries:
    return {"full.jsonl" if not number else f"full.jsonl.{number:03}": blob for number in range(count)}


def _write(size: int) -> bytes:
    given = {"file_path": "all.py", "content": "line\n" * (size // 5)}
    call = {"type": "tool_use", "id": "toolu_1", "name": "Write", "input": given}
    record = {"type": "assistant", "message": {"id": "m1", "role": "assistant", "content": [call]}}
    return json.dumps(record).encode() + b"\n"


def _result(size: int) -> bytes:
    block = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "line\n" * (size // 5)}
    return json.dumps({"type": "user", "message": {"role": "user", "content": [block]}}).encode() + b"\n"


def _summary(checkpoint: str, sessions: int) -> dict[str, Any]:
    paths = [{"metadata": f"/{checkpoint[:2]}/{checkpoint[2:]}/{n}/metadata.json"} for n in range(sessions)]
    return {"checkpoint_id": checkpoint, "strategy": "manual-commit", "files_touched": [], "sessions": paths}


def _metadata(checkpoint: str, session: str) -> dict[str, Any]:
    return {"checkpoint_id": checkpoint, "session_id": session, "agent": "Claude Code", "files_touched": []}
