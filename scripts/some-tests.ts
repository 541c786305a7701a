import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root, runNode } from './run-program.ts'

/** Test files and the vitest project that runs them. The first match counts. */
const projects: readonly (readonly [folder: string, project: string])[] = [
  ['scripts/', 'scripts'],
  ['packages/catalogues/', 'catalogues'],
  ['packages/contract/', 'contract'],
  ['packages/embedded-postgres/', 'embedded-postgres'],
  ['apps/api/test/fuzz/', 'fuzz'],
  ['apps/api/', 'api'],
  ['apps/web/', 'web'],
]

/** Options of the runners whose value is the next word. */
const withValue = ['-t', '-g', '--testNamePattern', '--grep', '--project']

/**
 * Runs the tests of a file, a folder or every file whose path contains a word, or else the tests whose names contain
 * the words. Passes options to the runner: vitest, or Playwright for files of e2e. Returns the exit code.
 */
export async function runSomeTests(args: readonly string[]): Promise<number> {
  const { words, options } = divide(args)
  const all = globSync(['{scripts,packages,apps}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'], {
    cwd: root,
    exclude: (name) => /(^|[/\\])(node_modules|dist)$/.test(name),
  }).map((file) => file.split(path.sep).join('/'))
  const files = all.filter((file) => words.some((word) => file.includes(asPath(word))))
  const units = files.filter((file) => !file.startsWith('e2e/'))
  const journeys = files.filter((file) => file.startsWith('e2e/'))
  // Options are those of one runner.
  if (options.length > 0 && units.length > 0 && journeys.length > 0)
    console.log(`Not run, because the options are for vitest: ${journeys.join(', ')}`)
  if (units.length > 0) {
    const result = await runVitest(units, options)
    return journeys.length === 0 || options.length > 0 ? result : Math.max(result, await runPlaywright(journeys, []))
  }
  if (journeys.length > 0) return runPlaywright(journeys, options)

  const name = words.join(' ')
  const holding = all.filter((file) => readFileSync(path.join(root, file), 'utf8').includes(name))
  const unitsHolding = holding.filter((file) => !file.startsWith('e2e/'))
  const pattern = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  if (unitsHolding.length > 0) return runVitest(unitsHolding, ['-t', pattern, ...options])
  if (holding.length > 0) return runPlaywright(holding, ['-g', pattern, ...options])
  console.error(`No test file's path and no test's name contains "${name}".`)
  return 2
}

function divide(args: readonly string[]): { words: string[]; options: string[] } {
  const words: string[] = []
  const options: string[] = []
  for (const [index, arg] of args.entries()) {
    const isValue = withValue.includes(args[index - 1] ?? '')
    if (arg.startsWith('-') || isValue) options.push(arg)
    else words.push(arg)
  }
  return { words, options }
}

/** Returns the path as in the list of files, whether it was given from the root, with "./", or absolute. */
function asPath(word: string): string {
  const fromRoot = path.isAbsolute(word) ? path.relative(root, word) : word
  return fromRoot.split(path.sep).join('/').replace(/^\.\//, '')
}

async function runVitest(files: readonly string[], options: readonly string[]): Promise<number> {
  const needed = new Set(files.map((file) => projects.find(([folder]) => file.startsWith(folder))?.[1]))
  const { ok } = await runNode('node_modules/vitest/vitest.mjs', [
    // Full paths, because vitest's filter would also match parts of other paths.
    ...(options.includes('--watch') ? [] : ['run']),
    ...[...needed].map((project) => `--project=${project}`),
    ...files.map((file) => path.join(root, file)),
    ...options,
  ])
  return ok ? 0 : 1
}

async function runPlaywright(files: readonly string[], options: readonly string[]): Promise<number> {
  const built = await runNode('scripts/build-web.ts')
  if (!built.ok) return 1
  const program = 'node_modules/@playwright/test/cli.js'
  const { ok } = await runNode(program, ['test', '--config=e2e/playwright.config.ts', ...files, ...options])
  return ok ? 0 : 1
}
