/**
 * Seconds before each further start: short at first, for accidental failures, then longer, for causes that take time to
 * pass.
 */
const WAITS = [1, 2, 5, 10, 20]
/** Milliseconds after which a server counts as healthy. If it dies later, the waits start over. */
const WELL_MS = 60_000

/**
 * Runs a server until it is asked to end, and restarts it if it was killed or ended with an error. A failed first start
 * is not repeated, because the settings would be wrong again.
 * @param start spawns the server, which sends `ready` over its channel once it serves
 * @param options `isEnding`: somebody asked us to end · `say`: prints a line for the operator · `wait`: waits the given
 * seconds
 * @returns the exit code
 */
export async function keepRunning(start, { isEnding, say, wait }) {
  let served = false
  let died = 0
  for (;;) {
    const began = Date.now()
    const { code, reason, ready } = await lifeOf(start())
    served ||= ready
    if (isEnding() || code === 0 || !served) return code
    if (Date.now() - began >= WELL_MS) died = 0
    const seconds = WAITS[died]
    if (seconds === undefined) {
      say(`The server ended again (${reason}). It is not started any more: see above what it said last.`)
      return code
    }
    died += 1
    say(
      `The server ended unexpectedly (${reason}). Starting it again in ${seconds} s, attempt ${died} of ${WAITS.length} …`,
    )
    await wait(seconds)
    if (isEnding()) return code
  }
}

function lifeOf({ child, ended }) {
  let ready = false
  child.on('message', (message) => {
    ready ||= message === 'ready'
  })
  return ended.then((code) => ({ code, ready, reason: child.signalCode ?? `exit code ${code}` }))
}
