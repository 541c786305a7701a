import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { catalogueFile, readTranslations } from '@shiloh/catalogues/files'
import { findTexts, textsIn } from '@shiloh/catalogues/source'
import { type Area, isLanguage, LANGUAGES, type Language, messageId } from '@shiloh/contract/core'
import type { Plugin } from 'vite'

const prefix = 'virtual:catalogue/'
/** The module that can load each of them. */
const all = 'virtual:catalogues'

/** The areas that a browser loads. */
const BROWSER_AREAS: readonly Area[] = ['member', 'reserving', 'account', 'sign-in', 'vendor', 'staff', 'industries']
const isBrowserArea = (area: string | undefined): area is Area => BROWSER_AREAS.some((known) => known === area)

/** Removes everything but the namespaces of the texts: the rest comes with the catalogue. */
export function withoutTexts(file: string, source: string): string {
  return replaced(file, source, () => '{}')
}

/** Adds the translations to the texts, for a program that serves all languages. */
export function withTranslations(
  file: string,
  source: string,
  translations: ReadonlyMap<Language, ReadonlyMap<string, string>>,
): string {
  return replaced(file, source, ({ namespace, rows }, english) => {
    const of = (translated: ReadonlyMap<string, string>) =>
      Object.fromEntries([...rows.keys()].map((key) => [key, translated.get(messageId(namespace, key))]))
    const all = Object.fromEntries([...translations].map(([language, translated]) => [language, of(translated)]))
    return `${english}, ${JSON.stringify(all)}`
  })
}

type Found = ReturnType<typeof textsIn>[number]

function replaced(file: string, source: string, by: (found: Found, english: string) => string): string {
  let result = source
  for (const found of textsIn(file, source).toReversed()) {
    const { call, start, end } = found
    // Pure, so that unused texts are removed from the bundle.
    result = `${result.slice(0, call)}/* @__PURE__ */ ${result.slice(call, start)}${by(found, source.slice(start, end))}${result.slice(end)}`
  }
  return result
}

/** Returns the compiled texts of one area in one language, with English for missing translations unless it is left out. */
export function compileArea(
  area: Area,
  texts: readonly Pick<Found, 'namespace' | 'rows'>[],
  translations: ReadonlyMap<string, string>,
  withEnglish = true,
): Record<string, CompiledMessage> {
  const compiled: Record<string, CompiledMessage> = {}
  for (const { namespace, rows } of texts) {
    if (!namespace.startsWith(`${area}/`)) continue
    for (const [key, english] of rows) {
      const id = messageId(namespace, key)
      const message = translations.get(id) ?? (withEnglish ? english : undefined)
      if (message !== undefined) compiled[id] = compileMessageOrThrow(message)
    }
  }
  return compiled
}

/** What says that something could not be loaded is there when the catalogue is what could not be loaded. */
const WITHOUT_NETWORK = ['no_connection', 'unreadable_answer']

/** Returns the compiled texts that come with the code, by language. */
function messagesWithoutNetwork(): Record<string, Record<string, CompiledMessage>> {
  const namespace = 'member/connection'
  const rows = new Map(
    findTexts()
      .filter((found) => found.namespace === namespace)
      .flatMap((found) => [...found.rows])
      .filter(([key]) => WITHOUT_NETWORK.includes(key)),
  )
  const of = (language: Language) =>
    compileArea('member', [{ namespace, rows }], readTranslations(language, ['member']))
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)]))
}

/**
 * Handles the texts of the app. The browser's build has a chunk per language and area, `virtual:catalogue/de/member`,
 * and no texts in the code. The renderer of the public pages includes the translations of its own texts. Tests and the
 * development server leave English in the code, where a changed text replaces the old one like any other module.
 */
export function textsPlugin(): Plugin {
  let mode: 'browser' | 'server' | 'source' = 'browser'
  const inServer = () => new Map(LANGUAGES.map((language) => [language, readTranslations(language)]))
  let ofServer: ReturnType<typeof inServer> | undefined
  return {
    name: 'shiloh-texts',
    enforce: 'pre',
    configResolved(config) {
      mode = config.mode === 'test' || config.command === 'serve' ? 'source' : config.build.ssr ? 'server' : 'browser'
    },
    resolveId: (id) => (id === all || id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${all}`) {
        const loaders = LANGUAGES.flatMap((language) =>
          BROWSER_AREAS.map((area) => `'${language}/${area}': () => import('${prefix}${language}/${area}')`),
        )
        return `const loaders = {${loaders}}
          export const withoutNetwork = ${JSON.stringify(messagesWithoutNetwork())}
          export const loadCatalogue = (language, area) => loaders[language + '/' + area]()`
      }
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [language, area] = id.slice(prefix.length + 1).split('/')
      if (!isLanguage(language) || !isBrowserArea(area)) throw new Error(`No such catalogue: ${id}`)
      if (language !== 'en') this.addWatchFile(catalogueFile(language, area))
      const translations = readTranslations(language, [area])
      const messages = compileArea(area, findTexts(), translations, mode !== 'source')
      // Parsing a string takes a slow phone half as long as an object literal.
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))})`
    },
    hotUpdate({ file }) {
      if (!file.endsWith('.po')) return undefined
      const { moduleGraph } = this.environment
      for (const [id, module] of moduleGraph.idToModuleMap)
        if (id.startsWith(`\0${prefix}`)) moduleGraph.invalidateModule(module)
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
    transform(source, id) {
      const file = id.split('?')[0] ?? id
      if (mode === 'source' || !source.includes('defineTexts(') || !/\.tsx?$/.test(file)) return undefined
      if (mode === 'browser') return { code: withoutTexts(file, source), map: null }
      ofServer ??= inServer()
      return { code: withTranslations(file, source, ofServer), map: null }
    },
    /** A text of the server in a browser's bundle would be shown as its id. */
    generateBundle(_, bundle) {
      if (mode !== 'browser') return
      const server = findTexts().filter(({ namespace }) => !isBrowserArea(namespace.split('/')[0]))
      for (const chunk of Object.values(bundle))
        for (const { namespace, file } of server)
          if (chunk.type === 'chunk' && new RegExp(`["'\`]${namespace}["'\`]`).test(chunk.code))
            this.error(`${chunk.fileName} uses "${namespace}" of ${file}: name it member/… or staff/…`)
    },
  }
}
