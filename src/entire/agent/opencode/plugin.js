// entire plugin for OpenCode, version @VERSION@. Made by `entire enable --agent opencode`, which also replaces it.
// It runs `entire hooks opencode <event>`, and does nothing without `entire`.
// To remove it: `entire disable --uninstall`, or delete this file.
// @ts-nocheck
import { spawn } from "node:child_process"

export const Entire = async ({ client, directory }) => {
  const { send, settled } = sender(directory)
  const parents = new Map() // by session: the one that called it as a subagent, or ""
  const live = new Set() // sessions with a turn in this process

  const isSubagent = async (id) => {
    if (!parents.has(id)) {
      const late = new Promise((done) => setTimeout(done, 2000).unref?.())
      const found = await Promise.race([client.session.get({ path: { id } }), late]).catch(() => undefined)
      parents.set(id, found?.data?.parentID ?? "")
    }
    return parents.get(id) !== ""
  }
  const report = (verb, id, more = {}) => {
    if (id) send(verb, async () => ((await isSubagent(id)) ? null : { session_id: id, ...more }))
  }

  const events = {
    "session.created": ({ info }) => report("session-start", info.id),
    "session.idle": ({ sessionID }) => report("turn-end", sessionID),
    "session.compacted": ({ sessionID }) => report("compaction", sessionID),
    "session.deleted": ({ info }) => {
      if (live.delete(info.id)) report("session-end", info.id)
    },
  }
  const tools = {
    task: (input, output) => ({ tool_input: input.args, subagent_id: output.metadata?.sessionId }),
    todowrite: (input) => ({ tool_input: input.args }),
  }

  return {
    event: safe(({ event }) => {
      const info = event.properties?.info
      if (event.type.startsWith("session.") && info?.id) parents.set(info.id, info.parentID ?? "")
      events[event.type]?.(event.properties)
    }),
    // The host waits for these: the prompt must be known before the agent works.
    "chat.message": safe(async (input, { message, parts }) => {
      const typed = parts.filter((part) => part.type === "text" && !part.synthetic && !part.ignored)
      const prompt = typed.map((part) => part.text).join("\n")
      if (!parents.get(input.sessionID)) live.add(input.sessionID)
      if (typed.length) report("turn-start", input.sessionID, { prompt, model: message?.model?.modelID })
      await settled(5)
    }),
    "tool.execute.before": safe(async ({ tool, sessionID, callID }, { args }) => {
      if (tool !== "task") return
      report("subagent-start", sessionID, { tool_use_id: callID, tool_input: args })
      await settled(5)
    }),
    "tool.execute.after": safe((input, output) => {
      const more = tools[input.tool]?.(input, output)
      const verb = input.tool === "task" ? "subagent-stop" : "todo"
      if (more) report(verb, input.sessionID, { tool_use_id: input.callID, ...more })
    }),
    dispose: safe(async () => {
      for (const id of live) report("session-end", id)
      await settled(10, true)
    }),
  }
}

@SENDER@
