import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

/** A call of `defineTexts` as it is in the source. */
export interface Declaration {
  readonly namespace: string
  readonly rows: ReadonlyMap<string, string>
  /** Where the call begins. */
  readonly call: number
  /** Where the object with the texts begins and ends. */
  readonly start: number
  readonly end: number
}

/** A declaration and the file it is in, relative to the repository. */
export interface Declared extends Declaration {
  readonly file: string
}

/** Finds the texts that a source file declares. Throws if one is not a literal. */
export function textsIn(file: string, source: string): Declaration[] {
  if (!source.includes('defineTexts(')) return []
  const found: Declaration[] = []
  const wrong = (at: number, what: string) => new Error(`${file}:${source.slice(0, at).split('\n').length}: ${what}`)
  new Visitor({
    CallExpression({ callee, arguments: [namespace, texts], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineTexts') return
      if (namespace?.type !== 'Literal' || typeof namespace.value !== 'string')
        throw wrong(start, 'the namespace of texts is a literal')
      if (texts?.type !== 'ObjectExpression') throw wrong(start, 'texts are an object literal')
      const rows = new Map<string, string>()
      for (const row of texts.properties) {
        if (row.type !== 'Property' || row.computed) throw wrong(row.start, 'a text has a plain key')
        const key =
          row.key.type === 'Identifier' ? row.key.name : row.key.type === 'Literal' ? row.key.value : undefined
        if (typeof key !== 'string') throw wrong(row.start, 'the key of a text is a name')
        if (row.value.type !== 'Literal' || typeof row.value.value !== 'string')
          throw wrong(row.start, 'a text is a string literal')
        rows.set(key, row.value.value)
      }
      found.push({ namespace: namespace.value, rows, call: start, start: texts.start, end: texts.end })
    },
  }).visit(parseSync(file, source).program)
  return found
}

export const ROOT = path.resolve(import.meta.dirname, '../../..')
const SOURCES = ['packages/contract/src', 'apps/api/src', 'apps/web/src']
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)

/** Returns all texts of the product, by file. */
export function findTexts(folders: readonly string[] = SOURCES): Declared[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .sort()
      .flatMap((name) => {
        const file = path.posix.join(folder, name.replaceAll(path.sep, '/'))
        return textsIn(file, readFileSync(path.join(ROOT, file), 'utf8')).map((found) => ({ ...found, file }))
      }),
  )
}
