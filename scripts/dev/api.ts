import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../run-program.ts'

export interface Api {
  /** Resolves to the API's port once it responds. Rejects if its process ends, until the next change. */
  port(): Promise<number>
  /** Restarts the process soon. Several files saved together cause one restart. */
  restart(because: string): void
  stop(): Promise<void>
}

interface Options {
  /** Whether a debugger can connect, at 127.0.0.1:9229. */
  readonly inspects: boolean
  readonly say: (line: string) => void
}

interface Running {
  readonly child: ChildProcess
  readonly port: Promise<number>
}

/** Milliseconds within which saved files belong together. */
const TOGETHER_MS = 30
/** Milliseconds before a process that does not end is killed. */
const PATIENCE_MS = 4000

/** Runs the API in its own process. */
export function startApi(env: NodeJS.ProcessEnv, { inspects, say }: Options): Api {
  let isFirst = true
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const begin = async (before: Promise<void>): Promise<Running> => {
    const passesBanner = isFirst
    isFirst = false
    // Two processes cannot offer the same port to a debugger. Otherwise the old one finishes while the new one starts.
    if (inspects) await before
    const port = await freePort()
    const child = spawn(
      process.execPath,
      [
        ...(inspects ? ['--inspect=127.0.0.1:9229'] : []),
        '--import',
        './scripts/end-with-parent.mjs',
        'apps/api/src/main.ts',
      ],
      { cwd: root, env: { ...env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{')) console.log(readable(line))
        else if (passesBanner) console.log(line)
      })
    const ready = Promise.race([
      once(child, 'message').then(() => port),
      once(child, 'exit').then(() => {
        throw new Error('The API is not running. The terminal says why; it starts again when a file changes.')
      }),
    ])
    ready.catch(() => undefined)
    return { child, port: ready }
  }

  let current = begin(Promise.resolve())

  const replace = async (because: string) => {
    const since = performance.now()
    const old = current
    const ended = old.then(({ child }) => end(child))
    const mine = begin(ended)
    current = mine
    try {
      await (await mine).port
      if (current === mine) say(`API restarted in ${((performance.now() - since) / 1000).toFixed(2)} s: ${because}`)
    } catch {
      if (current === mine && !stopped) say('The API did not start. It starts again when a file changes.')
    }
  }

  return {
    port: async () => {
      for (;;) {
        const asked = current
        try {
          return await (await asked).port
        } catch (error) {
          if (asked === current) throw error
        }
      }
    },
    restart: (because) => {
      if (stopped) return
      clearTimeout(timer)
      timer = setTimeout(() => void replace(because), TOGETHER_MS)
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await end((await current).child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = delay(PATIENCE_MS, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL')
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || !address) throw new Error('This machine has no free port on 127.0.0.1.')
  return address.port
}

const LEVELS: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'WARN', 50: 'ERROR' }

/** Formats a log line for people: level, message, then the other fields. */
function readable(line: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { level, time: _, msg, err, ...rest } = entry
  const stack: unknown = Reflect.get(Object(err), 'stack')
  return [
    `  ${LEVELS[Number(level)] ?? String(level)}`,
    String(msg ?? ''),
    ...(Object.keys(rest).length > 0 ? [JSON.stringify(rest)] : []),
    ...(typeof stack === 'string' ? [`\n${stack}`] : []),
  ].join('  ')
}
