import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** A worker that serves pages of the app without a network. */
interface WorkerSource {
  /** The folder of the worker's source file. */
  readonly folder: string
  readonly file: string
  /** Modules of pages that open without a network. */
  readonly pages: readonly string[]
  /** What they load later. */
  readonly later: RegExp
  /** Files that the list of chunks does not name. */
  readonly besides?: RegExp
}

const FONTS = [
  'fonts/sans.woff2',
  'fonts/sans-akan.woff2',
  'fonts/serif-500.woff2',
  'fonts/serif-akan.woff2',
  'icon.svg',
]

const GATE: WorkerSource = {
  folder: 'src/features/checkin/worker',
  file: 'check-in-worker.ts',
  // The sign-in says that it needs a network.
  pages: ['index.html', 'src/features/checkin/gate-page.tsx', 'src/features/identity/sign-in/login-page.tsx'],
  // The pages of the gate, the texts of every language, the reader of codes, hints from the server, and what signing out removes, which is in a
  // chunk that other pages share (`_checkin-`).
  later:
    /virtual:catalogue\/\w+\/(member|sign-in|staff)|^_checkin-|features\/checkin\/|platform\/|socket\.io|ui\/shell\/account-menu|app\/office-routes/,
  // The reader of codes is a worker of its own.
  besides: /^assets\/(reader-worker|zxing_reader)-/,
}

const TICKETS: WorkerSource = {
  folder: 'src/features/reservations/kept/worker',
  file: 'tickets-worker.ts',
  pages: ['index.html', 'src/features/reservations/kept/tickets-page.tsx'],
  later: /virtual:catalogue\/\w+\/member|platform\/keep-focus/,
}

/** Returns the files of a worker's pages, by following their imports. */
export const filesOf = ({ pages, later }: WorkerSource, chunks: Manifest): string[] => {
  const files = new Set(FONTS)
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
    for (const next of chunk.dynamicImports ?? []) if (later.test(next)) visit(next)
  }
  for (const page of pages) {
    if (!chunks[page]) throw new Error(`The build has no ${page}: it could not open without a network.`)
    visit(page)
  }
  return [...files]
}

const workerPlugin = (source: WorkerSource) =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: source.folder,
    filename: source.file,
    // The pages register their worker and name their manifest.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['{assets,fonts}/*.{js,css,wasm,woff2,svg}', 'icon.svg'],
      maximumFileSizeToCacheInBytes: 4_000_000,
      manifestTransforms: [
        async (entries) => {
          const chunks: Manifest = JSON.parse(await readFile(join('dist/client', 'manifest.json'), 'utf8'))
          const wanted = new Set(filesOf(source, chunks))
          return { manifest: entries.filter(({ url }) => wanted.has(url) || source.besides?.test(url)), warnings: [] }
        },
      ],
    },
  })

/** Builds the workers that serve the gate and the members' tickets without a network, each with the list of its files. */
export const workerPlugins = () => [workerPlugin(GATE), workerPlugin(TICKETS)]
