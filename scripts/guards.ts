import { spawnSync } from 'node:child_process'
import { GUARDS } from '../apps/api/test/guards-off.ts'

// Turns off one guard of the books at a time and runs books.model.test.ts, which must fail each time. Prints the step
// that detected it.

const wanted = process.argv.slice(2)
const guards = GUARDS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const test = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'api',
  'apps/api/test/books.model.test.ts',
  '-t',
  'whatever',
]

let unseen = 0
for (const { name } of guards) {
  const { status, stdout, stderr } = spawnSync(process.execPath, test, {
    encoding: 'utf8',
    env: { ...process.env, GUARD_OFF: name, BOOKS_RUNS: process.env['BOOKS_RUNS'] ?? '60', NO_COLOR: '1' },
  })
  const step = /found by: (.*)/.exec(stdout + stderr)?.[1]
  const isSeen = status !== 0 && step !== undefined
  if (!isSeen) unseen += 1
  console.log(`${isSeen ? '✓' : '✗'} ${name}: ${isSeen ? `found by ${step}` : 'not noticed'}`)
}
console.log(`\n${guards.length - unseen} of ${guards.length} guards were missed when they were off`)
process.exitCode = unseen === 0 ? 0 : 1
