import type { Language } from '@shiloh/contract/core'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { requestAddress } from '#platform/client'
import type { EarlyAnswers } from '#platform/early-answers'

const mine = requestAddress(reservationRoutes.listMyReservations, {}, {})

/** What a page needs first, beside the account. A page that is not here asks when its code is there. */
const NEEDED: readonly (readonly [page: RegExp, addresses: (id: string) => readonly string[]])[] = [
  [
    /^\/home$/,
    () => [
      mine,
      requestAddress(reservationRoutes.listDrafts, {}, {}),
      requestAddress(reservationRoutes.listMyWaiting, {}, {}),
      requestAddress(publicEventRoutes.listUserEvents, {}, {}),
      requestAddress(announcementRoutes.listPinned, {}, {}),
      requestAddress(identityRoutes.listNotifications, {}, {}),
      requestAddress(identityRoutes.listNotifications, {}, { unread: 'true' }),
      requestAddress(allotmentRoutes.listLedAllotments, {}, {}),
    ],
  ],
  [
    /^\/reservations$/,
    () => [
      mine,
      requestAddress(reservationRoutes.listMyWaiting, {}, {}),
      requestAddress(allotmentRoutes.listLedAllotments, {}, {}),
    ],
  ],
  [
    /^\/reservations\/([0-9a-f]{24})$/,
    // Not the meals: whether they are asked for, only this answer says.
    (id) => [requestAddress(reservationRoutes.getMyReservation, { id }, {})],
  ],
  [
    /^\/events\/([a-z0-9-]+)(?:\/reserve)?$/,
    (id) => [
      requestAddress(publicEventRoutes.readUserEvent, { id }, {}),
      requestAddress(reservationRoutes.hasReservation, { id }, {}),
      requestAddress(reservationRoutes.getDraft, { id }, {}),
    ],
  ],
]

const neededBy = (path: string): readonly string[] => {
  for (const [page, addresses] of NEEDED) {
    const [found, id = ''] = page.exec(path) ?? []
    if (found !== undefined) return addresses(id)
  }
  return []
}

interface Asking {
  readonly language: Language
  /** The account is read with the token, as its body says. */
  readonly check: string
  readonly addresses: readonly string[]
}

/**
 * Runs in the head of the app's page: asks for what the page needs while its code is on the way, if somebody is signed
 * in. Its source is sent with the page, so it can use nothing from outside.
 */
export function askEarly({ language, check, addresses }: Asking): void {
  try {
    const token = localStorage.getItem('accessToken')
    const claims = token?.split('.')[1]
    if (!token || !claims) return
    const told: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    // With an expired token, each answer would only say so.
    if (Number(Reflect.get(Object(told), 'exp')) * 1000 < Date.now()) return
    const headers = { accept: 'application/json', 'accept-language': language, authorization: `Bearer ${token}` }
    const early: EarlyAnswers = { token, answers: new Map() }
    const ask = (method: string, address: string, init: RequestInit) => {
      const answer = fetch(`/api/v1${address}`, { method, ...init })
      // The code that takes the answer learns that there is none.
      answer.catch(() => undefined)
      early.answers.set(`${method} /api/v1${address}`, answer)
    }
    ask('POST', check, {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ web_token: token }),
    })
    for (const address of addresses) ask('GET', address, { headers })
    window.earlyAnswers = early
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then nobody is signed in.
  }
}

/**
 * Returns the script that asks early for what a page of the app needs. The gate decides by itself when to ask.
 * @param asks addresses that do not follow from the path
 */
export const earlyScript = (path: string, language: Language, asks: readonly string[] = []): string | undefined => {
  if (path.startsWith('/check-in')) return undefined
  const asking: Asking = {
    language,
    check: requestAddress(identityRoutes.check, {}, {}),
    addresses: [...neededBy(path.replace(/\/$/, '')), ...asks],
  }
  return `(${askEarly})(${JSON.stringify(asking)})`
}
