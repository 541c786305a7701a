import type { TestProject } from 'vitest/node'
import { openTestServer, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** Gives all test workers of a run the address of its PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, close } = await openTestServer()
  project.provide('testServer', server)
  return close
}
