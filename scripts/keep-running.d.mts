import type { ChildProcess } from 'node:child_process'

interface Options {
  isEnding(): boolean
  say(line: string): void
  wait(seconds: number): Promise<void>
}

export function keepRunning(
  start: () => { child: ChildProcess; ended: Promise<number> },
  options: Options,
): Promise<number>
