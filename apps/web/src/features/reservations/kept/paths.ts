/** The page with the tickets that are kept on this phone. It opens without a network. */
export const TICKETS_PATH = '/reservations/tickets'
/**
 * Where the worker is registered: for every page, and for the tickets on their own, because they come from the phone and
 * the browser need not ask for them while the worker starts.
 */
export const WORKER_SCOPES = ['/', TICKETS_PATH] as const

/** What a worker leaves alone: files, and the areas that members have nothing to do in. */
const ELSEWHERE = ['/api', '/admin', '/check-in', '/vendor'] as const

const OF_ONE = /^\/reservations\/([0-9a-f]{24})(?:\/|$)/
/** Returns the reservation that an address is about. Undefined: none, or more than one. */
export const reservationIn = (path: string): string | undefined => OF_ONE.exec(path)?.[1]

/** Returns whether a worker answers a page of this path when it cannot be loaded. */
export const opensWithoutNetwork = (path: string): boolean =>
  !ELSEWHERE.some((area) => path === area || path.startsWith(`${area}/`))

/**
 * Returns the address of the tickets for a page that could not be loaded: of its reservation, or of all. The page is kept
 * once: its address names what was wanted in the query, and the reservation in the hash.
 */
export const ticketPath = (wanted: { readonly pathname: string; readonly search: string }): string => {
  const id = reservationIn(wanted.pathname)
  const query = new URLSearchParams({ wanted: wanted.pathname + wanted.search })
  return `${TICKETS_PATH}?${query}${id === undefined ? '' : `#${id}`}`
}

/** Returns the page that could not be loaded, as `ticketPath` wrote it. Undefined: it is none that a worker answers. */
export const wantedPage = (wanted: string | undefined): string | undefined => {
  const here = 'https://path.invalid'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, here)) return undefined
  // Two slashes, a backslash or a tab lead to another host.
  const { origin, pathname } = new URL(wanted, here)
  return origin === here && opensWithoutNetwork(pathname) && pathname !== TICKETS_PATH ? wanted : undefined
}
