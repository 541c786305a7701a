import { expect, it } from 'vitest'
import { playwrightReport, vitestReport } from './test-reports.ts'

it('names what failed in a run of vitest, a file that did not load too', () => {
  const found = vitestReport.parse({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a room holds two', status: 'passed', failureMessages: [] },
          {
            fullName: 'a bed holds one',
            status: 'failed',
            failureMessages: ['expected 2 to be 1\n    at a.test.ts:3'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(found).toEqual({
    passed: 1,
    failed: 1,
    failures: [
      '✗ a.test.ts › a bed holds one\n  expected 2 to be 1\n      at a.test.ts:3',
      '✗ b.test.ts\n  Cannot find module',
    ],
  })
})

it('names the journeys that failed, and those that passed on a retry only', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'gate.spec.ts',
    line: 7,
    tests: [
      { projectName: 'phone', status, results: [{ error: message === undefined ? undefined : { message } }, {}] },
    ],
  })
  const found = playwrightReport.parse({
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('passes', 'expected')],
        suites: [{ specs: [spec('scans', 'unexpected', 'no camera'), spec('waits', 'flaky', 'too late')] }],
      },
    ],
  })
  expect(found).toEqual({
    passed: 1,
    failed: 2,
    failures: ['✗ [phone] gate.spec.ts:7 › scans\n  no camera', '✗ [phone] gate.spec.ts:7 › waits (flaky)\n  too late'],
  })
})
