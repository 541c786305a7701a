import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FEATURES = path.resolve(import.meta.dirname, '../../web/src/features')

/** The pages of the web app, read from the files that declare them, because the server must not import the web. */
const pages: readonly RegExp[] = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|[/-])routes\.tsx?$/.test(file))
  .flatMap((file) => [...readFileSync(path.join(FEATURES, file), 'utf8').matchAll(/^\s+path: '(\/[^']*)'/gm)])
  .map(([, page = '']) => new RegExp(`^${page.replace(/\$\w+/g, '[^/]+')}$`))

/** Returns whether the web app has a page for this link of a notice. */
export const leadsToPage = (link: string): boolean => {
  const [page = ''] = link.split(/[?#]/)
  return pages.some((pattern) => pattern.test(page))
}
