import { type DataOf, isLanguage } from '@shiloh/contract/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import type { ClientGroup } from '@shiloh/contract/organisation'
import { DATE_FORMATS } from '@shiloh/contract/text/format'
import { type Account, visitor } from '#platform/account'
import { call, renewSession } from '#platform/api'
import { ApiError } from '#platform/client'
import { writeDatesAs } from '#platform/dates'
import { type SessionEnd, SIGNED_IN_COOKIE, session } from '#platform/session'
import { ticketsOwner } from '#platform/tickets-owner'
import { beginFlow } from '#platform/token-flows'

type CheckAnswer = DataOf<typeof identityRoutes.check>

const accountOf = ({ user, settings, client_group }: CheckAnswer): Account => {
  writeDatesAs(client_group.date_format)
  return { user: user ?? undefined, settings, organisation: client_group }
}

/** Where a browser keeps the name and colour of the organisation, for pages that open without a network. */
const organisationKey = 'organisation'

/** Parts of an organisation that it need not have. */
const OPTIONAL: readonly string[] = ['logo_url', 'email', 'phone', 'address']

/** Returns whether a stored value has every part of an organisation. Written by hand, because every page needs it. */
function isOrganisation(stored: unknown): stored is ClientGroup {
  if (typeof stored !== 'object' || stored === null) return false
  const kept: Readonly<Record<string, unknown>> = { ...stored }
  const isWhole = Object.keys(visitor.organisation).every(
    (part) => typeof kept[part] === 'string' || (kept[part] === null && OPTIONAL.includes(part)),
  )
  return isWhole && isLanguage(kept['language']) && DATE_FORMATS.some((format) => format === kept['date_format'])
}

/** Nobody who is known, with the organisation as this browser saw it last. Its logo needs a network. */
export function stranger(): Account {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(organisationKey) ?? 'null')
    if (!isOrganisation(kept)) return visitor
    writeDatesAs(kept.date_format)
    return { ...visitor, organisation: { ...kept, logo_url: null } }
  } catch {
    // Reading `localStorage` throws if cookies are blocked.
    return visitor
  }
}

function noteOrganisation({ client_group }: CheckAnswer): void {
  try {
    localStorage.setItem(organisationKey, JSON.stringify(client_group))
  } catch {
    // Without storage, pages without a network have the product's name.
  }
}

/** Where a gate's phone keeps its account, so that the gate opens without a network. */
const gateKey = 'gate:account'

function keptGate(): string | null {
  try {
    return localStorage.getItem(gateKey)
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then this browser is no gate.
    return null
  }
}

/** Keeps the account of a gate. Anybody else's sign-in ends what this phone knows about people. */
async function noteGate(answer: CheckAnswer): Promise<void> {
  if (answer.user?.user_type !== 'checkin_user') return forgetGate()
  try {
    localStorage.setItem(gateKey, JSON.stringify(answer))
  } catch {
    // Without storage, the gate opens only with a network.
  }
}

/** Removes the gate's account and everything that this phone knows about people, when its shift is over. */
async function forgetGate(): Promise<void> {
  if (keptGate() === null) return
  localStorage.removeItem(gateKey)
  const { wipeGate } = await import('../features/checkin/index.ts')
  await wipeGate()
}

/** Returns the account of this phone's gate. Undefined: it has none. */
async function rememberedGate(): Promise<Account | undefined> {
  const kept = keptGate()
  if (kept === null) return undefined
  const { readAccount } = await import('../features/checkin/kept-account.ts')
  const answer = readAccount(kept)
  return answer && accountOf(answer)
}

/** Removes the tickets on this phone: they are those of somebody who has left it. */
async function leaveTickets(): Promise<void> {
  if (ticketsOwner() === undefined) return
  const { removeTickets } = await import('../features/reservations/kept/keep.ts')
  await removeTickets()
}

/** A network that does not answer must not keep a page closed that needs none. Milliseconds. */
const PATIENCE_MS = 3000

/** Returns an answer, or undefined if it takes longer than somebody would wait for a page that needs no network. */
export const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined))])

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'no_connection' || error.status >= 500)

/** Returns the account of the stored access token, or a visitor, with the settings that every page needs. */
export async function loadAccount(): Promise<Account> {
  const signedIn = session.read('accessToken') !== undefined || session.read('refreshToken') !== undefined
  const gate = signedIn ? await rememberedGate() : undefined
  try {
    const asked = signedIn ? checkSession() : call(identityRoutes.check, { body: {} })
    const answer = await (gate ? inTime(asked) : asked)
    if (!answer) return gate ?? stranger()
    noteOrganisation(answer)
    await noteGate(answer)
    if (session.takeRevoked()) await leaveTickets()
    if (answer.user) session.giveTabTo(answer.user._id)
    if (answer.user && (ticketsOwner() ?? answer.user._id) !== answer.user._id) await leaveTickets()
    return accountOf(answer)
  } catch (error) {
    if (gate && isUnreachable(error)) return gate
    // A visitor whose settings could not be loaded counts as allowed to sign up (docs/domain.md#navigation-guard).
    if (!signedIn && error instanceof ApiError) return stranger()
    throw error
  }
}

/** Checks the stored access token, and first renews one that expired in the meantime. */
async function checkSession() {
  beginFlow(session, 'check_web_token')
  const check = () => call(identityRoutes.check, { body: { web_token: session.read('accessToken') } })
  const known = session.read('accessToken') === undefined ? undefined : await check()
  const answer = known?.authorized || !(await renewSession()) ? (known ?? (await check())) : await check()
  if (!answer.authorized) {
    session.clear('accessToken')
    // Neither token is of use any more: the sign-in page says that the session ended.
    if (session.read('refreshToken') === undefined) session.rememberEnd('elsewhere')
  }
  return answer
}

/** Stores the token of a reset link and checks whether it is still valid. */
export async function checkResetToken(token: string | undefined): Promise<'missing' | 'valid' | 'expired'> {
  if (!token) return 'missing'
  beginFlow(session, 'check_password_reset_token')
  session.write({ passwordResetToken: token })
  try {
    const answer = await call(identityRoutes.check, { body: { password_reset_token: token } })
    if (answer.authorized) return 'valid'
    session.clear('passwordResetToken')
    return 'expired'
  } catch (error) {
    if (error instanceof ApiError) return 'expired'
    throw error
  }
}

/** Minimum time between codes, so that not every page that asks for one sends another. */
const codeRestMs = 60_000

/**
 * Sends the code before the page that asks for it opens. The page also shows a failure
 * (docs/domain.md#navigation-guard).
 */
export async function sendPhoneCode(): Promise<void> {
  const sentAt = Date.parse(session.read('confirmPhoneTimestamp') ?? '')
  if (session.read('confirmPhoneToken') && Date.now() - sentAt < codeRestMs) return
  beginFlow(session, 'phone_verification')
  session.rememberPhone(undefined)
  try {
    const answer = await call(identityRoutes.requestPhoneVerification)
    session.write({
      confirmPhoneToken: answer.phone_verification_token,
      confirmPhoneTimestamp: answer.sms_verification_code_timestamp,
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/**
 * Ends the session on the server, if it can be reached, and here in any case.
 * @param because after `idle` nobody ended it: the tickets stay, because their owner will need them at the gate; with an
 *   `erased` account its sessions have ended on the server
 */
export async function endSession(because: SessionEnd | undefined): Promise<void> {
  try {
    if (because !== 'erased' && session.read('accessToken')) await call(identityRoutes.logout)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  } finally {
    session.clearAll()
    await forgetGate()
    if (because !== 'idle') await leaveTickets()
  }
}

/** Logs that a page was opened (docs/domain.md#api). The page shows even if logging fails. */
export async function logPage(path: string, title: string): Promise<void> {
  try {
    await call(identityRoutes.logAccess, { body: { route: path, comment: title } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Tells the server which requests to answer with the app, and the next visit whether the browser was closed. */
export function mirrorSignedIn(): void {
  const mirror = () => {
    const signedIn = session.read('accessToken') !== undefined || session.read('refreshToken') !== undefined
    const lasts = signedIn ? (session.isKeptOnDevice() ? '; max-age=31536000' : '') : '; max-age=0'
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that comes here
    document.cookie = `${SIGNED_IN_COOKIE}=${signedIn ? '1' : ''}; path=/; samesite=lax${lasts}`
  }
  session.subscribe(mirror)
  mirror()
}
