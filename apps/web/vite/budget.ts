import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { PreloadFiles } from './pages.ts'

/**
 * The most that the scripts of a page may have, compressed: the app, the texts of one language and the page's own files.
 * In kilobytes, a little more than they have (docs/performance.md, "First load on a cheap phone"). What a page gains has
 * to be taken from somewhere, or these are raised on purpose.
 */
const CEILINGS: Readonly<Record<string, number>> = {
  '/home': 182,
  '/events/$id': 208,
  '/events/$id/reserve': 245,
  '/reservations': 180,
  '/auth/login': 214,
}

/** The areas of texts that a page loads. */
const areasOf = (page: string): readonly string[] => {
  if (page.startsWith('/auth/')) return ['member', 'sign-in']
  return page === '/home' ? ['member'] : ['member', 'reserving']
}

/** Pages that have no form: the library of schemas would come in vain. */
const WITHOUT_SCHEMAS = ['/home']

interface Files {
  readonly always: readonly string[]
  readonly preload: PreloadFiles
}

/**
 * Returns the pages that have grown beyond their ceiling, in sentences.
 *
 * @param sizeOf returns the bytes of a file, compressed
 * @param hasSchemas returns whether a file has the library of schemas
 */
export const overBudget = (
  { always, preload }: Files,
  sizeOf: (file: string) => number,
  hasSchemas: (file: string) => boolean,
  ceilings = CEILINGS,
): readonly string[] =>
  Object.entries(ceilings).flatMap(([page, ceiling]) => {
    const own = preload.pages[page]?.scripts
    const areas = areasOf(page)
    const texts = areas.flatMap((area) => preload.texts[`en/${area}`] ?? [])
    if (!own || texts.length < areas.length) return [`${page}: the build has no files of this page`]
    const files = [...always, ...texts, ...own]
    const kilobytes = files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000
    return [
      ...(kilobytes > ceiling ? [`${page}: ${kilobytes.toFixed(1)} kB of scripts, at most ${ceiling} kB`] : []),
      ...(WITHOUT_SCHEMAS.includes(page) && files.some(hasSchemas) ? [`${page}: loads zod, and has no form`] : []),
    ]
  })

/** Fails the build when the scripts of a page that people open on a phone have grown. Needs the compressed files. */
export const budgetPlugin = (): Plugin => ({
  name: 'shiloh-budget',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const always = new Set<string>()
      const follow = (file: string) => {
        if (always.has(file)) return
        always.add(file)
        for (const next of byFile.get(file)?.imports ?? []) follow(next)
      }
      for (const { fileName, isEntry } of chunks) if (isEntry) follow(fileName)
      const preload: PreloadFiles = JSON.parse(readFileSync(join(dir, 'preload.json'), 'utf8'))
      const problems = overBudget(
        { always: [...always], preload },
        (file) => (statSync(join(dir, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(dir, file))).size,
        (file) => byFile.get(file)?.moduleIds.some((id) => id.includes('/node_modules/zod/')) === true,
      )
      if (problems.length > 0) this.error(`A page has grown (apps/web/vite/budget.ts):\n  ${problems.join('\n  ')}`)
    },
  },
})
