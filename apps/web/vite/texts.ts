import { readdirSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { LANGUAGES, type Language, type Translated } from '@shiloh/contract/core'
import type { Plugin } from 'vite'

const isTexts = (file: string) => /(^|[/\\-])texts\.ts$/.test(file)
/** Texts of server-rendered pages: checked with the others, but no browser needs them. */
const isServerOnly = (file: string) => /[/\\]public[/\\]/.test(file)
const virtualPrefix = 'virtual:catalog/'

/** `src/features/events/texts.ts` → `events`; `src/platform/field-texts.ts` → `platform.field`. */
export function namespaceOf(src: string, file: string): string {
  return relative(src, file)
    .split(sep)
    .join('.')
    .replace(/^features\./, '')
    .replace(/[.-]?texts\.ts$/, '')
}

function argumentNames(message: CompiledMessage, into = new Set<string>()): Set<string> {
  for (const token of message) {
    if (typeof token === 'string') continue
    if (token[0] !== '#') into.add(token[0])
    const choices = token[2]
    if (choices && typeof choices === 'object') {
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) argumentNames(choice, into)
    }
  }
  return into
}

type Catalogue = Record<string, CompiledMessage>

/** Compiles every row; a text that does not parse, or that uses other arguments than the English, fails the build. */
export function compileRows(
  namespace: string,
  rows: Readonly<Record<string, Translated>>,
): Record<Language, Catalogue> {
  const catalogues: Record<Language, Catalogue> = { en: {}, de: {}, fr: {}, pt: {} }
  for (const [key, row] of Object.entries(rows)) {
    const id = `${namespace}.${key}`
    const wanted = [...argumentNames(compileMessageOrThrow(row.en))].sort().join()
    for (const language of LANGUAGES) {
      const compiled = compileMessageOrThrow(row[language])
      const found = [...argumentNames(compiled)].sort().join()
      if (found !== wanted) throw new Error(`${id}: ${language} uses {${found}}, English uses {${wanted}}`)
      catalogues[language][id] = compiled
    }
  }
  return catalogues
}

function isRows(value: unknown): value is Record<string, Translated> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((row) => LANGUAGES.every((language) => typeof row?.[language] === 'string'))
  )
}

/**
 * Texts of all features as one catalogue a language, loaded one at a time: `virtual:catalog/de`.
 * In the browser's build a texts module becomes its namespace only, so that no other language is bundled;
 * the server's build keeps the rows, for it speaks all of them.
 */
export function textsPlugin(src: string): Plugin {
  let generation = 0
  // Tests draw with the rows themselves, also where they stand in for a browser.
  let testing = false
  const files = () =>
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter(isTexts)
      .map((file) => resolve(src, file))
      .sort()
  const catalogue = async (language: Language) => {
    const all: Catalogue = {}
    for (const file of files()) {
      const module: { texts?: unknown } = await import(`${pathToFileURL(file).href}?${generation}`)
      if (!isRows(module.texts)) throw new Error(`${file} must export its rows as "texts"`)
      const compiled = compileRows(namespaceOf(src, file), module.texts)
      if (!isServerOnly(file)) Object.assign(all, compiled[language])
    }
    return all
  }
  return {
    name: 'shiloh-texts',
    enforce: 'pre',
    configResolved(config) {
      testing = config.mode === 'test'
    },
    resolveId: (id) => (id.startsWith(virtualPrefix) ? `\0${id}` : undefined),
    async load(id) {
      if (id.startsWith(`\0${virtualPrefix}`)) {
        const language = LANGUAGES.find((known) => id.endsWith(`/${known}`))
        if (!language) throw new Error(`No such catalogue: ${id}`)
        for (const file of files()) this.addWatchFile(file)
        // A string to parse is half the work of an object literal for a slow phone.
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(await catalogue(language)))})`
      }
      const file = id.split('?')[0] ?? id
      if (
        !testing &&
        isTexts(file) &&
        resolve(file).startsWith(src + sep) &&
        this.environment.config.consumer === 'client'
      ) {
        return `export const texts = { $namespace: ${JSON.stringify(namespaceOf(src, file))} }`
      }
      return undefined
    },
    hotUpdate({ file, modules }) {
      if (!isTexts(file)) return undefined
      generation += 1
      const graph = this.environment.moduleGraph
      const catalogues = LANGUAGES.flatMap((language) => graph.getModuleById(`\0${virtualPrefix}${language}`) ?? [])
      for (const module of catalogues) graph.invalidateModule(module)
      return [...modules, ...catalogues]
    },
  }
}
