// entire extension for Pi, version @VERSION@. Made by `entire enable --agent pi`, which also replaces it.
// It runs `entire hooks pi <event>`, and does nothing without `entire`.
// To remove it: `entire disable --uninstall`, or delete this file.
// @ts-nocheck
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"

export default function (pi) {
  const { send, settled } = sender({})

  const report = (verb, ctx, more = {}) => {
    const file = ctx.sessionManager.getSessionFile()
    const id = ctx.sessionManager.getSessionId()
    if (file && id) send(verb, { session_id: id, session_file: file, model: ctx.model?.id, ...more })
  }

  pi.on("session_start", safe((event, ctx) => report("session-start", ctx, { reason: event.reason })))
  // The host waits for this: the prompt must be known before the agent works.
  pi.on("before_agent_start", safe(async (event, ctx) => {
    report("turn-start", ctx, { prompt: event.prompt })
    await settled(5)
  }))
  pi.on("agent_settled", safe((event, ctx) => report("turn-end", ctx)))
  pi.on("session_compact", safe((event, ctx) => report("compaction", ctx)))
  pi.on("session_shutdown", safe(async (event, ctx) => {
    report("session-end", ctx)
    await settled(10, true)
  }))
}

@SENDER@
