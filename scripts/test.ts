import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type Counts, runChecks } from './checks.ts'
import { runNode } from './run-program.ts'

// Every test there is, or one stage: npm test -- check | unit | fuzz | e2e. A later stage also runs after an earlier one has failed.

const vitestReport = z
  .object({ numPassedTests: z.number(), numFailedTests: z.number() })
  .transform((report): Counts => ({ passed: report.numPassedTests, failed: report.numFailedTests }))
// A test that passes only when repeated is a failed test.
const playwrightReport = z
  .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })
  .transform(({ stats }): Counts => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))

const folder = mkdtempSync(path.join(tmpdir(), 'shiloh-report-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const stages: Record<string, () => Promise<Counts>> = {
  check: runChecks,
  unit: () => runVitest('unit', ['scripts', 'contract', 'embedded-postgres', 'api', 'web']),
  fuzz: () => runVitest('fuzz', ['fuzz']),
  e2e: async () => {
    const built = await runNode('scripts/build-web.ts')
    if (!built.ok) return { passed: 0, failed: 1 }
    const file = path.join(folder, 'e2e.json')
    const { ok } = await runNode(
      'node_modules/@playwright/test/cli.js',
      ['test', '--config=e2e/playwright.config.ts'],
      {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      },
    )
    return readCounts(file, playwrightReport, ok)
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`Unknown stage "${unknown.join('", "')}". There are: ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}

const total: Counts = { passed: 0, failed: 0 }
for (const [name, stage] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name}`)
  const counts = await stage()
  total.passed += counts.passed
  total.failed += counts.failed
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runVitest(name: string, projects: readonly string[]): Promise<Counts> {
  const file = path.join(folder, `${name}.json`)
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { ok } = await runNode('node_modules/vitest/vitest.mjs', [
    ...args,
    ...projects.map((one) => `--project=${one}`),
  ])
  return readCounts(file, vitestReport, ok)
}

/** The counts of a report. A run that went wrong beside its tests (it crashed, a file did not load) counts as one failure more. */
function readCounts(file: string, schema: z.ZodType<Counts>, ok: boolean): Counts {
  const counts = existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
