import { type Outcome, runNode } from './run-program.ts'
import type { Found } from './test-reports.ts'

interface Check {
  name: string
  program: string
  args: string[]
}

const typescript = 'node_modules/typescript/bin/tsc'
const parts = [
  'packages/catalogues',
  'packages/contract',
  'packages/embedded-postgres',
  'apps/api',
  'apps/web',
  'scripts',
  'e2e',
  'bench',
]

/** In one thread: four that share a program work out the same types of the contract four times, and two checks run at a time. */
const types = (name: string, project: string): Check => ({
  name: `types of ${name}`,
  program: typescript,
  args: ['--project', project, '--checkers', '1'],
})

// The longest first, so that the end does not wait for one alone.
const checks: Check[] = [
  types('apps/api', 'apps/api'),
  types('apps/web', 'apps/web'),
  types('scripts, e2e and bench', '.'),
  types('packages/contract', 'packages/contract'),
  types('packages/catalogues', 'packages/catalogues'),
  types('packages/embedded-postgres', 'packages/embedded-postgres'),
  {
    name: 'format and lint',
    program: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '.'],
  },
  { name: 'boundaries', program: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', args: parts },
  { name: 'what the documents name exists', program: 'scripts/check-docs.ts', args: [] },
  { name: 'migrations expand first', program: 'scripts/check-migrations.ts', args: [] },
  { name: 'nothing unused', program: 'node_modules/knip/bin/knip.js', args: ['--no-progress', '--no-config-hints'] },
  { name: 'texts and their translations', program: 'scripts/texts.ts', args: ['check'] },
  { name: 'table types match the migrations', program: 'scripts/gen.ts', args: ['--check'] },
]

/** Runs the static checks and shows the output of those that fail. */
export async function runChecks(): Promise<Found> {
  let passed = 0
  const failures: string[] = []
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const outcome = await runNode(check.program, check.args, { quiet: true })
      report(check, outcome)
      if (outcome.ok) passed += 1
      else failures.push(`✗ ${check.name}`)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed, failed: failures.length, failures }
}

function report(check: Check, { ok, output }: Outcome): void {
  console.log(`${ok ? '✓' : '✗'} ${check.name}`)
  if (!ok) console.log(output.trimEnd().replace(/^/gm, '  '))
}
