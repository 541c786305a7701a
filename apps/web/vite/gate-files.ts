import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** Pages that open without a network: the gate, and the sign-in, which says that it needs one. */
const PAGES = ['index.html', 'src/features/checkin/gate-page.tsx', 'src/features/identity/sign-in/login-page.tsx']
/**
 * What they load later: the texts of every language, the reader of codes, hints from the server, and what signing out
 * removes, which is in a chunk that other pages share (`_checkin-`).
 */
const LATER =
  /virtual:catalogue\/\w+\/(member|staff)|^_checkin-|features\/checkin\/|platform\/|socket\.io|ui\/shell\/account-menu/
/** The reader of codes is a worker of its own, which the list of chunks does not name. */
const READER = /^assets\/(reader-worker|zxing_reader)-/
const FONTS = [
  'fonts/sans.woff2',
  'fonts/sans-akan.woff2',
  'fonts/serif-500.woff2',
  'fonts/serif-akan.woff2',
  'icon.svg',
]

/** Returns the files of the gate, by following the imports of its pages. */
export const gateFiles = (chunks: Manifest): string[] => {
  const files = new Set(FONTS)
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
    for (const next of chunk.dynamicImports ?? []) if (LATER.test(next)) visit(next)
  }
  for (const page of PAGES) {
    if (!chunks[page]) throw new Error(`The build has no ${page}: the gate could not open without a network.`)
    visit(page)
  }
  return [...files]
}

/** Builds the worker that serves the gate without a network, with the list of the gate's files. */
export const gateWorkerPlugin = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/features/checkin/worker',
    filename: 'check-in-worker.ts',
    // The gate's page registers the worker and names its manifest: no other page has either.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['{assets,fonts}/*.{js,css,wasm,woff2,svg}', 'icon.svg'],
      maximumFileSizeToCacheInBytes: 4_000_000,
      manifestTransforms: [
        async (entries) => {
          const chunks: Manifest = JSON.parse(await readFile(join('dist/client', 'manifest.json'), 'utf8'))
          const wanted = new Set(gateFiles(chunks))
          return { manifest: entries.filter(({ url }) => wanted.has(url) || READER.test(url)), warnings: [] }
        },
      ],
    },
  })
