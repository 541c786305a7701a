import { test as base } from '@playwright/test'
import { freeAddress, type Server, startServer } from './server.ts'

/** Tests of passkeys: browsers have none for an address of digits. */
export const test = base.extend<object, { localServer: Server }>({
  localServer: [
    async ({ browserName: _ }, use) => {
      const { port } = new URL(await freeAddress())
      const server = await startServer(`http://localhost:${port}`)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ localServer }, use) => use(localServer.address),
})
