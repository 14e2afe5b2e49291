"""Plays version 2 of OpenCode under Node.js: what its source says that plugins get. No real one was seen."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

# Each line is a command; each answer says how it went. A rejection that nobody handles ends the process.
_HOST = """
import { createInterface } from "node:readline"
const { default: plugin } = await import(process.argv[2])
const hooks = {}
const sessions = {}
const events = []
let wake = () => {}
const domain = (name, more) => ({
  ...more,
  hook: async (event, callback) => {
    hooks[`${name} ${event}`] = callback
    return { dispose: async () => {} }
  },
})
const ctx = {
  app: { name: "cli", version: "2.0.23" },
  options: {},
  session: domain("session", {
    get: async ({ sessionID }) => {
      if (!sessions[sessionID]) throw new Error(`no session ${sessionID}`)
      return sessions[sessionID]
    },
  }),
  tool: domain("tool", {}),
  event: {
    subscribe: async function* () {
      for (;;) {
        while (events.length) yield events.shift()
        await new Promise((done) => (wake = done))
      }
    },
  },
}
for (const path of JSON.parse(process.argv[3])) {
  const [name, part] = path.split(".")
  if (part === "throws") ctx[name] = new Proxy({}, { get: () => () => { throw new Error("not here") } })
  else if (part) delete ctx[name][part]
  else delete ctx[name]
}
const cleanup = await plugin.setup(ctx)
const commands = {
  session: (info) => void (sessions[info.id] = info),
  event: (event) => void (events.push(event), wake()),
  hook: async (name, event) => await hooks[name]?.(event),
  hooks: () => Object.keys(hooks).sort(),
  idle: async () => {
    for (let quiet = 0; quiet < 5; ) {
      await new Promise((done) => setTimeout(done, 10))
      quiet = process.getActiveResourcesInfo().includes("ProcessWrap") ? 0 : quiet + 1
    }
  },
  cleanup: async () => await cleanup?.(),
}
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line)
  console.log(JSON.stringify({ gave: (await commands[name](...given)) ?? null }))
}
"""


class NewerHost:
    """The client's server, which has loaded the plugin. ``lacks``: parts of its API that are not there."""

    def __init__(self, folder: Path, plugin: Path, env: dict[str, str], lacks: tuple[str, ...] = ()) -> None:
        node = shutil.which("node")
        if node is None:
            pytest.skip("no Node.js here")
        folder.mkdir(parents=True, exist_ok=True)
        script = folder / "newer_host.mjs"
        script.write_text(_HOST)
        if plugin.suffix == ".ts":  # which this Node.js may not load; it has no types
            plugin = Path(shutil.copy(plugin, plugin.with_suffix(".copy.mjs")))
            self._copy: Path | None = plugin
        else:
            self._copy = None
        self._process = subprocess.Popen(
            [node, str(script), str(plugin), json.dumps(lacks)],
            cwd=folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> NewerHost:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def do(self, command: str, *given: Any) -> Any:
        """Let the host do something. It must go on well, and gets nothing from the plugin."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([command, *given]) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise AssertionError(f"the host died: {process.communicate()[1]}")
        return json.loads(line)["gave"]

    def hook(self, name: str, **event: Any) -> None:
        assert self.do("hook", name, event) is None

    def event(self, kind: str, **data: Any) -> None:
        self.do("event", {"id": "evt_1", "created": 1, "type": kind, "data": data})

    def close(self) -> None:
        """End the host, which waits for the plugin's cleanup."""
        if self._process.poll() is None:
            self.do("cleanup")
            out, error = self._process.communicate(timeout=60)
            assert (self._process.returncode, out, error) == (0, "", "")
        if self._copy is not None:
            self._copy.unlink(missing_ok=True)


def info(session_id: str, directory: str, parent: str = "") -> dict[str, Any]:
    """What the host says of a session."""
    about = {"id": session_id, "projectID": "p", "location": {"directory": directory}, "cost": 0}
    return (
        about | {"model": {"id": "model-2", "providerID": "fake"}} | ({"parentID": parent} if parent else {})
    )
