import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from './source.ts'

/** The files of a program, by their paths. */
export interface Files {
  /** Returns the source of a file. */
  readonly read: (file: string) => string
  /** Returns the source file that an import means, or undefined for everything else. */
  readonly resolve: (from: string, specifier: string) => string | undefined
}

/** The files of the web app and of the contract, relative to the repository. */
export const WEB: Files = {
  read: (file) => readFileSync(path.join(ROOT, file), 'utf8'),
  resolve(from, specifier) {
    const source = specifier.replace(/[?]worker$/, '')
    const wanted = source.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), source)
      : source.replace(/^#/, 'apps/web/src/').replace(/^@shiloh\/contract\//, 'packages/contract/src/')
    if (!/^(apps|packages)\//.test(wanted) || /\.css$|[?]url$/.test(wanted)) return undefined
    const file = [wanted, `${wanted}.ts`, `${wanted}.tsx`].find(
      (name) => /\.tsx?$/.test(name) && existsSync(path.join(ROOT, name)),
    )
    if (file === undefined) throw new Error(`${from}: no file is ${specifier}`)
    return file
  },
}

/** The names that are taken from a module, or all of it. */
type Names = readonly string[] | 'all'

/** What a source file takes from others, without types. */
interface Links {
  readonly imports: readonly { readonly from: string; readonly names: Names }[]
  /** The names that it passes on: `export { name as as } from`, with `*` for all. */
  readonly passedOn: readonly { readonly from: string; readonly name: string; readonly as: string }[]
  /** It does nothing else, like the index of a feature. */
  readonly isIndex: boolean
}

/**
 * Returns the files that a browser can load from an entry, each with the files on the way to it: by static and by
 * dynamic imports, without types. An index counts for the names that are imported, as in a bundle. Does not go into
 * the files that `isEnd` names.
 */
export function filesReached(entry: string, files: Files, isEnd: (file: string) => boolean) {
  const reached = new Map<string, readonly string[]>()
  const seen = new Set<string>()
  const waiting: { file: string; names: Names; way: readonly string[] }[] = [{ file: entry, names: 'all', way: [] }]
  // The list grows in the loop.
  for (const { file, names, way } of waiting) {
    const { imports, passedOn, isIndex } = knownLinksOf(files, file)
    const wanted = isIndex ? names : 'all'
    if (seen.has(`${file} ${wanted}`)) continue
    seen.add(`${file} ${wanted}`)
    if (!isIndex) reached.set(file, way)
    const passed = passedOn
      .filter(({ as }) => wanted === 'all' || as === '*' || wanted.includes(as))
      .map(({ from, name }) => ({ from, names: name === '*' ? wanted : [name] }))
    for (const next of [...imports, ...passed]) {
      const target = files.resolve(file, next.from)
      if (target && !isEnd(target)) waiting.push({ file: target, names: next.names, way: [...way, file] })
    }
  }
  return reached
}

/** Each file is read once, however many others import it and however many programs are looked through. */
const known = new WeakMap<Files, Map<string, Links>>()

function knownLinksOf(files: Files, file: string): Links {
  const ofProgram = known.get(files) ?? new Map<string, Links>()
  known.set(files, ofProgram)
  const links = ofProgram.get(file) ?? linksOf(file, files.read(file))
  ofProgram.set(file, links)
  return links
}

function linksOf(file: string, source: string): Links {
  const { program, module } = parseSync(file, source)
  const imports: Links['imports'] = module.staticImports
    .map(({ moduleRequest, entries }) => ({ from: moduleRequest.value, entries }))
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ from, entries }) => {
      const names = entries.flatMap(({ isType, importName: { name } }) => (isType ? [] : [name]))
      return { from, names: names.every((name) => name !== null) ? names : 'all' }
    })
  const lazy = module.dynamicImports.map(({ moduleRequest: { start, end } }): Links['imports'][number] => ({
    from: source.slice(start + 1, end - 1),
    names: 'all',
  }))
  const passedOn = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, importName, exportName, isType }) =>
      moduleRequest && !isType
        ? [{ from: moduleRequest.value, name: importName.name ?? '*', as: exportName.name ?? '*' }]
        : [],
    )
  const isIndex =
    passedOn.length > 0 &&
    program.body.every(
      (statement) =>
        statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
    )
  return { imports: [...imports, ...lazy], passedOn, isIndex }
}
