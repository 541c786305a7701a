import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

// Machines on one machine: each is a network namespace, joined to a bridge. A machine without its cable says nothing
// any more, unlike a program that ended.

const run = promisify(execFile)

/** Runs a program to its end and returns what it printed. @throws Error with what it printed, if it failed */
export const command = async (program: string, ...args: readonly string[]): Promise<string> =>
  (await run(program, [...args])).stdout

const BRIDGE = 'shiloh-drill'
const NETWORK = '10.213.77'

/** The last number of each machine's address. */
const MACHINES = { db1: 11, db2: 12, db3: 13, api1: 21, api2: 22, proxy: 31, redis: 41 } as const

export type Machine = keyof typeof MACHINES

/** Names of all machines. */
export const machines = Object.keys(MACHINES).filter((name): name is Machine => name in MACHINES)

/** The address of a machine, in the network of the drill. */
export const addressOf = (machine: Machine): string => `${NETWORK}.${MACHINES[machine]}`

/** The name of a machine's namespace, as `ip netns` lists it. */
export const namespaceOf = (machine: Machine): string => `${BRIDGE}-${machine}`

const cableOf = (machine: Machine): string => `sd-${machine}`

/** Takes away what an earlier drill left: every process inside the namespaces, the namespaces and the bridge. */
export const closeNetwork = (): void => {
  const known = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' })
  for (const machine of machines) {
    const namespace = namespaceOf(machine)
    if (!known.split('\n').some((line) => line.split(' ')[0] === namespace)) continue
    for (const id of execFileSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' }).split('\n').filter(Boolean))
      try {
        process.kill(Number(id), 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    execFileSync('ip', ['netns', 'del', namespace])
  }
  // A namespace ends after its last process, so its cable is taken away here.
  for (const link of [...machines.map(cableOf), BRIDGE])
    try {
      execFileSync('ip', ['link', 'del', link], { stdio: 'ignore' })
    } catch {
      // There was none.
    }
}

/** Makes the machines and their network. This process reaches them through the bridge. */
export const openNetwork = async (): Promise<void> => {
  await command('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
  await command('ip', 'addr', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE)
  await command('ip', 'link', 'set', BRIDGE, 'up')
  for (const machine of machines) {
    const namespace = namespaceOf(machine)
    const inside = ['-n', namespace]
    await command('ip', 'netns', 'add', namespace)
    await command('ip', 'link', 'add', cableOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    await command('ip', 'link', 'set', cableOf(machine), 'master', BRIDGE, 'up')
    await command('ip', ...inside, 'addr', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0')
    await command('ip', ...inside, 'link', 'set', 'eth0', 'up')
    await command('ip', ...inside, 'link', 'set', 'lo', 'up')
  }
}

/** Pulls the cable of a machine. Its programs go on and hear nothing. */
export const cutOff = (machine: Machine): Promise<string> => command('ip', 'link', 'set', cableOf(machine), 'down')

/** Plugs the cable in again. */
export const plugIn = (machine: Machine): Promise<string> => command('ip', 'link', 'set', cableOf(machine), 'up')

/** The processes on a machine. */
const processesOn = async (machine: Machine): Promise<number[]> =>
  (await command('ip', 'netns', 'pids', namespaceOf(machine))).split('\n').filter(Boolean).map(Number)

/** Sends a signal to every process of a machine. SIGKILL is a machine that lost its power, SIGSTOP one that hangs. */
export const signalAll = async (machine: Machine, signal: NodeJS.Signals): Promise<void> => {
  for (const id of await processesOn(machine)) {
    if (!(id > 1)) throw new Error(`no process ${id}`)
    try {
      process.kill(id, signal)
    } catch {
      // It ended by itself.
    }
  }
}
