import { chooseAddress, prepareDatabases, startServer } from './server.ts'

/** Starts one server for the whole run. Returns what stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  const close = await prepareDatabases()
  const server = await startServer(await chooseAddress())
  return async () => {
    await server.stop()
    await close()
  }
}
