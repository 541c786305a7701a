import { describe, expect, it } from 'vitest'
import { createSession, memoryStorage, SESSION_KEYS, type SessionKey } from './session.ts'
import { beginFlow, type Flow } from './token-flows.ts'

const all = (except: readonly SessionKey[]) => SESSION_KEYS.filter((key) => !except.includes(key))

const cases: [Flow, SessionKey[]][] = [
  ['login', []],
  ['check_web_token', all(['passwordResetToken', 'confirmAccountToken'])],
  ['check_password_reset_token', all(['accessToken', 'confirmAccountToken'])],
  ['check_confirm_account_token', all(['accessToken', 'passwordResetToken'])],
  ['confirm_account', all(['accessToken', 'passwordResetToken'])],
  ['reset_password', all(['accessToken', 'confirmAccountToken'])],
  ['phone_verification', all(['passwordResetToken', 'confirmAccountToken'])],
]

describe('a flow clears the documented values, and nothing else', () => {
  it.each(cases)('%s', (flow, left) => {
    const session = createSession(memoryStorage(), memoryStorage(), () => true)
    session.write(Object.fromEntries(SESSION_KEYS.map((key) => [key, key])))
    beginFlow(session, flow)
    expect(SESSION_KEYS.filter((key) => session.read(key) !== undefined)).toEqual(left)
  })
})
