/// <reference lib="webworker" />
import { keepPage } from '#platform/kept-page'
import { opensWithoutNetwork, TICKETS_PATH, ticketPath } from '../paths.ts'

/** Opens the tickets that are kept on this phone where a page would fail without a network. */
declare global {
  interface ServiceWorkerGlobalScope {
    /** The files of the page, written by the build. */
    readonly __WB_MANIFEST: readonly { readonly url: string }[]
  }
}
declare const self: ServiceWorkerGlobalScope

const tickets = keepPage({ home: TICKETS_PATH, name: 'tickets', files: self.__WB_MANIFEST })

/** Asks the network. Without one, the tickets open instead: of one reservation, where the address names it. */
const page = async ({ request, preloadResponse }: FetchEvent): Promise<Response> => {
  try {
    const preloaded: Response | undefined = await preloadResponse
    return preloaded ?? (await fetch(request))
  } catch (error) {
    const wanted = new URL(request.url)
    if (!opensWithoutNetwork(wanted.pathname)) throw error
    return Response.redirect(ticketPath(wanted))
  }
}

/** Whether this worker has the tickets alone: they come from the phone, and nothing is asked for them. */
const isOfTickets = new URL(self.registration.scope).pathname === TICKETS_PATH

self.addEventListener('install', (event) => {
  event.waitUntil(tickets.install())
  // Nothing waits here: the next visit can have the new version.
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => {
  // The browser asks for the page while this worker starts, so that no page is later for it.
  if (!isOfTickets) event.waitUntil(self.registration.navigationPreload?.enable())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(pathname === TICKETS_PATH ? tickets.open(request) : page(event))
  else if (tickets.has(pathname)) event.respondWith(tickets.file(request))
})
