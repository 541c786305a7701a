import { checkAnswer } from './check-answer.ts'
import { createClient } from './client.ts'
import { confirmation } from './confirmation.ts'
import { earlyAnswer } from './early-answers.ts'
import { activeI18n, format } from './i18n.ts'
import { session } from './session.ts'
import { texts } from './texts.ts'

const client = createClient({
  fetch: (address, init) =>
    (typeof address === 'string' && init ? earlyAnswer(address, init) : undefined) ?? globalThis.fetch(address, init),
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
