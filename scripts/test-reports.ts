import { z } from 'zod'

/** What a stage found: how many tests or checks passed and failed, and in words which failed and why. */
export interface Found {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly string[]
}

/** As much of a message as names the cause; the whole one is where the test ran. */
const LINES = 15

const shortened = (message: string): string => message.trim().split('\n').slice(0, LINES).join('\n  ')

const failure = (name: string, message: string): string => `✗ ${name}\n  ${shortened(message)}`

/** What vitest's reporter `json` writes. A file that did not load has no tests, and a message of its own. */
export const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
        ),
      }),
    ),
  })
  .transform(
    (report): Found => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
        const tests = assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages.join('\n')))
        return status === 'failed' && tests.length === 0 ? [failure(name, message)] : tests
      }),
    }),
  )

interface Suite {
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly {
      readonly projectName: string
      readonly status: string
      readonly results: readonly { readonly error?: { readonly message?: string | undefined } | undefined }[]
    }[]
  }[]
  readonly suites?: readonly Suite[] | undefined
}

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(suite).optional()
  },
})

const failuresIn = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) =>
        failure(
          `[${projectName}] ${file}:${line} › ${title}${status === 'flaky' ? ' (flaky)' : ''}`,
          results.find(({ error }) => error !== undefined)?.error?.message ?? '',
        ),
      ),
  ),
  ...suites.flatMap(failuresIn),
]

/** What Playwright's reporter `json` writes. A test that only passes on a retry has failed. */
export const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
    suites: z.array(suite),
  })
  .transform(
    ({ stats, suites }): Found => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: suites.flatMap(failuresIn),
    }),
  )
