import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, type Plugin, parseSync, transformWithOxc, Visitor } from 'vite'

const CONTRACT = join(import.meta.dirname, '../../../packages/contract/src')
const APP = join(import.meta.dirname, '../src')

/** The functions of the contract that declare a route. */
const DECLARES = new Set(['route', 'listRoute', 'fileRoute'])
/** What of a route only the server and the tests read: the app trusts the server's answers (`platform/client.ts`). */
const OF_THE_SERVER = new Set(['summary', 'params', 'response', 'errors', 'limits'])
/** The schemas of requests. The app reads those of its forms, and those of the office's lists for their filters. */
const OF_REQUESTS = new Set(['query', 'body'])
const OF_THE_OFFICE = /^(?:can|signedIn\('(?:admin|vendor))/

/** Expressions that do something when their module is loaded. */
const ACTING = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

/** A module of the contract as the app needs it. */
export interface Parts {
  /** What the module exports, each from the part that declares it. */
  readonly whole: string
  /** The code of each part by its name: a declaration, or one route of a group. */
  readonly parts: ReadonlyMap<string, string>
}

const PART = '?part='

const inner = (value: ESTree.Expression): ESTree.Expression =>
  value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression' ? inner(value.expression) : value

/** Returns the argument of a call that declares a route. */
const specOf = ({ callee, arguments: [spec] }: ESTree.CallExpression): ESTree.ObjectExpression | undefined =>
  callee.type === 'Identifier' && DECLARES.has(callee.name) && spec?.type === 'ObjectExpression' ? spec : undefined

const propertyOf = (part: ESTree.ObjectProperty | ESTree.SpreadElement) =>
  part.type === 'Property' && part.key.type === 'Identifier' && !part.computed
    ? { key: part.key.name, value: part.value, start: part.start, end: part.end }
    : undefined

/** Returns the routes of a group, or undefined if it is anything else. */
const routesOf = (init: ESTree.Expression) => {
  const group = inner(init)
  if (group.type !== 'ObjectExpression') return undefined
  const found = group.properties.map(propertyOf)
  const routes = found.filter((one) => one !== undefined)
  const isGroup = routes.some(({ value }) => value.type === 'CallExpression' && specOf(value) !== undefined)
  return isGroup && routes.length === found.length ? routes : undefined
}

/** A declaration at the top of a module. */
interface Declared {
  readonly name: string
  readonly isExported: boolean
  readonly start: number
  readonly end: number
  readonly init: ESTree.Expression | undefined
}

/** Returns what a statement declares. Undefined: something that can be no module of its own. */
const declaredBy = (statement: ESTree.Program['body'][number]): readonly Declared[] | undefined => {
  const isExported = statement.type === 'ExportNamedDeclaration'
  const declaration = isExported ? statement.declaration : statement
  switch (declaration?.type) {
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return []
    case 'FunctionDeclaration': {
      const { id, start, end } = declaration
      return id ? [{ name: id.name, isExported, start, end, init: undefined }] : undefined
    }
    case 'VariableDeclaration': {
      const [only, ...others] = declaration.declarations
      if (declaration.kind !== 'const' || others.length > 0 || only?.id.type !== 'Identifier') return undefined
      const { start, end } = declaration
      return [{ name: only.id.name, isExported, start, end, init: only.init ?? undefined }]
    }
    default:
      return undefined
  }
}

/**
 * Returns a module of the contract as the app needs it: without what the server alone reads, and each declaration as a
 * module of its own. A bundler leaves modules out, or puts them where they are needed, as a whole: a page that knows one
 * route of a file would carry the schemas of all forms of that file, and the library that they are written with.
 *
 * @param reads the schemas of requests that the app reads, each by the name of its route: `createEvent.body`
 */
export function partsOf(file: string, source: string, reads: ReadonlySet<string>): Parts | undefined {
  const { program } = parseSync(file, source)
  const absolute = (from: string) => (from.startsWith('.') ? join(dirname(file), from) : from)
  /** The import of each name that the module knows from elsewhere. */
  const imports = new Map<string, string>()
  const whole: string[] = []
  const declared: Declared[] = []
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind === 'type') continue
      for (const one of statement.specifiers) {
        if (one.type !== 'ImportSpecifier') return undefined
        if (one.importKind !== 'type')
          imports.set(
            one.local.name,
            `import { ${source.slice(one.start, one.end)} } from '${absolute(statement.source.value)}'`,
          )
      }
    } else if (statement.type === 'ExportAllDeclaration') {
      if (statement.exportKind !== 'type') whole.push(source.slice(statement.start, statement.end))
    } else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
      if (statement.exportKind === 'type') continue
      if (!statement.source) return undefined
      whole.push(source.slice(statement.start, statement.end))
    } else {
      const found = declaredBy(statement)
      if (!found) return undefined
      declared.push(...found)
    }
  }
  const edits: { readonly start: number; readonly end: number; readonly by: string }[] = []
  const without = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0
    edits.push({ start, end: end + comma, by: '' })
  }
  /** The name of each route, by where it is declared. */
  const keys = new Map<number, string>()
  const used: { readonly name: string; readonly at: number }[] = []
  new Visitor({
    Identifier({ name, start }) {
      used.push({ name, at: start })
    },
    Property({ key, value }) {
      if (key.type === 'Identifier') keys.set(value.start, key.name)
    },
    CallExpression(call) {
      const spec =
        specOf(call)
          ?.properties.map(propertyOf)
          .filter((one) => one !== undefined) ?? []
      const access = spec.find(({ key }) => key === 'access')?.value
      const isOffice = access !== undefined && OF_THE_OFFICE.test(source.slice(access.start, access.end))
      const isList = call.callee.type === 'Identifier' && call.callee.name === 'listRoute'
      const isRead = (part: string) =>
        (part === 'query' && isList && isOffice) || reads.has(`${keys.get(call.start) ?? ''}.${part}`)
      for (const part of spec)
        if (OF_THE_SERVER.has(part.key) || (OF_REQUESTS.has(part.key) && !isRead(part.key))) without(part)
    },
  }).visit(program)
  const groups = new Map(
    declared.flatMap(({ name, init }) => {
      const routes = init && routesOf(init)
      return routes ? [[name, routes] as const] : []
    }),
  )
  const pure = (init: ESTree.Expression) => {
    edits.push({ start: init.start, end: init.start, by: '/* @__PURE__ */ (() => (' })
    edits.push({ start: init.end, end: init.end, by: '))()' })
  }
  for (const { name, init } of declared) if (init && ACTING.has(inner(init).type) && !groups.has(name)) pure(init)
  for (const routes of groups.values()) for (const { value } of routes) pure(value)
  edits.sort((a, b) => b.start - a.start || b.end - a.end)
  const edited = (start: number, end: number): string => {
    let result = source.slice(start, end)
    for (const edit of edits)
      if (edit.start >= start && edit.end <= end)
        result = `${result.slice(0, edit.start - start)}${edit.by}${result.slice(edit.end - start)}`
    return result
  }
  const known = new Set(declared.map(({ name }) => name))
  const importOf = (name: string): string | undefined => {
    if (!known.has(name)) return imports.get(name)
    return `import ${groups.has(name) ? `* as ${name}` : `{ ${name} }`} from '${file}${PART}${name}'`
  }
  const needs = (start: number, end: number, except: string): string => {
    const names = new Set(
      used.filter(({ name, at }) => at >= start && at < end && name !== except).map(({ name }) => name),
    )
    return [...names].flatMap((name) => importOf(name) ?? []).join('\n')
  }
  const parts = new Map<string, string>()
  for (const { name, isExported, start, end } of declared) {
    const routes = groups.get(name)
    if (routes) {
      for (const { key, value } of routes)
        parts.set(
          `${name}/${key}`,
          `${needs(value.start, value.end, '')}\nexport const value = ${edited(value.start, value.end)}\n`,
        )
      parts.set(
        name,
        routes.map(({ key }) => `export { value as ${key} } from '${file}${PART}${name}/${key}'\n`).join(''),
      )
    } else parts.set(name, `${needs(start, end, name)}\nexport ${edited(start, end)}\n`)
    if (isExported) whole.push(`export ${routes ? `* as ${name}` : `{ ${name} }`} from '${file}${PART}${name}'`)
  }
  return { whole: `${whole.join('\n')}\n`, parts }
}

/** Returns the module that declares routes without the empty schemas of what a route does not name. */
export const withoutDefaults = (source: string): string =>
  source.replace(/\((\w+) \?\? nothing\) as \w+/g, '$1').replace(/, response: z\.unknown\(\) \}/g, ' }')

const READS = /\b\w+\.(\w+\.(?:query|body))\b/g

/** Returns the schemas of requests that the app and the contract read, each by the name of its route. */
const schemasRead = (): ReadonlySet<string> =>
  new Set(
    [APP, CONTRACT].flatMap((folder) =>
      globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(READS)].map(([, name = '']) => name),
      ),
    ),
  )

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/

/** Returns zod's schemas without their JSON Schemas, which the app never asks for. Bundlers cannot tell that from methods. */
export const withoutJsonSchemas = (source: string): string =>
  source
    .replace(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
    .replace(/^\s*(?:input|output): createStandardJSONSchemaMethod\(.*\),$/gm, '')
    .replace(/^(\s*)return createToJSONSchemaMethod\(.*;$/gm, '$1return undefined;')

/** Takes out of the contract, and of the library that it is written with, what the app does not need. */
export function contractPlugin(): Plugin {
  const modules = new Map<string, Parts | undefined>()
  let reads: ReadonlySet<string> | undefined
  const read = (file: string): Parts | undefined => {
    if (!modules.has(file)) {
      reads ??= schemasRead()
      modules.set(file, partsOf(file, withoutDefaults(readFileSync(file, 'utf8')), reads))
    }
    return modules.get(file)
  }
  return {
    name: 'shiloh-contract',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    resolveId: (id) => (id.startsWith(CONTRACT) && id.includes(PART) ? { id, moduleSideEffects: false } : undefined),
    async load(id) {
      if (!id.startsWith(CONTRACT)) return undefined
      const [file = id, name] = id.split(PART)
      const source = name === undefined ? read(file)?.whole : read(file)?.parts.get(name)
      if (source === undefined) return undefined
      const { code } = await transformWithOxc(source, file, { sourcemap: false })
      return { code, moduleType: 'js', moduleSideEffects: false, map: null }
    },
    transform: (source, id) =>
      SCHEMAS.test(id.split('?')[0] ?? id) ? { code: withoutJsonSchemas(source), map: null } : undefined,
  }
}
