"""Plays the client that loads one of our plugins, under Node.js; a program named `entire` takes notes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from entire.agent.hook_config.plugin import Plugin

# Each line: the handler's name, its arguments, and perhaps how many milliseconds it may take.
HOST = """
import { createInterface } from "node:readline"
const plugin = await import(process.argv[2])
const handlers = {}
const session = {}
const ctx = {
  model: { id: "model-1" },
  sessionManager: { getSessionFile: () => session.file, getSessionId: () => session.id },
}
const on = (name, handler) => (handlers[name] = (event) => handler(event, ctx))
if (typeof plugin.default === "function") plugin.default({ on })
else {
  const client = { session: { get: async ({ path }) => ({ data: session[path.id] }) } }
  Object.assign(handlers, await plugin.default.server({ client, directory: process.cwd() }))
}
const took = {}
for await (const line of createInterface({ input: process.stdin })) {
  const [name, given] = JSON.parse(line)
  if (name === "host") Object.assign(session, ...given)
  const start = performance.now()
  const result = await handlers[name]?.(...given)
  if (result !== undefined) throw new Error(`${name} gave ${result}`)
  took[name] = Math.max(took[name] ?? 0, performance.now() - start)
}
console.log(JSON.stringify(took))
"""
NOTES = '#!/bin/sh\nprintf "%s\\t" "$3" >> "$NOTES"\ncat >> "$NOTES"\necho >> "$NOTES"\n'
Call = tuple[str, list[Any]]


class Host:
    """A client in a folder. `entire` is what stands in for the program; None for no such program."""

    def __init__(self, folder: Path, plugin: Plugin, entire: str | None = NOTES, *, haste: int = 1) -> None:
        """``haste``: the plugin waits so many times shorter than it does."""
        node = shutil.which("node")
        if node is None:
            pytest.skip("no Node.js here")
        self._folder, self._node = folder, node
        folder.mkdir(parents=True, exist_ok=True)
        self._plugin, self._notes = folder / "plugin.mjs", folder / "notes"
        self._plugin.write_text(re.sub(r"settled\((\d+)", rf"settled(\1 / {haste}", plugin.content))
        (folder / "host.mjs").write_text(HOST)
        self._path = folder / "bin"
        self._path.mkdir()
        for name in ("sh", "cat", "sleep", "yes", "head"):
            (self._path / name).symlink_to(str(shutil.which(name)))
        if entire is not None:
            program = self._path / "entire"
            program.write_text(entire)
            program.chmod(0o755)

    def play(self, calls: Iterable[Call]) -> dict[str, float]:
        """Milliseconds that each handler made the client wait, at most. The client must end well."""
        given = "".join(json.dumps(call) + "\n" for call in calls).encode()
        took: dict[str, float] = json.loads(self._run("host.mjs", "./plugin.mjs", data=given))
        return took

    def script(self, text: str) -> None:
        """Run a client of one's own; it must end well."""
        (self._folder / "script.mjs").write_text(text)
        self._run("script.mjs")

    def _run(self, *words: str, data: bytes = b"") -> bytes:
        env = {"PATH": str(self._path), "NOTES": str(self._notes), "HOME": str(self._folder)}
        done = subprocess.run(
            [self._node, *words],
            input=data,
            cwd=self._folder,
            env=env,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout

    def noted(self) -> list[tuple[str, dict[str, Any]]]:
        """What `entire` was called with."""
        rows = self._notes.read_text().splitlines() if self._notes.exists() else []
        return [(verb, json.loads(payload)) for verb, _, payload in (row.partition("\t") for row in rows)]
