import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@shiloh/contract/core'
import { z } from 'zod'

const preloads = z.object({
  pages: z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })),
  texts: z.record(z.string(), z.string()),
})

/** Paths whose pages show the texts for staff, too. */
const STAFF = /^\/(admin|check-in)(\/|$)/

/** Where the links go: after the app's own script and style, which come first on a slow network. */
const PLACE = '</head>'

/** Returns whether a path belongs to a route such as `/events/$id/reserve`. */
const isOf = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length && route.every((part, at) => part.startsWith('$') || part === path[at])

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

/**
 * Reads the app's page from the files that the web workspace builds. Returns a function that gives it for a path, in a
 * language, with links to all files that this path needs: the browser asks for them at once, not one after another.
 */
export const openShell = (client: string): ((path: string, language: Language) => string) => {
  const html = readFileSync(join(client, 'index.html'), 'utf8')
  const file = join(client, 'preload.json')
  if (!existsSync(file)) return () => html
  const { pages, texts } = preloads.parse(JSON.parse(readFileSync(file, 'utf8')))
  const routes = Object.entries(pages)
    .map(([path, files]) => ({ parts: partsOf(path), files }))
    // A route that names its last part goes before one that takes any.
    .sort(
      (a, b) =>
        a.parts.filter((part) => part.startsWith('$')).length - b.parts.filter((part) => part.startsWith('$')).length,
    )
  return (path, language) => {
    const parts = partsOf(path)
    const files = routes.find((route) => isOf(route.parts, parts))?.files
    const words = [`${language}/member`, ...(STAFF.test(path) ? [`${language}/staff`] : [])]
    const scripts = [...words.flatMap((name) => texts[name] ?? []), ...(files?.scripts ?? [])]
    const links = [
      ...(files?.styles ?? []).map((name) => `<link rel="preload" as="style" crossorigin href="/${name}" />`),
      ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}" />`),
    ]
    return html.replace(PLACE, `${links.join('')}${PLACE}`)
  }
}
