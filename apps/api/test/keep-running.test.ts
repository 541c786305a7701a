import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keepRunning } from '../../../scripts/keep-running.mjs'
import { createTestDatabase } from './database.ts'
import { productEnvironment } from './product.ts'

// What `npm start` does when the server dies.

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const begin = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
  const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  children.push(child)
  return { child, ended: once(child, 'exit').then(([code]): number => (typeof code === 'number' ? code : 137)) }
}

const SERVES_AND_DIES = `process.send('ready', () => process.kill(process.pid, 'SIGKILL'))`
const SERVES_AND_ENDS = `process.send('ready', () => process.exit(0))`
const FAILS = `process.exit(1)`

/** Runs these programs one after the other, the last one repeatedly. Returns the pending outcome. */
const keep = async (programs: readonly string[], isEnding = (_starts: number) => false) => {
  const said: string[] = []
  const waited: number[] = []
  let starts = 0
  const code = await keepRunning(
    () => {
      const program = programs[Math.min(starts, programs.length - 1)] ?? FAILS
      starts += 1
      return begin(['-e', program])
    },
    {
      isEnding: () => isEnding(starts),
      say: (line) => void said.push(line),
      wait: async (seconds) => void waited.push(seconds),
    },
  )
  return { code, starts, said, waited }
}

test('a first start that fails is not repeated', async () => {
  expect(await keep([FAILS])).toEqual({ code: 1, starts: 1, said: [], waited: [] })
})

test('a server that dies is started again, and it is said', async () => {
  const { code, starts, said } = await keep([SERVES_AND_DIES, SERVES_AND_DIES, SERVES_AND_ENDS])
  expect({ code, starts }).toEqual({ code: 0, starts: 3 })
  expect(said[0]).toBe('The server ended unexpectedly (SIGKILL). Starting it again in 1 s, attempt 1 of 5 …')
  expect(said).toHaveLength(2)
})

test('a server that cannot live is started a few times with longer waits, also where a later start fails', async () => {
  const { code, starts, said, waited } = await keep([SERVES_AND_DIES, FAILS])
  expect({ code, starts, waited }).toEqual({ code: 1, starts: 6, waited: [1, 2, 5, 10, 20] })
  expect(said.at(-1)).toContain('not started any more')
})

test('a request to stop during the wait is followed immediately', async () => {
  const { starts } = await keep([SERVES_AND_DIES], (count) => count > 0)
  expect(starts).toBe(1)
})

test('the product answers again after kill -9', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'shiloh-keep-'))
  try {
    const { entry, env, url } = await productEnvironment(dataDir, { DATABASE_URL: database.url })
    let ending = false
    const ready: Promise<unknown>[] = []
    const kept = keepRunning(
      () => {
        const started = begin([entry], env)
        ready.push(once(started.child, 'message'))
        return started
      },
      { isEnding: () => ending, say: () => undefined, wait: async () => undefined },
    )
    await ready[0]
    const [first] = children
    if (!first) throw new Error('it was started')
    const died = once(first, 'exit')
    first.kill('SIGKILL')
    await died
    await expect.poll(() => children.length).toBe(2)
    await ready[1]
    expect((await fetch(`${url}/health`)).status).toBe(200)
    ending = true
    children[1]?.kill('SIGTERM')
    expect(await kept).toBe(0)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await database.close()
  }
})
