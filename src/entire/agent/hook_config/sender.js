// Hands events over to `entire`, one at a time, in their order. Starts no shell, and never throws.
// `at.cwd`: where `entire` runs; it may change from call to call.
function sender(at) {
  let last = Promise.resolve() // until the events so far are handed over
  let running // the call that is being made
  let missing = false // `entire` is not on PATH
  let dropped = 0 // how often what still waited was dropped

  const call = (verb, payload) =>
    new Promise((done) => {
      if (missing) return done()
      const child = spawn("entire", ["hooks", "@AGENT@", verb], { ...at, stdio: ["pipe", "ignore", "ignore"] })
      const timer = setTimeout(() => child.kill("SIGKILL"), 60_000)
      const end = (error) => {
        if (error?.code === "ENOENT" && existsSync(at.cwd ?? ".")) missing = true // not the folder
        clearTimeout(timer)
        running = undefined
        done()
      }
      running = child
      timer.unref?.()
      child.on("error", end)
      child.on("exit", () => end())
      child.stdin?.on("error", () => {})
      child.stdin?.end(JSON.stringify({ entire_plugin: "@AGENT@/@VERSION@", ...payload }))
    }).catch(() => {})

  // `payload` can be a function. It runs when the event is next in line; if it returns null, nothing is sent.
  const send = (verb, payload) => {
    const age = dropped
    last = last
      .then(async () => {
        const found = typeof payload === "function" ? await payload() : payload
        if (found && age === dropped) await call(verb, found)
      })
      .catch(() => {})
  }

  // Wait until all is handed over, but no longer than this; at the end of the client, drop the rest.
  const settled = async (seconds, end) => {
    let timer
    await Promise.race([last, new Promise((done) => (timer = setTimeout(done, seconds * 1000)))])
    clearTimeout(timer)
    if (!end) return
    dropped += 1
    running?.kill("SIGKILL")
  }

  return { send, settled }
}

// A handler of the host that cannot fail.
const safe = (handler) => async (...given) => {
  try {
    await handler(...given)
  } catch {}
}
