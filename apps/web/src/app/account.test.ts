// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { visitor } from '#platform/account'
import { session } from '#platform/session'
import { hasTickets, ticketsKey } from '#platform/tickets-owner'
import { loadAccount } from './account.ts'

const json = (body: object, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Whether the phone of somebody with a ticket still has it after its page was opened. */
const keepsTicket = async (refresh: () => Response): Promise<boolean> => {
  localStorage.setItem(ticketsKey, JSON.stringify({ owner: 'akua', tickets: [{ _id: 'a' }] }))
  session.write({ accessToken: 'old', refreshToken: 'r' })
  const { settings } = visitor
  const client_group = { ...visitor.organisation, _id: '0'.repeat(24) }
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/auth/refresh')
      ? refresh()
      : json({ message: '', data: { authorized: false, user: null, settings, client_group } }, 200),
  )
  await loadAccount()
  return hasTickets()
}
const refused = (data?: object) =>
  json({ message: 'Invalid or expired token.', code: 'invalid_token', errors: [], request_id: 'r', data }, 403)

it('keeps no tickets of a session that somebody ended', async () => {
  expect(await keepsTicket(() => refused({ ended: true }))).toBe(false)
})

it('keeps the tickets of one that was not used for long, or that the server could not look up', async () => {
  expect(await keepsTicket(() => refused())).toBe(true)
  expect(await keepsTicket(() => json({}, 503))).toBe(true)
})
