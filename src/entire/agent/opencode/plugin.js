// entire plugin for OpenCode, version @VERSION@. Made by `entire enable --agent opencode`, which also replaces it.
// It runs `entire hooks opencode <event>`, and does nothing without `entire`.
// To remove it: `entire disable --uninstall`, or delete this file.
// @ts-nocheck
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

// Version 1 of OpenCode.
const server = async ({ client, directory }) => {
  const { send, settled } = sender({ cwd: directory })
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

const root = () => {
  try {
    return fileURLToPath(new URL("../..", import.meta.url)) // this is in .opencode/plugins
  } catch {}
}

// Version 2. Its events are those of all projects; its hooks are called for this project only.
const setup = async (ctx) => {
  if (typeof ctx?.session?.hook !== "function") return // version 1 calls this, too
  const at = { cwd: root() }
  const { send, settled } = sender(at)
  const known = new Map() // by session: what the host says of it
  const live = new Set() // sessions of this project with a turn in this process
  const background = new Map() // by session of a subagent that goes on after its call: the one that called it
  let stopped = false

  const about = (id) => {
    if (!known.has(id)) {
      const late = new Promise((done) => setTimeout(done, 2000).unref?.())
      const asked = (async () => ctx.session.get({ sessionID: id }))()
      known.set(id, Promise.race([asked, late]).then((found) => found?.data ?? found ?? {}, () => ({})))
    }
    return known.get(id)
  }
  const report = (verb, id, more = {}) => {
    if (!id) return
    send(verb, async () => {
      const info = await about(id)
      if (info.parentID) return null // a subagent
      at.cwd = info.location?.directory ?? at.cwd
      return { session_id: id, model: info.model?.id, ...more }
    })
  }
  const begin = (id) => {
    if (!live.has(id)) report("session-start", id)
    live.add(id)
  }
  const hook = async (domain, name, handler) => {
    try {
      await domain?.hook?.(name, safe(handler))
    } catch {}
  }

  // The host waits for these.
  await hook(ctx.session, "prompt", async ({ sessionID, prompt }) => {
    begin(sessionID)
    report("turn-start", sessionID, { prompt: prompt.text })
    await settled(5)
  })
  await hook(ctx.session, "compaction", ({ sessionID }) => report("compaction", sessionID))
  await hook(ctx.tool, "execute.before", async ({ tool, sessionID, id, input }) => {
    if (tool !== "subagent") return
    report("subagent-start", sessionID, { tool_name: tool, tool_use_id: id, tool_input: input })
    await settled(5)
  })
  await hook(ctx.tool, "execute.after", ({ tool, sessionID, id, input, status, result }) => {
    const call = { tool_name: tool, tool_use_id: id, tool_input: input }
    if (tool === "subagent") {
      const child = { ...result?.output, ...result?.metadata }
      const running = child.status === "running"
      if (running) background.set(child.sessionID, sessionID)
      report("subagent-stop", sessionID, { ...call, subagent_id: child.sessionID, running })
    } else if (!live.has(sessionID) && status === "completed" && ["write", "edit", "patch"].includes(tool)) {
      live.add(sessionID) // no prompt was seen
      report("tool-use", sessionID, call)
    }
  })

  const ended = (id) => {
    if (background.has(id)) report("subagent-end", background.get(id), { subagent_id: id })
    else if (live.has(id)) report("turn-end", id)
    background.delete(id)
  }
  const events = {
    "session.execution.succeeded": ({ sessionID }) => ended(sessionID),
    "session.execution.failed": ({ sessionID }) => ended(sessionID),
    "session.execution.interrupted": ({ sessionID, reason }) => {
      if (reason !== "superseded") ended(sessionID) // else another one goes on
    },
    "session.deleted": ({ sessionID }) => {
      if (live.delete(sessionID)) report("session-end", sessionID)
    },
  }
  let stream
  safe(async () => {
    stream = ctx.event.subscribe()[Symbol.asyncIterator]()
    for (let next = await stream.next(); !next.done && !stopped; next = await stream.next()) {
      await safe(({ type, data }) => events[type]?.(data))(next.value)
    }
  })()

  return safe(async () => {
    for (const id of live) report("session-end", id)
    await settled(10, true)
    stopped = true
    stream?.return?.()?.catch?.(() => {})
  })
}

export default { id: "entire", server, setup }

@SENDER@
