import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

export interface Outcome {
  ok: boolean
  output: string
}

/**
 * Runs a Node program to its end. Its output is shown as it arrives, or kept for the caller. A signal to this process
 * is passed on first, and this process ends after the program.
 */
export function runNode(
  program: string,
  args: string[] = [],
  options: { cwd?: string; env?: Record<string, string>; quiet?: boolean } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.resolve(root, program), ...args], {
      cwd: path.resolve(root, options.cwd ?? '.'),
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    const pass = (signal: NodeJS.Signals) => {
      child.kill(signal)
      child.once('exit', () => process.exit(130))
    }
    process.on('SIGINT', pass)
    process.on('SIGTERM', pass)
    const done = (ok: boolean) => {
      process.removeListener('SIGINT', pass)
      process.removeListener('SIGTERM', pass)
      resolve({ ok, output })
    }
    child.once('error', (error) => {
      output += error.message
      done(false)
    })
    child.once('close', (code) => done(code === 0))
  })
}
