import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Identifies a process. Process numbers are reused, so the start time is part of the identity. */
export interface ProcessMark {
  pid: number
  born: string
}

/** Returns the mark of a running process, or undefined when it has ended. A zombie has ended. */
export function markOf(pid: number): ProcessMark | undefined {
  const born = process.platform === 'linux' ? bornOnLinux(pid) : bornByPs(pid)
  return born === undefined ? undefined : { pid, born }
}

/** Returns whether exactly this process is still running. */
export function isAlive(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.born === mark.born
}

/** Waits until a process has ended. Resolves to false after the timeout. */
export async function waitForEnd(mark: ProcessMark, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isAlive(mark)) {
    if (Date.now() > deadline) return false
    await delay(20)
  }
  return true
}

/** Sends a signal. It is not an error if the process has ended. */
export function signal(mark: ProcessMark, name: NodeJS.Signals): void {
  if (!isAlive(mark)) return
  try {
    process.kill(mark.pid, name)
  } catch (error) {
    if (isAlive(mark)) throw error
  }
}

function bornOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may contain spaces and parentheses, so fields are counted from the last ")": state is 1st, start time 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${bootId()}:${fields[19]}`
  } catch {
    return undefined
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

function bornByPs(pid: number): string | undefined {
  try {
    const output = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return output === '' || output.startsWith('Z') ? undefined : output.replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}
