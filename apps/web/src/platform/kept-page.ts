/** A page of the app that a worker keeps with all its files, so that it opens without a network. */
export interface KeptPage {
  /** Fetches everything of this version. It is there as a whole, or not at all. */
  readonly install: () => Promise<void>
  /** Answers a visit of the page. */
  readonly open: (request: Request) => Promise<Response>
  /** Whether a path is one of the page's files. */
  readonly has: (path: string) => boolean
  /** Answers a request for one of the page's files. */
  readonly file: (request: Request) => Promise<Response>
}

interface Kept {
  /** The path of the page. */
  readonly home: string
  /** What the caches are named after. */
  readonly name: string
  /** The files of this version, as the build lists them. */
  readonly files: readonly { readonly url: string }[]
  /** Returns those that this browser needs. Omitted: all of them. */
  readonly needed?: (files: readonly string[]) => Promise<readonly string[]>
  /** Whether this version can take the place of the one that was served last. Omitted: always. */
  readonly mayReplace?: () => Promise<boolean>
}

/** Keeps a page for a worker. Workers with the same name share what they keep. */
export function keepPage({ home, name, files: listed, needed, mayReplace }: Kept): KeptPage {
  const files = listed.map(({ url }) => new URL(url, location.origin).pathname)
  const openAssets = () => caches.open(`${name}-assets`)
  const openShells = () => caches.open(`${name}-shells`)

  /** The address under which this version's page is kept. */
  const ownShell = async (): Promise<string> => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(files.join('\n')))
    const own = Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
    return `${home}?app=${own}`
  }

  /** Keeps this version's page and files only. */
  const tidy = async (shells: Cache, own: string): Promise<void> => {
    const assets = await openAssets()
    for (const { url } of await assets.keys()) if (!files.includes(new URL(url).pathname)) await assets.delete(url)
    for (const { url } of await shells.keys())
      if (![own, home].includes(url.slice(location.origin.length))) await shells.delete(url)
  }

  return {
    async install() {
      const assets = await openAssets()
      const wanted = needed ? await needed(files) : files
      await Promise.all(wanted.map(async (file) => (await assets.match(file)) ?? assets.add(file)))
      const shell = await fetch(home, { cache: 'reload' })
      const html = await shell.clone().text()
      const scripts = [...html.matchAll(/ src="([^"]+)"/g)].map(([, script]) => script ?? '')
      // A release between the two requests: the browser tries again.
      if (!shell.ok || !scripts.every((script) => files.includes(script))) throw new Error('another version of the app')
      await (await openShells()).put(await ownShell(), shell)
    },
    async open(request) {
      const shells = await openShells()
      const served = await shells.match(home)
      if (served && mayReplace && !(await mayReplace())) return served
      const address = await ownShell()
      const own = await shells.match(address)
      if (!own) return served ?? fetch(request)
      await shells.put(home, own.clone())
      await tidy(shells, address)
      return own
    },
    has: (path) => files.includes(path),
    file: async (request) => (await (await openAssets()).match(new URL(request.url).pathname)) ?? fetch(request),
  }
}
