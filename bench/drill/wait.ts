import { setTimeout as delay } from 'node:timers/promises'

/** Asks every tenth of a second until the answer is not undefined. @throws Error naming `what` after `seconds` */
export const until = async <T>(what: string, seconds: number, ask: () => Promise<T | undefined>): Promise<T> => {
  const deadline = performance.now() + seconds * 1000
  let last: unknown
  while (performance.now() < deadline) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      last = error
    }
    await delay(100)
  }
  throw new Error(`${what}: not within ${seconds} s`, { cause: last })
}
