import { bundleRoutes } from '@shiloh/contract/checkin/bundle'
import { gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import { call } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'
import { session } from '#platform/session'
import { openStore, QUEUE_CHANNEL, QUEUE_LOCK } from './db.ts'
import { type GateEngine, openEngine } from './engine.ts'

/** Milliseconds until a network without response counts as gone: people are waiting in a queue. */
const SYNC_MS = 15_000
/** Everything about 10,000 people takes longer. */
const BUNDLE_MS = 90_000

/** Said to open gates when somebody has signed out. */
const WIPED = 'wiped'

/** Returns a timeout signal. `AbortSignal.timeout` is newer than some phones at the gate. */
const patience = (ms: number): AbortSignal => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('No answer in time', 'TimeoutError')), ms)
  return controller.signal
}

interface Battery {
  readonly level: number
}
const isBattery = (value: unknown): value is Battery => typeof Reflect.get(Object(value), 'level') === 'number'

/** Some browsers never answer. Milliseconds. */
const BATTERY_MS = 1000

/** Returns the charge in per cent. Null: the browser does not say. */
export const readBattery = async (): Promise<number | null> => {
  const ask: unknown = Reflect.get(navigator, 'getBattery')
  if (typeof ask !== 'function') return null
  const silence = new Promise<null>((resolve) => setTimeout(resolve, BATTERY_MS, null))
  const battery: unknown = await Promise.race([Promise.resolve(ask.call(navigator)).catch(() => null), silence])
  return isBattery(battery) ? Math.round(battery.level * 100) : null
}

/** Asks the browser to wake the worker when the network is back, even if the app was closed meanwhile. */
const askForSync = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration('/check-in')
  const sync: unknown = registration && Reflect.get(registration, 'sync')
  const register: unknown = sync && Reflect.get(Object(sync), 'register')
  if (typeof register === 'function') await Promise.resolve(register.call(sync, 'gate-queue')).catch(() => undefined)
}

/** Longest wait for another page or worker that sends the queue. Milliseconds. */
const TURN_MS = 20_000

/**
 * Does some work while no other page or worker does. One that hangs is not waited for: a scan counts once, however often it
 * is sent.
 */
const takeTurns = async (work: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return work()
  let hasBegun = false
  const turn = () => {
    hasBegun = true
    return work()
  }
  try {
    await navigator.locks.request(QUEUE_LOCK, { signal: patience(TURN_MS) }, turn)
  } catch (error) {
    if (hasBegun) throw error
    await work()
  }
}

/**
 * Opens the gate of an account in this browser.
 * @param onNewer called when a newer app has taken over the store
 * @throws NewerStoreError if this app is older than the store
 */
export const openGate = async (userId: string, onNewer: () => void): Promise<GateEngine> => {
  const store = await openStore(onNewer)
  const channel = new BroadcastChannel(QUEUE_CHANNEL)
  let charge: number | null = null
  const engine = await openEngine({
    store,
    userId,
    server: {
      register: (name) => call(gateDeviceRoutes.registerDevice, { body: { name } }),
      sync: (body) => call(gateDeviceRoutes.syncScans, { body, signal: patience(SYNC_MS) }),
      bundle: (query) => call(bundleRoutes.readBundle, { query, signal: patience(BUNDLE_MS) }),
    },
    now: Date.now,
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    isOnline: () => navigator.onLine,
    battery: () => {
      // For the next contact: no contact waits for it.
      void readBattery().then((level) => {
        charge = level
      })
      return charge
    },
    newId: newIdempotencyKey,
    exclusively: takeTurns,
    onQueue(waiting) {
      channel.postMessage('queue')
      void store.setFacts({ token: waiting > 0 ? (session.read('accessToken') ?? null) : null })
      if (waiting > 0) void askForSync()
    },
  })
  // Browsers clear what they may to make room. This asks them to leave the queue alone.
  void navigator.storage?.persist?.().catch(() => false)
  channel.onmessage = ({ data }) => (data === WIPED ? engine.close() : engine.reload())
  const onOnline = () => engine.noteOnline(true)
  const onOffline = () => engine.noteOnline(false)
  addEventListener('online', onOnline)
  addEventListener('offline', onOffline)
  return {
    ...engine,
    close() {
      removeEventListener('online', onOnline)
      removeEventListener('offline', onOffline)
      channel.close()
      engine.close()
    },
  }
}

/** Removes what this phone knows about people, when somebody signs out. Scans that wait stay. */
export const wipeGate = async (): Promise<void> => {
  const channel = new BroadcastChannel(QUEUE_CHANNEL)
  channel.postMessage(WIPED)
  const store = await openStore(() => {})
  await store.wipe()
  store.close()
  channel.close()
}
