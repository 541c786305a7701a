import type { TestProject } from 'vitest/node'
import { openTestServer, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** Tells all test workers of a run about its PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, close } = await openTestServer()
  project.provide('testServer', server)
  return close
}
