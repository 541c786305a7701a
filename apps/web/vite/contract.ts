import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

const CONTRACT = join(import.meta.dirname, '../../../packages/contract/src')

/** The functions of the contract that declare a route. */
const DECLARES = new Set(['route', 'listRoute', 'fileRoute'])
/** What of a route only the server and the tests read: the app trusts the server's answers (`platform/client.ts`). */
const OF_THE_SERVER = new Set(['summary', 'params', 'response', 'errors', 'limits'])

/** Expressions that do something when their module is loaded. */
const ACTING = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

const inner = (value: ESTree.Expression): ESTree.Expression =>
  value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression' ? inner(value.expression) : value

/**
 * Returns the source of a module of the contract as the app needs it: routes without what the server alone reads, and
 * each declaration such that the bundler leaves it out where nobody uses it. A bundler cannot know that a call such as
 * `z.object(…)` changes nothing.
 */
export function forTheApp(file: string, source: string): string {
  const { program } = parseSync(file, source)
  const edits: { readonly start: number; readonly end: number; readonly by: string }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [spec] }) {
      if (callee.type !== 'Identifier' || !DECLARES.has(callee.name) || spec?.type !== 'ObjectExpression') return
      for (const part of spec.properties) {
        if (part.type !== 'Property' || part.key.type !== 'Identifier' || !OF_THE_SERVER.has(part.key.name)) continue
        const comma = /^\s*,/.exec(source.slice(part.end))?.[0].length ?? 0
        edits.push({ start: part.start, end: part.end + comma, by: '' })
      }
    },
  }).visit(program)
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations) {
      if (!init || !ACTING.has(inner(init).type)) continue
      edits.push({ start: init.start, end: init.start, by: '/* @__PURE__ */ (() => (' })
      edits.push({ start: init.end, end: init.end, by: '))()' })
    }
  }
  let result = source
  for (const { start, end, by } of edits.sort((a, b) => b.start - a.start || b.end - a.end))
    result = `${result.slice(0, start)}${by}${result.slice(end)}`
  return result
}

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/

/** Returns zod's schemas without their JSON Schemas, which the app never asks for. Bundlers cannot tell that from methods. */
export const withoutJsonSchemas = (source: string): string =>
  source
    .replace(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
    .replace(/^\s*(?:input|output): createStandardJSONSchemaMethod\(.*\),$/gm, '')
    .replace(/^(\s*)return createToJSONSchemaMethod\(.*;$/gm, '$1return undefined;')

/** Takes out of the contract, and of the library that it is written with, what the app does not need. */
export function contractPlugin(): Plugin {
  return {
    name: 'shiloh-contract',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(source, id) {
      const file = id.split('?')[0] ?? id
      if (SCHEMAS.test(file)) return { code: withoutJsonSchemas(source), map: null }
      return file.startsWith(CONTRACT) ? { code: forTheApp(file, source), map: null } : undefined
    },
  }
}
