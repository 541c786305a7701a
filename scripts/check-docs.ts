import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-program.ts'

// Checks that everything the documents refer to exists: files, links, anchors, npm scripts, environment variables,
// invariants.

const IGNORED = ['**/node_modules/**', '**/.git/**', '**/.data/**', '**/dist/**', 'build/**']
/** An inline code token with this prefix is a path from the root of the repository. */
const FOLDERS = /^(apps|packages|scripts|docs|e2e|bench|locales)\//

/** Returns the problems of the documents in a folder, one line each. */
export function findProblems(folder: string): string[] {
  const documents = globSync('**/*.md', { cwd: folder, exclude: IGNORED }).sort()
  return [
    ...documents.flatMap((file) => problemsOf(folder, file)),
    ...commentLinks(folder),
    ...missingVariables(folder),
    ...missingInvariants(folder),
  ]
}

const read = (folder: string, file: string): string => readFileSync(path.join(folder, file), 'utf8')
const has = (folder: string, file: string): boolean => existsSync(path.join(folder, file))

/** Returns a document without its code blocks. Line numbers stay the same. */
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))

function problemsOf(folder: string, file: string): string[] {
  const scripts = npmScripts(folder)
  return prose(read(folder, file))
    .split('\n')
    .flatMap((line, index) => {
      const at = `${file}:${index + 1}`
      const links = [...line.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
        linkProblem(folder, file, target),
      )
      const paths = [...line.matchAll(/`([^`\s]+)`/g)].flatMap(([, token = '']) => pathProblem(folder, file, token))
      const commands = [...line.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].flatMap(([, name = '']) =>
        scripts.has(name) ? [] : [`package.json has no script "${name}"`],
      )
      return [...links, ...paths, ...commands].map((problem) => `${at}: ${problem}`)
    })
}

const npmScripts = (folder: string): Set<string> => {
  if (!has(folder, 'package.json')) return new Set()
  const manifest: unknown = JSON.parse(read(folder, 'package.json'))
  const scripts = typeof manifest === 'object' && manifest !== null && 'scripts' in manifest ? manifest.scripts : {}
  return new Set(Object.keys(scripts ?? {}))
}

function linkProblem(folder: string, file: string, target: string): string[] {
  if (/^[a-z]+:/.test(target)) return []
  const [to = '', anchor] = target.split('#')
  const linked = to === '' ? file : path.join(path.dirname(file), to)
  if (!has(folder, linked)) return [`there is no file ${linked}`]
  return anchor === undefined ? [] : anchorProblem(folder, linked, anchor)
}

function anchorProblem(folder: string, file: string, anchor: string): string[] {
  if (!file.endsWith('.md')) return []
  return anchorsOf(read(folder, file)).has(anchor) ? [] : [`${file} has no anchor #${anchor}`]
}

/** Returns the anchors that GitHub derives from headings, and those written as `<a id>`. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of prose(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = words
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replace(/ /g, '-')
    let unique = anchor
    for (let n = 1; anchors.has(unique); n += 1) unique = `${anchor}-${n}`
    anchors.add(unique)
  }
  for (const [, id = ''] of text.matchAll(/<a id="([^"]+)"/g)) anchors.add(id)
  return anchors
}

/**
 * Returns the problem of an inline code token. `<name>`, `NNNN`, `*` and `…` are wildcards; a path with one must match
 * at least one file. Paths that begin with `src/` or `test/` are relative to the document.
 */
function pathProblem(folder: string, file: string, token: string): string[] {
  const isLocal = /^(src|test)\//.test(token)
  if (!isLocal && !FOLDERS.test(token)) return []
  const named = isLocal ? path.join(path.dirname(file), token) : token
  const pattern = named.replace(/<[^>]+>|NNNN|…|\*+/g, '*').replace(/\/$/, '')
  const isThere = pattern.includes('*') ? globSync(pattern, { cwd: folder }).length > 0 : has(folder, pattern)
  if (isThere && named.endsWith('/') && !pattern.includes('*') && !statSync(path.join(folder, pattern)).isDirectory())
    return [`${named} is not a folder`]
  return isThere ? [] : [`there is no ${named}`]
}

/** Returns the comments that link to a document: `docs/domain.md#invariant-7`. */
function commentLinks(folder: string): string[] {
  return globSync('{apps,packages,scripts,e2e,bench}/**/*.{ts,tsx,mjs,sql,css}', { cwd: folder, exclude: IGNORED })
    .filter((file) => !file.endsWith('check-docs.test.ts'))
    .flatMap((file) =>
      [...read(folder, file).matchAll(/\bdocs\/[\w./-]+\.md(?:#([\w-]+))?/g)].flatMap(([link, anchor]) => {
        const [document = ''] = link.split('#')
        if (!has(folder, document)) return [`${file}: there is no file ${document}`]
        return anchor === undefined
          ? []
          : anchorProblem(folder, document, anchor).map((problem) => `${file}: ${problem}`)
      }),
    )
}

/** Returns environment variables that the API reads but the page for administrators does not list. */
function missingVariables(folder: string): string[] {
  const [code, page] = ['apps/api/src/platform/config.ts', 'docs/how-to/run-in-production.md']
  if (!has(folder, code) || !has(folder, page)) return []
  const schema = /const environment = z\.object\(\{([\s\S]*?)^\}\)/m.exec(read(folder, code))?.[1]
  if (schema === undefined) return [`${code}: the object "environment" was not found`]
  const text = read(folder, page)
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(([, name = '']) =>
    text.includes(`\`${name}\``) ? [] : [`${page}: ${name} is not listed`],
  )
}

/** Returns invariants that are checked but not described, or described under another name. */
function missingInvariants(folder: string): string[] {
  const page = 'docs/domain.md'
  const [code] = globSync('apps/api/src/features/reservations/**/invariants.store.ts', { cwd: folder })
  if (code === undefined || !has(folder, page)) return []
  const sections = read(folder, page).split(/^### /m)
  const checks = [...read(folder, code).matchAll(/number: (\d+),\s*name: '([^']+)'/g)]
  if (checks.length === 0) return [`${code}: no invariant was found`]
  return checks.flatMap(([, number = '', name = '']) => {
    const section = sections.find((text) => text.startsWith(`Invariant ${number}\n`))
    if (section === undefined) return [`${page}: invariant ${number} is missing`]
    return section.replace(/\s+/g, ' ').toLowerCase().includes(name.toLowerCase())
      ? []
      : [`${page}: invariant ${number} does not say "${name}", as the check does`]
  })
}

if (import.meta.main) {
  const problems = findProblems(root)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
