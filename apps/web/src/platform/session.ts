/** The values that the browser stores for a session (docs/domain.md#session-values). */
export const SESSION_KEYS = [
  'accessToken',
  'mfaAccessToken',
  'refreshToken',
  'confirmPhoneToken',
  'mfaDeactivationToken',
  'confirmPhoneTimestamp',
  'mfaPasswordResetToken',
  'confirmAccountToken',
  'passwordResetToken',
] as const
export type SessionKey = (typeof SESSION_KEYS)[number]

/** Where a phone keeps what its owner saw last on the home (`kept-home.ts`). Goes with the session. */
export const keptHomeKey = 'keptHome'

const lastPageKey = 'lastPage'
const registeredEmailKey = 'registrationEmail'
const keptKey = 'keepSignedIn'
const revokedKey = 'sessionRevoked'
const phoneTargetKey = 'confirmPhoneTarget'
const endedByKey = 'endedBy'
/** Who signed in last, as typed. */
const whoKey = 'signInName'
/** The event that this browser has opened once for somebody who registered for it. */
const wantedKey = 'wantedEvent'
const signInCodeKey = 'signInCode'
/** Whose what this tab holds is, besides that of the session. */
const tabOwnerKey = 'tabOwner'
/** What a tab keeps while the next person signs in. */
const KEPT_IN_TAB: readonly string[] = [lastPageKey, registeredEmailKey, phoneTargetKey, endedByKey, signInCodeKey]

/**
 * What the sign-in page says about the session before: it was not used, it ended elsewhere, a shift at a gate is over, or its
 * account was deleted here.
 */
export type SessionEnd = (typeof SESSION_ENDS)[number]
const SESSION_ENDS = ['idle', 'elsewhere', 'shift', 'erased'] as const

/** A code that was requested at the sign-in: the token that it works with, where it went as typed, and when. */
export interface RequestedCode {
  readonly token: string
  readonly who: string
  readonly at: number
}

function readCode(stored: string | null): RequestedCode | undefined {
  try {
    const { token, who, at }: Readonly<Record<string, unknown>> = { ...JSON.parse(stored ?? 'null') }
    return typeof token === 'string' && typeof who === 'string' && typeof at === 'number'
      ? { token, who, at }
      : undefined
  } catch {
    return undefined
  }
}

export interface Session {
  read: (key: SessionKey) => string | undefined
  write: (values: Partial<Record<SessionKey, string | undefined>>) => void
  clear: (...keys: readonly SessionKey[]) => void
  /** Signing in clears all stored tokens first (docs/domain.md#token-handling). */
  clearAll: () => void
  /** Whether the session outlives the browser and any idle time. Lasts until everything is cleared. */
  keepOnDevice: (keep: boolean) => void
  isKeptOnDevice: () => boolean
  /** Called after a change here or in another tab. */
  subscribe: (listener: () => void) => () => void
  /** Stores the page to return to after signing in. Auth pages are not stored. */
  rememberPage: (path: string) => void
  takeLastPage: () => string | undefined
  /** The page to return to, which stays stored. */
  lastPage: () => string | undefined
  /** Returns true once for each event. */
  opensWanted: (slug: string) => boolean
  /** How the last session in this tab ended. Undefined: somebody signed out, or has signed in since. */
  rememberEnd: (because: SessionEnd | undefined) => void
  endedBy: () => SessionEnd | undefined
  /**
   * Who has signed in, as typed. Undefined: somebody signed out, in any tab, and the next person can be another. A
   * registration of this tab is over with either.
   */
  rememberWho: (who: string | undefined) => void
  /** Whose session has ended in this tab without them signing out. */
  whoseEnded: () => string | undefined
  /** The server said that somebody ended the session: on another device, or with the account. */
  rememberRevoked: () => void
  /** Whether it did, once. */
  takeRevoked: () => boolean
  /**
   * Gives the tab to an account. What another one typed or chose in it (questions, drafts, lists) is removed; what a guest
   * did is theirs. Undefined: somebody has signed out, and nothing of it may be seen by the next.
   */
  giveTabTo: (account: string | undefined) => void
  /** The address of a registration made just now, for this tab. */
  rememberRegistration: (email: string | undefined) => void
  registeredEmail: () => string | undefined
  /** The new number that a code was sent to, until it belongs to the account. */
  rememberPhone: (phone: string | undefined) => void
  phoneToConfirm: () => string | undefined
  /** The code that this tab waits for. It outlives a reload: reading an SMS can close the page on a small phone. */
  rememberCode: (code: RequestedCode | undefined) => void
  codeToEnter: () => RequestedCode | undefined
}

/**
 * Creates a session on the storages of the device and of the tab. All tabs share one session.
 * @param isSameBrowser whether the browser was not closed since the session was stored
 */
export function createSession(local: Storage, tab: Storage, isSameBrowser: () => boolean): Session {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || SESSION_KEYS.some((key) => key === event.key)) changed()
  }
  const isKeptOnDevice = () => local.getItem(keptKey) !== null
  const write: Session['write'] = (values) => {
    for (const key of SESSION_KEYS) {
      if (!(key in values)) continue
      const value = values[key]
      if (value === undefined) local.removeItem(key)
      else local.setItem(key, value)
    }
    forgetHome()
    changed()
  }
  const keepForTab = (key: string, value: string | undefined) => {
    if (value === undefined) tab.removeItem(key)
    else tab.setItem(key, value)
  }
  /** Another person may be next. */
  const forgetHome = () => {
    const isSignedIn = local.getItem('accessToken') !== null || local.getItem('refreshToken') !== null
    if (!isSignedIn || !isKeptOnDevice()) local.removeItem(keptHomeKey)
  }
  const forget = () => {
    for (const key of SESSION_KEYS) local.removeItem(key)
    local.removeItem(keptKey)
    forgetHome()
  }
  if (!isKeptOnDevice() && !isSameBrowser()) {
    forget()
    local.removeItem(whoKey)
  }
  const endedBy = (): SessionEnd | undefined => {
    const because = tab.getItem(endedByKey)
    return SESSION_ENDS.find((end) => end === because)
  }
  return {
    read: (key) => local.getItem(key) ?? undefined,
    write,
    clear(...keys) {
      for (const key of keys) local.removeItem(key)
      forgetHome()
      changed()
    },
    clearAll() {
      forget()
      tab.removeItem(phoneTargetKey)
      tab.removeItem(signInCodeKey)
      changed()
    },
    keepOnDevice(keep) {
      if (keep) local.setItem(keptKey, '1')
      else local.removeItem(keptKey)
      forgetHome()
    },
    isKeptOnDevice,
    subscribe(listener) {
      if (listeners.size === 0) globalThis.addEventListener?.('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) globalThis.removeEventListener?.('storage', onStorage)
      }
    },
    rememberPage(path) {
      if (!path.startsWith('/auth/') && !path.startsWith('/security/')) tab.setItem(lastPageKey, path)
    },
    takeLastPage() {
      const path = tab.getItem(lastPageKey) ?? undefined
      tab.removeItem(lastPageKey)
      return path
    },
    lastPage: () => tab.getItem(lastPageKey) ?? undefined,
    opensWanted(slug) {
      if (local.getItem(wantedKey) === slug) return false
      local.setItem(wantedKey, slug)
      return true
    },
    rememberEnd: (because) => keepForTab(endedByKey, because),
    endedBy,
    rememberWho(who) {
      tab.removeItem(registeredEmailKey)
      if (who === undefined) local.removeItem(whoKey)
      else local.setItem(whoKey, who)
    },
    giveTabTo(account) {
      const before = tab.getItem(tabOwnerKey)
      if (account === undefined || (before !== null && before !== account)) {
        const keys = Array.from({ length: tab.length }, (_, at) => tab.key(at))
        for (const key of keys) if (key !== null && !KEPT_IN_TAB.includes(key)) tab.removeItem(key)
      }
      if (account !== undefined) tab.setItem(tabOwnerKey, account)
    },
    whoseEnded: () => (endedBy() === undefined ? undefined : (local.getItem(whoKey) ?? undefined)),
    rememberRevoked: () => local.setItem(revokedKey, '1'),
    takeRevoked() {
      const isRevoked = local.getItem(revokedKey) !== null
      local.removeItem(revokedKey)
      return isRevoked
    },
    rememberRegistration: (email) => keepForTab(registeredEmailKey, email),
    registeredEmail: () => tab.getItem(registeredEmailKey) ?? undefined,
    rememberPhone: (phone) => keepForTab(phoneTargetKey, phone),
    phoneToConfirm: () => tab.getItem(phoneTargetKey) ?? undefined,
    rememberCode: (code) => keepForTab(signInCodeKey, code && JSON.stringify(code)),
    codeToEnter: () => readCode(tab.getItem(signInCodeKey)),
  }
}

/** Returns a storage in memory, for tests and for browsers without one. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

function storageOf(pick: () => Storage): Storage {
  try {
    return pick()
  } catch {
    // Reading `localStorage` throws if cookies are blocked.
    return memoryStorage()
  }
}

/**
 * A cookie that tells the server to answer with the app. It holds no secret. Unless a session is kept on the device, the
 * browser deletes it when it closes, and with it the next visit knows that the session is over.
 */
export const SIGNED_IN_COOKIE = 'shiloh_signed_in'

/** The session of this browser. */
export const session: Session = createSession(
  storageOf(() => globalThis.localStorage ?? memoryStorage()),
  storageOf(() => globalThis.sessionStorage ?? memoryStorage()),
  () => `; ${globalThis.document?.cookie}`.includes(`; ${SIGNED_IN_COOKIE}=1`),
)
