/** Answers that the page asked for before its code was there (`app/early-data.ts`). */
export interface EarlyAnswers {
  /** Whose answers they are. */
  readonly token: string
  /** By method and address, such as `GET /api/v1/user/events`. */
  readonly answers: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers | undefined
  }
}

/** Returns the early answer to a request, once, and only to the account that asked for it. */
export function earlyAnswer(url: string, { method = 'GET', headers }: RequestInit): Promise<Response> | undefined {
  const early = globalThis.window?.earlyAnswers
  if (!early || new Headers(headers).get('authorization') !== `Bearer ${early.token}`) return undefined
  const key = `${method} ${url}`
  const answer = early.answers.get(key)
  early.answers.delete(key)
  return answer
}

/**
 * Forgets the answers that nobody took: later they would be old. A body that nobody reads keeps its request open for as long
 * as the page is, so it is let go too.
 */
export const forgetEarlyAnswers = (): void => {
  const left = globalThis.window?.earlyAnswers?.answers.values() ?? []
  for (const answer of left)
    answer.then(
      ({ body }) => body?.cancel(),
      // There is nothing to let go.
      () => undefined,
    )
  if (globalThis.window) window.earlyAnswers = undefined
}
