/// <reference lib="webworker" />
import { keepPage } from '#platform/kept-page'
import { openStore, QUEUE_CHANNEL, QUEUE_LOCK } from '../engine/db.ts'
import { isOpen, wireOf } from '../engine/scans.ts'

/**
 * Serves the gate without a network, and nothing else: the members' pages never pass through here. It sends the queue when
 * the network is back and the app was closed, where browsers offer that.
 */
interface WakeEvent extends ExtendableEvent {
  readonly tag: string
}
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: WakeEvent
  }
  interface ServiceWorkerGlobalScope {
    /** The files of the gate, written by the build. */
    readonly __WB_MANIFEST: readonly { readonly url: string }[]
  }
}
declare const self: ServiceWorkerGlobalScope

const HOME = '/check-in'

/** The reader of codes is as large as the rest, and most phones have one of their own. */
const hasReader = async (): Promise<boolean> => {
  const reader: unknown = Reflect.get(self, 'BarcodeDetector')
  const formats: unknown = reader && Reflect.get(Object(reader), 'getSupportedFormats')
  if (typeof formats !== 'function') return false
  const known: unknown = await Promise.resolve(formats.call(reader)).catch(() => [])
  return Array.isArray(known) && known.includes('qr_code')
}

const hasWaiting = async (): Promise<boolean> => {
  try {
    const store = await openStore(() => {})
    const count = await store.countWaiting()
    store.close()
    return count > 0
  } catch {
    return false
  }
}

const gate = keepPage({
  home: HOME,
  name: 'gate',
  files: self.__WB_MANIFEST,
  needed: async (files) => ((await hasReader()) ? files.filter((file) => !file.endsWith('.wasm')) : files),
  // While scans wait, the page stays the version that has scanned them.
  mayReplace: async () => !(await hasWaiting()),
})

const MOST = 100
/** A network that does not answer must not hold the lock of the queue. Milliseconds. */
const PATIENCE_MS = 20_000
const patience = (): AbortSignal => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), PATIENCE_MS)
  return controller.signal
}

/** Sends what waits. The answers are for the page: it asks again when it opens, and nothing is counted twice. */
const sendQueue = async (): Promise<void> => {
  const store = await openStore(() => {})
  try {
    const { token, devices } = await store.facts()
    // A question belongs to the page: it knows what it has shown.
    const waiting = (await store.waiting()).filter((scan) => !isOpen(scan))
    while (token !== null && waiting.length > 0) {
      const device_id = waiting[0]?.device_id
      const batch = waiting.filter((scan) => scan.device_id === device_id).slice(0, MOST)
      for (const scan of batch) waiting.splice(waiting.indexOf(scan), 1)
      const device_key = devices.find(({ _id }) => _id === device_id)?.key
      const response = await fetch('/api/v1/check-in-users/reservations/sync', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: patience(),
        body: JSON.stringify({ device_id, device_key, sent_at: new Date().toISOString(), scans: batch.map(wireOf) }),
      })
      // The session is over: the page sends them after the next sign-in.
      if (response.status === 401 || response.status === 403) return
      // Another account's device, whose key this phone does not have: these wait for that account.
      if (response.status === 422) continue
      if (!response.ok) throw new Error(`the server answered ${response.status}`)
    }
  } finally {
    store.close()
  }
}

self.addEventListener('install', (event) => event.waitUntil(gate.install()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => {
  // The page asks for the new version at a moment when nothing waits.
  if (event.data === 'take over') void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === HOME || pathname === `${HOME}/`) event.respondWith(gate.open(request))
  } else if (gate.has(pathname)) {
    event.respondWith(gate.file(request))
  }
})
self.addEventListener('sync', (event) => {
  if (event.tag !== 'gate-queue') return
  event.waitUntil(
    navigator.locks.request(QUEUE_LOCK, sendQueue).then(() => new BroadcastChannel(QUEUE_CHANNEL).postMessage('sent')),
  )
})
