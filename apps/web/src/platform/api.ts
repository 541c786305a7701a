import { checkAnswer } from './check-answer.ts'
import { createClient } from './client.ts'
import { noteServerTime } from './clock.ts'
import { confirmation } from './confirmation.ts'
import { earlyAnswer } from './early-answers.ts'
import { activeI18n, format } from './i18n.ts'
import { session } from './session.ts'
import { texts } from './texts.ts'

/** Answers that a cache may have kept say when they were made, not what time it is. */
const isFresh = ({ headers }: Response): boolean => headers.get('cache-control')?.includes('no-store') ?? false

const client = createClient({
  fetch: async (address, init) => {
    const early = typeof address === 'string' && init ? earlyAnswer(address, init) : undefined
    // When an early request was sent is not known: after the page began.
    const sent = early ? performance.timeOrigin : Date.now()
    const response = await (early ?? globalThis.fetch(address, init))
    if (isFresh(response)) noteServerTime(response.headers.get('date'), sent)
    return response
  },
  session,
  language: () => activeI18n().locale,
  text: (key) => format(activeI18n(), texts, key),
  confirm: confirmation.ask,
  ...(import.meta.env.DEV && { check: checkAnswer }),
})

/** Calls a route of the contract: `await call(reserve, { params: { id }, body })`. */
export const call = client.call
/** The same as `call`, but also returns the server's message. */
export const ask = client.ask
/** Renews the session from its refresh token. */
export const renewSession = client.renew
/** The number of pending requests. */
export const pendingCalls = client.pending
