/// <reference lib="webworker" />
import { openStore, QUEUE_CHANNEL, QUEUE_LOCK } from '../engine/db.ts'
import { wireOf } from '../engine/scans.ts'

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
const ASSETS = 'gate-assets'
const SHELLS = 'gate-shells'
const files = self.__WB_MANIFEST.map(({ url }) => new URL(url, self.location.origin).pathname)

/** Returns the address under which this version's page is kept. */
const ownShell = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(files.join('\n')))
  const name = Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${HOME}?app=${name}`
}

/** The reader of codes is as large as the rest, and most phones have one of their own. */
const hasReader = async (): Promise<boolean> => {
  const reader: unknown = Reflect.get(self, 'BarcodeDetector')
  const formats: unknown = reader && Reflect.get(Object(reader), 'getSupportedFormats')
  if (typeof formats !== 'function') return false
  const known: unknown = await Promise.resolve(formats.call(reader)).catch(() => [])
  return Array.isArray(known) && known.includes('qr_code')
}

/** Fetches everything of this version. It is there as a whole, or not at all. */
const install = async (): Promise<void> => {
  const assets = await caches.open(ASSETS)
  const needed = (await hasReader()) ? files.filter((file) => !file.endsWith('.wasm')) : files
  await Promise.all(needed.map(async (file) => (await assets.match(file)) ?? assets.add(file)))
  const shell = await fetch(HOME, { cache: 'reload' })
  const html = await shell.clone().text()
  const scripts = [...html.matchAll(/ src="([^"]+)"/g)].map(([, script]) => script ?? '')
  // A release between the two requests: the browser tries again.
  if (!shell.ok || !scripts.every((script) => files.includes(script))) throw new Error('another version of the app')
  await (await caches.open(SHELLS)).put(await ownShell(), shell)
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

/** Keeps this version's page and files only. */
const tidy = async (shells: Cache, own: string): Promise<void> => {
  const assets = await caches.open(ASSETS)
  for (const { url } of await assets.keys()) if (!files.includes(new URL(url).pathname)) await assets.delete(url)
  for (const { url } of await shells.keys())
    if (![own, HOME].includes(url.slice(self.location.origin.length))) await shells.delete(url)
}

/** Returns the gate's page. While scans wait, it stays the version that has scanned them. */
const page = async (request: Request): Promise<Response> => {
  const shells = await caches.open(SHELLS)
  const served = await shells.match(HOME)
  if (served && (await hasWaiting())) return served
  const address = await ownShell()
  const own = await shells.match(address)
  if (!own) return served ?? fetch(request)
  await shells.put(HOME, own.clone())
  await tidy(shells, address)
  return own
}

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
    const waiting = (await store.waiting()).filter(({ said }) => said !== null)
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

self.addEventListener('install', (event) => event.waitUntil(install()))
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
    if (pathname === HOME || pathname === `${HOME}/`) event.respondWith(page(request))
  } else if (files.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)))
  }
})
self.addEventListener('sync', (event) => {
  if (event.tag !== 'gate-queue') return
  event.waitUntil(
    navigator.locks.request(QUEUE_LOCK, sendQueue).then(() => new BroadcastChannel(QUEUE_CHANNEL).postMessage('sent')),
  )
})
