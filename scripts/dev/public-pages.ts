import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../run-program.ts'

/**
 * Builds the renderer of the public pages, and rebuilds it whenever one of its files changes. Resolves after the first
 * build.
 * @throws Error when the build ends
 */
export async function watchPublicPages(webDir: string): Promise<void> {
  const built = path.join(webDir, 'server/public.js')
  rmSync(built, { force: true })
  const child = spawn(
    process.execPath,
    [
      '--import',
      path.join(root, 'scripts/end-with-parent.mjs'),
      path.join(root, 'node_modules/vite/bin/vite.js'),
      ...['build', '--ssr', '--watch', '--outDir', path.join(webDir, 'server'), '--logLevel', 'error'],
    ],
    { cwd: path.join(root, 'apps/web'), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  process.once('exit', () => child.kill())
  const ended = once(child, 'exit').then(() => {
    throw new Error('The renderer of the public pages cannot be built.')
  })
  ended.catch(() => undefined)
  while (!existsSync(built)) await Promise.race([delay(50), ended])
}
