import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { z } from 'zod'
import { environmentOf, openTestServer } from '../apps/api/test/test-server.ts'
import { runChecks } from './checks.ts'
import { runNode } from './run-program.ts'
import { runSomeTests } from './some-tests.ts'
import { type Found, playwrightReport, vitestReport } from './test-reports.ts'

// npm test                              every test
// npm test -- unit e2e                  stages: check, unit, e2e
// npm test -- --shard 1/2               a half of every stage, for a second machine to run the other one
// npm test -- path/to/file.test.ts      one file, a folder, or every file whose path contains the word; further options go to the runner
// npm test -- 'words of a test'         the tests whose name contains the words

const folder = mkdtempSync(path.join(tmpdir(), 'shiloh-report-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** The part that a stage runs: everything, or one of several shards. */
interface Shard {
  readonly number: number
  readonly of: number
}

const NOTHING: Found = { passed: 0, failed: 0, failures: [] }

const notRun = (why: string): Found => ({ passed: 0, failed: 1, failures: [`✗ Not run: ${why}.`] })

const stages: Record<string, (shard: Shard) => Promise<Found>> = {
  // The checks cannot be divided: the first shard runs them.
  check: ({ number }) => (number === 1 ? runChecks() : Promise.resolve(NOTHING)),
  unit: async (shard) => {
    // The test of the built tree starts it with the web app, which the journeys need, too.
    const built = await runNode('scripts/build-web.ts')
    if (!built.ok) return notRun('the web app could not be built')
    return runVitest(shard)
  },
  e2e: async (shard) => {
    const built = await runNode('scripts/build-web.ts')
    if (!built.ok) return notRun('the web app could not be built')
    const file = path.join(folder, 'e2e.json')
    const { ok } = await runNode(
      'node_modules/@playwright/test/cli.js',
      ['test', '--config=e2e/playwright.config.ts', ...shardOption(shard)],
      {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      },
    )
    return readReport(file, playwrightReport, ok)
  },
}

// The tests start the product from its source dozens of times. Compiled once, it starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, '../node_modules/.cache/compiled')

const { shard, words } = readArguments(process.argv.slice(2))
const isAboutStages = words.every((word) => word in stages)
process.exitCode = isAboutStages ? await runStages(words, shard) : await runSomeTests(words)

function readArguments(given: string[]): { shard: Shard; words: string[] } {
  const words = given.flatMap((word) => (word.startsWith('--shard=') ? ['--shard', word.slice(8)] : [word]))
  const at = words.indexOf('--shard')
  if (at < 0) return { shard: { number: 1, of: 1 }, words }
  const [, number = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(words[at + 1] ?? '') ?? []).map(Number)
  if (number < 1 || number > of) {
    console.error(`--shard ${words[at + 1] ?? ''}: expected a part and the number of parts, for example 1/2.`)
    process.exit(2)
  }
  return { shard: { number, of }, words: words.toSpliced(at, 2) }
}

/** Runs the given stages, or all. A later stage also runs after an earlier one has failed. */
async function runStages(wanted: string[], part: Shard): Promise<number> {
  // One PostgreSQL for all stages. Their programs find it through the environment.
  const { server, close } = await openTestServer()
  Object.assign(process.env, environmentOf(server))
  const total = { passed: 0, failed: 0 }
  const failures: string[] = []
  for (const [name, stage] of Object.entries(stages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`\n── ${name}`)
    const counts = await stage(part)
    total.passed += counts.passed
    total.failed += counts.failed
    failures.push(...counts.failures)
  }
  await close()
  // Once more at the end, where people look first and where a long output is kept longest.
  if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

function shardOption({ number, of }: Shard): string[] {
  return of === 1 ? [] : [`--shard=${number}/${of}`]
}

async function runVitest(part: Shard): Promise<Found> {
  const file = path.join(folder, 'unit.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...shardOption(part)]
  const { ok } = await runNode('node_modules/vitest/vitest.mjs', args)
  return readReport(file, vitestReport, ok)
}

/**
 * Reads a report. A run that failed outside its tests (a crash, a file that did not load) counts as one
 * more failure.
 */
function readReport(file: string, schema: z.ZodType<Found>, ok: boolean): Found {
  const found = existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : NOTHING
  if (ok || found.failed > 0) return found
  return { ...found, failed: 1, failures: [...found.failures, '✗ The run ended with an error outside its tests.'] }
}
