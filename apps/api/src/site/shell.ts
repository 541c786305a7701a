import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@shiloh/contract/core'
import type { EarlyScript, PaintedPage } from '@shiloh/contract/identity/painted'
import { z } from 'zod'
import { escapeHtml } from '#platform/text/html'
import { classesIn, readStyles, usedStyles } from './used-styles.ts'

const preloads = z.object({
  pages: z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })),
  texts: z.record(z.string(), z.string()),
})

/** The areas of texts that pages have besides those of members (`texts` of their routes in the app). */
const AREAS: readonly (readonly [area: string, pages: RegExp])[] = [
  ['staff', /^\/(admin|check-in)(\/|$)/],
  ['vendor', /^\/vendor(\/|$)/],
  [
    'reserving',
    /^\/(admin\/reservations\/|events\/|reservations(\/(?!tickets)|$)|offers\/|allotments\/|complete|consent|room-mates)/,
  ],
  ['account', /^\/(auth\/account|security)(\/|$)/],
  ['sign-in', /^\/auth\/(?!onboarding)/],
]

/** Where the links go: after the app's own script and style, which come first on a slow network. */
const PLACE = '</head>'

/** Returns whether a path belongs to a route such as `/events/$id/reserve`. */
const isOf = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length && route.every((part, at) => part.startsWith('$') || part === path[at])

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

/** The app's page. */
export interface Shell {
  /** Returns it for a path, in a language: with links to all files that this path needs, or painted beforehand. */
  readonly page: (path: string, language: Language, painted?: PaintedPage) => string
  /** Returns the route of a path, such as `/events/$id`. Undefined: the app has no such page. */
  readonly routeOf: (path: string) => string | undefined
}

const ENTRY = /<script type="module"[^>]* src="(?<src>[^"]+)"[^>]*><\/script>\s*/
const SHEETS = /<link rel="stylesheet"[^>]* href="(?<href>[^"]+)"[^>]*>\s*/g
const PRELOADS = /<link rel="modulepreload"[^>]* href="(?<href>[^"]+)"[^>]*>\s*/g
const ROOT = /<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/
const TITLE = /<title>[^<]*<\/title>/

/** JSON that can stand in a script element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const namesIn = (html: string, links: RegExp): readonly string[] =>
  [...html.matchAll(links)].map(({ groups }) => groups?.['href'] ?? '')

const preload = (name: string): string => `<link rel="modulepreload" crossorigin href="${name}" />`

/** The first element of a painted page. Its script chooses the colours; without scripts they are the light ones. */
const htmlIn = (language: Language): string => `<html lang="${language}" data-mantine-color-scheme="light">`

/**
 * Puts a page that is already painted in the place of what stands until the app does. Its styles are in the page: a
 * request for them would take as long as the page. The app's files are loaded when somebody touches the page.
 *
 * @param used returns what a content uses of style sheets
 */
const paint = (
  html: string,
  language: Language,
  { title, html: content, css, script, failed }: PaintedPage,
  files: { readonly styles: readonly string[]; readonly scripts: readonly string[] },
  used: (sheets: readonly string[], content: string) => string,
): string => {
  const styles = [...namesIn(html, SHEETS), ...files.styles]
  const waiting = {
    isFrame: false,
    entry: ENTRY.exec(html)?.groups?.['src'] ?? '',
    scripts: [...namesIn(html, PRELOADS), ...files.scripts],
    styles,
    failed,
  }
  const head = [
    `<style id="painted">${used(styles, content)}
${css}</style>`,
    `<script>(${script})(${inScript(waiting)})</script>`,
  ].join('')
  return html
    .replace('<html lang="en">', htmlIn(language))
    .replace(ENTRY, '')
    .replace(PRELOADS, '')
    .replace(SHEETS, '')
    .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
    .replace(PLACE, () => `${head}${PLACE}`)
    .replace(ROOT, () => `<div id="root">${content}</div>`)
}

/**
 * Puts a page that is already painted in the place of what stands until the app does, whose files come with it. The
 * page's script starts it.
 */
const paintBefore = (
  html: string,
  language: Language,
  { title, html: content, css, script, failed, loads }: PaintedPage,
  { early, used, styles }: { readonly early: string | undefined; readonly used: string; readonly styles: string },
): string => {
  const entry = ENTRY.exec(html)?.groups?.['src'] ?? ''
  const waiting = { entry, scripts: [], styles: [], failed, isFrame: loads === 'frame' }
  return html
    .replace(ENTRY, () => (namesIn(html, PRELOADS).includes(entry) ? '' : preload(entry)))
    .replace('<html lang="en">', htmlIn(language))
    .replace('<style>', () => `<script>${early ?? ''};(${script})(${inScript(waiting)})</script><style>`)
    .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      PLACE,
      () => `<style id="painted">${used}
${css}</style>${PLACE}`,
    )
    .replace(ROOT, () => `<div id="root">${content}</div><script type="text/css" id="later">${styles}</script>`)
}

/**
 * Reads the app's page from the files that the web workspace builds. The styles of a page are in it: as files of a
 * kilobyte each they would keep its scripts waiting. In a painted page the app's own style is, too: what the painted page
 * uses of it comes first, and all of it at the end, where it keeps nothing waiting. Its links say so to the app, which would
 * ask for them otherwise. They are disabled, and for no medium: Chromium reads ahead of the page and fetches disabled ones.
 */
export const openShell = (client: string, early: EarlyScript): Shell => {
  const html = readFileSync(join(client, 'index.html'), 'utf8')
  const file = join(client, 'preload.json')
  const { pages, texts } = existsSync(file)
    ? preloads.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { pages: {}, texts: {} }
  const routes = Object.entries(pages)
    .map(([path, files]) => ({ path, parts: partsOf(path), files }))
    // A route that names its last part goes before one that takes any.
    .sort(
      (a, b) =>
        a.parts.filter((part) => part.startsWith('$')).length - b.parts.filter((part) => part.startsWith('$')).length,
    )
  const sheets = new Map<string, string>()
  const read = (name: string): string => {
    const text = sheets.get(name) ?? readFileSync(join(client, name), 'utf8')
    sheets.set(name, text)
    return text
  }
  const known = new Map<string, ReturnType<typeof readStyles>>()
  const used = (names: readonly string[], content: string): string => {
    const classes = classesIn(content)
    return names
      .map((name) => {
        const parts = known.get(name) ?? readStyles(read(name))
        known.set(name, parts)
        return usedStyles(parts, classes)
      })
      .join('\n')
  }
  /** The styles that a painted page needs, until it has all. What its script adds can have any of the page's own. */
  const critical = (app: readonly string[], own: readonly string[], { html: content, adds }: PaintedPage): string =>
    adds === undefined
      ? used([...app, ...own], content)
      : [used(app, `${content}<i class="${adds}">`), ...own.map(read)].join('\n')
  const find = (path: string) => {
    const parts = partsOf(path)
    return routes.find((route) => isOf(route.parts, parts))
  }
  const page: Shell['page'] = (path, language, painted) => {
    const files = find(path)?.files
    const areas = ['member', ...AREAS.flatMap(([area, pages]) => (pages.test(path) ? [area] : []))]
    const scripts = [...areas.flatMap((area) => texts[`${language}/${area}`] ?? []), ...(files?.scripts ?? [])].map(
      (name) => `/${name}`,
    )
    const styles = (files?.styles ?? []).map((name) => `/${name}`)
    if (painted?.loads === 'when_touched') return paint(html, language, painted, { styles, scripts }, used)
    const script = early(path, language, painted?.asks)
    const own = painted ? namesIn(html, SHEETS) : []
    const css = [...own, ...styles].map(read).join('\n')
    const links = [
      ...(css && !painted ? [`<style id="page">${css}</style>`] : []),
      ...[...own, ...styles].map(
        (name) => `<link rel="stylesheet" disabled media="not all" crossorigin href="${name}" />`,
      ),
      ...scripts.map(preload),
    ].join('')
    if (painted)
      return paintBefore(
        html.replace(SHEETS, '').replace(PLACE, () => `${links}${PLACE}`),
        language,
        painted,
        { early: script, used: critical(own, styles, painted), styles: css },
      )
    return html
      .replace('<style>', () => `${script ? `<script>${script}</script>` : ''}<style>`)
      .replace(PLACE, () => `${links}${PLACE}`)
  }
  return { page, routeOf: (path) => find(path)?.path }
}
