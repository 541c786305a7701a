import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DATABASE_URL, fileOf, REPLICA_URL } from './cluster.ts'
import { addressOf, type Machine } from './network.ts'
import { startOn } from './programs.ts'
import { until } from './wait.ts'

const ENTRY = path.resolve(import.meta.dirname, '../../apps/api/src/main.ts')

export type ApiMachine = Extract<Machine, `api${number}`>
export const APIS: readonly ApiMachine[] = ['api1', 'api2']

/** The address that visitors use. */
export const PUBLIC_URL = `http://${addressOf('proxy')}:8080`

/** The settings of each process. Outside production, because the provider of test payments is refused there. */
export const settingsOf = (machine: ApiMachine): Record<string, string> => ({
  NODE_ENV: 'development',
  PORT: '3000',
  HOST: '0.0.0.0',
  PUBLIC_URL,
  TRUST_PROXY: addressOf('proxy'),
  DATA_DIR: fileOf('files', machine),
  DATABASE_URL,
  DATABASE_REPLICA_URL: REPLICA_URL,
  REDIS_URL: `redis://${addressOf('redis')}:6379`,
  ENCRYPTION_KEY: 'a key that only the drills of this product use',
  DEMO: '0',
  LOG_LEVEL: 'warn',
})

/** Starts a process of the product and waits until it is ready. */
export const startApi = async (machine: ApiMachine): Promise<ChildProcess> => {
  mkdirSync(fileOf('files', machine), { recursive: true })
  const child = startOn(machine, {
    command: process.execPath,
    args: [ENTRY],
    env: settingsOf(machine),
    log: fileOf('logs', `${machine}.log`),
  })
  await until(`${machine} is ready`, 60, async () => {
    if (child.exitCode !== null) throw new Error(`${machine} ended with ${child.exitCode}`)
    const answer = await fetch(`http://${addressOf(machine)}:3000/health/ready`, { signal: AbortSignal.timeout(1000) })
    return answer.ok || undefined
  })
  return child
}
