import { chooseAddress, startServer } from './server.ts'

/** One server for the whole run. What is answered here ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer(await chooseAddress())
  return () => server.stop()
}
