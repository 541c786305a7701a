import type { Plugin, Rolldown } from 'vite'

/** Files of one page: what a browser needs besides those that `index.html` names. */
export interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The files of each page by the path of its route, and those of the texts by language and area. */
export interface PreloadFiles {
  readonly pages: Readonly<Record<string, PageFiles>>
  readonly texts: Readonly<Record<string, string>>
}

const ROUTES = /routes\.tsx$/
/** A route's path, and the module of its page: `createRoute({ path: '…', …, component: lazyPage(() => import('…')`. */
const ROUTE = /path: '(?<path>[^']+)'(?:(?!path: ')[\s\S])*?lazyPage\(\(\) => import\('(?<page>[^']+)'\)/g
/** The pages of the office and the gate, and the module that the app finds them by. */
const OF_THE_OFFICE = /^\/(admin|check-in)(\/|$)/
const OFFICE = '/src/app/office-routes.ts'
const CATALOGUE = /^virtual:catalogue\/(?<name>\w+\/[\w-]+)$/

/** Returns the routes of a source file whose pages load on demand: the path of each, and its module as it is imported. */
export const routesIn = (source: string): readonly (readonly [path: string, page: string])[] =>
  [...source.matchAll(ROUTE)].flatMap(({ groups }) =>
    groups?.['path'] && groups['page'] ? [[groups['path'], groups['page']] as const] : [],
  )

/** Returns the routes of a source file without their pages: the server needs their names alone, for the navigation. */
export const withoutPages = (source: string): string =>
  source.replace(/lazyPage\(\(\) => import\('[^']+'\), '\w+'\)/g, 'undefined')

/** Leaves the pages of the app out of the renderer of the pages that the server writes. */
export const routesPlugin = (): Plugin => ({
  name: 'shiloh-routes',
  enforce: 'pre',
  transform: { filter: { id: ROUTES }, handler: (source) => ({ code: withoutPages(source), map: null }) },
})

/** Writes `preload.json`: with it the server names a page's files in the HTML, so that none waits for another. */
export function pagesPlugin(): Plugin {
  const modules = new Map<string, string>()
  return {
    name: 'shiloh-pages',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: ROUTES },
      async handler(source, file) {
        for (const [path, page] of routesIn(source)) {
          const found = await this.resolve(page, file)
          if (found) modules.set(path, found.id)
        }
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const closure = (chunk: Rolldown.OutputChunk | undefined, seen = new Set<Rolldown.OutputChunk>()) => {
        if (!chunk || seen.has(chunk)) return seen
        seen.add(chunk)
        for (const next of chunk.imports) closure(byFile.get(next), seen)
        return seen
      }
      const always = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...closure(chunk)]))
      const chunkOf = (isIt: (id: string) => boolean) => chunks.find(({ moduleIds }) => moduleIds.some(isIt))
      const office = closure(chunkOf((id) => id.endsWith(OFFICE)))
      const filesOf = (path: string, page: string): PageFiles => {
        const own = closure(chunkOf((id) => id === page))
        const needed = [...new Set([...(OF_THE_OFFICE.test(path) ? office : []), ...own])].filter(
          (chunk) => !always.has(chunk),
        )
        return {
          scripts: needed.map(({ fileName }) => fileName),
          styles: [...new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
        }
      }
      const texts = chunks.flatMap(({ moduleIds, fileName }) => {
        const name = moduleIds.map((id) => CATALOGUE.exec(id.replace('\0', ''))?.groups?.['name']).find(Boolean)
        return name ? [[name, fileName] as const] : []
      })
      const files: PreloadFiles = {
        pages: Object.fromEntries([...modules].map(([path, id]) => [path, filesOf(path, id)])),
        texts: Object.fromEntries(texts),
      }
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(files) })
    },
  }
}
